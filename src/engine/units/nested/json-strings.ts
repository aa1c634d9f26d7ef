// Reads strings of JSON and Python literals, however often they are escaped: where one ends, whether it holds JSON, and
// where a long one may be cut. Offsets of a text come in and go out. Never cuts inside an escape sequence or a
// surrogate pair.
import { APOSTROPHE, BACKSLASH, LOWER_N, OPEN_BRACE, OPEN_BRACKET, skipSpace } from "../../../text/characters.ts";
import { mayEndSentence, sentenceEndAt } from "../prose/sentences.ts";

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
