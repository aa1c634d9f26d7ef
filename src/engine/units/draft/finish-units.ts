// A draft in, its units out: the last one reaches the text's end, tiny ones are put together, and each knows its block
// and its passage.
import { int32s } from "../../../text/slab.ts";
import type { Unit } from "../../model.ts";
import { addPiece, type Draft, type OpenUnit, UNIT_CHARS_MAX } from "./draft.ts";

export function finishUnits(draft: Draft): readonly Unit[] {
  const { text } = draft;
  addPiece(draft, text.length, { count: 0, joinUpTo: UNIT_CHARS_MAX });
  // White space alone.
  if (draft.units.length === 0 && text.length > 0) {
    const blank = { start: 0, end: text.length, block: 0, passage: 0, count: 1, head: -1, context: "" };
    return [{ ...blank, continues: false, announces: false }];
  }
  const units = coalesce(draft.units, text.length);
  numberBlocks(units, draft);
  // A list that grew has room for more, at least 17: 120 bytes of a record that is one unit.
  return units.slice();
}

/** Any text may have this many units, however small they are. */
const UNITS_FREE = 10_000;

/** Beyond that, units must have this many characters on average ... */
const MEAN_CHARS_MIN = 32;

/** ... and where they have not, neighbours are put together up to this many. */
const COALESCED_CHARS = 64;

/** The units themselves, or fewer and larger ones; heads follow. */
export function coalesce(units: OpenUnit[], chars: number): OpenUnit[] {
  if (units.length <= UNITS_FREE || chars >= MEAN_CHARS_MIN * units.length) return units;
  const merged: OpenUnit[] = [];
  const movedTo = int32s(units.length);
  for (const [index, unit] of units.entries()) {
    const last = merged.at(-1);
    if (last !== undefined && unit.end - last.start <= COALESCED_CHARS) {
      last.end = unit.end;
      last.count += unit.count;
      last.announces = last.announces && unit.announces;
    } else {
      const head = unit.head === -1 ? -1 : (movedTo[unit.head] ?? -1);
      merged.push({ ...unit, head });
    }
    movedTo[index] = merged.length - 1;
  }
  return merged;
}

/** A run of units is a block from this length on: the middle level of scoring was measured best near 500 characters. */
const BLOCK_CHARS = 500;

/** A block may close this early where a section of the text ends, so that it does not mix two sections. */
const BLOCK_CHARS_AT_SECTION = 250;

/** Blocks close when they are long enough, earlier where a section starts, and always where a passage does. */
function numberBlocks(units: readonly OpenUnit[], { units: drafted, sections, passages }: Draft): void {
  let block = 0;
  let passage = 0;
  let blockStart = 0;
  let section = 0;
  let opened = 0;
  const startOf = (index: number | undefined) => drafted[index ?? drafted.length]?.start ?? Number.POSITIVE_INFINITY;
  for (const unit of units) {
    const { start } = unit;
    while (startOf(sections[section]) < start) section++;
    while (startOf(passages[opened]) < start) opened++;
    const length = start - blockStart;
    const opens = start > 0 && startOf(passages[opened]) === start;
    if (opens) passage++;
    if (opens || length >= BLOCK_CHARS || (length >= BLOCK_CHARS_AT_SECTION && startOf(sections[section]) === start)) {
      block++;
      blockStart = start;
    }
    unit.block = block;
    unit.passage = passage;
  }
}
