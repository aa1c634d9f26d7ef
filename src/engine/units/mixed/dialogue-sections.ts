// Finds what opens a section of a dialogue: a heading or a date by itself (`## Trip to Ghent`, `*January 8, 2024*`,
// `Session Date: 2024/01/08 19:22`), together with the dates below it. In: a line's place in the text. Out: the rank
// and the end of the opening. A heading inside a turn opens no section: more of the turn follows it, not the next
// speaker.
import { lineEnd, skipIndent, skipSpace } from "../../../text/characters.ts";
import { anyOf, matchesAt } from "../line-patterns.ts";
import { speakerAt } from "../prose/speaker.ts";

/** More lines are a list of dates, not an opening. */
const LINES_MAX = 3;

/** Dates are below every heading. */
const DATE_RANK = 7;

const HEADING = /#{1,6} {1,4}\S/y;

/** `2024/01/08`, `8.1.24`, `8 January 2024`, `8. Januar 2024`, `January 8, 2024`. */
export const DAY = anyOf(
  [
    /\d{4}[-/.]\d{1,2}[-/.]\d{1,2}/,
    /\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})(?!\d)/,
    /\d{1,2}\.? \p{L}{3,12},? \d{4}/u,
    /\p{L}{3,12} \d{1,2},? \d{4}/u,
  ],
  "u",
);

/** `January 8th`, perhaps without a year, and any day with its year. */
const SECTION_DAY = anyOf([DAY, /\p{L}{3,12} \d{1,2}(?:st|nd|rd|th)/u], "u");

/** `Session Date: ` */
const LABEL = /(?:\p{Lu}[\p{L} ]{2,20}: ?)?/u;

/** ` (Mon) 19:22`, ` at 7:22 PM UTC` */
const TIME = /(?:,? (?:\(\p{L}{2,12}\.?\) ?)?(?:at )?\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?(?: [A-Z]{2,4})?)?/u;

const BEFORE = `[-=*_–—[( ]{0,12}${LABEL.source}(?:\\p{L}{2,12}\\.?,? )?`;
const AFTER = `${TIME.source}[-=*_–—\\]) ]{0,12}\\r?(?:\\n|$)`;

/** A date by itself, perhaps between marks, and with a label, a day of the week or a time. */
const DATE = new RegExp(`${BEFORE}(?:${SECTION_DAY.source})${AFTER}`, "uy");

interface Opening {
  /** 1 is the highest. */
  readonly rank: number;
  /** The end of the lines before the section's first turn. */
  readonly end: number;
  /** The lines joined into one. */
  readonly words: string;
}

/** The opening of a section that starts with the line at `at`, or null. */
export function sectionAt(text: string, at: number, end: number): Opening | null {
  const start = skipIndent(text, at, end);
  const rank = rankAt(text, start);
  if (rank === 0) return null;
  let line = nextLine(text, at, end);
  for (let lines = 1; lines < LINES_MAX && rankAt(text, skipIndent(text, line, end)) === DATE_RANK; lines++) {
    line = nextLine(text, line, end);
  }
  const below = rankAt(text, line);
  const leads = line < end && ((below > rank && below < DATE_RANK) || speakerAt(text, line, end) !== null);
  return leads ? { rank, end: line, words: text.slice(start, line).split(/\s+/).join(" ") } : null;
}

/** The rank of a heading or a date, or 0. */
function rankAt(text: string, start: number): number {
  if (matchesAt(HEADING, text, start)) return marksAt(text, start);
  return matchesAt(DATE, text, start) ? DATE_RANK : 0;
}

/** The start of the next line that is not blank, or `end`. */
function nextLine(text: string, at: number, end: number): number {
  const stop = lineEnd(text, at, end);
  const shown = skipSpace(text, stop, end);
  return shown === end ? end : Math.max(stop, text.lastIndexOf("\n", shown - 1) + 1);
}

function marksAt(text: string, start: number): number {
  let at = start;
  while (text.charAt(at) === "#") at++;
  return at - start;
}
