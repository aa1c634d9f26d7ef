// In: a piece of 16 to 192 bytes. Out: its tokens, if it is a run: one repeated byte, except for the first and the last
// three, such as a rule of dashes or an indentation. Most runs are a few long tokens, and taking these needs a fourth
// to a tenth of the time of merging. For some, such as 99 spaces or 40 tabs, it would have to try hundreds: those are
// merged. Both results are remembered, because texts repeat runs.
import { GOLDEN_64 } from "../../bytes/hash-multipliers";
import { RUN_BITS, RUN_MEMO } from "../layout";
import { roomAfterText } from "../text";
import { lengthWithin } from "./backtrack";
import { mergedLength } from "./merge-bytes";

/** Most tokens to try: enough for most runs. If they do not fit, they cost a fourth of the merging. */
const STEPS_MAX: u32 = 12;

// An entry of the memo has everything that distinguishes a run (its length, its first two and its last three bytes)
// above its count. 0 is an empty entry, and a run replaces the one whose hash leads to the same entry.
const COUNT_BITS: u64 = 8;
const COUNT_MASK: u64 = (1 << COUNT_BITS) - 1;

/** Tokens of a run; 0 for any other piece. */
export function tokensOfRun(start: usize, end: usize): u32 {
  if (memory.compare(start + 1, start + 2, end - start - 5) !== 0) return 0;
  const key = keyOf(start, end);
  const entry = RUN_MEMO + (usize((key * GOLDEN_64) >> (64 - RUN_BITS)) << 3);
  const known = load<u64>(entry);
  if (known >> COUNT_BITS === key) return u32(known & COUNT_MASK);
  const quick = lengthWithin(STEPS_MAX, start, end, roomAfterText(end - start + 1));
  const count = quick !== 0 ? quick : mergedLength(start, end);
  store<u64>(entry, (key << COUNT_BITS) | count);
  return count;
}

function keyOf(start: usize, end: usize): u64 {
  return (u64(end - start) << 40) | (u64(load<u16>(start)) << 24) | u64(load<u32>(end - 4) >> 8);
}
