// In: scored records. Out: their units in the order in which a budget is to be spent on them.
// Needs no budget, so that every rung of a ladder packs from the same ranking.
import { distinctUnits } from "./duplicates.ts";
import type { ScoredRecord } from "./model.ts";
import type { PackSettings } from "./pack-settings.ts";
import { pairedCalls } from "./pairs.ts";
import { tabulate, type UnitTable } from "./unit-table.ts";

export interface RankedUnits {
  readonly records: readonly ScoredRecord[];
  readonly table: UnitTable;
  /** Numbers of the distinct units that score above 0, best first; equals in arrival order. */
  readonly order: Int32Array;
  /** For each record the index of the tool call it answers, or -1. */
  readonly calls: Int32Array;
}

/**
 * Ranks every unit by score / tokens^lengthExponent: a mild discount for length. A full one (density) would buy many
 * short fragments instead of the unit that answers.
 */
export function rankUnits(records: readonly ScoredRecord[], settings: PackSettings): RankedUnits {
  const table = tabulate(records);
  const ranks = new Float64Array(table.count);
  let id = 0;
  for (const { unitScores } of records) {
    for (const score of unitScores) {
      ranks[id] = score / Math.max(1, table.tokens[id] ?? 1) ** settings.lengthExponent;
      id++;
    }
  }
  const distinct = distinctUnits(records, table, ranks);
  const scored = distinct.ids.map((_, at) => at).filter((at) => (distinct.ranks[at] ?? 0) > 0);
  scored.sort((a, b) => (distinct.ranks[b] ?? 0) - (distinct.ranks[a] ?? 0) || a - b);
  return { records, table, order: scored.map((at) => distinct.ids[at] ?? 0), calls: pairedCalls(records) };
}
