// Follows the foreign keys of table definitions. A query over two tables needs the table that joins them, which may
// share no word with the task.
// In: records of which some state foreign keys, and a first score. Out: what each unit gains. Linear in the texts.
import { float64s } from "../../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../../text/checkpoint.ts";
import type { Analysed } from "../../analyse.ts";
import { type TableDefinition, tablesIn } from "../../index/table-definitions.ts";
import { highest } from "../unit-scores.ts";

/** @param weight gain of the keys of a table between two others, as a share of the lower score of the best two */
export function joinedTableScores(
  { records }: Pick<Analysed, "records">,
  scores: Float64Array,
  weight: number,
  checkpoint: Checkpoint = unchecked,
): Float64Array {
  const tables = tablesIn(records, checkpoint);
  const best = tables.map(({ from, to }) => highest(scores.subarray(from, to)));
  const gained = float64s(scores.length);
  for (const [at, near] of neighboursOf(tables).entries()) {
    const [, second = 0] = Array.from(near, (other) => best[other] ?? 0).sort((one, other) => other - one);
    for (const unit of tables[at]?.keys ?? []) gained[unit] = Math.max(gained[unit] ?? 0, weight * second);
  }
  return gained;
}

/** For each table, those that it refers to and those that refer to it. */
function neighboursOf(tables: readonly TableDefinition[]): readonly ReadonlySet<number>[] {
  const places = new Map(tables.map(({ name }, at) => [name, at]));
  const near = tables.map(() => new Set<number>());
  for (const [at, { references }] of tables.entries()) {
    for (const name of references) {
      const other = places.get(name);
      if (other === undefined || other === at) continue;
      near[at]?.add(other);
      near[other]?.add(at);
    }
  }
  return near;
}
