// The state of a piece while it is merged together with others (merge-group.ts). In: its bytes, at most 63. Out: its
// merges one by one, each with the two pairs of neighbours that are new. The caller sets the merges of these before the
// next step.
import { BYTE_PAIRS, BYTE_TOKENS } from "../layout";
import { NO_MERGE, pairOf } from "../tables/merge-table";

// A state has four values for each position: its candidate, the token of the part that starts there, and two links of a
// byte each, to the start of the next part and of the previous one. A candidate is the merge of that part with the next
// one: the token above, the position below, so that the lowest candidate merges next. Between the tokens and the links
// are the number of the piece in the batch, its size in bytes, and the starts of its last merge and of the part before
// that. Position 15 belongs to no byte: it is before the first part and after the last, with a token that never merges.
// So the state of a piece of up to 15 bytes takes three cache lines.
const TOKENS_AT: usize = 256;
const NUMBER_AT: usize = 512;
const SIZE_AT: usize = 516;
const JOINED_AT: usize = 520;
const BEFORE_AT: usize = 521;
const FOLLOWING_AT: usize = 528;
const PRECEDING_AT: usize = 529;
const POSITION_BITS: u32 = 6;
const POSITION_MASK: u32 = (1 << POSITION_BITS) - 1;
export const OUTSIDE: u32 = 15;
const NEVER: u32 = NO_MERGE << POSITION_BITS;

/** Positions of each state: 16, 32 or 64. */
export let positions: u32 = 16;

/** From here on states are those of pieces of up to `longest` parts, at most GROUP_BYTES_MAX. */
export function sizeStates(longest: u32): void {
  positions = longest < 16 ? 16 : longest < 32 ? 32 : 64;
}

/** Fills a state with the bytes of the piece of `size` bytes at `start`. False if there is no room for them. */
export function fillBytes(state: usize, start: usize, size: u32, number: u32): bool {
  if (size >= positions) return false;
  startState(state, number);
  const last = size - 1;
  for (let at: u32 = 0; at < last; at++) {
    const pair = u32(load<u16>(start + at));
    const position = positionOf(at);
    putPart(state, position, load<u32>(BYTE_TOKENS + 4 * (pair & 0xff)));
    setCandidate(state, position, load<u32>(BYTE_PAIRS + 4 * pair));
  }
  putPart(state, positionOf(last), load<u32>(BYTE_TOKENS + 4 * u32(load<u8>(start + last))));
  endState(state, positionOf(last), size);
  return true;
}

/** Empties a state for the piece that has that number in the batch. */
export function startState(state: usize, number: u32): void {
  store<u32>(state, number, NUMBER_AT);
  clearState(state);
}

/** Sets the token of the part at a position. */
export function putPart(state: usize, position: u32, token: u32): void {
  store<u32>(state + 4 * position, token, TOKENS_AT);
}

/** Sets the number of parts, and the place of the last. */
export function endState(state: usize, position: u32, parts: u32): void {
  store<u32>(state, parts, SIZE_AT);
  store<u8>(state + 2 * position, u8(OUTSIDE), FOLLOWING_AT);
}

/** The position of the part that has `at` others before it. */
export function positionOf(at: u32): u32 {
  return at + u32(at >= OUTSIDE);
}

/**
 * Links all positions in a row, the first after OUTSIDE, without candidates. A vector holds eight links: next,
 * previous.
 */
function clearState(state: usize): void {
  const never = i32x4.splat(NEVER);
  for (let at: usize = 0; at < 64; at += 16) v128.store(state + at, never);
  v128.store(state, i8x16(1, 15, 2, 0, 3, 1, 4, 2, 5, 3, 6, 4, 7, 5, 8, 6), FOLLOWING_AT);
  v128.store(state, i8x16(9, 7, 10, 8, 11, 9, 12, 10, 13, 11, 14, 12, 16, 13, 15, 15), FOLLOWING_AT + 16);
  store<u32>(state + 4 * OUTSIDE, NO_MERGE, TOKENS_AT);
  if (positions === 16) return;
  for (let at: usize = 64; at < 4 * positions; at += 16) v128.store(state + at, never);
  let links = i8x16(17, 14, 18, 16, 19, 17, 20, 18, 21, 19, 22, 20, 23, 21, 24, 22);
  v128.store(state, links, FOLLOWING_AT + 32);
  links = i8x16.replace_lane(links, 1, 15);
  for (let at: usize = 48; at < 2 * positions; at += 16) {
    links = i8x16.add(links, i8x16.splat(8));
    v128.store(state + at, links, FOLLOWING_AT);
  }
}

export function numberOf(state: usize): u32 {
  return load<u32>(state, NUMBER_AT);
}

/** Parts at the start. */
export function sizeOf(state: usize): u32 {
  return load<u32>(state, SIZE_AT);
}

/** The positions of the two candidates that the last merge renewed: the start of its token, and the previous part. */
export function joinedAt(state: usize): u32 {
  return load<u8>(state, JOINED_AT);
}
export function beforeAt(state: usize): u32 {
  return load<u8>(state, BEFORE_AT);
}

/** Sets the merge of the part at a position with the next one. */
export function setCandidate(state: usize, position: u32, token: u32): void {
  store<u32>(state + 4 * position, (token << POSITION_BITS) | position);
}

/**
 * Takes the next merge and writes the pairs of its token with the next part and the previous one to `pairs`. Returns
 * whether there was one. If not, the state is inconsistent and must not be used again.
 */
export function mergeOnce(state: usize, pairs: usize): bool {
  const least = leastCandidate(state);
  const at = least & POSITION_MASK;
  const token = least >> POSITION_BITS;
  const gone = u32(load<u8>(state + 2 * at, FOLLOWING_AT));
  const after = u32(load<u8>(state + 2 * gone, FOLLOWING_AT));
  const before = u32(load<u8>(state + 2 * at, PRECEDING_AT));
  store<u64>(pairs, pairOf(token, load<u32>(state + 4 * after, TOKENS_AT)));
  store<u64>(pairs, pairOf(load<u32>(state + 4 * before, TOKENS_AT), token), 8);
  store<u32>(state + 4 * at, token, TOKENS_AT);
  store<u8>(state + 2 * at, u8(after), FOLLOWING_AT);
  store<u8>(state + 2 * after, u8(at), PRECEDING_AT);
  store<u32>(state + 4 * gone, NEVER);
  store<u8>(state, u8(at), JOINED_AT);
  store<u8>(state, u8(before), BEFORE_AT);
  return least < NEVER;
}

function leastCandidate(state: usize): u32 {
  const first = i32x4.min_u(v128.load(state), v128.load(state, 16));
  let fours = i32x4.min_u(first, i32x4.min_u(v128.load(state, 32), v128.load(state, 48)));
  for (let at: usize = 64; at < 4 * positions; at += 16) fours = i32x4.min_u(fours, v128.load(state + at));
  const twos = i32x4.min_u(fours, i32x4.shuffle(fours, fours, 2, 3, 0, 1));
  return u32(i32x4.extract_lane(i32x4.min_u(twos, i32x4.shuffle(twos, twos, 1, 0, 3, 2)), 0));
}
