// Tells the labels of a document (`Lecturer:`, `MOTION:`, `Fixed:`) from speakers, whose shape they share. In: the
// lines of a sample that looks like a dialogue. Out: whether most labels are fields. Knows no label by its name: the
// lines around the labels decide.
import { skipIndent, trimEnd } from "../../../text/characters.ts";
import { matchesAt } from "../line-patterns.ts";
import { speakerAt } from "./speaker.ts";

/** Minimum share of the labels that are placed like fields. */
const FIELDS_SHARE = 0.5;

/** With a heading for this share of the labels, a text is minutes or a report. Speakers go on for longer. */
const HEADINGS_SHARE = 0.5;

/** With a line at the margin for this share of the labels, indented labels belong to entries. */
const ENTRIES_SHARE = 0.25;

const ITEM = /[ \t]{0,40}(?:[-*+•‣]|\d{1,3}[.)]) /y;

/** `5.  PUBLIC COMMENT`: a number and capitals. */
const NUMBERED_HEADING = /\d{1,3}(?:\.\d{1,3}){0,3}[.)]? {1,8}\p{Lu}[^\p{Ll}]{2,80}$/uy;

const RULE = /[ \t]{0,40}([-=~^])\1{2,}[ \t]*$/y;

/** An underline is about as long as its heading. Any other rule separates. */
const UNDERLINE_SLACK_CHARS = 2;

/** True if most labels of these lines are fields. The lines are not blank and have no line breaks. */
export function areFields(lines: readonly string[]): boolean {
  const counts = { labels: 0, aboveItems: 0, amongIndented: 0, atMargin: 0, headings: 0 };
  let indentAbove = 0;
  for (const [at, line] of lines.entries()) {
    const indent = skipIndent(line, 0, line.length);
    const below = lines[at + 1] ?? "";
    if (speakerAt(line, 0, line.length) !== null) {
      counts.labels++;
      if (standsAlone(line) && matchesAt(ITEM, below, 0)) counts.aboveItems++;
      if (indent > 0 && indent === indentAbove) counts.amongIndented++;
    } else {
      if (indent === 0) counts.atMargin++;
      if (matchesAt(NUMBERED_HEADING, line, indent) || isUnderlined(line, below)) counts.headings++;
    }
    indentAbove = indent;
  }
  const least = FIELDS_SHARE * counts.labels;
  if (counts.aboveItems > least || counts.headings >= HEADINGS_SHARE * counts.labels) return true;
  return counts.amongIndented > least && counts.atMargin >= ENTRIES_SHARE * counts.labels;
}

/** True for a label without a value: the line ends with a colon. */
function standsAlone(line: string): boolean {
  const end = trimEnd(line, 0, line.length);
  return line.charAt(end - 1) === ":" || line.charAt(end - 1) === "：";
}

function isUnderlined(line: string, below: string): boolean {
  const gap = trimEnd(line, 0, line.length) - trimEnd(below, 0, below.length);
  return Math.abs(gap) <= UNDERLINE_SLACK_CHARS && matchesAt(RULE, below, 0) && !matchesAt(RULE, line, 0);
}
