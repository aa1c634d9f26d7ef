// Safe split points: offsets at which the tokens of a text are the tokens before plus the tokens behind, whatever
// stands around it.
// In: a text and a range. Out: such offsets, so that the text between two of them is not counted again in another
// context. The pattern of the encoding (assembly/tokens/piece-end.ts) cuts a text into pieces that are encoded alone: a
// piece with a letter goes on with letters, marks or an apostrophe, a piece with a digit goes on with digits.
import { APOSTROPHE } from "./char-codes.ts";
import { BREAK, JOINER, letterClass } from "./words.ts";

/** A stretch of a text, from `from` up to `to`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

const MARK = /^\p{M}/u;
/** No mark is below. */
const FIRST_MARK = 0x300;

/** How far from either end of a stretch a boundary is searched: words are shorter. UTF-16 units. */
const EDGE_LENGTH_MAX = 64;

/** The interior of a shorter stretch is not worth the search. UTF-16 units. */
const LENGTH_MIN = 192;

/** A boundary lies behind a letter or digit and before another character. */
function isBoundary(text: string, at: number): boolean {
  return letterClass(text, at) === BREAK && text.charCodeAt(at) !== APOSTROPHE && isBehindLetter(text, at);
}

/** Does a letter or a digit end at `at`? Then text that begins with neither can follow: no token before it changes. */
export function isBehindLetter(text: string, at: number): boolean {
  const before = letterClass(text, at - 1);
  if (before === BREAK || before === JOINER) return false;
  return text.charCodeAt(at - 1) < FIRST_MARK || !MARK.test(characterBefore(text, at));
}

function characterBefore(text: string, at: number): string {
  const isPair = (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00;
  return text.slice(at - (isPair ? 2 : 1), at);
}

/** The first boundary of text[from, to) near its start, or -1. */
export function firstBoundary(text: string, from: number, to: number): number {
  const most = Math.min(to, from + EDGE_LENGTH_MAX);
  for (let at = from + 1; at < most; at++) if (isBoundary(text, at)) return at;
  return -1;
}

/** The last boundary of text[from, to) near its end, or -1. */
export function lastBoundary(text: string, from: number, to: number): number {
  const least = Math.max(from, to - EDGE_LENGTH_MAX);
  for (let at = to - 1; at > least; at--) if (isBoundary(text, at)) return at;
  return -1;
}

/** The interior between the first and the last boundary of text[from, to); null if it is short. */
export function interiorOf(text: string, from: number, to: number): Stretch | null {
  if (to - from < LENGTH_MIN) return null;
  const first = firstBoundary(text, from, to);
  const last = lastBoundary(text, from, to);
  return first === -1 || last === -1 ? null : { from: first, to: last };
}

const JOINS_LINE_END = /^(?:\/|[^\S\r\n]*[\r\n])/;

/**
 * Whether the end of a line before `text` is such a place. A slash goes with symbols and line ends before it, white
 * space with the line ends up to its last.
 */
export function isFresh(text: string): boolean {
  return !JOINS_LINE_END.test(text);
}
