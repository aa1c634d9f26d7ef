// Keeps the headings above a piece of text: the unit the piece depends on, and its search context. Headings open from
// left to right; each closes all of the same rank and below. Never decides what a heading is.
import { trimEnd } from "../../../text/offsets.ts";
import { addPiece, type Draft, type Frame, openSection } from "./draft.ts";

/** Maximum length of one heading in the search context, and of the whole context. */
const HEADING_CHARS_MAX = 60;
const CONTEXT_CHARS_MAX = 120;

/** Characters that decorate headings; they are no use for search. */
const ORNAMENT = new Set([..."=_-#*~+ \t[]<>|"].map((mark) => mark.charCodeAt(0)));

interface Heading extends Frame {
  readonly rank: number;
}

export interface Headings {
  readonly open: Heading[];
  /** The frame of text without a heading. */
  readonly outer: Frame;
}

export function noHeadings(outer: Frame): Headings {
  return { open: [], outer };
}

/** The frame of the next piece. */
export function frameOf(headings: Headings): Frame {
  return headings.open.at(-1) ?? headings.outer;
}

/** Closes the headings of this rank (0 is the highest) and below. */
export function closeHeadings(headings: Headings, rank: number): void {
  while ((headings.open.at(-1)?.rank ?? -1) >= rank) headings.open.pop();
}

/** A new heading, before it has a unit. */
interface MetHeading {
  readonly rank: number;
  /** Contains the words of the heading. */
  readonly line: string;
  /** Same as `Piece.count`. */
  readonly count: number;
}

/** Adds the text up to `end` as a heading, which opens a section. All that follows depends on it. */
export function addHeading(draft: Draft, headings: Headings, end: number, { rank, line, count }: MetHeading): void {
  closeHeadings(headings, rank);
  openSection(draft);
  const unit = addPiece(draft, end, { count, joinUpTo: 0 }, frameOf(headings));
  openHeading(headings, rank, unit, line);
}

/** Opens a heading that is in the unit `unit`. */
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
