// In: the key of a short piece. Out: its token count, if it is remembered. The memo is bounded: a piece replaces the
// one whose hash leads to the same entry.
import { hashOfVector } from "../../bytes/key";
import { MEMO, MEMO_BITS, TOKENS } from "../layout";
import { KEY_TEXT_MAX, keyOf, LENGTH_SHIFT } from "../short-key";
import { tokenEnd, tokenStart } from "./token-record";

// An entry is a key whose last byte holds the length in its lower half and the count in its upper half. Neither is
// above 15. 0 is an empty entry.
const COUNT_BITS: u64 = 4;
const COUNT_SHIFT: u64 = LENGTH_SHIFT + COUNT_BITS;

/** Address of the entry of a key, by its hash. */
export function memoEntry(hash: u64): usize {
  return MEMO + 16 * usize(hash >> (64 - MEMO_BITS));
}

/** Whether the entry is of the piece with this key, with a count or without. */
export function isEntryOf(entry: usize, key: v128): bool {
  const low = load<u64>(entry) ^ u64(i64x2.extract_lane(key, 0));
  const high = load<u64>(entry, 8) ^ u64(i64x2.extract_lane(key, 1));
  return (low | (high << COUNT_BITS)) === 0;
}

/** The piece's tokens according to the entry; 0 if the entry is of another piece or has no count yet. */
export function rememberedTokens(entry: usize, key: v128): u32 {
  return u32(load<u64>(entry, 8) >> COUNT_SHIFT) & -u32(isEntryOf(entry, key));
}

/** Stores the count of the piece with this key in its entry, replacing another piece. */
export function remember(entry: usize, key: v128, count: u32): void {
  v128.store(entry, v128.or(key, i64x2(0, u64(count) << COUNT_SHIFT)));
}

/** Fills the memo with the tokens of the lowest ranks, as many as fit, because new text consists mostly of those. */
export function rememberTokens(): void {
  for (let token = min<u32>(1 << MEMO_BITS, TOKENS); token-- > 0; ) {
    const start = tokenStart(token);
    const length = tokenEnd(token) - start;
    if (length > KEY_TEXT_MAX) continue;
    const key = keyOf(start, length);
    remember(memoEntry(hashOfVector(key)), key, 1);
  }
}
