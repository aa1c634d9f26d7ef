// In: the rank bytes. Out: between which characters beyond ASCII some token reaches across.
// Where none does, byte pair encoding can never merge, so a run of letters may be cut there and the parts counted
// alone: Chinese falls into words of one to three characters, which repeat, where whole clauses hardly ever do.
import type { RankBytes } from "./rank-bytes.ts";
import { codePointAt, leadWidth } from "./utf8-char.ts";

/** 16,573 pairs of characters in 2^18 bits: one false joint in sixteen, and 32 KB stay in the first-level cache. */
const PAIR_BITS = 18;
/** Blocks of 64 code points, which are what one value of a character's last byte leaves open, in the basic plane. */
const BLOCKS = 1 << 10;
const BASIC_PLANE_END = 0x1_00_00;

export interface Joints {
  /** A bit for the hash of each pair that stands whole in a token. */
  readonly pairs: Uint32Array;
  /** A bit for each (last six bits of a character, block of the next) where a token holds only part of one of them. */
  readonly parts: Uint32Array;
}

/** Whether a token may reach from the end of one character into the next; may say yes wrongly, never no. */
export function mayJoin(joints: Joints, before: number, after: number): boolean {
  if (after >= BASIC_PLANE_END) return true;
  const pair = pairBit(before, after);
  const part = partBit(before & 0x3f, after >> 6);
  return (
    ((((joints.pairs[pair >>> 5] ?? 0) >>> (pair & 31)) | ((joints.parts[part >>> 5] ?? 0) >>> (part & 31))) & 1) !== 0
  );
}

function pairBit(before: number, after: number): number {
  return (Math.imul(before, 0x9e3779b1) + Math.imul(after, 0x85ebca6b)) >>> (32 - PAIR_BITS);
}

function partBit(sextet: number, block: number): number {
  return sextet * BLOCKS + block;
}

function addBit(set: Uint32Array, bit: number): void {
  set[bit >>> 5] = (set[bit >>> 5] ?? 0) | (1 << (bit & 31));
}

export function jointsOf({ pool, starts, size }: RankBytes): Joints {
  const joints = { pairs: new Uint32Array(1 << (PAIR_BITS - 5)), parts: new Uint32Array((64 * BLOCKS) >> 5) };
  let wide = 0;
  for (let id = 0; id < size; id++) {
    const end = starts[id + 1] ?? 0;
    while ((pool[wide] ?? 0) < 0x80 && wide < end) wide++;
    // Two tokens of three are ASCII, which has no joints.
    if (wide === end) continue;
    addToken(joints, pool, starts[id] ?? 0, end);
    wide = end;
  }
  return joints;
}

/** Adds the joints inside one token, whose first and last characters may be there only in part. */
function addToken(joints: Joints, pool: Uint8Array, start: number, end: number): void {
  let at = start;
  while (at < end && ((pool[at] ?? 0) & 0xc0) === 0x80) at++;
  let before = -1;
  for (let width = 0; at < end; at += width) {
    width = leadWidth(pool[at] ?? 0);
    const lastByte = at > start ? (pool[at - 1] ?? 0) : 0;
    if (at + width > end) {
      if (lastByte >= 0x80) addPart(joints, pool, lastByte & 0x3f, at, end, width);
      return;
    }
    const after = codePointAt(pool, at);
    if (before >= 0x80) addBit(joints.pairs, pairBit(before, after));
    else if (lastByte >= 0x80 && after < BASIC_PLANE_END) addBit(joints.parts, partBit(lastByte & 0x3f, after >> 6));
    before = after;
  }
}

/** Adds every block that a character of `width` bytes can lie in when only the bytes [at, end) of it are known. */
function addPart(joints: Joints, pool: Uint8Array, sextet: number, at: number, end: number, width: number): void {
  if (width > 3) return;
  const known = end - at;
  const lead = (pool[at] ?? 0) & (width === 2 ? 0x1f : 0x0f);
  const prefix = known === 1 ? lead : (lead << 6) | ((pool[at + 1] ?? 0) & 0x3f);
  const open = width - known - 1;
  const first = prefix << (6 * open);
  const past = (prefix + 1) << (6 * open);
  for (let block = first; block < past; block++) addBit(joints.parts, partBit(sextet, block));
}
