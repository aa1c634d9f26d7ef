// Cuts Markdown and documents with similar marks. Text depends on the heading above it, and a list on the line above
// it. Paragraphs and list items are cut into sentences and tables into rows; fenced text is cut as code or by
// its apparent type. A text and its sample come in, units go out; never parses inline markup.
import { isBlank, lineEnd, trimEnd } from "../../../text/characters.ts";
import { addHeading, addPiece, type Draft, frameOf, type Headings, noHeadings, openSection, seal } from "../draft.ts";
import { matchesIn, mayContain, type Sample } from "../line-patterns.ts";
import { cutTable } from "../lines/table.ts";
import { cutLaidOutTable } from "../prose/column-rows.ts";
import { tableStart } from "../prose/columns.ts";
import { type PlainTitles, plainTitles } from "../prose/plain-titles.ts";
import { laidOutTables } from "../prose/prose.ts";
import { linkClaims } from "./claims.ts";
import { addFrontMatter, cutDatedHeader, frontMatterEnd } from "./header.ts";
import { countRuled, HEADING_LINES, type Heading, headingAt, type Line } from "./headings.ts";
import { closeLevels, hasSibling, ITEM_LINE, type Levels } from "./list-items.ts";
import { bareTableEnd, countThreads, fenceAt, isRowAt } from "./openings.ts";
import { addParagraph } from "./paragraphs.ts";
import { cutPassage } from "./passage.ts";

/** Cuts `[draft.at, end)`. Each sentence, item, row and line of code counts as one. */
export function cutMarkdown(draft: Draft, end: number): void {
  const first = draft.units.length;
  const titles = plainTitles(draft.text, draft.at, end);
  const open = { titles, headings: noHeadings(cutDatedHeader(draft, end)), levels: [] };
  let after = draft.at;
  for (const table of laidOutTables(draft.text, draft.at, end)) {
    cutBlocks(draft, open, tableStart(table), end);
    // The table is inside a fence, which has been cut.
    if (draft.at > tableStart(table)) continue;
    cutLaidOutTable(draft, table, frameOf(open.headings), after);
    after = draft.at;
  }
  cutBlocks(draft, open, end, end);
  linkClaims(draft, first);
}

/** The headings above a line and the lists around it. */
interface Open {
  readonly titles: PlainTitles;
  readonly headings: Headings;
  readonly levels: Levels;
}

/** Cuts `[draft.at, until)`, and beyond if a fence reaches beyond it. */
function cutBlocks(draft: Draft, { titles, headings, levels }: Open, until: number, end: number): void {
  const { text } = draft;
  let previousBlank = true;
  while (draft.at < until) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    if (isBlank(text, from, stop)) {
      addPiece(draft, stop, { count: 0, joinUpTo: 0 });
      previousBlank = true;
      continue;
    }
    const fieldsEnd = previousBlank ? frontMatterEnd(text, from, end) : from;
    if (fieldsEnd > from) {
      closeLevels(levels, 0);
      addFrontMatter(draft, headings, fieldsEnd);
      continue;
    }
    const frame = frameOf(headings);
    const fence = fenceAt(text, from);
    const rowsEnd = isRowAt(text, from) ? tableEnd(text, from, end) : bareTableEnd(text, from, stop, end);
    const { rank, to } = titleAt(text, { from, stop, end }, previousBlank, titles);
    if (rank > 0 && rowsEnd === from) closeLevels(levels, 0);
    if (fence !== null) {
      seal(draft);
      cutPassage(draft, stop, fenceEnd(text, stop, end, fence), frame);
      openSection(draft);
    } else if (rowsEnd > from) {
      seal(draft);
      cutTable(draft, rowsEnd, { separator: "|", outer: frame.head });
      seal(draft);
    } else if (rank > 0) {
      addHeading(draft, headings, to, { rank, line: text.slice(from, to), count: 1 });
    } else if (previousBlank && isQuestion(text, from, stop, end)) {
      addHeading(draft, headings, stop, { rank: QUESTION_RANK, line: text.slice(from, stop), count: 1 });
    } else {
      if (previousBlank) openSection(draft);
      addParagraph(draft, headings, levels, stop, until);
    }
    previousBlank = false;
  }
}

/** The heading that `line` opens, with or without a mark. */
function titleAt(text: string, line: Line, isBelowBlank: boolean, titles: PlainTitles): Heading {
  const heading = headingAt(text, line, isBelowBlank);
  return heading.rank > 0 ? heading : { rank: titles.get(line.from) ?? 0, to: line.stop };
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

const QUESTION = 0x3f;
const QUESTION_CHARS_MAX = 120;

/** A question is below every heading. */
const QUESTION_RANK = 7;

/** True for a question alone between blank lines, which heads the answer below it. A question of a list is an item. */
function isQuestion(text: string, from: number, stop: number, end: number): boolean {
  if (stop >= end || stop - from > QUESTION_CHARS_MAX || !isBlank(text, stop, lineEnd(text, stop, end))) return false;
  return text.charCodeAt(trimEnd(text, from, stop) - 1) === QUESTION && !hasSibling(text, from, stop, end);
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
  ["::", /^\s{0,8}\.\. [\w:-]+::/],
];

/** With a larger share of settings, a text is a configuration file. */
const SETTINGS_SHARE_MIN = 0.5;

/** If this many lines have the same mark, one kind of mark is enough. */
const SAME_MARK_MIN = 3;

/** A single path above a quotation is not yet a review. */
const THREADS_MIN = 2;

/** True for two kinds of Markdown marks, or one kind repeated. */
export function looksLikeMarkdown(sample: Sample): boolean {
  const { text, start, end } = sample;
  if (countThreads(sample.lines) >= THREADS_MIN || frontMatterEnd(text, start, end) > start) return true;
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
