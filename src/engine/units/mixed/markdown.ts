// Cuts Markdown and documents with similar marks. Text depends on the heading above it, and a list on the line that
// leads to it. Paragraphs and list items are cut into sentences and tables into rows; fenced text is cut as code or by
// its apparent type. A text and its sample come in, units go out; never parses inline markup.
import { isBlank, lineEnd, skipIndent, trimEnd } from "../../../text/characters.ts";
import {
  addHeading,
  addPiece,
  closeHeadings,
  type Draft,
  frameOf,
  type Headings,
  NO_FRAME,
  noHeadings,
  openHeading,
  openSection,
  seal,
} from "../draft.ts";
import { matchesAt, matchesIn, mayContain, type Sample } from "../line-patterns.ts";
import { cutTable } from "../lines/table.ts";
import { cutProse } from "../prose/prose.ts";
import { countSentences } from "../prose/sentences.ts";
import { countRuled, HEADING_LINES, headingEnd, headingRank } from "./headings.ts";
import { ITEM_LINE, isItemAt, itemDepth } from "./list-items.ts";
import { cutPassage } from "./passage.ts";

/** A list item or a one-line paragraph stays one unit up to this length: a rule or a step is read as a whole. */
const WHOLE_CHARS = 500;

/** Short neighbours share a unit up to this length. */
const SHORT_LINES_CHARS = 160;

/** Cuts `[draft.at, end)`. Each sentence, item, row and line of code counts as one. */
export function cutMarkdown(draft: Draft, end: number): void {
  const { text } = draft;
  const headings = noHeadings(NO_FRAME);
  let previousBlank = true;
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    if (isBlank(text, from, stop)) {
      addPiece(draft, stop, { count: 0, joinUpTo: 0 });
      previousBlank = true;
      continue;
    }
    const frame = frameOf(headings);
    const fence = fenceAt(text, from);
    const rank = headingRank(text, from, stop);
    if (fence !== null) {
      seal(draft);
      cutPassage(draft, stop, fenceEnd(text, stop, end, fence), frame);
      openSection(draft);
    } else if (rank > 0) {
      addHeading(draft, headings, headingEnd(text, stop, end), { rank, line: text.slice(from, stop), count: 1 });
    } else if (isRowAt(text, from)) {
      seal(draft);
      cutTable(draft, tableEnd(text, from, end), { separator: "|", outer: frame.head });
      seal(draft);
    } else if (previousBlank && isQuestion(text, from, stop, end)) {
      addHeading(draft, headings, stop, { rank: QUESTION_RANK, line: text.slice(from, stop), count: 1 });
    } else {
      if (previousBlank) openSection(draft);
      addParagraph(draft, headings, stop, end);
    }
    previousBlank = false;
  }
}

/** Ranks below every heading: a line that leads to a list, and an item with items below it, plus its indentation. */
const LEAD_RANK = 8;
const ITEM_RANK = 9;

/** Adds the paragraph or the list item whose first line ends at `stop`. A list depends on the line that leads to it. */
function addParagraph(draft: Draft, headings: Headings, stop: number, end: number): void {
  const { text, at: from } = draft;
  const to = paragraphEnd(text, stop, end);
  const isItem = isItemAt(text, from);
  const indent = skipIndent(text, from, stop) - from;
  const rank = isItem || indent > 0 ? ITEM_RANK + (isItem ? itemDepth(text, from) : indent) : LEAD_RANK;
  closeHeadings(headings, rank);
  const frame = frameOf(headings);
  const isLead = leadsToList(text, { from, to, isItem, indent }, end);
  if (to - from > WHOLE_CHARS || (to > stop && !isItem)) cutProse(draft, to, frame);
  else {
    const count = countSentences(text, from, to);
    addPiece(draft, to, { count, joinUpTo: isItem || isLead ? 0 : SHORT_LINES_CHARS }, frame);
  }
  if (isItem || isLead) seal(draft);
  if (isLead) openHeading(headings, rank, draft.units.length - 1, text.slice(from, to));
}

interface Paragraph {
  readonly from: number;
  readonly to: number;
  readonly isItem: boolean;
  readonly indent: number;
}

const COLONS = ":：";

/** True for an item above deeper items, and for a paragraph above a list if it ends in a colon or is less indented. */
function leadsToList(text: string, { from, to, isItem, indent }: Paragraph, end: number): boolean {
  const next = lineEnd(text, to, end);
  const at = isBlank(text, to, next) ? next : to;
  if (at >= end || !isItemAt(text, at)) return false;
  if (isItem ? itemDepth(text, at) > itemDepth(text, from) : skipIndent(text, at, end) - at > indent) return true;
  return !isItem && COLONS.includes(text.charAt(trimEnd(text, from, to) - 1));
}

function fenceEnd(text: string, start: number, end: number, mark: string): number {
  for (let at = start; at < end; at = lineEnd(text, at, end)) {
    if (fenceAt(text, at)?.startsWith(mark) === true) return lineEnd(text, at, end);
  }
  return end;
}

function tableEnd(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isRowAt(text, at)) at = lineEnd(text, at, end);
  return at;
}

/** The end of the paragraph or list item: the next blank line, item, heading, fence or row. */
function paragraphEnd(text: string, start: number, end: number): number {
  for (let at = start; at < end; at = lineEnd(text, at, end)) {
    const stop = lineEnd(text, at, end);
    if (isBlank(text, at, stop) || interruptsParagraph(text, at, stop)) return at;
  }
  return end;
}

/** A kind of line, recognised by how it starts. */
interface Opening {
  /** A line needs one of these characters after its indentation; that alone rules out most lines. */
  readonly first: string;
  readonly pattern: RegExp;
}

// Indented by up to three spaces (CommonMark, section 4.5), or by more inside a list item.
const FENCE: Opening = { first: "`~", pattern: / {0,8}(`{3,}|~{3,})/y };
const TABLE_ROW: Opening = { first: "|", pattern: / {0,3}\|.*\|[ \t]*\r?(?:\n|$)/y };

function mayOpen({ first }: Opening, text: string, at: number): boolean {
  const content = skipIndent(text, at, text.length);
  return content < text.length && first.includes(text.charAt(content));
}

function isAt(opening: Opening, text: string, at: number): boolean {
  return mayOpen(opening, text, at) && matchesAt(opening.pattern, text, at);
}

/** The match of the pattern's first group, or null if the pattern does not match. */
function groupAt(opening: Opening, text: string, at: number): string | null {
  if (!mayOpen(opening, text, at)) return null;
  opening.pattern.lastIndex = at;
  return opening.pattern.exec(text)?.[1] ?? null;
}

const QUESTION = 0x3f;
const QUESTION_CHARS_MAX = 120;

/** A question is below every heading. */
const QUESTION_RANK = 7;

/** True for a line that asks a question and stands alone: what follows it is the answer. */
function isQuestion(text: string, from: number, stop: number, end: number): boolean {
  if (stop >= end || stop - from > QUESTION_CHARS_MAX || !isBlank(text, stop, lineEnd(text, stop, end))) return false;
  return text.charCodeAt(trimEnd(text, from, stop) - 1) === QUESTION;
}

/** The marks of a code fence, or null if there is no fence. */
function fenceAt(text: string, at: number): string | null {
  return groupAt(FENCE, text, at);
}

function isRowAt(text: string, at: number): boolean {
  return isAt(TABLE_ROW, text, at);
}

/** True if the line `[at, stop)` ends the paragraph above it without a blank line between them. */
function interruptsParagraph(text: string, at: number, stop: number): boolean {
  if (headingRank(text, at, stop) > 0) return true;
  return isItemAt(text, at) || isAt(FENCE, text, at) || isAt(TABLE_ROW, text, at);
}

/**
 * Stricter than `FENCE`, which applies once a text is known to be Markdown: deeper indentation or tildes may be ASCII
 * art.
 */
const STRICT_FENCE = /^ {0,3}`{3,}/;

/** True for code fences: only Markdown has them, around any content. */
export function hasFences(sample: Sample): boolean {
  return mayContain(sample, "```") && matchesIn(sample, STRICT_FENCE) >= 2;
}

/** A line of a configuration file, whose hyphens and hashes are not Markdown. */
const SETTING = /^\s{0,40}(?:- )?["']?[\w./-]{1,60}["']?\s{0,8}[:=](?:\s|$)/;

/**
 * Marks that are typical of Markdown in a text of words, each too weak alone. Each pattern comes with a string that
 * every matching line contains, because a string is faster to search for.
 */
const MARKS: readonly (readonly [string, RegExp])[] = [
  ...HEADING_LINES,
  ["", ITEM_LINE],
  ["**", /\*\*[^\s*][^*\n]{0,200}\*\*/],
  ["](", /\[[^\]\n]{1,200}\]\([^)\s]{1,400}\)/],
  ["|", /^\s{0,3}\|.*\|\s*$/],
  ["?", /^.{8,118}\?$/],
];

/** With a larger share of settings, a text is a configuration file. */
const SETTINGS_SHARE_MIN = 0.5;

/** If this many lines have the same mark, one kind of mark is enough. */
const SAME_MARK_MIN = 3;

/** True for two kinds of Markdown marks, or one kind repeated. */
export function looksLikeMarkdown(sample: Sample): boolean {
  if (matchesIn(sample, SETTING) > SETTINGS_SHARE_MIN * sample.lines.length) return false;
  const ruled = countRuled(sample.lines);
  if (ruled >= SAME_MARK_MIN) return true;
  let kinds = ruled > 0 ? 1 : 0;
  for (const [sign, mark] of MARKS) {
    const count = mayContain(sample, sign) ? countMarked(sample, sign, mark) : 0;
    if (count >= SAME_MARK_MIN) return true;
    if (count > 0) kinds++;
  }
  return kinds >= 2;
}

function countMarked({ lines }: Sample, sign: string, mark: RegExp): number {
  let count = 0;
  for (const line of lines) if (line.includes(sign) && mark.test(line)) count++;
  return count;
}
