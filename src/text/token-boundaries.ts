// Finds offsets at which a text may be split safely: the tokens of the whole are those of both parts, whatever text
// surrounds them. In: a text and a range. Out: such offsets; the text between two of them need not be counted again in
// another context. The encoding's pattern (assembly/tokens/piece-end.ts) cuts a text into pieces that are encoded
// alone. Letters, marks and apostrophes continue a piece that has a letter. Digits continue a piece that has a digit.
import { APOSTROPHE } from "./char-codes.ts";
import { BREAK, JOINER, letterClass } from "./words.ts";

/** A stretch of a text, from `from` up to `to`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

const MARK = /^\p{M}/u;
/** The lowest code of a mark. */
const FIRST_MARK = 0x300;

/** The search for a boundary covers this much of either end: words are shorter. UTF-16 units. */
const EDGE_LENGTH_MAX = 64;

/** The interior of a shorter stretch is not worth the search. UTF-16 units. */
const LENGTH_MIN = 192;

/** A boundary follows a letter or digit and precedes another character. */
function isBoundary(text: string, at: number): boolean {
  return letterClass(text, at) === BREAK && text.charCodeAt(at) !== APOSTROPHE && isBehindLetter(text, at);
}

/** Whether a letter or a digit ends at `at`. Text that begins with neither changes no token before it. */
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
 * Whether the line end before `text` is a boundary. A slash continues symbols and line ends before it, and white space
 * continues line ends up to the last of them.
 */
export function isFresh(text: string): boolean {
  return !JOINS_LINE_END.test(text);
}
