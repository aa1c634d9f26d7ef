// In: pieces of up to 63 bytes. Out: the number of tokens of each by byte pair encoding, merged as defined, see
// merge-bytes.ts. A group of pieces is merged in rounds: the next merge of every piece, then the one after it. So no
// merge waits for the previous one, no branch depends on the result, and the merge table's entries for the new
// neighbours are loaded for all pieces together (prefetch.ts). On new text that saves a third.
import { GROUP_BUCKETS, GROUP_LIST, GROUP_PAIRS, GROUP_PIECES_MAX, MERGE_STATE_BYTES, MERGE_STATES } from "../layout";
import { putTokens } from "../piece-batch";
import { prefetch } from "../prefetch";
import { mergedPair, putBuckets } from "../tables/merge-table";
import { fillLetters } from "./merge-letters";
import { beforeAt, fillBytes, joinedAt, mergeOnce, numberOf, setCandidate, sizeOf, sizeStates } from "./merge-state";

/** Pieces of the group that may still merge. GROUP_LIST has the addresses of their states. */
let merging: u32 = 0;

/** Starts a group of pieces of up to `longest` parts, at most GROUP_BYTES_MAX. */
export function startGroup(longest: u32): void {
  sizeStates(longest);
}

/**
 * Adds the piece of `size` bytes at `start`, which has that number in the batch, and merges the group when it is full.
 * False if the piece has more parts than the group has room for.
 */
export function addToGroup(start: usize, size: u32, number: u32): bool {
  return addState(fillBytes(nextState(), start, size, number));
}

/** The same for a piece of two-byte letters. False also for any other piece. */
export function addLettersToGroup(start: usize, size: u32, number: u32): bool {
  return addState(fillLetters(nextState(), start, size, number));
}

function nextState(): usize {
  return MERGE_STATES + MERGE_STATE_BYTES * merging;
}

/** Adds the next state if it was filled. */
function addState(filled: bool): bool {
  if (!filled) return false;
  store<u32>(GROUP_LIST + 4 * merging, u32(nextState()));
  if (++merging === GROUP_PIECES_MAX) mergeGroup();
  return true;
}

/** Merges the pieces of the group until nothing merges, sets their tokens, and leaves the group empty. */
export function mergeGroup(): void {
  for (let round: u32 = 0; merging > 0; round++) {
    takeMerges(round);
    for (let pair: u32 = 0; pair < 2 * merging; pair++) putBuckets(bucketsAt(pair), load<u64>(pairAt(pair)));
    prefetch(GROUP_BUCKETS, 4 * merging);
    for (let at: u32 = 0; at < merging; at++) {
      const state = stateAt(at);
      setCandidate(state, joinedAt(state), mergedAt(2 * at));
      setCandidate(state, beforeAt(state), mergedAt(2 * at + 1));
    }
  }
}

/** Takes the next merge of each piece, and drops the pieces that have none. */
function takeMerges(round: u32): void {
  let left: u32 = 0;
  for (let at: u32 = 0; at < merging; at++) {
    const state = stateAt(at);
    // Each round makes one token fewer. In the round in which a piece is dropped, this is its final count.
    putTokens(numberOf(state), sizeOf(state) - round);
    store<u32>(GROUP_LIST + 4 * left, u32(state));
    left += u32(mergeOnce(state, pairAt(2 * left)));
  }
  merging = left;
}

function stateAt(at: u32): usize {
  return usize(load<u32>(GROUP_LIST + 4 * at));
}

/**
 * The address for a pair of new neighbours. Each piece has two: `2 * at` and `2 * at + 1` for its place in the list.
 */
function pairAt(pair: u32): usize {
  return GROUP_PAIRS + 8 * pair;
}

/** The address for the addresses of the pair's two buckets. */
function bucketsAt(pair: u32): usize {
  return GROUP_BUCKETS + 8 * pair;
}

/** The token into which these neighbours merge, or NO_MERGE. */
function mergedAt(pair: u32): u32 {
  return mergedPair(load<u64>(pairAt(pair)), bucketsAt(pair));
}
