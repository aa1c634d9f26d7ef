// Numbers and true, false, null. In: where one stands in JSON. Out: a node on the tape; false for a number that would
// not come back as it is written, and for what is no word.
import { CLOSE_BRACE, CLOSE_BRACKET, COMMA, FULL_STOP, isDigit, SPACE, ZERO } from "../../text/char-codes.ts";
import type { Cursor } from "./strings.ts";
import { AS_IT_STANDS, add, type Tape } from "./tape.ts";

export function readBareWord(reading: Tape & Cursor): boolean {
  const { text, at } = reading;
  let end = at;
  for (let code = text.charCodeAt(end); code > SPACE && !isClosing(code); code = text.charCodeAt(end)) end++;
  if (end === at || !comesBack(text, at, end)) return false;
  add(reading, AS_IT_STANDS, at, end);
  reading.at = end;
  return true;
}

function isClosing(code: number): boolean {
  return code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET;
}

function comesBack(text: string, from: number, end: number): boolean {
  if (isPlainNumber(text, from, end)) return true;
  const word = text.slice(from, end);
  if (word === "true" || word === "false" || word === "null") return true;
  const number = Number(word);
  return Number.isFinite(number) && String(number) === word;
}

/** No two decimals of so many digits are the same number, so each is spelled as it is but for needless zeros. */
const PLAIN_LENGTH_MAX = 15;

/** Nearly all are: what is sure of these need not be made a number and written again. */
function isPlainNumber(text: string, from: number, end: number): boolean {
  const point = endOfDigits(text, from);
  const isBelowOne = text.charCodeAt(from) === ZERO;
  if (end - from > PLAIN_LENGTH_MAX || point === from || (isBelowOne && point > from + 1)) return false;
  if (point === end) return true;
  if (text.charCodeAt(point) !== FULL_STOP || endOfDigits(text, point + 1) !== end) return false;
  // From some number of zeros behind the point on, numbers are written with an exponent.
  return !(isBelowOne && text.charCodeAt(point + 1) === ZERO) && isFractionEnd(text.charCodeAt(end - 1));
}

function isFractionEnd(code: number): boolean {
  return isDigit(code) && code !== ZERO;
}

function endOfDigits(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
}
