// In: UTF-8 text and the start of a piece. Out: where the piece ends, as the o200k_base split pattern would cut it:
//   P? U* L+ C? | P? U+ L* C? | N{1,3} | [space]? S+ [\r\n/]* | W* [\r\n]+ | W+ (?!not W) | W+
// with P prefix, U upper, L lower, N number, S symbol, W white space, C one of 's 't 're 've 'm 'll 'd in any case.
// No backtracking: each rule is one scan, so each byte is read a constant number of times.
import { APOSTROPHE, BLANK, CARRIAGE_RETURN, LINE_FEED, SLASH, TO_LOWER } from "../../bytes/ascii";
import { D, E, L, M, R, S, T, V } from "../../bytes/letters";
import { mayJoin } from "../tables/joints";
import { charWidth, codePointAt } from "../utf8-char";
import { LOWER, letterClass, NEWLINE, NUMBER, PREFIX, SPACE, SYMBOL, UPPER, WORD } from "./char-classes";

/** Most digits that the pattern takes together. */
const NUMBER_GROUP: u32 = 3;

/**
 * End of the piece that starts at `start`, which must be the start of a character below `end`. Inside a word, the end
 * may be an earlier place without a joint (joints.ts), if the pattern, started again there, would continue in the same
 * way. That changes no count, and shorter pieces recur sooner. Such a place is between two characters that are both
 * allowed in either part of a word, before its lower part begins: from there on, the same characters decide where the
 * word ends.
 */
export function pieceEnd(start: usize, end: usize): usize {
  const point = codePointAt(start);
  const first = letterClass(point);
  if ((first & WORD) !== 0) return contractionEnd(wordEnd(start, end, point, first), end);
  const next = start + charWidth(point);
  const nextPoint = next < end ? codePointAt(next) : 0;
  const second = next < end ? letterClass(nextPoint) : 0;
  if ((first & PREFIX) !== 0 && (second & WORD) !== 0) {
    const separable = (first & SYMBOL) !== 0 && (second & WORD) === WORD && point >= 0x80;
    if (separable && !mayJoin(point, nextPoint)) return next;
    return contractionEnd(wordEnd(next, end, nextPoint, second), end);
  }
  if ((first & NUMBER) !== 0) return numberEnd(next, end);
  if ((first & SYMBOL) !== 0) return symbolsEnd(next, end);
  if (point === BLANK && (second & SYMBOL) !== 0) return symbolsEnd(next, end);
  return spaceEnd(start, end);
}

/**
 * End of U* L+, else of U+ L*, or the first place in U* that may be cut. `point` is the character at `start` and `kind`
 * its class, which is in U, L or both. A prefix that is itself a mark needs no special case: marks are in U and L, so
 * the word ends at the same place with the mark as its first character.
 */
function wordEnd(start: usize, end: usize, point: u32, kind: u32): usize {
  let at = start;
  let afterBoth: usize = 0;
  let before = point;
  let current = kind;
  while ((current & UPPER) !== 0) {
    at += charWidth(before);
    const both = (current & LOWER) !== 0;
    if (both) afterBoth = at;
    if (at >= end) return afterBoth === 0 ? at : afterBoth;
    const next = codePointAt(at);
    current = letterClass(next);
    if (both && (current & WORD) === WORD && !mayJoin(before, next)) return at;
    before = next;
  }
  if ((current & LOWER) === 0) {
    // No lower part follows: U* gives back characters until L+ can match the last one that is in both sets.
    return afterBoth === 0 ? at : afterBoth;
  }
  while (at < end) {
    const next = codePointAt(at);
    if ((letterClass(next) & LOWER) === 0) break;
    at += charWidth(next);
  }
  return at;
}

/** End of the contraction at `start`, or `start` if there is none. */
export function contractionEnd(start: usize, end: usize): usize {
  if (start + 1 >= end || load<u8>(start) !== APOSTROPHE) return start;
  // Only a letter and its capital become that letter when this bit is set.
  const one = load<u8>(start + 1) | TO_LOWER;
  if (one === S || one === T || one === M || one === D) return start + 2;
  if (start + 2 >= end) return start;
  const two = load<u8>(start + 2) | TO_LOWER;
  const long = (one === R && two === E) || (one === V && two === E) || (one === L && two === L);
  return long ? start + 3 : start;
}

function numberEnd(afterFirst: usize, end: usize): usize {
  let at = afterFirst;
  for (let taken: u32 = 1; taken < NUMBER_GROUP && at < end; taken++) {
    const point = codePointAt(at);
    if ((letterClass(point) & NUMBER) === 0) break;
    at += charWidth(point);
  }
  return at;
}

function symbolsEnd(from: usize, end: usize): usize {
  let at = from;
  while (at < end) {
    const point = codePointAt(at);
    if ((letterClass(point) & SYMBOL) === 0) break;
    at += charWidth(point);
  }
  while (at < end) {
    const byte = load<u8>(at);
    if (byte !== CARRIAGE_RETURN && byte !== LINE_FEED && byte !== SLASH) break;
    at++;
  }
  return at;
}

function spaceEnd(start: usize, end: usize): usize {
  let at = start;
  let last = start;
  let afterNewline: usize = 0;
  while (at < end) {
    const point = codePointAt(at);
    const kind = letterClass(point);
    if ((kind & SPACE) === 0) break;
    last = at;
    at += charWidth(point);
    if ((kind & NEWLINE) !== 0) afterNewline = at;
  }
  if (afterNewline !== 0) return afterNewline;
  // The last blank before something else belongs to the next piece, unless it is the only one.
  return at < end && last > start ? last : at;
}
