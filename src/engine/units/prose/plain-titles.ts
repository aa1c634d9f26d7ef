// Finds titles without marks: a short line without a full stop that stands alone above a paragraph (`The expert
// evidence`), or a line of capitals below a blank one (`5-3 CLUTCH REMOVAL`). A text with `#` headings has no plain
// titles. A single such line may be anything, such as a caption, so a text must have several. A line that is repeated
// is a speaker or the header of a page. In: a text. Out: where such lines start, with their ranks.
import { isBlank, lineEnd, skipIndent, trimEnd } from "../../../text/characters.ts";
import { matchesAt } from "../line-patterns.ts";
import { mayEndSentence, opensWithCounter } from "./sentences.ts";
import { opensItem } from "./wrapping.ts";

/** The rank of each title by the offset of its line: below marked headings, above bold lines and questions. */
export type PlainTitles = ReadonlyMap<number, number>;

const NONE: PlainTitles = new Map();

const NUMBERED_CAPITALS_RANK = 6.2;
const CAPITALS_RANK = 6.4;
const TITLE_RANK = 6.6;

/** All three ranks are less than this, by less than 1. */
export const PLAIN_RANK_MAX = 7;

/** Fewer titles may be chance. */
const TITLES_MIN = 3;

/** A line that occurs this often in a text is not a title. */
const REPEATS_MIN = 3;

/** A longer line is a paragraph. */
const TITLE_CHARS_MAX = 60;

/** The same limit with the indentation of the line, for a centred title. */
const LINE_CHARS_MAX = 120;

/** A line with fewer capitals may be an abbreviation. */
const CAPITALS_MIN = 4;

/** The first line of a paragraph is at least this long, or ends like a sentence. */
const PARAGRAPH_CHARS_MIN = 50;

/** More blank lines separate a title from the text below it. */
const BLANK_LINES_MAX = 4;

const MARKED = /#{1,6} \S/y;

/** A title begins with a capital or a number, and has neither columns nor cells. */
const OPENING = /[\p{Lu}\p{Lo}\d]/uy;
const COLUMNS = /\S {3,}\S|[\t|]/;
const WIDE_BLANK = "  ";
/** The caption of a figure or a table, which often follows its figure and heads no text. */
const CAPTION = /^(?:Fig|Tab|Abb)\p{L}{0,8}\.? \d/u;
const NO_CAPITALS = /[^\p{Lu}]/gu;
const NO_TITLE_ENDS = ":;,";

interface Candidate {
  readonly from: number;
  readonly rank: number;
  /** The line with `0` for each number, so that page headers with different numbers count as one line. */
  readonly key: string;
}

/** The plain titles in `[from, end)`. The first line is left to the header of the document. */
export function plainTitles(text: string, from: number, end: number): PlainTitles {
  const found: Candidate[] = [];
  const times = new Map<string, number>();
  let isBelowBlank = false;
  for (let at = from; at < end; ) {
    const stop = lineEnd(text, at, end);
    if (text.charAt(at) === "#" && matchesAt(MARKED, text, at)) return NONE;
    const rank = isBelowBlank && stop - at <= LINE_CHARS_MAX ? rankAt(text, at, stop, end) : 0;
    if (rank > 0) {
      const key = text.slice(at, stop).trim().replaceAll(/\d+/g, "0");
      times.set(key, (times.get(key) ?? 0) + 1);
      found.push({ from: at, rank, key });
    }
    isBelowBlank = isBlank(text, at, stop);
    at = stop;
  }
  const titles = found.filter(({ key }) => (times.get(key) ?? 0) < REPEATS_MIN);
  return titles.length < TITLES_MIN ? NONE : new Map(titles.map((title) => [title.from, title.rank]));
}

/** The rank of the line `[from, stop)`, which is below a blank one; 0 if it is not a title. */
function rankAt(text: string, from: number, stop: number, end: number): number {
  const content = skipIndent(text, from, stop);
  const last = trimEnd(text, content, stop);
  if (last === content || last - content > TITLE_CHARS_MAX || !matchesAt(OPENING, text, content)) return 0;
  if (mayEndSentence(text.charCodeAt(last - 1)) || NO_TITLE_ENDS.includes(text.charAt(last - 1))) return 0;
  const line = text.slice(content, last);
  if (COLUMNS.test(line) || CAPTION.test(line) || opensItem(text, content)) return 0;
  if (isInCapitals(line)) return /^\d/.test(line) ? NUMBERED_CAPITALS_RANK : CAPITALS_RANK;
  const isAlone = isBlank(text, stop, lineEnd(text, stop, end));
  return isAlone && !line.includes(WIDE_BLANK) && !/\d$/.test(line) && isAboveParagraph(text, stop, end)
    ? TITLE_RANK
    : 0;
}

function isInCapitals(line: string): boolean {
  return line === line.toUpperCase() && line.replaceAll(NO_CAPITALS, "").length >= CAPITALS_MIN;
}

/** True if the first line below the blank ones is long, ends like a sentence, or opens an item or a step. */
function isAboveParagraph(text: string, from: number, end: number): boolean {
  for (let at = from, lines = 0; at < end && lines <= BLANK_LINES_MAX; lines++) {
    const stop = lineEnd(text, at, end);
    if (!isBlank(text, at, stop)) {
      const last = trimEnd(text, at, stop);
      const content = skipIndent(text, at, stop);
      if (opensItem(text, content) || opensWithCounter(text, at)) return true;
      return last - content >= PARAGRAPH_CHARS_MIN || mayEndSentence(text.charCodeAt(last - 1));
    }
    at = stop;
  }
  return false;
}
