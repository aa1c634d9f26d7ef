// In: two neighbouring characters beyond ASCII. Out: whether they are a joint, that is, whether some token contains the
// end of the first and the start of the second. Without a joint, byte pair encoding can never merge them, so a run of
// letters may be cut there and its parts counted separately. Chinese is cut into parts of one to three characters,
// which repeat; whole clauses hardly ever do.
import { addBit, hasBit } from "../../bytes/bit-set";
import { GOLDEN_32, SECOND_32 } from "../../bytes/hash-multipliers";
import { PAIR_BITS, PAIR_JOINTS, PART_JOINTS } from "../layout";
import { codePointAt, leadWidth } from "../utf8-char";
import { tokenEnd, tokenStart } from "./token-record";

// PAIR_JOINTS has a bit for the hash of each pair that is a whole part of a token: 16,573 pairs in 2^18 bits. One joint
// in sixteen is false, and the 32 KB stay in the first-level cache. PART_JOINTS is for tokens that contain only part of
// one of the two characters. It has a bit for the last six bits of the first, which are those of its last byte,
// together with the block of the second. A block is 64 code points that differ only in their last byte.
const BLOCK_BITS: u32 = 10;
const BASIC_PLANE_END: u32 = 0x1_00_00;

/** Whether some token may contain the end of one character and the start of the next. If false, none does. */
export function mayJoin(before: u32, after: u32): bool {
  if (after >= BASIC_PLANE_END) return true;
  return (hasBit(PAIR_JOINTS, pairBit(before, after)) | hasBit(PART_JOINTS, partBit(before, after >> 6))) !== 0;
}

function pairBit(before: u32, after: u32): u32 {
  return (before * GOLDEN_32 + after * SECOND_32) >> (32 - PAIR_BITS);
}

/** `block` is below 2^BLOCK_BITS. */
function partBit(before: u32, block: u32): u32 {
  return ((before & 0x3f) << BLOCK_BITS) | block;
}

/** Adds the joints inside one token, which may start and end within a character. */
export function addJoints(token: u32): void {
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

/** Adds every possible block of a character of `width` bytes of which the token contains only [at, end). */
function addPart(before: u32, at: usize, end: usize, width: u32): void {
  if (width > 3) return;
  const known = u32(end - at);
  const lead = u32(load<u8>(at)) & (width === 2 ? 0x1f : 0x0f);
  const prefix = known === 1 ? lead : (lead << 6) | (u32(load<u8>(at + 1)) & 0x3f);
  const open = 6 * (width - known - 1);
  const past = (prefix + 1) << open;
  for (let block = prefix << open; block < past; block++) addBit(PART_JOINTS, partBit(before, block));
}
