// In: scored records. Out: their units in the order in which a budget is to be spent on them.
// Needs no budget, so that every rung of a ladder packs from the same ranking.

import type { ContentType, ScoredRecord } from "./model.ts";
import { placesByRank } from "./packing/by-rank.ts";
import { distinctUnits, repeatedLater } from "./packing/duplicates.ts";
import { MARK_TOKENS } from "./packing/marks.ts";
import type { PackSettings } from "./packing/pack-settings.ts";
import { pairedCalls } from "./packing/pairs.ts";
import { tabulate, type UnitTable } from "./packing/unit-table.ts";

export interface RankedUnits {
  readonly records: readonly ScoredRecord[];
  readonly table: UnitTable;
  /** Numbers of the distinct units that are worth sending, best first; equals in arrival order. */
  readonly order: Int32Array;
  /** Indices of the records that score at all and do not arrive again later, ascending. */
  readonly scoring: readonly number[];
  /** The highest score of all units. */
  readonly best: number;
  /** For each record the index of the tool call it answers, or -1. */
  readonly calls: Int32Array;
}

/** A unit that stands alone comes with a mark on either side. */
const ALONE_TOKENS = 2 * MARK_TOKENS;

/** What a unit with its marks costs in most texts: there every exponent leaves its score as it is. Tokens. */
const USUAL_TOKENS = 50;

/** Types whose units are sentences: long ones say more, where a long row or field is mostly ballast. */
const RUNNING_TEXT: ReadonlySet<ContentType> = new Set<ContentType>(["prose", "markdown", "mail", "lines"]);

/**
 * Ranks every unit by score / cost^exponent: a mild discount for length. A full one (density) would buy many
 * short fragments instead of the unit that answers; so would forgetting the marks that a fragment costs.
 */
export function rankUnits(records: readonly ScoredRecord[], settings: PackSettings): RankedUnits {
  const table = tabulate(records);
  const ranks = new Float64Array(table.count);
  const ofPassage = discounts(settings.passageExponent);
  const ofUnit = discounts(settings.lengthExponent);
  let id = 0;
  for (const { unitScores, type } of records) {
    const discount = unitScores.length > 1 && RUNNING_TEXT.has(type) ? ofPassage : ofUnit;
    for (let unit = 0; unit < unitScores.length; unit++) {
      const score = unitScores[unit] ?? 0;
      if (score > 0) ranks[id] = score / discount(table.tokens[id] ?? 0);
      id++;
    }
  }
  const repeated = repeatedLater(records);
  const distinct = distinctUnits(records, table, ranks);
  const least = Math.max(Number.MIN_VALUE, settings.rankShareMin * highest(distinct.ranks));
  const isWanted = (at: number) => repeated[table.owners[distinct.ids[at] ?? 0] ?? 0] === false;
  const order = placesByRank(distinct.ranks, least, isWanted);
  for (let at = 0; at < order.length; at++) order[at] = distinct.ids[order[at] ?? 0] ?? 0;
  const scoring = [...records.keys()].filter((owner) => repeated[owner] === false && (records[owner]?.score ?? 0) > 0);
  const best = records.reduce((most, { score }) => Math.max(most, score), 0);
  return { records, table, order, scoring, best, calls: pairedCalls(records) };
}

/** Units of fewer tokens, nearly all, share what is worked out for a length: a power takes as long as the rest. */
const SHARED_TOKENS = 512;

/** What the score of a unit is divided by, by its tokens. */
function discounts(exponent: number): (tokens: number) => number {
  const known = new Float64Array(SHARED_TOKENS);
  const discountOf = (tokens: number) => ((ALONE_TOKENS + tokens) / USUAL_TOKENS) ** exponent;
  return (tokens) => {
    if (tokens >= SHARED_TOKENS) return discountOf(tokens);
    if (known[tokens] === 0) known[tokens] = discountOf(tokens);
    return known[tokens] ?? 0;
  };
}

function highest(ranks: Float64Array): number {
  let most = 0;
  for (let at = 0; at < ranks.length; at++) most = Math.max(most, ranks[at] ?? 0);
  return most;
}
