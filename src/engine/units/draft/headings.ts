// The headings a piece of text stands under: which unit it hangs on, and the words it can be found by.
// Headings are opened from left to right; one of a rank closes all of the same rank and below.
import { trimEnd } from "../../../text/offsets.ts";
import { addPiece, type Draft, type Frame, openSection } from "./draft.ts";

/** So much of one heading, and of all together, serves as search context. */
const HEADING_CHARS_MAX = 60;
const CONTEXT_CHARS_MAX = 120;

/** Characters headings are drawn with: they are no words to search by. */
const ORNAMENT = new Set([..."=_-#*~+ \t[]<>|"].map((mark) => mark.charCodeAt(0)));

interface Heading extends Frame {
  readonly rank: number;
}

export interface Headings {
  readonly open: Heading[];
  /** What stands under no heading hangs on this. */
  readonly outer: Frame;
}

export function noHeadings(outer: Frame): Headings {
  return { open: [], outer };
}

/** What the next piece hangs on. */
export function frameOf(headings: Headings): Frame {
  return headings.open.at(-1) ?? headings.outer;
}

/** Closes the headings of this rank (0 is the highest) and below. */
export function closeHeadings(headings: Headings, rank: number): void {
  while ((headings.open.at(-1)?.rank ?? -1) >= rank) headings.open.pop();
}

/** A heading that is met, as far as its text alone says it. */
interface MetHeading {
  readonly rank: number;
  /** Its words are in here. */
  readonly line: string;
  /** As of a piece. */
  readonly count: number;
}

/** Adds the text up to `end` as a heading: a section of its own, which all that follows stands under. */
export function addHeading(draft: Draft, headings: Headings, end: number, { rank, line, count }: MetHeading): void {
  closeHeadings(headings, rank);
  openSection(draft);
  const unit = addPiece(draft, end, { count, joinUpTo: 0 }, frameOf(headings));
  openHeading(headings, rank, unit, line);
}

/** Opens a heading that lies in the unit `unit`. */
export function openHeading(headings: Headings, rank: number, unit: number, line: string): void {
  const above = frameOf(headings).context;
  const words = wordsOf(line);
  const context = above === "" ? words : `${above} ${words}`;
  headings.open.push({ rank, head: unit, context: context.length <= CONTEXT_CHARS_MAX ? context : words });
}

function wordsOf(line: string): string {
  let start = 0;
  let end = trimEnd(line, 0, line.length);
  while (start < end && ORNAMENT.has(line.charCodeAt(start))) start++;
  while (end > start && ORNAMENT.has(line.charCodeAt(end - 1))) end--;
  return line.slice(start, Math.min(end, start + HEADING_CHARS_MAX));
}
