// In: a token. Out: its bytes, in the pool of the bytes of all tokens, and its two parts, the tokens that merge into
// it. One value of eight bytes a token.
import { POOL, RECORDS } from "../layout";

/** Above every token: the result of a search that finds none. */
export const NO_TOKEN: u32 = 0x3ffff;

/** A record: the start in the pool, then the left and the right part, this many bits each. */
const PART_BITS: u64 = 18;
const PART_MASK: u64 = (1 << PART_BITS) - 1;
const START_SHIFT: u64 = 2 * PART_BITS;

function recordOf(token: u32): u64 {
  return load<u64>(RECORDS + 8 * token);
}

/** Address of a token's first byte. */
export function tokenStart(token: u32): usize {
  return POOL + usize(recordOf(token) >> START_SHIFT);
}

/** Address after its last byte, where the next token starts. */
export function tokenEnd(token: u32): usize {
  return tokenStart(token + 1);
}

/** The two tokens from which a token is merged; for a single byte, both are the token itself. */
export function leftPart(token: u32): u32 {
  return u32((recordOf(token) >> PART_BITS) & PART_MASK);
}

export function rightPart(token: u32): u32 {
  return u32(recordOf(token) & PART_MASK);
}

/** Sets the start of a token, in bytes from the start of the pool. Call it before setParts. */
export function setStart(token: u32, offset: u32): void {
  store<u64>(RECORDS + 8 * token, u64(offset) << START_SHIFT);
}

export function setParts(token: u32, left: u32, right: u32): void {
  const start = (recordOf(token) >> START_SHIFT) << START_SHIFT;
  store<u64>(RECORDS + 8 * token, start | (u64(left) << PART_BITS) | right);
}
