// A heading says nothing by itself, so it is never sent for its own sake: a unit below it brings it along. In: the
// ranks of all units, by number. Out: the same, with those of headings passed on to the best unit below each. Never
// sees a budget. Knows headings only by the units that depend on them.
import { int32s, uint8s } from "../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { ScoredRecord } from "../model.ts";
import type { UnitTable } from "./unit-table.ts";

/**
 * The unit below gets at least this share of its heading's rank. It helps units that are not searched by the words of
 * their heading, such as the rows of a table. The share is low because most other units are.
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
    passOnWithin(record, tokens, ranks.subarray(...range), tokensMax);
  }
}

/**
 * Only running text and tables have headings. Elsewhere the unit that others depend on may be an answer: the signature
 * of a function, the first fields of an object, the first line of an entry of a configuration.
 */
function hasHeadings({ units, type, noun }: ScoredRecord): boolean {
  return units.length > 1 && ((type.isRunningText && !noun.isLine) || type.fieldForm === "cells");
}

/** Passes on the ranks of one record's headings, unless the headings are what the task asks for. */
function passOnWithin(record: ScoredRecord, tokens: Int32Array, ranks: Float64Array, tokensMax: number): void {
  const { units } = record;
  const kinds = kindsOf(record, tokens, tokensMax);
  if (isOutlineAsked(kinds, ranks)) return;
  const heirs = int32s(units.length).fill(-1);
  // Backwards, so that the rank of a title reaches the text below its last subheading in one pass.
  for (let unit = units.length - 1; unit >= 0; unit--) {
    const heir = heirs[unit] ?? -1;
    const isHeading = kinds[unit] !== TEXT && heir !== -1;
    if (isHeading) {
      ranks[heir] = Math.max(ranks[heir] ?? 0, HEIR_SHARE * (ranks[unit] ?? 0));
      ranks[unit] = 0;
    }
    const head = units[unit]?.head ?? -1;
    if (head === -1) continue;
    const candidate = isHeading ? heir : unit;
    const rival = heirs[head] ?? -1;
    // If several rank equally, the first one inherits.
    if (rival === -1 || (ranks[candidate] ?? 0) >= (ranks[rival] ?? 0)) heirs[head] = candidate;
  }
}

const TEXT = 0;
/** A heading with only headings right below it, such as the title of the text. */
const TITLE = 1;
const HEADING = 2;

function kindsOf({ units, type }: ScoredRecord, tokens: Int32Array, tokensMax: number): Uint8Array {
  const kinds = uint8s(units.length);
  // In a table a row may have rows below it. Captions and headers are not counted as rows.
  const isHeading = (head: number): boolean => type.isRunningText || units[head]?.count === 0;
  for (const { head } of units) {
    if (head !== -1 && (tokens[head] ?? 0) <= tokensMax && isHeading(head)) kinds[head] = TITLE;
  }
  for (let unit = 0; unit < units.length; unit++) {
    const head = units[unit]?.head ?? -1;
    if (kinds[unit] === TEXT && head !== -1 && kinds[head] !== TEXT) kinds[head] = HEADING;
  }
  return kinds;
}

/** Fewer headings may all match by chance. */
const OUTLINE_HEADINGS_MIN = 3;

/** If every heading matches better than any text below ("which articles are there?"), the headings are the answer. */
function isOutlineAsked(kinds: Uint8Array, ranks: Float64Array): boolean {
  let count = 0;
  let worst = Number.POSITIVE_INFINITY;
  let best = 0;
  for (let unit = 0; unit < kinds.length; unit++) {
    const rank = ranks[unit] ?? 0;
    if (kinds[unit] === TEXT) best = Math.max(best, rank);
    if (kinds[unit] !== HEADING) continue;
    count++;
    worst = Math.min(worst, rank);
  }
  return count >= OUTLINE_HEADINGS_MIN && worst > best;
}
