// In: text from the start of a piece on. Out: a bit for each of its next 64 bytes that starts a piece, as far as ASCII
// decides that. The rules are those of piece-end.ts, all of them applied to all bytes at once: a set of bytes is a
// value of 64 bits, the lowest for the first byte, and what stands behind the bytes of a set is the set shifted by one.
// So no branch depends on how long words are and on what stands between them, and a byte of prose takes 0.6 ns.

import {
  APOSTROPHE,
  BLANK,
  CARRIAGE_RETURN,
  capitals,
  digits,
  isByte,
  LINE_FEED,
  letters,
  SLASH,
  spacesOfControl,
} from "../vectors/ascii";
import { contractionEnd } from "./piece-end";

const ALL: u64 = u64.MAX_VALUE;

/** Those of the bytes behind the first that start a piece. Later ones may be missing, but none before the last. */
export function asciiStarts(at: usize): u64 {
  const a = v128.load(at);
  const b = v128.load(at, 16);
  const c = v128.load(at, 32);
  const d = v128.load(at, 48);
  const letter = setOf(letters(a), letters(b), letters(c), letters(d));
  const upper = setOf(capitals(a), capitals(b), capitals(c), capitals(d));
  const number = setOf(digits(a), digits(b), digits(c), digits(d));
  const blank = setOf(isByte(a, BLANK), isByte(b, BLANK), isByte(c, BLANK), isByte(d, BLANK));
  const control = setOf(spacesOfControl(a), spacesOfControl(b), spacesOfControl(c), spacesOfControl(d));
  const newline = setOf(lineEnds(a), lineEnds(b), lineEnds(c), lineEnds(d));
  const slash = setOf(isByte(a, SLASH), isByte(b, SLASH), isByte(c, SLASH), isByte(d, SLASH));
  const apostrophe = setOf(isByte(a, APOSTROPHE), isByte(b, APOSTROPHE), isByte(c, APOSTROPHE), isByte(d, APOSTROPHE));

  // From the first byte beyond ASCII on, all are taken for white space: the last white space decides nothing.
  const gap = blank | (control & ~newline) | fromLowest(setOf(a, b, c, d));
  const anySymbol = ~(letter | number | gap | newline);
  // Line ends behind symbols are theirs, and so are the slashes and line ends behind those.
  const tail = runsFrom(newline & (anySymbol << 1), newline | slash);
  const symbol = anySymbol & ~tail;
  const lineEnd = newline & ~tail;
  const space = gap | lineEnd;

  const symbolStart = symbol & ~((symbol | blank) << 1);
  const prefix = symbolStart | gap;
  const wordStart = (letter & ~((letter | prefix) << 1)) | (upper & ((letter & ~upper) << 1));
  const numberStart = number & ~(number << 1);
  const spaceStart = (space & ~(space << 1)) | (gap & ~(space >> 1)) | indents(gap, lineEnd);
  let starts = symbolStart | wordStart | threes(numberStart, number) | spaceStart;
  // What the two bytes behind it decide, and what is in front of white space that may go on.
  const decided = (ALL >> clz(~gap | 1)) >> 2;
  const joined = apostrophe & (letter << 1) & (letter >> 1) & decided;
  if (joined !== 0) starts = withContractions(starts, joined, at);
  return starts & decided & ~1;
}

/** The set of those bytes whose highest bit is set. */
function setOf(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = u64(u32(i8x16.bitmask(a) | (i8x16.bitmask(b) << 16)));
  const high = u64(u32(i8x16.bitmask(c) | (i8x16.bitmask(d) << 16)));
  return low | (high << 32);
}

function lineEnds(bytes: v128): v128 {
  return v128.or(isByte(bytes, LINE_FEED), isByte(bytes, CARRIAGE_RETURN));
}

/** All from the lowest on. */
function fromLowest(set: u64): u64 {
  return 0 - (set & (0 - set));
}

/** Of the runs in `set` what follows from `starts` on, each of which is in one: the carry of a sum runs on. */
function runsFrom(starts: u64, set: u64): u64 {
  return (set & ~(set + starts)) | starts;
}

/** Of numbers every third digit, from those on that start one. */
function threes(starts: u64, number: u64): u64 {
  const behindTwo = number & (number << 1) & (number << 2);
  let all = starts;
  for (let next = (starts << 3) & behindTwo; next !== 0; next = (next << 3) & behindTwo) all |= next;
  return all;
}

/** The starts of white space behind line ends, where no line end follows it. */
function indents(gap: u64, lineEnd: u64): u64 {
  let starts = gap & (lineEnd << 1);
  let blankLines = (gap + starts) & ~gap & lineEnd;
  for (; blankLines !== 0; blankLines &= blankLines - 1) {
    const before = starts & (blankLines - 1) & ~blankLines;
    starts ^= (u64(1) << 63) >> clz(before);
  }
  return starts;
}

/** Takes the endings of words such as 's to them; `apostrophes` stand between letters. */
function withContractions(starts: u64, apostrophes: u64, at: usize): u64 {
  let all = starts;
  let end: u64 = 0;
  for (let left = apostrophes; left !== 0; left &= left - 1) {
    const from = ctz(left);
    // Right behind another one it is none.
    if (from <= end) continue;
    const past = u64(contractionEnd(at + usize(from), at + usize(from) + 3) - at);
    if (past === from) continue;
    end = past;
    all = (all & ~(((u64(1) << (past - from)) - 1) << from)) | (u64(1) << past);
  }
  return all;
}
