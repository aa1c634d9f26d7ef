// What search tools answer: `path:line:text` from grep, matches under their file's name, numbered or titled web results.
import type { Draft } from "./draft.ts";
import { cutByLines, ITEM, type LineRules, MORE, PLAIN } from "./line-roles.ts";
import { type Sample, shareOf } from "./sample.ts";

/** A result with its lines stays whole up to this size. */
const RESULT_CHARS = 300;

/** Short neighbouring matches share a unit up to this size. */
const MATCHES_CHARS = 160;

/** `src/main.ts:12:  text`, `C:\a.txt:3: text`. */
const GREP_MATCH = /^(?:[A-Za-z]:)?[\w\\/@+~.-]{0,240}[./\\][\w@+~-]{1,120}:\d{1,7}[:-]/u;

/** The same, or a line of context around a match: `src/main.ts-13-  text`. */
const GREP_LINE = /^(?:[A-Za-z]:)?[\w\\/@+~.-]{0,240}[./\\][\w@+~]{1,120}[:-]\d{1,7}[:-]/u;

/** `12:text` or `12-text` under a file's name. */
const NUMBERED_MATCH = /^\s{0,4}\d{1,7}[:-]/u;

/** A file's name on a line of its own. */
const FILE_LINE = /^(?:\.{0,2}\/)?[\w@.+~-]{1,120}(?:[/\\][\w@.+~ -]{1,120}){0,24}\.\w{1,8}:?\s*$/u;

/** `Search result 3:`, `Result #3`, `Document [3]`, `[3] Title`, `Title: ...`. */
const RESULT_TITLE =
  /^(?:(?:search )?result|document|doc|source|passage|hit|match|snippet) {0,2}[#[(]?\d{1,4}\b|^\[\d{1,3}\] \S|^title: \S/iu;

/** A single one of these is enough. */
const SURE_TITLE = /^(?:search )?result {0,2}[#[(]?1\b/iu;

const GREP_RULES: LineRules = {
  roleOf: (text, start, end) => {
    const line = text.slice(start, Math.min(end, start + 280));
    if (FILE_LINE.test(line)) return 0;
    return GREP_LINE.test(line) || NUMBERED_MATCH.test(line) ? ITEM : PLAIN;
  },
  countsItems: false,
  itemChars: RESULT_CHARS,
  joinItems: MATCHES_CHARS,
  joinLines: MATCHES_CHARS,
};

const TITLED_RULES: LineRules = {
  roleOf: (text, start, end) => (RESULT_TITLE.test(text.slice(start, Math.min(end, start + 120))) ? ITEM : MORE),
  countsItems: true,
  itemChars: RESULT_CHARS,
  joinItems: 0,
  joinLines: RESULT_CHARS,
};

function isGrep(sample: Sample): boolean {
  const files = sample.lines.filter((line) => FILE_LINE.test(line)).length;
  const numbered = shareOf(sample, (line) => NUMBERED_MATCH.test(line));
  return shareOf(sample, (line) => GREP_MATCH.test(line)) > 0.3 || (files > 0 && numbered > 0.5);
}

export function looksLikeSearchResults(sample: Sample): boolean {
  if (isGrep(sample)) return true;
  const titles = sample.lines.filter((line) => RESULT_TITLE.test(line)).length;
  return titles >= 3 || sample.lines.slice(0, 4).some((line) => SURE_TITLE.test(line));
}

/** Cuts `[draft.at, end)` and tells whether results or lines were counted. */
export function cutSearchResults(draft: Draft, end: number, sample: Sample): "results" | "lines" {
  if (isGrep(sample)) {
    cutByLines(draft, end, GREP_RULES);
    return "lines";
  }
  cutByLines(draft, end, TITLED_RULES);
  return "results";
}
