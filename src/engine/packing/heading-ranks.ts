// A heading says nothing by itself, so it is never sent for its own sake: a unit below it brings it along. In: the
// ranks of all units, by number. Out: the same, with those of headings passed on to the best unit below each. Never
// sees a budget. Knows headings only by the units that depend on them.
import { int32s } from "../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { ScoredRecord, Unit } from "../model.ts";
import type { UnitTable } from "./unit-table.ts";

/**
 * The unit below gets at least this share of its heading's rank. The share is low because most units below are searched
 * by the words of their heading as well; it is there for those that are not, such as the rows of a table.
 */
const HEIR_SHARE = 0.5;

/**
 * Passes on the ranks of headings, in place. Afterwards a heading ranks 0.
 * @param tokensMax a longer unit is not sent with the units below it, so it keeps its rank
 */
export function passOnHeadingRanks(
  records: readonly ScoredRecord[],
  table: UnitTable,
  ranks: Float64Array,
  tokensMax: number,
  checkpoint: Checkpoint = unchecked,
): void {
  for (let owner = 0; owner < records.length; owner++) {
    const record = records[owner];
    if (record === undefined) break;
    if (!hasHeadings(record)) continue;
    checkpoint();
    const range = [table.firsts[owner] ?? 0, table.firsts[owner + 1] ?? 0] as const;
    const tokens = table.tokens.subarray(...range);
    passOnWithin(record.units, tokens, ranks.subarray(...range), tokensMax);
  }
}

/**
 * Only running text has headings. Elsewhere the unit that others depend on may be an answer: the signature of a
 * function, the first fields of an object, the first line of an entry of a configuration.
 */
function hasHeadings({ units, type, noun }: ScoredRecord): boolean {
  return units.length > 1 && type.isRunningText && !noun.isLine;
}

/** Goes backwards, so that the rank of a title reaches the text below its last subheading in one pass. */
function passOnWithin(units: readonly Unit[], tokens: Int32Array, ranks: Float64Array, tokensMax: number): void {
  const heirs = int32s(units.length).fill(-1);
  for (let unit = units.length - 1; unit >= 0; unit--) {
    const heir = heirs[unit] ?? -1;
    const isHeading = heir !== -1 && (tokens[unit] ?? 0) <= tokensMax;
    if (isHeading) {
      ranks[heir] = Math.max(ranks[heir] ?? 0, HEIR_SHARE * (ranks[unit] ?? 0));
      ranks[unit] = 0;
    }
    const head = units[unit]?.head ?? -1;
    if (head === -1) continue;
    const candidate = isHeading ? heir : unit;
    const rival = heirs[head] ?? -1;
    // Of equals the first inherits.
    if (rival === -1 || (ranks[candidate] ?? 0) >= (ranks[rival] ?? 0)) heirs[head] = candidate;
  }
}
