// Numbers and true, false, null. In: where one stands in JSON. Out: a node on the tape; false for a number that would
// not come back as it is written, and for what is no word.
import { CLOSE_BRACE, CLOSE_BRACKET, COMMA, SPACE } from "../units/char-codes.ts";
import { isDigit } from "../units/offsets.ts";
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

/** Whole numbers of no more digits are never written otherwise. */
const SURE_DIGITS_MAX = 15;

const ZERO = 48;

function comesBack(text: string, from: number, end: number): boolean {
  if (text.charCodeAt(from) > ZERO && end - from <= SURE_DIGITS_MAX && areDigits(text, from, end)) return true;
  const word = text.slice(from, end);
  if (word === "true" || word === "false" || word === "null") return true;
  const number = Number(word);
  return Number.isFinite(number) && String(number) === word;
}

function areDigits(text: string, from: number, end: number): boolean {
  for (let at = from; at < end; at++) if (!isDigit(text.charCodeAt(at))) return false;
  return true;
}
