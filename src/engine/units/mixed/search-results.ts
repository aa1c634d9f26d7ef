// Cuts the output of search tools: `path:line:text` from grep, matches grouped under file names, and numbered or titled
// web results. A text and its sample come in, units go out; never ranks or drops a result.
import { lineEnd, trimEnd } from "../../../text/characters.ts";
import type { UnitNoun } from "../../model.ts";
import { LINES, RESULTS } from "../../unit-nouns.ts";
import { addPiece, adoptUnits, type Draft, NO_FRAME, openSection, seal } from "../draft.ts";
import { countOf, matchesAt, matchesIn, opening, type Sample, type Signs } from "../line-patterns.ts";
import { cutByLines, ITEM, type LineRules, MORE, PLAIN } from "../lines/lines.ts";
import { cutLines } from "../lines/outline.ts";
import { cutPassage } from "./passage.ts";

/** A result stays whole up to this length. */
const RESULT_CHARS = 300;

/** How much of a result's title serves as search context for the rest of the result. */
const TITLE_CONTEXT_CHARS = 120;

/** Short neighbouring matches share a unit up to this length. */
const MATCHES_CHARS = 160;

/** `src/main.ts:12:  text`, `C:\a.txt:3: text`. */
const GREP_MATCH = /^(?:[A-Za-z]:)?[\w\\/@+~.-]{0,240}[./\\][\w@+~-]{1,120}:\d{1,7}[:-]/;

/** The same, or a line of context around a match: `src/main.ts-13-  text`. */
const GREP_LINE = /^(?:[A-Za-z]:)?[\w\\/@+~.-]{0,240}[./\\][\w@+~]{1,120}[:-]\d{1,7}[:-]/;

/** `12:text` or `12-text` under a file name. */
const NUMBERED_MATCH = /^\s{0,4}\d{1,7}[:-]/;

/** The line that compilers and linters draw below the code that they quote: `^`, `~~~`, `    | ^^^ expected i32`. */
const POINTER = /[ \t\d|]{0,200}[\^~]{1,200}(?:\s|$)/y;

/** A file name on a line of its own. */
const FILE_LINE = /^(?:\.{0,2}\/)?[\w@.+~-]{1,120}(?:[/\\][\w@.+~ -]{1,120}){0,24}\.\w{1,8}:?\s*$/;

/**
 * With a larger share of matches, a text is grep output. Matches without a file name need the second share and a line
 * that names a file.
 */
const MATCHES_SHARE_MIN = 0.3;
const NUMBERED_SHARE_MIN = 0.5;

/** `Search result 3:`, `Result #3`, `Document [3]`, `Title: ...`. */
const NAMED_TITLE = opening(
  [/(?:(?:search )?result|document|doc|source|passage|hit|match|snippet) {0,2}[#[(]?\d{1,4}\b/, /title: \S/],
  "i",
);

/** `[3] Title` may also be a reference of a paper. */
const NUMBERED_TITLE = /^\[\d{1,3}\] \S/;

/** A longer text above the first result is more than an announcement. */
const PREAMBLE_CHARS_MAX = 400;

/** How much of a line is checked for such a title: more than the longest sign and what precedes it. */
const TITLE_SIGN_CHARS = 120;

/**
 * This many titles make a text search results. A single title is enough if it is near the start and has the number 1.
 */
const TITLES_MIN = 3;
const FIRST_LINES = 4;

/** Numbered titles are results if the last comes after this share of the lines. Others may be authors' addresses. */
const SPREAD_SHARE_MIN = 0.5;
const UNAMBIGUOUS_TITLE = /^(?:search )?result {0,2}[#[(]?1\b/i;

/** Search results contain the number of a match or of a result, or a title. */
export const RESULT_SIGNS: Signs = {
  matches: /\d[:-]/,
  opens: /\[\d|title: |(?:search )?(?:result|doc|source|passage|hit|match|snippet)/iy,
};

/** How many characters of a line are read: a path of ordinary length and the number after it. */
const LINE_CHARS_MAX = 280;

const GREP_RULES: LineRules = {
  roleOf: (text, start, end) => {
    const line = text.slice(start, Math.min(end, start + LINE_CHARS_MAX));
    if (FILE_LINE.test(line)) return 0;
    if (GREP_LINE.test(line) || NUMBERED_MATCH.test(line)) return ITEM;
    return quotesSource(text, start, end) ? MORE : PLAIN;
  },
  countsItems: false,
  itemChars: RESULT_CHARS,
  joinItems: MATCHES_CHARS,
  sealsHeadings: true,
  joinLines: MATCHES_CHARS,
};

/** True for the code that the message above quotes: the line above a pointer, or the pointer itself. */
function quotesSource(text: string, start: number, end: number): boolean {
  return matchesAt(POINTER, text, start) || (end < text.length && matchesAt(POINTER, text, end));
}

function isGrep(sample: Sample): boolean {
  const lines = sample.lines.length;
  if (countOf(sample, isGrepMatch) > MATCHES_SHARE_MIN * lines) return true;
  return matchesIn(sample, NUMBERED_MATCH) > NUMBERED_SHARE_MIN * lines && matchesIn(sample, FILE_LINE) > 0;
}

function isGrepMatch(line: string): boolean {
  // That alone rules out most lines.
  return line.includes(":") && GREP_MATCH.test(line);
}

export function looksLikeSearchResults(sample: Sample): boolean {
  if (isGrep(sample)) return true;
  if (areNumberedResults(sample) || matchesIn(sample, NAMED_TITLE) >= TITLES_MIN) return true;
  return sample.lines.slice(0, FIRST_LINES).some((line) => UNAMBIGUOUS_TITLE.test(line));
}

/** True if numbered titles cover the text: they begin near its start, unlike the references at the end of a paper. */
function areNumberedResults({ lines }: Sample): boolean {
  if (!lines.slice(0, FIRST_LINES).some((line) => isTitleLine(line, true))) return false;
  const titles = lines.flatMap((line, place) => (isTitleLine(line, true) ? [place] : []));
  return titles.length >= TITLES_MIN && (titles.at(-1) ?? 0) >= SPREAD_SHARE_MIN * lines.length;
}

function isTitleLine(line: string, mayBeNumbered: boolean): boolean {
  return NAMED_TITLE.test(line) || (mayBeNumbered && NUMBERED_TITLE.test(line));
}

/** Cuts `[draft.at, end)`. Returns what was counted: results, or lines. */
export function cutSearchResults(draft: Draft, end: number, sample: Sample): UnitNoun {
  if (isGrep(sample)) {
    cutByLines(draft, end, GREP_RULES);
    return LINES;
  }
  const mayBeNumbered = areNumberedResults(sample);
  let from = nextTitle(draft.text, draft.at, end, mayBeNumbered);
  if (from > draft.at) cutPreamble(draft, from);
  while (from < end) {
    from = nextTitle(draft.text, lineEnd(draft.text, from, end), end, mayBeNumbered);
    cutResult(draft, from, mayBeNumbered);
  }
  return RESULTS;
}

/** Cuts what is above the first result. A few lines announce the results, more are a text of their own. */
function cutPreamble(draft: Draft, end: number): void {
  const first = draft.units.length;
  const isLong = end - draft.at > PREAMBLE_CHARS_MAX;
  if (isLong) cutPassage(draft, draft.at, end, NO_FRAME);
  else cutLines(draft, end);
  adoptUnits(draft, first, -1);
  for (const unit of draft.units.slice(first)) unit.announces = !isLong && end < draft.text.length;
}

/** The offset of the first title in `[from, end)`, or `end`. */
function nextTitle(text: string, from: number, end: number, mayBeNumbered: boolean): number {
  let at = from;
  while (at < end) {
    const stop = lineEnd(text, at, end);
    if (isTitleLine(text.slice(at, Math.min(stop, at + TITLE_SIGN_CHARS)), mayBeNumbered)) return at;
    at = stop;
  }
  return end;
}

/**
 * Cuts one result. A short one stays whole; the text of a longer one is cut by its apparent type, under its title line.
 * A short numbered title says what the text is about: it is sent with each sentence, and never alone. Other titles are
 * only the place of a result, such as a path or an address.
 */
function cutResult(draft: Draft, end: number, isNumbered: boolean): void {
  openSection(draft);
  const { text, units, at } = draft;
  if (end - at <= RESULT_CHARS) {
    addPiece(draft, end, { count: 1, joinUpTo: 0 });
    return;
  }
  const first = units.length;
  const title = lineEnd(text, at, end);
  const context = text.slice(at, Math.min(trimEnd(text, at, title), at + TITLE_CONTEXT_CHARS));
  const isTitled = isNumbered && title - at <= TITLE_CONTEXT_CHARS;
  if (isTitled) {
    addPiece(draft, title, { count: 1, joinUpTo: 0 });
    seal(draft);
  }
  cutPassage(draft, title, end, { head: -1, context });
  adoptUnits(draft, first + 1, first);
  const opening = units[first];
  if (opening === undefined) return;
  opening.count = 1;
  opening.announces = isTitled;
}
