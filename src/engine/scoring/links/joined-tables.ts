// Follows the foreign keys of table definitions. A query over a table often needs those that it refers to, and a query
// over two tables needs the one that joins them. These may share no word with the task.
// In: records of which some state foreign keys, and a first score. Out: what each unit gains. Linear in the texts.
import { float64s } from "../../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../../text/checkpoint.ts";
import type { Analysed } from "../../analyse.ts";
import { type TableDefinition, tablesIn } from "../../index/table-definitions.ts";
import { highest } from "../unit-scores.ts";

export interface JoinedTableSettings {
  /** Gain of a table to which another refers, as a share of that one's score; 0 turns this part off. */
  readonly referred: number;
  /** Gain of a table next to two others, as a share of the lower score of the best two; 0 turns this part off. */
  readonly between: number;
}

/** Only the name and the keys of a table gain. */
export function joinedTableScores(
  { records }: Pick<Analysed, "records">,
  scores: Float64Array,
  settings: JoinedTableSettings,
  checkpoint: Checkpoint = unchecked,
): Float64Array {
  const tables = tablesIn(records, checkpoint);
  const best = tables.map(({ from, to }) => highest(scores.subarray(from, to)));
  const gained = float64s(scores.length);
  for (const [at, { referring, near }] of linksOf(tables).entries()) {
    const [referred = 0] = scoresOf(referring, best);
    const [, second = 0] = scoresOf(near, best);
    const gain = Math.max(settings.referred * referred, settings.between * second);
    for (const unit of tables[at]?.keys ?? []) gained[unit] = Math.max(gained[unit] ?? 0, gain);
  }
  return gained;
}

interface Links {
  /** The tables that refer to it. */
  readonly referring: Set<number>;
  /** These, and the tables that it refers to. */
  readonly near: Set<number>;
}

function linksOf(tables: readonly TableDefinition[]): readonly Links[] {
  const places = new Map(tables.map(({ name }, at) => [name, at]));
  const links = tables.map((): Links => ({ referring: new Set(), near: new Set() }));
  for (const [at, { references }] of tables.entries()) {
    for (const name of references) {
      const other = places.get(name);
      if (other === undefined || other === at) continue;
      links[other]?.referring.add(at);
      links[other]?.near.add(at);
      links[at]?.near.add(other);
    }
  }
  return links;
}

/** Highest first. */
function scoresOf(tables: ReadonlySet<number>, best: readonly number[]): readonly number[] {
  return Array.from(tables, (table) => best[table] ?? 0).sort((one, other) => other - one);
}
