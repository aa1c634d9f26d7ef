// A bounded look at a text: lines from its beginning, its middle and its end, for telling what it is.
import { lineEnd, skipSpace, trimEnd } from "./offsets.ts";

/** Lines taken from each of the three places, and the longest stretch of text read for them. */
const PLACE_LINES_MAX = 100;
const PLACE_CHARS_MAX = 12_000;

/** Longer lines are cut: what a line is shows at its beginning. */
const LINE_CHARS_MAX = 300;

export interface Sample {
  readonly text: string;
  /** Lines that are not blank, without their newline, in order. */
  readonly lines: readonly string[];
  /** Index of the first character that is not white space. */
  readonly start: number;
}

export function sampleOf(text: string): Sample {
  const lines: string[] = [];
  const length = text.length;
  if (length <= 3 * PLACE_CHARS_MAX) takeLines(text, 0, length, 3 * PLACE_LINES_MAX, lines);
  else {
    for (const place of [0, Math.floor(length / 2), length - PLACE_CHARS_MAX]) {
      // A place inside the text starts at a whole line, where there is one near.
      const from = place === 0 ? 0 : lineEnd(text, place, Math.min(length, place + PLACE_CHARS_MAX));
      takeLines(text, from, Math.min(length, place + PLACE_CHARS_MAX), PLACE_LINES_MAX, lines);
    }
  }
  return { text, lines, start: skipSpace(text, 0, length) };
}

function takeLines(text: string, start: number, end: number, most: number, into: string[]): void {
  const full = into.length + most;
  for (let at = start; at < end && into.length < full; ) {
    const stop = lineEnd(text, at, end);
    const visible = trimEnd(text, at, stop);
    if (visible > at) into.push(text.slice(at, Math.min(visible, at + LINE_CHARS_MAX)));
    at = stop;
  }
}

/** The share of the sample's lines that `holds` is true for. */
export function shareOf(sample: Sample, holds: (line: string) => boolean): number {
  return sample.lines.length === 0 ? 0 : sample.lines.filter(holds).length / sample.lines.length;
}
