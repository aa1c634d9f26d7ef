// In: the bytes of a short piece. Out: its number of tokens by byte pair encoding, merged as defined: of all neighbours
// that merge, the pair with the lowest rank merges first, and of equals the leftmost. Quadratic in the length, so only
// for short pieces of up to MERGE_BYTES_MAX. Source of the definition: Sennrich et al., "Neural machine translation of
// rare words with subword units", 2016.
import { BYTE_PAIRS, BYTE_TOKENS, CANDIDATES, FOLLOWING, LEASTS, PARTS, PRECEDING } from "../layout";
import { mergedToken, NO_MERGE } from "../tables/merge-table";

// The current parts are a linked list over positions, starting at 0. PARTS has the token of the part that starts at a
// position, FOLLOWING the start of the next part, PRECEDING that of the previous one. CANDIDATES has the merge of the
// part at a position with the next one: the token above, the position below, so that the lowest candidate merges next.
// It is at least NEVER if they do not merge or if no part starts there. LEASTS has the lowest candidate of each block,
// so that after a merge only two or three blocks are searched. It is searched by fours, so NEVER follows the last
// block.
const POSITION_BITS: u32 = 8;
const POSITION_MASK: u32 = (1 << POSITION_BITS) - 1;
const BLOCK_BITS: u32 = 3;
const BLOCK: u32 = 1 << BLOCK_BITS;
const NEVER: u32 = NO_MERGE << POSITION_BITS;

/** The token of the part at a position: the result of the last call, until the next one. */
export function partAt(position: u32): u32 {
  return load<u32>(PARTS + 4 * position);
}

/** Where the next part starts. */
export function partAfter(position: u32): u32 {
  return load<u8>(FOLLOWING + position);
}

/** Tokens of the bytes [start, end), at least one and at most MERGE_BYTES_MAX. */
export function mergedLength(start: usize, end: usize): u32 {
  const size = u32(end - start);
  splitIntoBytes(start, size);
  const blocks = (size + BLOCK - 1) >> BLOCK_BITS;
  for (let block: u32 = 0; block < blocks; block++) searchBlock(block);
  for (let block = blocks; (block & 3) !== 0; block++) store<u32>(LEASTS + 4 * block, NEVER);
  let parts = size;
  for (let least = leastMerge(blocks); least < NEVER; least = leastMerge(blocks)) {
    mergeAt(least & POSITION_MASK, least >> POSITION_BITS, size);
    parts--;
  }
  return parts;
}

/** Joins the part at a position with the next one. */
function mergeAt(at: u32, token: u32, size: u32): void {
  const gone = partAfter(at);
  const after = partAfter(gone);
  store<u32>(PARTS + 4 * at, token);
  store<u8>(FOLLOWING + at, u8(after));
  store<u32>(CANDIDATES + 4 * gone, NEVER);
  if (after < size) {
    store<u8>(PRECEDING + after, u8(at));
    setCandidate(at, mergedToken(token, partAt(after)));
  } else {
    store<u32>(CANDIDATES + 4 * at, NEVER);
  }
  const block = at >> BLOCK_BITS;
  if (at > 0) {
    const before = u32(load<u8>(PRECEDING + at));
    setCandidate(before, mergedToken(partAt(before), token));
    if (before >> BLOCK_BITS !== block) searchBlock(before >> BLOCK_BITS);
  }
  searchBlock(block);
  if (gone >> BLOCK_BITS !== block) searchBlock(gone >> BLOCK_BITS);
}

function setCandidate(position: u32, token: u32): void {
  store<u32>(CANDIDATES + 4 * position, (token << POSITION_BITS) | position);
}

function leastMerge(blocks: u32): u32 {
  let fours = v128.load(LEASTS);
  for (let block: u32 = 4; block < blocks; block += 4) fours = i32x4.min_u(fours, v128.load(LEASTS + 4 * block));
  const twos = i32x4.min_u(fours, i32x4.shuffle(fours, fours, 2, 3, 0, 1));
  return min(u32(i32x4.extract_lane(twos, 0)), u32(i32x4.extract_lane(twos, 1)));
}

function splitIntoBytes(start: usize, size: u32): void {
  const last = size - 1;
  for (let position: u32 = 0; position < last; position++) {
    const pair = u32(load<u16>(start + position));
    store<u32>(PARTS + 4 * position, load<u32>(BYTE_TOKENS + 4 * (pair & 0xff)));
    store<u8>(FOLLOWING + position, u8(position + 1));
    store<u8>(PRECEDING + position + 1, u8(position));
    setCandidate(position, load<u32>(BYTE_PAIRS + 4 * pair));
  }
  store<u32>(PARTS + 4 * last, load<u32>(BYTE_TOKENS + 4 * u32(load<u8>(start + last))));
  store<u8>(FOLLOWING + last, u8(size));
  // The rest of the last block, which is searched as a whole.
  const past = (last | (BLOCK - 1)) + 1;
  for (let position = last; position < past; position++) store<u32>(CANDIDATES + 4 * position, NEVER);
}

function searchBlock(block: u32): void {
  const at = CANDIDATES + 4 * (block << BLOCK_BITS);
  const fours = i32x4.min_u(v128.load(at), v128.load(at, 16));
  const twos = i32x4.min_u(fours, i32x4.shuffle(fours, fours, 2, 3, 0, 1));
  const least = min(u32(i32x4.extract_lane(twos, 0)), u32(i32x4.extract_lane(twos, 1)));
  store<u32>(LEASTS + 4 * block, least);
}
