// Blocks, the middle level of scoring: runs of neighbouring units.
// Units in, each with the number of its block and of its passage out.
import type { Draft, OpenUnit } from "./draft.ts";

/** A run of units is a block from this length on: the middle level of scoring was measured best near 500 characters. */
const BLOCK_CHARS = 500;

/** A block may close this early where a section of the text ends, so that it does not mix two sections. */
const BLOCK_CHARS_AT_SECTION = 250;

/** Blocks close when they are long enough, earlier where a section starts, and always where a passage does. */
export function numberBlocks(units: readonly OpenUnit[], { units: drafted, sections, passages }: Draft): void {
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
