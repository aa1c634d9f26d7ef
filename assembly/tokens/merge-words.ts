// In: pieces of up to 63 bytes. Out: how many tokens byte pair encoding makes of each, by merging as it is defined, see
// merge-bytes.ts. First one merge of each piece, then the next of each: no merge waits for the one before it, and no
// branch depends on what merges. What the table of merges has for the new neighbours is fetched for all pieces
// together, see fetch.ts: on new text that is a third off.

import { fetchAll } from "./fetch";
import { BYTE_PAIRS, BYTE_TOKENS, WORD_BYTES, WORD_FETCHED, WORD_LIST, WORD_PAIRS, WORDS } from "./layout";
import { mergedPair, NO_MERGE, pairOf, putBuckets } from "./merge-table";
import { putTokens } from "./piece-batch";

// What a word has for each position: what starts there merges into (the token above, the position below, so that the
// least is the next to merge), the token that starts there, where the next one and the one before start. Between the
// tokens and these links are the number of the word, its bytes, where its last merge and the token before that start.
// Position 15 is no byte's: it is in front of the first token and behind the last, and holds what merges with nothing.
// So a word of up to 15 bytes needs three lines of the cache.
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

/** Words to merge; WORD_LIST has where they are. */
let words: u32 = 0;
/** Positions of each, 16, 32 or 64. */
let positions: u32 = 16;

/** Starts a group of words of up to so many bytes, at most LONGEST_WORD. */
export function startWords(longest: u32): void {
  positions = longest < 16 ? 16 : longest < 32 ? 32 : 64;
}

/** Adds the word of `size` bytes at `start`, which is the piece with that number of the batch. */
export function addWord(start: usize, size: u32, number: u32): void {
  const word = WORDS + WORD_BYTES * words;
  store<u32>(WORD_LIST + 4 * words, u32(word));
  words++;
  store<u32>(word, number, NUMBER_AT);
  store<u32>(word, size, SIZE_AT);
  clearWord(word);
  const last = size - 1;
  for (let at: u32 = 0; at < last; at++) {
    const pair = u32(load<u16>(start + at));
    const position = positionOf(at);
    store<u32>(word + 4 * position, load<u32>(BYTE_TOKENS + 4 * (pair & 0xff)), TOKENS_AT);
    store<u32>(word + 4 * position, (load<u32>(BYTE_PAIRS + 4 * pair) << POSITION_BITS) | position);
  }
  store<u32>(word + 4 * positionOf(last), load<u32>(BYTE_TOKENS + 4 * u32(load<u8>(start + last))), TOKENS_AT);
  store<u8>(word + 2 * positionOf(last), u8(OUTSIDE), FOLLOWING_AT);
}

function positionOf(at: u32): u32 {
  return at + u32(at >= OUTSIDE);
}

/** Links all positions in turn, with nothing that merges. */
function clearWord(word: usize): void {
  const never = i32x4.splat(NEVER);
  for (let at: usize = 0; at < 64; at += 16) v128.store(word + at, never);
  v128.store(word, i8x16(1, 15, 2, 0, 3, 1, 4, 2, 5, 3, 6, 4, 7, 5, 8, 6), FOLLOWING_AT);
  v128.store(word, i8x16(9, 7, 10, 8, 11, 9, 12, 10, 13, 11, 14, 12, 16, 13, 15, 15), FOLLOWING_AT + 16);
  store<u32>(word + 4 * OUTSIDE, NO_MERGE, TOKENS_AT);
  if (positions === 16) return;
  for (let at: usize = 64; at < 4 * positions; at += 16) v128.store(word + at, never);
  let links = i8x16(17, 14, 18, 16, 19, 17, 20, 18, 21, 19, 22, 20, 23, 21, 24, 22);
  v128.store(word, links, FOLLOWING_AT + 32);
  links = i8x16.replace_lane(links, 1, 15);
  for (let at: usize = 48; at < 2 * positions; at += 16) {
    links = i8x16.add(links, i8x16.splat(8));
    v128.store(word + at, links, FOLLOWING_AT);
  }
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
  const at = least & POSITION_MASK;
  const token = least >> POSITION_BITS;
  const gone = u32(load<u8>(word + 2 * at, FOLLOWING_AT));
  const after = u32(load<u8>(word + 2 * gone, FOLLOWING_AT));
  const before = u32(load<u8>(word + 2 * at, PRECEDING_AT));
  store<u64>(pairOfWord(pair), pairOf(token, load<u32>(word + 4 * after, TOKENS_AT)));
  store<u64>(pairOfWord(pair + 1), pairOf(load<u32>(word + 4 * before, TOKENS_AT), token));
  store<u32>(word + 4 * at, token, TOKENS_AT);
  store<u8>(word + 2 * at, u8(after), FOLLOWING_AT);
  store<u8>(word + 2 * after, u8(at), PRECEDING_AT);
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
  let fours = i32x4.min_u(first, i32x4.min_u(v128.load(word, 32), v128.load(word, 48)));
  for (let at: usize = 64; at < 4 * positions; at += 16) fours = i32x4.min_u(fours, v128.load(word + at));
  const twos = i32x4.min_u(fours, i32x4.shuffle(fours, fours, 2, 3, 0, 1));
  return u32(i32x4.extract_lane(i32x4.min_u(twos, i32x4.shuffle(twos, twos, 1, 0, 3, 2)), 0));
}
