// In: pieces of up to 63 bytes. Out: how many tokens byte pair encoding makes of each, by merging as it is defined, see
// merge-bytes.ts.
// A group of pieces is merged in rounds: the next merge of every piece, then the one after it. So no merge waits for
// the one before it, no branch depends on what merges, and what the merge table says of the new neighbours is fetched
// for all pieces together (prefetch.ts): on new text that saves a third.
import {
  BYTE_PAIRS,
  BYTE_TOKENS,
  GROUP_BUCKETS,
  GROUP_LIST,
  GROUP_PAIRS,
  MERGE_STATE_BYTES,
  MERGE_STATES,
} from "./layout";
import { mergedPair, NO_MERGE, pairOf, putBuckets } from "./merge-table";
import { putTokens } from "./piece-batch";
import { prefetch } from "./prefetch";

// The state of a piece has for each position: its candidate (what the part that starts there and the next one merge
// into: the token above, the position below, so that the least is the next to merge), the token of the part that starts
// there, and two links: where the next part starts and where the one before does. Between the tokens and the links are
// the number of the piece in the batch, its size in bytes, and where its last merge and the part before that start.
// Position 15 is no byte's: it stands before the first part and behind the last, with a token that merges with nothing.
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
const OUTSIDE: u32 = 15;
const NEVER: u32 = NO_MERGE << POSITION_BITS;

/** Pieces of the group that may still merge; GROUP_LIST has the addresses of their states. */
let merging: u32 = 0;
/** Positions of each state: 16, 32 or 64. */
let positions: u32 = 16;

/** Starts a group of pieces of up to `longest` bytes, at most GROUP_BYTES_MAX. */
export function startGroup(longest: u32): void {
  positions = longest < 16 ? 16 : longest < 32 ? 32 : 64;
}

/** Adds the piece of `size` bytes at `start`, which has that number in the batch; at most GROUP_PIECES_MAX. */
export function addToGroup(start: usize, size: u32, number: u32): void {
  const state = MERGE_STATES + MERGE_STATE_BYTES * merging;
  store<u32>(GROUP_LIST + 4 * merging, u32(state));
  merging++;
  store<u32>(state, number, NUMBER_AT);
  store<u32>(state, size, SIZE_AT);
  clearState(state);
  const last = size - 1;
  for (let at: u32 = 0; at < last; at++) {
    const pair = u32(load<u16>(start + at));
    const position = positionOf(at);
    store<u32>(state + 4 * position, load<u32>(BYTE_TOKENS + 4 * (pair & 0xff)), TOKENS_AT);
    store<u32>(state + 4 * position, (load<u32>(BYTE_PAIRS + 4 * pair) << POSITION_BITS) | position);
  }
  store<u32>(state + 4 * positionOf(last), load<u32>(BYTE_TOKENS + 4 * u32(load<u8>(start + last))), TOKENS_AT);
  store<u8>(state + 2 * positionOf(last), u8(OUTSIDE), FOLLOWING_AT);
}

function positionOf(at: u32): u32 {
  return at + u32(at >= OUTSIDE);
}

/** Links all positions in a row, the first behind OUTSIDE, without candidates. */
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

/** Merges the pieces of the group until nothing merges, sets their tokens, and leaves the group empty. */
export function mergeGroup(): void {
  for (let round: u32 = 0; merging > 0; round++) {
    takeMerges(round);
    for (let pair: u32 = 0; pair < 2 * merging; pair++) putBuckets(bucketsAt(pair), load<u64>(pairAt(pair)));
    prefetch(GROUP_BUCKETS, 4 * merging);
    for (let at: u32 = 0; at < merging; at++) {
      const state = usize(load<u32>(GROUP_LIST + 4 * at));
      setCandidate(state, load<u8>(state, JOINED_AT), 2 * at);
      setCandidate(state, load<u8>(state, BEFORE_AT), 2 * at + 1);
    }
  }
}

/** Takes the next merge of each piece, and drops the pieces that have none. */
function takeMerges(round: u32): void {
  let left: u32 = 0;
  for (let at: u32 = 0; at < merging; at++) {
    const state = usize(load<u32>(GROUP_LIST + 4 * at));
    // A merge a round makes one token fewer; in the round in which a piece is dropped, this is its final count.
    putTokens(load<u32>(state, NUMBER_AT), load<u32>(state, SIZE_AT) - round);
    store<u32>(GROUP_LIST + 4 * left, u32(state));
    left += u32(mergeOnce(state, 2 * left));
  }
  merging = left;
}

/** Where a pair of new neighbours is noted. Each piece has two: `2 * at` and `2 * at + 1` for its place in the list. */
function pairAt(pair: u32): usize {
  return GROUP_PAIRS + 8 * pair;
}

/** Where the addresses of the two buckets of that pair are noted. */
function bucketsAt(pair: u32): usize {
  return GROUP_BUCKETS + 8 * pair;
}

/**
 * Takes the next merge of a piece and notes its two new pairs from `pair` on. Returns whether there was one; if not,
 * the state is left in disorder, and is not used again.
 */
function mergeOnce(state: usize, pair: u32): bool {
  const least = leastCandidate(state);
  const at = least & POSITION_MASK;
  const token = least >> POSITION_BITS;
  const gone = u32(load<u8>(state + 2 * at, FOLLOWING_AT));
  const after = u32(load<u8>(state + 2 * gone, FOLLOWING_AT));
  const before = u32(load<u8>(state + 2 * at, PRECEDING_AT));
  store<u64>(pairAt(pair), pairOf(token, load<u32>(state + 4 * after, TOKENS_AT)));
  store<u64>(pairAt(pair + 1), pairOf(load<u32>(state + 4 * before, TOKENS_AT), token));
  store<u32>(state + 4 * at, token, TOKENS_AT);
  store<u8>(state + 2 * at, u8(after), FOLLOWING_AT);
  store<u8>(state + 2 * after, u8(at), PRECEDING_AT);
  store<u32>(state + 4 * gone, NEVER);
  store<u8>(state, u8(at), JOINED_AT);
  store<u8>(state, u8(before), BEFORE_AT);
  return least < NEVER;
}

/** Sets the candidate of a position: what the part there and the next one, noted as that pair, merge into. */
function setCandidate(state: usize, position: u32, pair: u32): void {
  const token = mergedPair(load<u64>(pairAt(pair)), bucketsAt(pair));
  store<u32>(state + 4 * position, (token << POSITION_BITS) | position);
}

function leastCandidate(state: usize): u32 {
  const first = i32x4.min_u(v128.load(state), v128.load(state, 16));
  let fours = i32x4.min_u(first, i32x4.min_u(v128.load(state, 32), v128.load(state, 48)));
  for (let at: usize = 64; at < 4 * positions; at += 16) fours = i32x4.min_u(fours, v128.load(state + at));
  const twos = i32x4.min_u(fours, i32x4.shuffle(fours, fours, 2, 3, 0, 1));
  return u32(i32x4.extract_lane(i32x4.min_u(twos, i32x4.shuffle(twos, twos, 1, 0, 3, 2)), 0));
}
