// Recognises titles that only a number marks: `4. State Table`, `1.1.3. Authorized Users`, `A.2 Proofs`. In: a line
// below a blank one. Out: the rank of the title that it opens, and where the title ends. A title stands alone above
// text. An item of a list with blank lines has other items next to it, and a line of a table of contents has dots that
// lead to a page (`7. Index ..... 23`).
import { isBlank, lineEnd, skipSpace, trimEnd } from "../../../text/characters.ts";
import { hasSibling, isItemAt } from "./list-items.ts";

/** A single number needs a full stop. No lower-case letter may follow `1.2`, because `1.2 million` is an amount. */
const NUMBER =
  /^\s{0,8}(?:\d{1,3}(?=\.\s{1,4}\S)|(?:\d{1,3}|[A-Z])(?=[\d.]{2,15}\s{1,4}[^a-z\s]))((?:\.\d{1,3}){0,3})\.?\s/;

/** A line with such an ending may be a sentence or the lead of a list. */
const NO_TITLE_ENDS = ".;,:";

/** A longer line is a paragraph. */
const LINE_CHARS_MAX = 140;

/** If the last of several lines is longer, they are a paragraph. */
const TITLE_CHARS_MAX = 96;

/** A title with more than one number may take several lines: `3.1. Which distribution is better / for me?` */
const TITLE_LINES_MAX = 3;

/** Below the divisions that have a word, and above threads and questions. Each further number ranks lower. */
const NUMBERED_RANK = 4.25;
const RANK_STEP = 0.25;

interface Title {
  /** 0 if there is no title. */
  readonly rank: number;
  readonly to: number;
}

/** The title that the line `[from, stop)` opens. */
export function numberedTitle(text: string, from: number, stop: number, end: number): Title {
  const none = { rank: 0, to: stop };
  const number = stop - from <= LINE_CHARS_MAX ? NUMBER.exec(text.slice(from, stop)) : null;
  if (number === null) return none;
  const depth = (number[1] ?? "").split(".").length - 1;
  const to = titleEnd(text, stop, depth === 0 ? 1 : TITLE_LINES_MAX, end);
  if (to === -1 || !endsLikeTitle(text, from, to) || hasLeader(text, from, to)) return none;
  if (skipSpace(text, to, end) === end || hasSibling(text, from, to, end)) return none;
  return { rank: NUMBERED_RANK + RANK_STEP * depth, to };
}

/** True if the line has the form of such a title. Looks at no other line. */
export function isNumbered(text: string, from: number, stop: number): boolean {
  return stop - from <= LINE_CHARS_MAX && NUMBER.test(text.slice(from, stop)) && endsLikeTitle(text, from, stop);
}

/** The end of a title of up to `linesMax` lines above a blank line; -1 if no blank line ends it. */
function titleEnd(text: string, firstStop: number, linesMax: number, end: number): number {
  let at = firstStop;
  for (let lines = 1; lines <= linesMax; lines++) {
    const stop = lineEnd(text, at, end);
    if (isBlank(text, at, stop)) return at;
    if (stop - at > LINE_CHARS_MAX || isItemAt(text, at)) return -1;
    at = stop;
  }
  return -1;
}

function endsLikeTitle(text: string, from: number, to: number): boolean {
  const last = trimEnd(text, from, to);
  const lineFrom = Math.max(from, text.lastIndexOf("\n", last - 1) + 1);
  return last - lineFrom <= TITLE_CHARS_MAX && !NO_TITLE_ENDS.includes(text.charAt(last - 1));
}

/** A row of dots, perhaps with spaces between them. */
const LEADER = /\.{4}|(?:\. ){4}/;

/** True if `[from, to)` has dots that lead to a page. The range must be short. */
export function hasLeader(text: string, from: number, to: number): boolean {
  return LEADER.test(text.slice(from, to));
}
