// Finds what an object is called: the fields that name it (`key`, `title`, `subject` and the like) and their values.
// The place of a property name comes in, a kind or a value goes out. Reads a bounded part of a value.
import {
  APOSTROPHE,
  BACKSLASH,
  CLOSE_BRACKET,
  COLON,
  isDigit,
  isSpace,
  OPEN_BRACKET,
  QUOTE,
  TO_LOWER,
} from "../../../text/characters.ts";
import { backslashesBefore } from "./json-strings.ts";

/** What a field says about its object: nothing, an id for programs, or a key or a title for readers. */
export const PLAIN = 0;
export const ID = 1;
export const KEY = 2;
export const TITLE = 3;
export type Naming = typeof PLAIN | typeof ID | typeof KEY | typeof TITLE;

/** The fields that name an object in the answers of common interfaces. */
const FIELDS: readonly (readonly [Naming, string])[] = [
  [ID, "id"],
  [KEY, "key number"],
  [TITLE, "title name subject summary headline heading label"],
];

interface Field {
  readonly ending: string;
  readonly naming: Naming;
}

/** The fields by the code of their first letter, because every property name of a text is looked up. */
const BY_LETTER = new Map<number, Field[]>();
for (const [naming, words] of FIELDS) {
  for (const word of words.split(" ")) {
    const same = BY_LETTER.get(word.charCodeAt(0)) ?? [];
    BY_LETTER.set(word.charCodeAt(0), [...same, { ending: word.slice(1), naming }]);
  }
}

/**
 * What the field with the property name `[start, end)` says about its object. Only a string, a number or a list of a
 * single string names it.
 */
export function namingOf(text: string, start: number, end: number): Naming {
  for (const { ending, naming } of BY_LETTER.get(text.charCodeAt(start) | TO_LOWER) ?? []) {
    if (end - start !== ending.length + 1 || !text.startsWith(ending, start + 1)) continue;
    const at = valueAt(text, end);
    const code = text.charCodeAt(at);
    return isQuote(code) || isDigit(code) || isOneString(text, at) ? naming : PLAIN;
  }
  return PLAIN;
}

/** Between a property name and its value: quotes, a colon, white space and the backslashes of encoded JSON. */
const SEPARATION_CHARS_MAX = 24;

/** Where the value starts after a property name that ends at `nameEnd`: at its quote, if it is a string. */
function valueAt(text: string, nameEnd: number): number {
  const stop = Math.min(text.length, nameEnd + SEPARATION_CHARS_MAX);
  let at = nameEnd;
  while (at < stop && (isQuote(text.charCodeAt(at)) || isFiller(text.charCodeAt(at)))) at++;
  if (text.charCodeAt(at) !== COLON) return at;
  at++;
  while (at < stop && isFiller(text.charCodeAt(at))) at++;
  return at;
}

/** A longer string in a list is a text, not a name. */
const LISTED_CHARS_MAX = 400;

/** True for a list of one string: `["Lyon"]`. */
function isOneString(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== OPEN_BRACKET) return false;
  const quoteAt = firstInList(text, at);
  const quote = text.charCodeAt(quoteAt);
  if (!isQuote(quote)) return false;
  const stop = Math.min(text.length, quoteAt + LISTED_CHARS_MAX);
  let end = closeOf(text, quoteAt, stop, quote);
  while (end < stop && (text.charCodeAt(end) === quote || isFiller(text.charCodeAt(end)))) end++;
  return text.charCodeAt(end) === CLOSE_BRACKET;
}

/** Where the first element of the list at `at` starts, after any backslashes; `at` itself if there is no list. */
function firstInList(text: string, at: number): number {
  if (text.charCodeAt(at) !== OPEN_BRACKET) return at;
  const stop = Math.min(text.length, at + SEPARATION_CHARS_MAX);
  let first = at + 1;
  while (first < stop && isFiller(text.charCodeAt(first))) first++;
  return first;
}

function isFiller(code: number): boolean {
  return code === BACKSLASH || isSpace(code);
}

/** Longer values are texts. Their beginning serves as a name. */
const VALUE_CHARS_MAX = 80;

/** The value of the field whose property name ends at `nameEnd`, without quotes. "" for -1. */
export function nameAt(text: string, nameEnd: number): string {
  if (nameEnd === -1) return "";
  const at = firstInList(text, valueAt(text, nameEnd));
  const quote = text.charCodeAt(at);
  const stop = Math.min(text.length, at + 1 + VALUE_CHARS_MAX);
  return isQuote(quote)
    ? text.slice(at + 1, closeOf(text, at, stop, quote))
    : text.slice(at, digitsEnd(text, at, stop));
}

/**
 * The end of the string that the quote at `at` opens, or `stop`. A quote inside the string has more backslashes before
 * it than its own quotes have, also in encoded JSON.
 */
function closeOf(text: string, at: number, stop: number, quote: number): number {
  const outer = backslashesBefore(text, at, at - SEPARATION_CHARS_MAX);
  for (let end = at + 1; end < stop; end++) {
    if (text.charCodeAt(end) === quote && backslashesBefore(text, end, at) <= outer) return end - outer;
  }
  return stop;
}

function digitsEnd(text: string, start: number, stop: number): number {
  let end = start;
  while (end < stop && isDigit(text.charCodeAt(end))) end++;
  return end;
}

function isQuote(code: number): boolean {
  return code === QUOTE || code === APOSTROPHE;
}
