// Strings and keys of JSON as TOON writes them: without quotes where they can be taken for nothing else.
// In: where one opens. Out: a node on the tape. Nearly all are written as they stand, with their quotes or without.
import { ASCII_END, BACKSLASH, FULL_STOP, HASH, isDigit, MINUS, PLUS, QUOTE, SPACE } from "../../text/char-codes.ts";
import { AS_IT_STANDS, add, RESPELLED, type Tape } from "./tape.ts";

/** A place in a text that moves on. */
export interface Cursor {
  readonly text: string;
  at: number;
}

/** What a string holds, as bits: what no bare key does, what no bare string does, what TOON spells otherwise. */
const NO_NAME = 1;
const NOT_BARE = 2;
const OTHERWISE = 4;
const BROKEN = 8;

/** By character of ASCII. */
const TRAITS = new Uint8Array(ASCII_END).fill(NO_NAME);
for (const letter of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") TRAITS[code(letter)] = 0;
for (const sign of ":,[]{}") TRAITS[code(sign)] = NO_NAME | NOT_BARE;
TRAITS.fill(BROKEN, 0, SPACE);

/** By what follows a backslash. The others of JSON, such as \u, are spelled otherwise, or need none in TOON. */
const ESCAPE_TRAITS = new Uint8Array(ASCII_END).fill(OTHERWISE);
for (const escaped of '"\\nrt') ESCAPE_TRAITS[code(escaped)] = NO_NAME | NOT_BARE;

function code(character: string): number {
  return character.charCodeAt(0);
}

/** Reads the string or the key that opens where the cursor stands, and moves behind it; false for none of JSON. */
export function readString(tape: Tape & Cursor, isKey: boolean): boolean {
  const { text, at: open } = tape;
  const traits = passString(tape);
  const behind = tape.at;
  if ((traits & BROKEN) !== 0) return false;
  if ((traits & OTHERWISE) === 0) {
    const quote = isBare(text, open + 1, behind - 1, traits, isKey) ? 1 : 0;
    add(tape, AS_IT_STANDS, open + quote, behind - quote);
    return true;
  }
  const literal = respelled(text.slice(open, behind));
  if (literal === null) return false;
  const again = passString({ text: literal, at: 0 });
  const bare = (again & OTHERWISE) === 0 && isBare(literal, 1, literal.length - 1, again, isKey);
  add(tape, RESPELLED, tape.respelled.push(bare ? literal.slice(1, -1) : literal) - 1, 0);
  return true;
}

/** Moves from a string's first quote behind its last; what it holds. */
function passString(cursor: Cursor): number {
  const { text } = cursor;
  let traits = 0;
  for (let at = cursor.at + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      cursor.at = at + 1;
      return traits;
    }
    if (unit === BACKSLASH) traits |= ESCAPE_TRAITS[text.charCodeAt(++at)] ?? OTHERWISE;
    else traits |= unit < ASCII_END ? (TRAITS[unit] ?? 0) : NO_NAME;
  }
  return BROKEN;
}

const NUMERIC = /^\+?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const LITERAL = /^(?:true|false|null)$/;
/** Of `false`. */
const LITERAL_LENGTH_MAX = 5;

function isBare(text: string, from: number, to: number, traits: number, isKey: boolean): boolean {
  const first = text.charCodeAt(from);
  if (from === to) return false;
  if (isKey) return (traits & NO_NAME) === 0 && !isDigit(first) && first !== FULL_STOP;
  if ((traits & NOT_BARE) !== 0 || first === MINUS || first === HASH) return false;
  if (first === SPACE || text.charCodeAt(to - 1) === SPACE) return false;
  if (isDigit(first) || first === PLUS) return !NUMERIC.test(text.slice(from, to));
  return to - from > LITERAL_LENGTH_MAX || !LITERAL.test(text.slice(from, to));
}

/** A literal of JSON in TOON's spelling, quotes and all; null for what is none and for halves of characters. */
function respelled(literal: string): string | null {
  try {
    const value: unknown = JSON.parse(literal);
    if (typeof value !== "string" || !value.isWellFormed()) return null;
    return JSON.stringify(value).replaceAll(/\\./g, (pair) => OWN_ESCAPES.get(pair) ?? pair);
  } catch {
    // A bad escape: the text is not JSON.
    return null;
  }
}

const OWN_ESCAPES = new Map([
  ["\\b", "\\u0008"],
  ["\\f", "\\u000c"],
]);
