// Which two tokens of ASCII merge into which, for words: what merge-table.ts says, found without a branch.
// In: a pair of neighbouring tokens. Out: the token of their joined bytes, if that is how it is made.
// A pair lies in one of two buckets of two slots. All four are compared in any case: half of all lookups find nothing,
// and where no branch depends on that, the buckets of many pairs can be fetched before the first is looked into.
import { TOKENS, WORD_BUCKETS, WORD_MERGES } from "./layout";
import { hashPair, leftPart, NO_MERGE, pairOf, rightPart, TOKEN_BITS } from "./merge-table";
import { tokenEnd, tokenStart } from "./rank-bytes";

/** A slot is as in that table, but for the bits of the token they merge into, which are turned. */
const BUCKET_BYTES: usize = 16;
/** More than these ranks take; with others a search for room might never end. */
const MOVES_MAX: u32 = 1000;

/** Puts down the addresses of the two buckets of a pair at `to`. */
export function putBuckets(to: usize, pair: u64): void {
  const hash = hashPair(pair);
  store<u32>(to, u32(firstBucket(hash)));
  store<u32>(to, u32(secondBucket(hash)), 4);
}

/** The token that the two of a pair merge into, or NO_MERGE. Its buckets are at `buckets`. */
export function mergedAscii(pair: u64, buckets: usize): u32 {
  const wanted = i64x2.splat(pair);
  const found = v128.or(slotOf(load<u32>(buckets), wanted), slotOf(load<u32>(buckets, 4), wanted));
  return (u32(i64x2.extract_lane(found, 0) | i64x2.extract_lane(found, 1)) & NO_MERGE) ^ NO_MERGE;
}

/** The slot of a bucket that holds the pair, the other one zero. */
function slotOf(bucket: usize, pair: v128): v128 {
  const slots = v128.load(bucket);
  return v128.and(slots, i64x2.eq(i64x2.shr_u(slots, i32(TOKEN_BITS)), pair));
}

/** Takes over all merges of ASCII; false if there is no room. */
export function learnWordMerges(): bool {
  for (let token: u32 = 0; token < TOKENS; token++) {
    if (leftPart(token) !== token && isAscii(token) && !learnWordMerge(token)) return false;
  }
  return true;
}

function isAscii(token: u32): bool {
  for (let at = tokenStart(token); at < tokenEnd(token); at++) if (load<u8>(at) >= 0x80) return false;
  return true;
}

function learnWordMerge(token: u32): bool {
  let slot = (pairOf(leftPart(token), rightPart(token)) << TOKEN_BITS) | (token ^ NO_MERGE);
  let bucket: usize = 0;
  for (let moves: u32 = 0; moves < MOVES_MAX; moves++) {
    const hash = hashPair(slot >> TOKEN_BITS);
    // What had to leave a bucket goes into its other one, and if that is full, one of those there leaves in turn.
    bucket = bucket === firstBucket(hash) ? secondBucket(hash) : firstBucket(hash);
    const second = load<u64>(bucket) !== 0 && (load<u64>(bucket, 8) === 0 || (moves & 2) !== 0);
    const place = bucket + 8 * usize(second);
    const moved = load<u64>(place);
    store<u64>(place, slot);
    if (moved === 0) return true;
    slot = moved;
  }
  return false;
}

/** The buckets of a pair, by the upper and the lower half of its hash. */
function firstBucket(hash: u64): usize {
  return WORD_MERGES + BUCKET_BYTES * usize(((hash >> 32) * WORD_BUCKETS) >> 32);
}

function secondBucket(hash: u64): usize {
  return WORD_MERGES + BUCKET_BYTES * usize((u64(u32(hash)) * WORD_BUCKETS) >> 32);
}
