// Which two tokens merge into which: byte pair encoding on ids, once the bytes have been read.
// In: a pair of neighbouring tokens. Out: the token of their joined bytes, if that is how it is made.
// A pair lies in one of two buckets of two slots. All four are compared in any case: half of all lookups find nothing,
// and where no branch depends on that, the buckets of many pairs can be fetched before the first is looked into.
import { MERGE_BUCKETS, MERGE_FILTER, MERGE_FILTER_BITS, MERGES } from "./layout";
import { leftPart, rightPart } from "./token-record";

/** Result of a lookup that finds nothing; above every token, so that a search for the least needs no case for it. */
export const NO_MERGE: u32 = 0x3ffff;

/** A slot holds a pair, so many bits a token, above the token they merge into, whose bits are turned; 0 is empty. */
const TOKEN_BITS: u64 = 18;
const BUCKET_BYTES: usize = 16;
/** More than these ranks take; with others a search for room might never end. */
const MOVES_MAX: u32 = 1000;

/** The token that `left` and `right` merge into, or NO_MERGE. Who waits for one pair alone is told so by a filter. */
export function mergedToken(left: u32, right: u32): u32 {
  const pair = pairOf(left, right);
  const hash = hashPair(pair);
  const bit = filterBit(hash);
  if (((u32(load<u8>(MERGE_FILTER + (bit >> 3))) >> (bit & 7)) & 1) === 0) return NO_MERGE;
  return tokenOf(pair, firstBucket(hash), secondBucket(hash));
}

/** Two tokens as one value. */
export function pairOf(left: u32, right: u32): u64 {
  return (u64(left) << TOKEN_BITS) | right;
}

/** Puts down the addresses of the two buckets of a pair at `to`. */
export function putBuckets(to: usize, pair: u64): void {
  const hash = hashPair(pair);
  store<u32>(to, u32(firstBucket(hash)));
  store<u32>(to, u32(secondBucket(hash)), 4);
}

/** What a pair merges into whose buckets were put down at `buckets`, or NO_MERGE. */
export function mergedPair(pair: u64, buckets: usize): u32 {
  return tokenOf(pair, load<u32>(buckets), load<u32>(buckets, 4));
}

function tokenOf(pair: u64, bucket: usize, other: usize): u32 {
  const wanted = i64x2.splat(pair);
  const found = v128.or(slotOf(bucket, wanted), slotOf(other, wanted));
  return (u32(i64x2.extract_lane(found, 0) | i64x2.extract_lane(found, 1)) & NO_MERGE) ^ NO_MERGE;
}

/** The slot of a bucket that holds the pair, the other one zero. */
function slotOf(bucket: usize, pair: v128): v128 {
  const slots = v128.load(bucket);
  return v128.and(slots, i64x2.eq(i64x2.shr_u(slots, i32(TOKEN_BITS)), pair));
}

/** Adds the merge that makes `token`, whose parts are known, unless it is a single byte; false if there is no room. */
export function learnMerge(token: u32): bool {
  const left = leftPart(token);
  if (left === token) return true;
  const pair = pairOf(left, rightPart(token));
  const bit = filterBit(hashPair(pair));
  const byte = MERGE_FILTER + (bit >> 3);
  store<u8>(byte, load<u8>(byte) | (u8(1) << u8(bit & 7)));
  let slot = (pair << TOKEN_BITS) | (token ^ NO_MERGE);
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

function hashPair(pair: u64): u64 {
  return pair * 0x9e3779b97f4a7c15;
}

function filterBit(hash: u64): u32 {
  return u32(hash >> (64 - MERGE_FILTER_BITS));
}

/** The buckets of a pair, by the upper and the lower half of its hash. */
function firstBucket(hash: u64): usize {
  return MERGES + BUCKET_BYTES * usize(((hash >> 32) * MERGE_BUCKETS) >> 32);
}

function secondBucket(hash: u64): usize {
  return MERGES + BUCKET_BYTES * usize((u64(u32(hash)) * MERGE_BUCKETS) >> 32);
}
