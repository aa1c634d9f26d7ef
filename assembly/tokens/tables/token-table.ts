// In: bytes of text. Out: the token that they are, if any. Must never trust a hash: every result is checked against the
// bytes. Tokens that fit into a key are in groups of sixteen slots; longer ones have their own table (long-tokens.ts).
// A slot has a tag, one byte of the hash, and the tags of a group are compared at once. So most bytes that are not a
// token need only one load from 256 KB. The design is that of Abseil's "Swiss tables" (2017).
import { hashOfVector, isSameVector } from "../../bytes/key";
import { IDS, KEYS, SHORT_BITS, TAGS } from "../layout";
import { KEY_TEXT_MAX, keyOf } from "../short-key";
import { addLongToken, findLong } from "./long-tokens";
import { NO_TOKEN, tokenEnd, tokenStart } from "./token-record";

/** Above every slot. */
const NO_SLOT: u32 = 1 << SHORT_BITS;

/** The result of likelyKey if it knows no address: the keys end where IDS starts. */
const NO_KEY: usize = IDS;
const MANY_KEYS: usize = IDS + 16;

const GROUP: usize = 16;
const GROUP_MASK: usize = (1 << SHORT_BITS) - GROUP;
/** Bits of the hash below the tag. The tag is below the number of the group. */
const TAG_SHIFT: u64 = 38;

/** The token that the bytes [start, end), at least one, are; or NO_TOKEN. */
export function findToken(start: usize, end: usize): u32 {
  const length = end - start;
  if (length > KEY_TEXT_MAX) return findLong(start, end);
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

/** Address of the first tags to search for a key with that hash. */
export function tagsOf(hash: u64): usize {
  return TAGS + groupOf(hash);
}

/**
 * Address of the only key whose tag is that of the hash: NO_KEY if there is none, MANY_KEYS if there may be several.
 * Together with isTokenAt it does the same as findShort, without a branch and in two steps, so that tags and keys can
 * be loaded for many pieces at once.
 */
export function likelyKey(hash: u64): usize {
  const tags = v128.load(tagsOf(hash));
  const found = i8x16.bitmask(i8x16.eq(tags, i8x16.splat(tagOf(hash))));
  const one = select(NO_KEY, KEYS + 16 * (groupOf(hash) + usize(ctz(found))), found === 0);
  return select(MANY_KEYS, one, i32((found & (found - 1)) !== 0) | i32(i8x16.all_true(tags)));
}

/** Whether the key is that of a token; `likely` is the result of likelyKey for it. */
export function isTokenAt(likely: usize, key: v128): bool {
  if (likely === MANY_KEYS) return findShort(key, hashOfVector(key)) !== NO_SLOT;
  return isSameVector(key, v128.load(likely));
}

/** The token with that key, or NO_TOKEN; `likely` is the result of likelyKey for it. */
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

/** The next eight bits. The lowest of them is always set, because tag 0 marks an empty slot. */
function tagOf(hash: u64): i8 {
  return i8(hash >> TAG_SHIFT) | 1;
}

/** Adds a token, whose bytes are in the pool. */
export function addToken(token: u32): void {
  const start = tokenStart(token);
  const end = tokenEnd(token);
  if (end - start > KEY_TEXT_MAX) addLongToken(token, start, end);
  else addShortToken(token, keyOf(start, end - start));
}

function addShortToken(token: u32, key: v128): void {
  const hash = hashOfVector(key);
  let group = groupOf(hash);
  while (i8x16.all_true(v128.load(TAGS + group))) group = (group + GROUP) & GROUP_MASK;
  const slot = group + ctz(~i8x16.bitmask(i8x16.ne(v128.load(TAGS + group), i8x16.splat(0))));
  store<i8>(TAGS + slot, tagOf(hash));
  v128.store(KEYS + 16 * slot, key);
  store<u32>(IDS + 4 * slot, token);
}
