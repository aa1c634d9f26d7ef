// Reads strings of JSON and Python literals, however often they are escaped: where one ends, whether it holds JSON, and
// where a long one may be cut. Also decodes their escape sequences for readers, into a copy of a text that is as long
// as the text, so that every offset is valid in both. A decoded character is shorter than its sequence, so blanks
// follow it. They go where they separate nothing: after the word that the character is in, before a line break, inside
// quotes. Never cuts inside an escape sequence or a surrogate pair.
import {
  APOSTROPHE,
  ASCII_END,
  BACKSLASH,
  isDigit,
  isLetter,
  isSpace,
  LOWER_N,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
  skipSpace,
  TAB,
  UNDERSCORE,
} from "../../../text/characters.ts";
import type { Checkpoint } from "../../../text/checkpoint.ts";
import { mayEndSentence, sentenceEndAt } from "../prose/sentences.ts";

/** Sequences to decode between two checkpoints: about a millisecond. */
const SEQUENCES_PER_CHECKPOINT = 4096;

const LOWER_R = 114;
const LOWER_T = 116;
const LOWER_U = 117;

/** Length of a sequence, and of one with the code of a character: `\n`, `\u00e9`. */
const SHORT = 2;
const LONG = 6;

const HEX = /[\da-f]{4}/iy;

/** The text with decoded escape sequences, as long as before. The same string if it has none. */
export function decoded(text: string, checkpoint: Checkpoint): string {
  let at = text.indexOf("\\");
  if (at === -1) return text;
  const out: Output = { parts: [], owed: 0, last: SPACE };
  let from = 0;
  for (let count = 1; at !== -1; count++) {
    if (count % SEQUENCES_PER_CHECKPOINT === 0) checkpoint();
    copy(out, text, from, at);
    from = at + decode(out, text, at);
    at = text.indexOf("\\", from);
  }
  copy(out, text, from, text.length);
  pay(out);
  return out.parts.join("");
}

interface Output {
  readonly parts: string[];
  /** Blanks that still have to come. */
  owed: number;
  /** The code of the last character other than these blanks. */
  last: number;
}

function pay(out: Output): void {
  if (out.owed > 0) out.parts.push(" ".repeat(out.owed));
  out.owed = 0;
}

function put(out: Output, code: number): void {
  out.parts.push(String.fromCharCode(code));
  out.last = code;
}

/** Copies `[from, to)`, which has no sequence. */
function copy(out: Output, text: string, from: number, to: number): void {
  if (from === to) return;
  let wordEnd = from;
  if (out.owed > 0) while (wordEnd < to && isInWord(text.charCodeAt(wordEnd))) wordEnd++;
  if (wordEnd > from) out.parts.push(text.slice(from, wordEnd));
  if (wordEnd < to) {
    pay(out);
    out.parts.push(text.slice(wordEnd, to));
  }
  out.last = text.charCodeAt(to - 1);
}

/** Decodes the sequence at `at` and returns its length. */
function decode(out: Output, text: string, at: number): number {
  const code = text.charCodeAt(at + 1);
  if (code === LOWER_N || code === LOWER_R || code === LOWER_T) {
    out.owed++;
    pay(out);
    put(out, code === LOWER_N ? NEWLINE : code === LOWER_T ? TAB : SPACE);
    return SHORT;
  }
  if (code === QUOTE || code === APOSTROPHE) {
    const isOpening = !isInWord(out.last) && !CLOSERS.has(out.last);
    const isBlankAfter = isOpening || !SEPARATORS.has(text.charCodeAt(at + SHORT));
    pay(out);
    const quote = String.fromCharCode(code);
    out.parts.push(isBlankAfter ? `${quote} ` : ` ${quote}`);
    out.last = code;
    return SHORT;
  }
  HEX.lastIndex = at + SHORT;
  if (code === LOWER_U && HEX.test(text)) {
    const character = Number.parseInt(text.slice(at + SHORT, at + LONG), 16);
    const isWord = isInWord(character);
    if (!isWord) pay(out);
    put(out, character);
    out.owed += LONG - 1;
    if (!isWord) pay(out);
    return LONG;
  }
  // A backslash or a slash, as in a path, which stays in one piece. Other sequences (`\b`, `\f`, `\x41`) stay as they
  // are.
  const isEscaped = code === BACKSLASH || text.charAt(at + 1) === "/";
  put(out, isEscaped ? code : BACKSLASH);
  if (isEscaped) out.owed++;
  return isEscaped ? SHORT : 1;
}

/**
 * The end of the sequence that `at` is inside, or `at`.
 * @param from an offset before `at` that is inside no sequence
 */
export function afterSequence(text: string, at: number, from: number): number {
  for (let slash = at - 1; slash >= from && slash > at - LONG; slash--) {
    if (text.charCodeAt(slash) !== BACKSLASH) continue;
    // The second of two backslashes opens nothing.
    if (backslashesBefore(text, slash, from) % 2 === 1) return at;
    HEX.lastIndex = slash + SHORT;
    const isLong = text.charCodeAt(slash + 1) === LOWER_U && HEX.test(text);
    return Math.max(at, slash + (isLong ? LONG : SHORT));
  }
  return at;
}

/** A quote after one of these closes what an earlier one opened. */
const CLOSERS = new Set([...".!?)]}%;'"].map((mark) => mark.charCodeAt(0)));

/** Before one of these the quote ends a cell of a table, and nothing may stand between them. */
const SEPARATORS = new Set([...",;|\\"].map((mark) => mark.charCodeAt(0)));

/** The punctuation of scripts without spaces: U+3000 to U+303F, and full-width forms before the digits. */
function isWidePunctuation(code: number): boolean {
  return (code >= 0x3000 && code <= 0x303f) || (code >= 0xff01 && code <= 0xff0f) || code === 0xff1a || code === 0xff1f;
}

function isInWord(code: number): boolean {
  if (code < ASCII_END) return isLetter(code) || isDigit(code) || code === UNDERSCORE;
  return !isSpace(code) && !isWidePunctuation(code);
}

/** Number of backslashes before a quote that opens or closes a string at this level of escaping. */
export function backslashesAt(level: number): number {
  return (1 << level) - 1;
}

/**
 * The index of the quote that closes the string opened just before `from`, or `end`. At escape level n, a quote closes
 * the string if 2^n - 1 backslashes precede it. Multiples of 2^(n+1) more are escaped backslashes.
 */
export function stringEnd(text: string, from: number, end: number, quote: number, level: number): number {
  const letter = quote === APOSTROPHE ? "'" : '"';
  const cycle = 2 << level;
  for (let at = text.indexOf(letter, from); at !== -1 && at < end; at = text.indexOf(letter, at + 1)) {
    if (backslashesBefore(text, at, from) % cycle === backslashesAt(level)) return at;
  }
  return end;
}

/** How many backslashes are right before `at`, back to `from`. */
export function backslashesBefore(text: string, at: number, from: number): number {
  let start = at;
  while (start > from && text.charCodeAt(start - 1) === BACKSLASH) start--;
  return at - start;
}

/** The index after the backslashes at `start`. */
export function afterBackslashes(text: string, start: number, end: number): number {
  let i = start;
  while (i < end && text.charCodeAt(i) === BACKSLASH) i++;
  return i;
}

/** True for an encoded JSON object or array: another bracket or an escaped quote follows its first bracket. */
export function looksNested(text: string, start: number, end: number): boolean {
  const at = skipSpace(text, start, end);
  const code = text.charCodeAt(at);
  if (code !== OPEN_BRACE && code !== OPEN_BRACKET) return false;
  let next = skipSpace(text, at + 1, end);
  while (next + 1 < end && text.charCodeAt(next) === BACKSLASH && "nrt".includes(text.charAt(next + 1))) {
    next = skipSpace(text, next + 2, end);
  }
  const follower = text.charCodeAt(next);
  return follower === BACKSLASH || (code === OPEN_BRACKET && (follower === OPEN_BRACE || follower === OPEN_BRACKET));
}

/** Offsets strictly inside `(start, end)` where a new piece may start. `level` is how often the text is escaped. */
export function stringCuts(text: string, start: number, end: number, level: number): readonly number[] {
  const cuts: number[] = [];
  let from = start;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    let cut = -1;
    if (code === BACKSLASH) {
      const letterAt = afterBackslashes(text, i + 1, end);
      const isNewline = text.charCodeAt(letterAt) === LOWER_N && letterAt - i === 1 << level;
      i = letterAt;
      if (isNewline) cut = skipSpace(text, letterAt + 1, end);
    } else if (mayEndSentence(code)) cut = sentenceEndAt(text, i, from, end);
    if (cut <= from || cut >= end) continue;
    cuts.push(cut);
    from = cut;
    i = cut - 1;
  }
  return cuts;
}
