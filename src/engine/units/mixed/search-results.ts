// Cuts the output of search tools: `path:line:text` from grep, matches grouped under file names, and numbered or titled
// web results. A text and its sample come in, units go out; never ranks or drops a result.
import { lineEnd, trimEnd } from "../../../text/characters.ts";
import type { UnitNoun } from "../../model.ts";
import { LINES, RESULTS } from "../../unit-nouns.ts";
import { addPiece, adoptUnits, type Draft, openSection } from "../draft.ts";
import { matchesIn, opening, type Sample, sampleOf } from "../line-patterns.ts";
import { cutByLines, ITEM, type LineRules, PLAIN } from "../lines/lines.ts";
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

/** A file name on a line of its own. */
const FILE_LINE = /^(?:\.{0,2}\/)?[\w@.+~-]{1,120}(?:[/\\][\w@.+~ -]{1,120}){0,24}\.\w{1,8}:?\s*$/;

/**
 * With a larger share of matches, a text is grep output. Matches without a file name need the second share and a line
 * that names a file.
 */
const MATCHES_SHARE_MIN = 0.3;
const NUMBERED_SHARE_MIN = 0.5;

/** `Search result 3:`, `Result #3`, `Document [3]`, `[3] Title`, `Title: ...`. */
const RESULT_TITLE = opening(
  [
    /(?:(?:search )?result|document|doc|source|passage|hit|match|snippet) {0,2}[#[(]?\d{1,4}\b/,
    /\[\d{1,3}\] \S/,
    /title: \S/,
  ],
  "i",
);

/** How much of a line is checked for such a title: more than the longest sign and what precedes it. */
const TITLE_SIGN_CHARS = 120;

/**
 * This many titles make a text search results. A single title is enough if it is near the start and has the number 1.
 */
const TITLES_MIN = 3;
const FIRST_LINES = 4;
const UNAMBIGUOUS_TITLE = /^(?:search )?result {0,2}[#[(]?1\b/i;

/** How many characters of a line are read: a path of ordinary length and the number after it. */
const LINE_CHARS_MAX = 280;

const GREP_RULES: LineRules = {
  roleOf: (text, start, end) => {
    const line = text.slice(start, Math.min(end, start + LINE_CHARS_MAX));
    if (FILE_LINE.test(line)) return 0;
    return GREP_LINE.test(line) || NUMBERED_MATCH.test(line) ? ITEM : PLAIN;
  },
  countsItems: false,
  itemChars: RESULT_CHARS,
  joinItems: MATCHES_CHARS,
  joinLines: MATCHES_CHARS,
};

function isGrep(sample: Sample): boolean {
  const lines = sample.lines.length;
  if (matchesIn(sample, GREP_MATCH) > MATCHES_SHARE_MIN * lines) return true;
  return matchesIn(sample, NUMBERED_MATCH) > NUMBERED_SHARE_MIN * lines && matchesIn(sample, FILE_LINE) > 0;
}

export function looksLikeSearchResults(sample: Sample): boolean {
  if (isGrep(sample)) return true;
  const titles = matchesIn(sample, RESULT_TITLE);
  return titles >= TITLES_MIN || sample.lines.slice(0, FIRST_LINES).some((line) => UNAMBIGUOUS_TITLE.test(line));
}

/** Cuts `[draft.at, end)`. Returns what was counted: results, or lines. */
export function cutSearchResults(draft: Draft, end: number): UnitNoun {
  if (isGrep(sampleOf(draft.text, draft.at, end))) {
    cutByLines(draft, end, GREP_RULES);
    return LINES;
  }
  let from = draft.at;
  let titled = false;
  while (from < end) {
    const next = nextTitle(draft.text, lineEnd(draft.text, from, end), end);
    if (titled || isTitle(draft.text, from, end)) cutResult(draft, next);
    else cutPreamble(draft, next);
    titled = true;
    from = next;
  }
  return RESULTS;
}

/** Cuts what is above the first result. */
function cutPreamble(draft: Draft, end: number): void {
  const first = draft.units.length;
  cutLines(draft, end);
  adoptUnits(draft, first, -1);
  for (const unit of draft.units.slice(first)) unit.announces = end < draft.text.length;
}

function isTitle(text: string, at: number, end: number): boolean {
  return RESULT_TITLE.test(text.slice(at, Math.min(lineEnd(text, at, end), at + TITLE_SIGN_CHARS)));
}

function nextTitle(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && !isTitle(text, at, end)) at = lineEnd(text, at, end);
  return at;
}

/**
 * Cuts one result. A short one stays whole; the text of a longer one is cut by its apparent type, under its title line.
 */
function cutResult(draft: Draft, end: number): void {
  openSection(draft);
  const { text, units, at } = draft;
  if (end - at <= RESULT_CHARS) {
    addPiece(draft, end, { count: 1, joinUpTo: 0 });
    return;
  }
  const first = units.length;
  const title = lineEnd(text, at, end);
  const context = text.slice(at, Math.min(trimEnd(text, at, title), at + TITLE_CONTEXT_CHARS));
  cutPassage(draft, title, end, { head: -1, context });
  adoptUnits(draft, first + 1, first);
  const opening = units[first];
  if (opening !== undefined) opening.count = 1;
}
