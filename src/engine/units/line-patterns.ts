// Helps to recognise content types: takes a sample of a text's lines, from five places spread from its beginning to its
// end, and builds regular expressions from alternatives. Never reads more than a bounded part of the text.
// No alternative may contain nested repetition, because any text may come in, even a hostile one.
import { ASCII_END, CARRIAGE_RETURN, isBlank, lineEnd, NEWLINE, skipSpace } from "../../text/characters.ts";
import type { RecordKind } from "../model.ts";

/**
 * Number of places, spread evenly. A single one misses the traces and summaries that distinguish a test run from a log.
 */
const PLACES = 5;

/** How many lines each place contributes, and how many characters are read for them at most. */
const PLACE_LINES_MAX = 40;
const PLACE_CHARS_MAX = 6_000;

/** Longer lines are cut: the beginning of a line shows what it is. */
export const LINE_CHARS_MAX = 400;

export interface Sample {
  readonly text: string;
  readonly end: number;
  /** Index of the first character that is not white space. */
  readonly start: number;
  /** The lines that are not blank, in order, without line breaks. */
  readonly lines: readonly string[];
  /** The characters that lines begin with, each once. */
  readonly firsts: string;
  /** The text that the lines were taken from. A string that it does not contain is in no line. */
  readonly stretches: readonly string[];
}

/**
 * False if no line of the sample contains `sign`: one search instead of one per line. Pays off if the first character
 * of `sign` is rare, because the search stops at each one.
 */
export function mayContain({ stretches }: Sample, sign: string): boolean {
  for (const stretch of stretches) if (stretch.includes(sign)) return true;
  return false;
}

/** Signs rule out most texts at little cost: a text of the type shows at least one of them. */
export interface Signs {
  /** A line begins with one of these. */
  readonly begins?: readonly string[];
  /** A line contains one of these. */
  readonly contains?: readonly string[];
  /** A line matches this. */
  readonly matches?: RegExp;
  /** A line begins with what this sticky expression matches. A search with `^` would stop at every character. */
  readonly opens?: RegExp;
}

/** False if no line shows any of the signs. */
export function shows(sample: Sample, { begins = [], contains = [], matches, opens }: Signs): boolean {
  if (begins.some((sign) => mayBegin(sample, sign)) || contains.some((sign) => mayContain(sample, sign))) return true;
  if (matches !== undefined && sample.stretches.some((stretch) => matches.test(stretch))) return true;
  return opens !== undefined && sample.stretches.some((stretch) => opensLine(stretch, opens));
}

function opensLine(stretch: string, pattern: RegExp): boolean {
  for (let at = 0; at < stretch.length; at = lineEnd(stretch, at, stretch.length)) {
    if (matchesAt(pattern, stretch, at)) return true;
  }
  return false;
}

function mayBegin({ firsts, lines }: Sample, sign: string): boolean {
  return firsts.includes(sign.charAt(0)) && lines.some((line) => line.startsWith(sign));
}

/** True if the text opens with `sign`, white space aside. */
export function opensWith({ text, start }: Sample, sign: string): boolean {
  return text.startsWith(sign, start);
}

/**
 * Finds out something about a sample once: the tests of several types and a cutter ask for it in turn. Remembers only
 * the last sample, because a look-up of all of them took longer than most of these findings.
 */
export function oncePerSample<Finding>(find: (sample: Sample) => Finding): (sample: Sample) => Finding {
  let last: { readonly sample: Sample; readonly finding: Finding } | null = null;
  return (sample) => {
    if (last?.sample !== sample) last = { sample, finding: find(sample) };
    return last.finding;
  };
}

/** False if no line has a gap of several spaces, as between columns or before indented text. */
export const mayHaveGaps = oncePerSample((sample) => mayContain(sample, "  "));

/** Samples `[from, end)`. */
export function sampleOf(text: string, from = 0, end = text.length): Sample {
  const start = skipSpace(text, from, end);
  const lines: string[] = [];
  const spread = end - from - PLACE_CHARS_MAX;
  if (spread <= (PLACES - 1) * PLACE_CHARS_MAX) {
    takeLines(text, from, end, PLACES * PLACE_LINES_MAX, lines);
    return { text, end, start, lines, firsts: firstsOf(lines), stretches: [text.slice(from, end)] };
  }
  const stretches: string[] = [];
  for (let place = 0; place < PLACES; place++) {
    const near = from + Math.floor((spread * place) / (PLACES - 1));
    const to = near + PLACE_CHARS_MAX;
    // A place inside the text starts at a whole line if one is near.
    takeLines(text, place === 0 ? from : lineEnd(text, near, to), to, PLACE_LINES_MAX, lines);
    stretches.push(text.slice(near, to));
  }
  return { text, end, start, lines, firsts: firstsOf(lines), stretches };
}

function firstsOf(lines: readonly string[]): string {
  let firsts = "";
  for (const line of lines) if (!firsts.includes(line.charAt(0))) firsts += line.charAt(0);
  return firsts;
}

function takeLines(text: string, start: number, end: number, most: number, into: string[]): void {
  const full = into.length + most;
  for (let at = start; at < end && into.length < full; ) {
    const stop = lineEnd(text, at, end);
    if (!isBlank(text, at, stop)) into.push(text.slice(at, Math.min(visibleEnd(text, at, stop), at + LINE_CHARS_MAX)));
    at = stop;
  }
}

/** The end of a line without its line break. Trailing spaces and tabs stay, because they may be empty cells. */
function visibleEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && (text.charCodeAt(at - 1) === NEWLINE || text.charCodeAt(at - 1) === CARRIAGE_RETURN)) at--;
  return at;
}

/** The number of sample lines for which `holds` returns true. */
export function countOf({ lines }: Sample, holds: (line: string) => boolean): number {
  let count = 0;
  for (let at = 0; at < lines.length; at++) if (holds(lines[at] ?? "")) count++;
  return count;
}

/** The number of sample lines that match the pattern. */
export function matchesIn({ lines }: Sample, pattern: RegExp): number {
  let count = 0;
  for (let at = 0; at < lines.length; at++) if (pattern.test(lines[at] ?? "")) count++;
  return count;
}

/** The share of sample lines for which `holds` returns true. */
export function shareOf(sample: Sample, holds: (line: string) => boolean): number {
  return sample.lines.length === 0 ? 0 : countOf(sample, holds) / sample.lines.length;
}

export interface Origin {
  readonly kind: RecordKind;
  /** The records sent along with it are turns of one conversation, each starting with its speaker. */
  readonly amongTurns: boolean;
  /** The text is a file, or what a viewer prints of one. */
  readonly isFile: boolean;
  /** The text is one of several documents in another text. */
  readonly isPart?: boolean;
}

/** Matches wherever any of the alternatives does. */
export function anyOf(alternatives: readonly RegExp[], flags = ""): RegExp {
  return new RegExp(alternatives.map(({ source }) => source).join("|"), flags);
}

/** Matches if the text starts with any of the alternatives. */
export function opening(alternatives: readonly RegExp[], flags = ""): RegExp {
  return new RegExp(`^(?:${alternatives.map(({ source }) => source).join("|")})`, flags);
}

/** Matches any of the words, which are separated by spaces in `words`. */
export function oneOf(words: string): RegExp {
  return new RegExp(`(?:${words.split(" ").join("|")})`);
}

/** Returns a test for one of some ASCII characters at an offset. Most lines then need no regular expression. */
export function beginsWith(characters: string): (line: string, at?: number) => boolean {
  const begins = new Uint8Array(ASCII_END);
  for (const character of characters) begins[character.charCodeAt(0)] = 1;
  return (line, at = 0) => begins[line.charCodeAt(at)] === 1;
}

/** Tests a sticky expression at an offset. */
export function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Searches for a global expression from an offset on. */
export function matchesFrom(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
