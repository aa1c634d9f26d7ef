// In: a pair of neighbouring tokens. Out: the token that they merge into, if any. A cuckoo hash table (Pagh and Rodler,
// 2004): a pair is in one of two buckets of two slots each. All four slots are always compared. Half of all lookups
// find nothing, and because no branch depends on that, the buckets of many pairs can be loaded before the first is
// read.
import { addBit, hasBit } from "../../bytes/bit-set";
import { GOLDEN_64 } from "../../bytes/hash-multipliers";
import { MERGE_BUCKETS, MERGE_FILTER, MERGE_FILTER_BITS, MERGES } from "../layout";
import { leftPart, rightPart } from "./token-record";

/**
 * The result of a lookup that finds nothing. It is above every token, so that a search for the lowest needs no special
 * case.
 */
export const NO_MERGE: u32 = 0x3ffff;

/** A slot holds the pair, this many bits a token, and below it the inverted bits of the merged token. 0 is empty. */
const TOKEN_BITS: u64 = 18;
const BUCKET_BYTES: usize = 16;
/** More than these ranks need. With other ranks the search for a free slot might never end. */
const MOVES_MAX: u32 = 1000;

/** The token that `left` and `right` merge into, or NO_MERGE. A filter saves most lookups that would find nothing. */
export function mergedToken(left: u32, right: u32): u32 {
  const pair = pairOf(left, right);
  const hash = hashPair(pair);
  if (hasBit(MERGE_FILTER, filterBit(hash)) === 0) return NO_MERGE;
  return tokenOf(pair, firstBucket(hash), secondBucket(hash));
}

/** Two tokens as one value. */
export function pairOf(left: u32, right: u32): u64 {
  return (u64(left) << TOKEN_BITS) | right;
}

/** Writes the addresses of the two buckets of a pair to `to`, four bytes each. */
export function putBuckets(to: usize, pair: u64): void {
  const hash = hashPair(pair);
  store<u32>(to, u32(firstBucket(hash)));
  store<u32>(to, u32(secondBucket(hash)), 4);
}

/** The merge of a pair, or NO_MERGE. The addresses of its buckets were written to `buckets`. */
export function mergedPair(pair: u64, buckets: usize): u32 {
  return tokenOf(pair, load<u32>(buckets), load<u32>(buckets, 4));
}

function tokenOf(pair: u64, bucket: usize, other: usize): u32 {
  const wanted = i64x2.splat(pair);
  const found = v128.or(slotOf(bucket, wanted), slotOf(other, wanted));
  return (u32(i64x2.extract_lane(found, 0) | i64x2.extract_lane(found, 1)) & NO_MERGE) ^ NO_MERGE;
}

/** The slots of a bucket; those that do not hold the pair are 0. */
function slotOf(bucket: usize, pair: v128): v128 {
  const slots = v128.load(bucket);
  return v128.and(slots, i64x2.eq(i64x2.shr_u(slots, i32(TOKEN_BITS)), pair));
}

/** Adds the merge that makes `token` from its parts, unless it is a single byte. False if no slot could be freed. */
export function addMerge(token: u32): bool {
  const left = leftPart(token);
  if (left === token) return true;
  const pair = pairOf(left, rightPart(token));
  let hash = hashPair(pair);
  addBit(MERGE_FILTER, filterBit(hash));
  let slot = (pair << TOKEN_BITS) | (token ^ NO_MERGE);
  // Nothing is evicted if the second bucket has room, so 322,000 slots are written in all and not 514,000.
  let bucket = isFull(firstBucket(hash)) ? secondBucket(hash) : firstBucket(hash);
  for (let moves: u32 = 0; moves < MOVES_MAX; moves++) {
    // The hash decides which slot of a full bucket is evicted. If the slots took turns, two pairs might evict each
    // other forever.
    const second = load<u64>(bucket) !== 0 && (!isFull(bucket) || ((u32(hash >> 24) ^ moves) & 1) !== 0);
    const place = bucket + 8 * usize(second);
    const moved = load<u64>(place);
    store<u64>(place, slot);
    if (moved === 0) return true;
    // A pair evicted from one of its buckets goes to the other.
    slot = moved;
    hash = hashPair(slot >> TOKEN_BITS);
    bucket = bucket === firstBucket(hash) ? secondBucket(hash) : firstBucket(hash);
  }
  return false;
}

/** Slots of a bucket are filled from the first on. */
function isFull(bucket: usize): bool {
  return load<u64>(bucket, 8) !== 0;
}

function hashPair(pair: u64): u64 {
  return pair * GOLDEN_64;
}

function filterBit(hash: u64): u32 {
  return u32(hash >> (64 - MERGE_FILTER_BITS));
}

/** The two buckets of a pair, by the upper and the lower half of its hash. */
function firstBucket(hash: u64): usize {
  return MERGES + BUCKET_BYTES * usize(((hash >> 32) * MERGE_BUCKETS) >> 32);
}

function secondBucket(hash: u64): usize {
  return MERGES + BUCKET_BYTES * usize((u64(u32(hash)) * MERGE_BUCKETS) >> 32);
}
