// What a text is recognised by: lines from five places between its beginning and its end, and its origin. Bounded.
import { CARRIAGE_RETURN, NEWLINE } from "../../text/char-codes.ts";
import { isBlank, lineEnd, skipSpace } from "../../text/offsets.ts";
import type { RecordKind } from "../model.ts";

/** Places looked at, spread evenly; one alone misses the traces and summaries that tell a test run from a log. */
const PLACES = 5;

/** Lines taken from each place, and the longest stretch of text read for them. */
const PLACE_LINES_MAX = 40;
const PLACE_CHARS_MAX = 6_000;

/** Longer lines are cut: what a line is shows at its beginning. */
export const LINE_CHARS_MAX = 400;

export interface Sample {
  readonly text: string;
  readonly end: number;
  /** Index of the first character that is not white space. */
  readonly start: number;
  /** Lines that are not blank, without their line break, in order. */
  readonly lines: readonly string[];
  /** What the lines were taken from: what stands in none of these stands in no line. */
  readonly stretches: readonly string[];
}

/**
 * False when no line of the sample holds `sign`: one look instead of one for each line. Pays where its first character
 * is rare: the search stops at each.
 */
export function mayHold({ stretches }: Sample, sign: string): boolean {
  return stretches.some((stretch) => stretch.includes(sign));
}

/** Samples `[from, end)`. */
export function sampleOf(text: string, from = 0, end = text.length): Sample {
  const start = skipSpace(text, from, end);
  const lines: string[] = [];
  const spread = end - from - PLACE_CHARS_MAX;
  if (spread <= (PLACES - 1) * PLACE_CHARS_MAX) {
    takeLines(text, from, end, PLACES * PLACE_LINES_MAX, lines);
    return { text, end, start, lines, stretches: [text.slice(from, end)] };
  }
  const stretches: string[] = [];
  for (let place = 0; place < PLACES; place++) {
    const near = from + Math.floor((spread * place) / (PLACES - 1));
    const to = near + PLACE_CHARS_MAX;
    // A place inside the text is entered at a whole line, where there is one near.
    takeLines(text, place === 0 ? from : lineEnd(text, near, to), to, PLACE_LINES_MAX, lines);
    stretches.push(text.slice(near, to));
  }
  return { text, end, start, lines, stretches };
}

function takeLines(text: string, start: number, end: number, most: number, into: string[]): void {
  const full = into.length + most;
  for (let at = start; at < end && into.length < full; ) {
    const stop = lineEnd(text, at, end);
    if (!isBlank(text, at, stop)) into.push(text.slice(at, Math.min(visibleEnd(text, at, stop), at + LINE_CHARS_MAX)));
    at = stop;
  }
}

/** The end of a line without its line break; blanks and tabs at its end stay, since they may be empty cells. */
function visibleEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && (text.charCodeAt(at - 1) === NEWLINE || text.charCodeAt(at - 1) === CARRIAGE_RETURN)) at--;
  return at;
}

/** How many of the sample's lines `holds` is true for. */
export function countOf({ lines }: Sample, holds: (line: string) => boolean): number {
  let count = 0;
  for (let at = 0; at < lines.length; at++) if (holds(lines[at] ?? "")) count++;
  return count;
}

/** How many of the sample's lines the pattern matches. */
export function matchesIn({ lines }: Sample, pattern: RegExp): number {
  let count = 0;
  for (let at = 0; at < lines.length; at++) if (pattern.test(lines[at] ?? "")) count++;
  return count;
}

/** The share of the sample's lines that `holds` is true for. */
export function shareOf(sample: Sample, holds: (line: string) => boolean): number {
  return sample.lines.length === 0 ? 0 : countOf(sample, holds) / sample.lines.length;
}

export interface Origin {
  readonly kind: RecordKind;
  /** The records it came with are turns of one conversation, each opening with its speaker. */
  readonly amongTurns: boolean;
}
