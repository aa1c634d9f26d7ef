// Between which characters beyond ASCII some token reaches across.
// Where none does, byte pair encoding can never merge, so a run of letters may be cut there and the parts counted
// alone: Chinese falls into words of one to three characters, which repeat, where whole clauses hardly ever do.
import { PAIR_BITS, PAIR_JOINTS, PART_JOINTS } from "./layout";
import { tokenEnd, tokenStart } from "./token-record";
import { codePointAt, leadWidth } from "./utf8-char";

// PAIR_JOINTS: a bit for the hash of each pair that stands whole in a token, 16,573 in 2^18 bits: one false joint in
// sixteen, and 32 KB stay in the first-level cache.
// PART_JOINTS: a bit for each (last six bits of a character, block of the next) where a token holds only part of one
// of them; blocks are of 64 code points, which is what one value of a character's last byte leaves open.
const BLOCK_BITS: u32 = 10;
const BASIC_PLANE_END: u32 = 0x1_00_00;

/** Whether a token may reach from the end of one character into the next; may say yes wrongly, never no. */
export function mayJoin(before: u32, after: u32): bool {
  if (after >= BASIC_PLANE_END) return true;
  return ((bitOf(PAIR_JOINTS, pairBit(before, after)) | bitOf(PART_JOINTS, partBit(before, after >> 6))) & 1) !== 0;
}

function pairBit(before: u32, after: u32): u32 {
  return (before * 0x9e3779b1 + after * 0x85ebca6b) >> (32 - PAIR_BITS);
}

/** `block` lies below 2^BLOCK_BITS. */
function partBit(before: u32, block: u32): u32 {
  return ((before & 0x3f) << BLOCK_BITS) | block;
}

/** The bit, with others above it. */
function bitOf(set: usize, bit: u32): u32 {
  return u32(load<u8>(set + (bit >> 3))) >> (bit & 7);
}

function addBit(set: usize, bit: u32): void {
  const at = set + (bit >> 3);
  store<u8>(at, load<u8>(at) | (u8(1) << u8(bit & 7)));
}

/** Adds the joints inside one token, whose first and last characters may be there only in part. */
export function learnJoints(token: u32): void {
  const start = tokenStart(token);
  const end = tokenEnd(token);
  let at = start;
  while (at < end && (load<u8>(at) & 0xc0) === 0x80) at++;
  let before: u32 = 0;
  while (at < end) {
    const width = leadWidth(load<u8>(at));
    const lastByte: u32 = at > start ? load<u8>(at - 1) : 0;
    if (at + width > end) {
      if (lastByte >= 0x80) addPart(lastByte, at, end, u32(width));
      return;
    }
    const after = codePointAt(at);
    if (before >= 0x80) addBit(PAIR_JOINTS, pairBit(before, after));
    else if (lastByte >= 0x80 && after < BASIC_PLANE_END) addBit(PART_JOINTS, partBit(lastByte, after >> 6));
    before = after;
    at += width;
  }
}

/** Adds every block that a character of `width` bytes can lie in when only the bytes [at, end) of it are known. */
function addPart(before: u32, at: usize, end: usize, width: u32): void {
  if (width > 3) return;
  const known = u32(end - at);
  const lead = u32(load<u8>(at)) & (width === 2 ? 0x1f : 0x0f);
  const prefix = known === 1 ? lead : (lead << 6) | (u32(load<u8>(at + 1)) & 0x3f);
  const open = 6 * (width - known - 1);
  const past = (prefix + 1) << open;
  for (let block = prefix << open; block < past; block++) addBit(PART_JOINTS, partBit(before, block));
}
