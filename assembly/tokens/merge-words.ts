// In: keys of short pieces. Out: how many tokens byte pair encoding makes of each, by merging as it is defined, see
// merge-bytes.ts. First one merge of each piece, then the next of each: no merge waits for the one before it, and no
// branch depends on what merges. What the table of merges has for the new neighbours is fetched for all pieces
// together, see fetch.ts: on new text that is a third off.

import { fetchAll } from "./fetch";
import { BYTE_PAIRS, BYTE_TOKENS, WORD_BYTES, WORD_FETCHED, WORD_LIST, WORD_PAIRS, WORDS } from "./layout";
import { mergedPair, NO_MERGE, pairOf, putBuckets } from "./merge-table";
import { putTokens } from "./piece-batch";

// For each position of a word, of which there are sixteen: what starts there merges into (the token above, the position
// below, so that the least is the next to merge), the token that starts there, where the next one and the one before
// start. Then the number of the word, its bytes, where the last merge and the token before it start. Position 15 is in
// front of the first token and behind the last; it holds what merges with nothing.
const TOKENS_AT: usize = 64;
const FOLLOWING_AT: usize = 128;
const PRECEDING_AT: usize = 144;
const NUMBER_AT: usize = 160;
const SIZE_AT: usize = 164;
const JOINED_AT: usize = 168;
const BEFORE_AT: usize = 169;
const POSITION_BITS: u32 = 4;
const OUTSIDE: u32 = 15;
const NEVER: u32 = NO_MERGE << POSITION_BITS;

/** Words to merge; WORD_LIST has where they are. */
let words: u32 = 0;

/** Adds the word with the key at that address, at least one byte, which is the piece with that number of the batch. */
export function addWord(key: usize, number: u32): void {
  const word = WORDS + WORD_BYTES * words;
  store<u32>(WORD_LIST + 4 * words, u32(word));
  words++;
  const size = u32(load<u8>(key, 15));
  store<u32>(word, number, NUMBER_AT);
  store<u32>(word, size, SIZE_AT);
  const never = i32x4.splat(NEVER);
  for (let at: usize = 0; at < 64; at += 16) v128.store(word + at, never);
  v128.store(word, i8x16(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15), FOLLOWING_AT);
  v128.store(word, i8x16(15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14), PRECEDING_AT);
  store<u32>(word + 4 * OUTSIDE, NO_MERGE, TOKENS_AT);
  const last = size - 1;
  store<u8>(word + last, u8(OUTSIDE), FOLLOWING_AT);
  for (let position: u32 = 0; position < last; position++) {
    const pair = u32(load<u16>(key + position));
    store<u32>(word + 4 * position, load<u32>(BYTE_TOKENS + 4 * (pair & 0xff)), TOKENS_AT);
    store<u32>(word + 4 * position, (load<u32>(BYTE_PAIRS + 4 * pair) << POSITION_BITS) | position);
  }
  store<u32>(word + 4 * last, load<u32>(BYTE_TOKENS + 4 * u32(load<u8>(key + last))), TOKENS_AT);
}

/** Merges the words that were added, each until nothing merges, and puts down their counts. */
export function mergeWords(): void {
  for (let round: u32 = 0; words > 0; round++) {
    takeMerges(round);
    for (let pair: u32 = 0; pair < 2 * words; pair++) putBuckets(bucketsOf(pair), load<u64>(pairOfWord(pair)));
    fetchAll(WORD_FETCHED, 4 * words);
    for (let at: u32 = 0; at < words; at++) {
      const word = usize(load<u32>(WORD_LIST + 4 * at));
      setMerge(word, load<u8>(word, JOINED_AT), 2 * at);
      setMerge(word, load<u8>(word, BEFORE_AT), 2 * at + 1);
    }
  }
}

/** Does the next merge of each word, and drops the words for which there is none. */
function takeMerges(round: u32): void {
  let left: u32 = 0;
  for (let at: u32 = 0; at < words; at++) {
    const word = usize(load<u32>(WORD_LIST + 4 * at));
    // In the last round of a word nothing is found to merge, so that this stays its count.
    putTokens(load<u32>(word, NUMBER_AT), load<u32>(word, SIZE_AT) - round);
    store<u32>(WORD_LIST + 4 * left, u32(word));
    left += u32(mergeOnce(word, 2 * left));
  }
  words = left;
}

/** Where two tokens are that now are neighbours. */
function pairOfWord(pair: u32): usize {
  return WORD_PAIRS + 8 * pair;
}

/** Where the addresses of its buckets are. */
function bucketsOf(pair: u32): usize {
  return WORD_FETCHED + 8 * pair;
}

/** Does the next merge of a word and puts down its new pairs. If there is none, tells so and leaves it in disorder. */
function mergeOnce(word: usize, pair: u32): bool {
  const least = leastMerge(word);
  const at = least & OUTSIDE;
  const token = least >> POSITION_BITS;
  const gone = u32(load<u8>(word + at, FOLLOWING_AT));
  const after = u32(load<u8>(word + gone, FOLLOWING_AT));
  const before = u32(load<u8>(word + at, PRECEDING_AT));
  store<u64>(pairOfWord(pair), pairOf(token, load<u32>(word + 4 * after, TOKENS_AT)));
  store<u64>(pairOfWord(pair + 1), pairOf(load<u32>(word + 4 * before, TOKENS_AT), token));
  store<u32>(word + 4 * at, token, TOKENS_AT);
  store<u8>(word + at, u8(after), FOLLOWING_AT);
  store<u8>(word + after, u8(at), PRECEDING_AT);
  store<u32>(word + 4 * gone, NEVER);
  store<u8>(word, u8(at), JOINED_AT);
  store<u8>(word, u8(before), BEFORE_AT);
  return least < NEVER;
}

/** Sets what the token at a position and the next one merge into, which are that pair. */
function setMerge(word: usize, position: u32, pair: u32): void {
  const token = mergedPair(load<u64>(pairOfWord(pair)), bucketsOf(pair));
  store<u32>(word + 4 * position, (token << POSITION_BITS) | position);
}

function leastMerge(word: usize): u32 {
  const first = i32x4.min_u(v128.load(word), v128.load(word, 16));
  const fours = i32x4.min_u(first, i32x4.min_u(v128.load(word, 32), v128.load(word, 48)));
  const twos = i32x4.min_u(fours, i32x4.shuffle(fours, fours, 2, 3, 0, 1));
  return u32(i32x4.extract_lane(i32x4.min_u(twos, i32x4.shuffle(twos, twos, 1, 0, 3, 2)), 0));
}
