// In: bytes of text. Out: the token that they are, if any. Must never trust a hash: every answer is checked against the
// bytes.
// Short tokens lie in groups of sixteen slots. A slot has a tag, one byte of the hash, and the tags of a group are
// compared at once, so for most bytes that are no token one load from 256 KB says so. The design is that of Abseil's
// "Swiss tables" (2017).
import { GOLDEN_32 } from "../bytes/hash-multipliers";
import { hashOfVector, isSameVector } from "../bytes/key";
import { IDS, KEYS, LONG_BITS, LONG_IDS, SHORT_BITS, TAGS, TOKEN_BYTES_MAX } from "./layout";
import { KEY_TEXT_MAX, keyOf } from "./short-key";
import { tokenEnd, tokenStart } from "./token-record";

/** Above every token. */
export const NO_TOKEN: u32 = 0x3ffff;
/** Above every slot. */
const NO_SLOT: u32 = 1 << SHORT_BITS;

/** What likelyKey answers where it knows no address: the keys end where IDS starts. */
const NO_KEY: usize = IDS;
const MANY_KEYS: usize = IDS + 16;

const GROUP: usize = 16;
const GROUP_MASK: usize = (1 << SHORT_BITS) - GROUP;
/** Bits of the hash below the tag, which stands below the number of the group. */
const TAG_SHIFT: u64 = 38;
const LONG_MASK: u32 = (1 << LONG_BITS) - 1;
/** Bits of a longer token's slot for those of its hash that do not say which slot: they spare looks at other tokens. */
const LONG_TAG: u32 = ~NO_TOKEN;

/** The token that the bytes [start, end), at least one, are; or NO_TOKEN. */
export function findToken(start: usize, end: usize): u32 {
  const length = end - start;
  if (length > KEY_TEXT_MAX) return length > TOKEN_BYTES_MAX ? NO_TOKEN : findLong(start, end);
  const key = keyOf(start, length);
  return tokenOfSlot(findShort(key, hashOfVector(key)));
}

/** The slot of the token with that key, or NO_SLOT. */
function findShort(key: v128, hash: u64): u32 {
  const tag = i8x16.splat(tagOf(hash));
  let group = groupOf(hash);
  while (true) {
    const tags = v128.load(TAGS + group);
    for (let found = i8x16.bitmask(i8x16.eq(tags, tag)); found !== 0; found &= found - 1) {
      const slot = group + ctz(found);
      if (isSameVector(key, v128.load(KEYS + 16 * slot))) return u32(slot);
    }
    if (!i8x16.all_true(tags)) return NO_SLOT;
    group = (group + GROUP) & GROUP_MASK;
  }
}

/** Address of the tags that a search for a key with that hash starts with. */
export function tagsOf(hash: u64): usize {
  return TAGS + groupOf(hash);
}

/**
 * Address of the only key whose tag is that of the hash: NO_KEY if there is none, MANY_KEYS if there may be several.
 * With isTokenAt it does what findShort does, without a branch and in two steps, so that tags and keys can be fetched
 * for many pieces at once.
 */
export function likelyKey(hash: u64): usize {
  const tags = v128.load(tagsOf(hash));
  const found = i8x16.bitmask(i8x16.eq(tags, i8x16.splat(tagOf(hash))));
  const one = select(NO_KEY, KEYS + 16 * (groupOf(hash) + usize(ctz(found))), found === 0);
  return select(MANY_KEYS, one, i32((found & (found - 1)) !== 0) | i32(i8x16.all_true(tags)));
}

/** Whether the key is that of a token; `likely` is what likelyKey says of it. */
export function isTokenAt(likely: usize, key: v128): bool {
  if (likely === MANY_KEYS) return findShort(key, hashOfVector(key)) !== NO_SLOT;
  return isSameVector(key, v128.load(likely));
}

/** The token with that key, or NO_TOKEN; `likely` is what likelyKey says of it. */
export function tokenAt(likely: usize, key: v128): u32 {
  if (likely === MANY_KEYS) return tokenOfSlot(findShort(key, hashOfVector(key)));
  return isSameVector(key, v128.load(likely)) ? tokenOfSlot(u32((likely - KEYS) >> 4)) : NO_TOKEN;
}

function tokenOfSlot(slot: u32): u32 {
  return slot === NO_SLOT ? NO_TOKEN : load<u32>(IDS + 4 * slot);
}

/** First slot of the group in which a search starts, from the highest bits of the hash. */
function groupOf(hash: u64): usize {
  return usize(hash >> (64 - SHORT_BITS)) & GROUP_MASK;
}

/** The next eight bits, the lowest of them always set: tag 0 marks an empty slot. */
function tagOf(hash: u64): i8 {
  return i8(hash >> TAG_SHIFT) | 1;
}

/** Adds a token, whose bytes are in the pool. */
export function learnToken(token: u32): void {
  const start = tokenStart(token);
  const end = tokenEnd(token);
  if (end - start > KEY_TEXT_MAX) learnLong(token, start, end);
  else learnShort(token, keyOf(start, end - start));
}

function learnShort(token: u32, key: v128): void {
  const hash = hashOfVector(key);
  let group = groupOf(hash);
  while (i8x16.all_true(v128.load(TAGS + group))) group = (group + GROUP) & GROUP_MASK;
  const slot = group + ctz(~i8x16.bitmask(i8x16.ne(v128.load(TAGS + group), i8x16.splat(0))));
  store<i8>(TAGS + slot, tagOf(hash));
  v128.store(KEYS + 16 * slot, key);
  store<u32>(IDS + 4 * slot, token);
}

function findLong(start: usize, end: usize): u32 {
  const hash = hashOfBytes(start, end);
  let slot = longSlot(hash);
  while (true) {
    const next = load<u32>(LONG_IDS + 4 * slot);
    if (next === 0) return NO_TOKEN;
    slot = (slot + 1) & LONG_MASK;
    if (((next ^ longTag(hash)) & LONG_TAG) !== 0) continue;
    const token = (next & ~LONG_TAG) - 1;
    const first = tokenStart(token);
    if (tokenEnd(token) - first === end - start && memory.compare(start, first, end - start) === 0) return token;
  }
}

/** The slot of a longer token in which a search starts. */
function longSlot(hash: u32): u32 {
  return hash >> (32 - LONG_BITS);
}

/** What of the hash stands above the token in its slot. */
function longTag(hash: u32): u32 {
  return (hash << LONG_BITS) & LONG_TAG;
}

/** Each step brings high bits down, where a product lacks them. */
function hashOfBytes(start: usize, end: usize): u32 {
  let hash = u32(end - start);
  let at = start;
  for (; at + 4 <= end; at += 4) hash = (hash ^ (hash >> 15) ^ load<u32>(at)) * GOLDEN_32;
  for (; at < end; at++) hash = (hash ^ (hash >> 15) ^ load<u8>(at)) * GOLDEN_32;
  return hash;
}

function learnLong(token: u32, start: usize, end: usize): void {
  const hash = hashOfBytes(start, end);
  let slot = longSlot(hash);
  while (load<u32>(LONG_IDS + 4 * slot) !== 0) slot = (slot + 1) & LONG_MASK;
  store<u32>(LONG_IDS + 4 * slot, longTag(hash) | (token + 1));
}
