// Cuts unified diffs and commit histories. The message and files of a commit depend on the commit line, hunks on the
// header of their file, and the rest of a hunk on its header line. A text and its sample come in, units go out; never
// applies or checks a diff.
import type { Draft, OpenUnit } from "../draft.ts";
import { countOf, matchesIn, type Sample } from "../line-patterns.ts";
import { cutByLines, type LineRules, PLAIN } from "./lines.ts";

/** The lines of a hunk share a unit up to this length. */
const HUNK_UNIT_CHARS = 300;

/** What `git log` prints for a commit before its changes. */
const COMMIT = /^commit [0-9a-f]{7,64}\b/;
const AUTHOR = /^(?:Author|Date|Merge): /;

const FILE_HEADER = /^(?:diff --|Index: |\*\*\* (?:Update|Add|Delete) File: )/;
/** Header lines that repeat the one above. */
const FILE_HEADER_AGAIN = /^(?:index [0-9a-f]+|--- |\+\+\+ )/;
const HUNK_HEADER = /^@@+ /;

/** How many characters of a line are read: more than any of these patterns needs. */
const LINE_CHARS_MAX = 24;

function roleOf(): LineRules["roleOf"] {
  let inHeader = false;
  let isGit = true;
  return (text, start, end) => {
    const line = text.slice(start, Math.min(end, start + LINE_CHARS_MAX));
    if (COMMIT.test(line)) {
      inHeader = false;
      return 0;
    }
    if (FILE_HEADER.test(line)) {
      inHeader = true;
      isGit = true;
      return 1;
    }
    if (HUNK_HEADER.test(line)) {
      inHeader = false;
      return 2;
    }
    if (inHeader && FILE_HEADER_AGAIN.test(line)) return isGit ? 2 : PLAIN;
    // In a diff without `diff --git` lines, `---` right before `+++` opens a file.
    if (line.startsWith("--- ") && text.startsWith("+++ ", end)) {
      inHeader = true;
      isGit = false;
      return 1;
    }
    return PLAIN;
  };
}

/** Two commits with authors make a history, even if it does not show the changes. */
const COMMITS_MIN = 2;

const HUNK = /^@@+ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/;
const CHANGE = /^[-+ @]/;

function isCommit(line: string): boolean {
  return line.startsWith("commit ") && COMMIT.test(line);
}

export function looksLikeDiff(sample: Sample): boolean {
  const { lines } = sample;
  const commits = countOf(sample, isCommit);
  if (commits >= COMMITS_MIN && matchesIn(sample, AUTHOR) >= commits) return true;
  if (matchesIn(sample, HUNK) === 0) return false;
  const files = countOf(sample, (line) => FILE_HEADER.test(line) || line.startsWith("+++ "));
  const changed = matchesIn(sample, CHANGE);
  return (files > 0 || lines[0]?.startsWith("@@") === true) && changed * 2 > lines.length;
}

export function cutDiff(draft: Draft, end: number): void {
  const first = draft.units.length;
  cutByLines(draft, end, {
    roleOf: roleOf(),
    countsItems: false,
    itemChars: HUNK_UNIT_CHARS,
    joinItems: 0,
    joinLines: HUNK_UNIT_CHARS,
  });
  // A file name without its changes says nothing. If there are none (a rename, a binary file), the name is the change.
  const lineOf = (unit: OpenUnit) => draft.text.slice(unit.start, unit.start + LINE_CHARS_MAX);
  for (const unit of draft.units.slice(first)) {
    const header = draft.units[unit.head];
    if (header !== undefined && isHeader(lineOf(header))) header.announces = true;
    if (FILE_HEADER_AGAIN.test(lineOf(unit)) && unit.head !== -1) unit.announces = true;
  }
}

function isHeader(line: string): boolean {
  return FILE_HEADER.test(line) || line.startsWith("--- ");
}
