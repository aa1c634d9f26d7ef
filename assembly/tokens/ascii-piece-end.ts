// In: UTF-8 text and the start of a piece. Out: where the piece ends, if ASCII alone decides that, as it does for
// nearly every piece of Western text and code. The rules are those of piece-end.ts; this file is their fast path and
// nothing else.

import { smallLetters } from "../vectors/ascii";
import { byteClass, LOWER, NEWLINE, NUMBER, PREFIX, SPACE, SYMBOL, UPPER, WORD } from "./char-classes";
import { contractionEnd } from "./piece-end";

/** A character beyond ASCII, or the end of the text, has a say. */
export const UNDECIDED: usize = 0;

const BLANK: u8 = 0x20;
const APOSTROPHE: u8 = 0x27;
const SLASH: u8 = 0x2f;
const CARRIAGE_RETURN: u8 = 0x0d;
const LINE_FEED: u8 = 0x0a;
const NUMBER_GROUP: usize = 3;

/** End of the piece that starts at `start`, or UNDECIDED. */
export function asciiPieceEnd(start: usize): usize {
  let at = start;
  let kind = byteClass(at);
  if ((kind & PREFIX) !== 0) {
    const next = byteClass(at + 1);
    if ((next & WORD) === 0) return runEnd(start, kind, next);
    at++;
    kind = next;
  } else if ((kind & WORD) === 0) {
    return runEnd(start, kind, 0);
  }
  while (kind === UPPER) kind = byteClass(++at);
  if (kind === LOWER) at = lowerEnd(at);
  const stop = load<u8>(at);
  if (stop >= 0x80) return UNDECIDED;
  return stop === APOSTROPHE ? contractionEnd(at, at + 3) : at;
}

/** End of the lower-case letters from `start`, sixteen at a time: a branch a letter is mispredicted once a word. */
function lowerEnd(start: usize): usize {
  let at = start;
  let others = ~i8x16.bitmask(smallLetters(v128.load(at))) & 0xffff;
  while (others === 0) {
    at += 16;
    others = ~i8x16.bitmask(smallLetters(v128.load(at))) & 0xffff;
  }
  return at + ctz(others);
}

/** A piece that is no word: numbers, symbols or white space. `next` is the class of the second byte, if a prefix. */
function runEnd(start: usize, kind: u32, next: u32): usize {
  if ((kind & NUMBER) !== 0) return numberEnd(start);
  if ((kind & SYMBOL) !== 0 || (load<u8>(start) === BLANK && (next & SYMBOL) !== 0)) return symbolsEnd(start + 1);
  return (kind & SPACE) !== 0 ? spaceEnd(start) : UNDECIDED;
}

function numberEnd(start: usize): usize {
  for (let at = start + 1; at < start + NUMBER_GROUP; at++) {
    const byte = load<u8>(at);
    if ((byteClass(at) & NUMBER) === 0) return byte < 0x80 ? at : UNDECIDED;
  }
  return start + NUMBER_GROUP;
}

function symbolsEnd(from: usize): usize {
  let at = from;
  while ((byteClass(at) & SYMBOL) !== 0) at++;
  let byte = load<u8>(at);
  if (byte >= 0x80) return UNDECIDED;
  while (byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === SLASH) byte = load<u8>(++at);
  return at;
}

function spaceEnd(start: usize): usize {
  let at = start;
  let afterNewline: usize = 0;
  let kind = SPACE;
  while ((kind & SPACE) !== 0) {
    kind = byteClass(at);
    at++;
    if ((kind & NEWLINE) !== 0) afterNewline = at;
  }
  at--;
  if (kind === 0) return UNDECIDED;
  if (afterNewline !== 0) return afterNewline;
  return at > start + 1 ? at - 1 : at;
}
