// In: text from the start of a piece. Out: a bit for each of its next 64 bytes that starts a piece, as far as ASCII and
// two-byte letters decide that.
// It applies the rules of piece-end.ts to all bytes at once. A set of bytes is a 64-bit value whose lowest bit stands
// for the first byte; `set << 1` contains the byte after each member. So no branch depends on the lengths of words or
// the characters between them, and a byte of prose takes half a nanosecond.
// The technique is that of simdjson (Langdale and Lemire, "Parsing gigabytes of JSON per second", 2019).
// An example, with the first byte on the left, a blank as `_` and a line end as `|`:
//   He'll_pay_$1234_in||__May,_fooBar(x)//|
//   11.11.111.......11....111..111111.1....  letters
//   1.....................1.......1........  capitals
//   .....1...1.1..11..1.11...11...1..1.1...  starts
import {
  APOSTROPHE,
  BLANK,
  CARRIAGE_RETURN,
  capitals,
  controlSpaces,
  digits,
  isByte,
  LINE_FEED,
  letters,
  SLASH,
} from "../../bytes/ascii";
import { contractionEnd } from "./piece-end";
import { twoByteLetters } from "./two-byte-letters";

const ALL: u64 = u64.MAX_VALUE;
const LOW_HALF: u64 = u32.MAX_VALUE;

/** The set of the bytes that start a piece, without the first. It is complete up to its last member. */
export function narrowStarts(at: usize): u64 {
  const a = v128.load(at);
  const b = v128.load(at, 16);
  const c = v128.load(at, 32);
  const d = v128.load(at, 48);
  let letter = setOf(letters(a), letters(b), letters(c), letters(d));
  let capital = setOf(capitals(a), capitals(b), capitals(c), capitals(d));
  let beyond = setOf(a, b, c, d);
  if (beyond !== 0) {
    const left = twoByteLetters(at);
    const right = twoByteLetters(at + 32);
    const upper = withNext((left & LOW_HALF) | (right << 32));
    const lower = withNext((left >> 32) | (right & ~LOW_HALF));
    letter |= upper | lower;
    capital |= upper & ~lower;
    // A letter without case is allowed in both parts of a word. Next to one with a case, piece-end.ts decides.
    const caseless = upper & lower;
    const cased = letter & ~caseless;
    beyond = (beyond & ~letter) | (caseless & ((cased << 1) | (cased >> 1)));
  }
  const number = setOf(digits(a), digits(b), digits(c), digits(d));
  const blank = setOf(isByte(a, BLANK), isByte(b, BLANK), isByte(c, BLANK), isByte(d, BLANK));
  const control = setOf(controlSpaces(a), controlSpaces(b), controlSpaces(c), controlSpaces(d));
  const newline = setOf(lineEnds(a), lineEnds(b), lineEnds(c), lineEnds(d));
  const slash = setOf(isByte(a, SLASH), isByte(b, SLASH), isByte(c, SLASH), isByte(d, SLASH));
  const apostrophe = setOf(isByte(a, APOSTROPHE), isByte(b, APOSTROPHE), isByte(c, APOSTROPHE), isByte(d, APOSTROPHE));

  // All bytes from the first other byte on count as white space, which is undecided at the end of a window.
  const gap = blank | (control & ~newline) | fromLowest(beyond);
  const anySymbol = ~(letter | number | gap | newline);
  // Line ends after symbols belong to them, and so do the slashes and line ends after those.
  const tail = runsFrom(newline & (anySymbol << 1), newline | slash);
  const symbol = anySymbol & ~tail;
  const lineEnd = newline & ~tail;
  const space = gap | lineEnd;

  const symbolStart = symbol & ~((symbol | blank) << 1);
  const prefix = symbolStart | gap;
  const wordStart = (letter & ~((letter | prefix) << 1)) | (capital & ((letter & ~capital) << 1));
  const numberStart = number & ~(number << 1);
  const spaceStart = (space & ~(space << 1)) | (gap & ~(space >> 1)) | indents(gap, lineEnd);
  let starts = symbolStart | wordStart | threes(numberStart, number) | spaceStart;
  // The bytes whose pieces do not depend on anything after the window: without the white space at its end, and without
  // two bytes before that.
  const decided = (ALL >> clz(~gap | 1)) >> 2;
  const joined = apostrophe & (letter << 1) & (letter >> 1) & decided;
  if (joined !== 0) starts = withContractions(starts, joined, at);
  return starts & decided & ~1;
}

/** The bytes whose highest bit is set. */
function setOf(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = u64(u32(i8x16.bitmask(a) | (i8x16.bitmask(b) << 16)));
  const high = u64(u32(i8x16.bitmask(c) | (i8x16.bitmask(d) << 16)));
  return low | (high << 32);
}

function lineEnds(bytes: v128): v128 {
  return v128.or(isByte(bytes, LINE_FEED), isByte(bytes, CARRIAGE_RETURN));
}

/** Both bytes of each character whose first byte is in the set. */
function withNext(firsts: u64): u64 {
  return firsts | (firsts << 1);
}

/** All bytes from the lowest of the set on. */
function fromLowest(set: u64): u64 {
  return 0 - (set & (0 - set));
}

/** The runs of `set` that begin at members of `starts`: the carry of the addition runs through to their ends. */
function runsFrom(starts: u64, set: u64): u64 {
  return (set & ~(set + starts)) | starts;
}

/** The starts of numbers of up to three digits: `starts`, and every third digit after them. */
function threes(starts: u64, number: u64): u64 {
  const behindTwo = number & (number << 1) & (number << 2);
  let all = starts;
  for (let next = (starts << 3) & behindTwo; next !== 0; next = (next << 3) & behindTwo) all |= next;
  return all;
}

/** The starts of white space after line ends, for runs of white space without a further line end. */
function indents(gap: u64, lineEnd: u64): u64 {
  let starts = gap & (lineEnd << 1);
  let blankLines = (gap + starts) & ~gap & lineEnd;
  for (; blankLines !== 0; blankLines &= blankLines - 1) {
    const before = starts & (blankLines - 1) & ~blankLines;
    starts ^= (u64(1) << 63) >> clz(before);
  }
  return starts;
}

/** Joins contractions such as 's to the previous word. `apostrophes` are between letters. */
function withContractions(starts: u64, apostrophes: u64, at: usize): u64 {
  let all = starts;
  let end: u64 = 0;
  for (let left = apostrophes; left !== 0; left &= left - 1) {
    const from = ctz(left);
    // There is none directly after another contraction.
    if (from <= end) continue;
    const past = u64(contractionEnd(at + usize(from), at + usize(from) + 3) - at);
    if (past === from) continue;
    end = past;
    all = (all & ~(((u64(1) << (past - from)) - 1) << from)) | (u64(1) << past);
  }
  return all;
}
