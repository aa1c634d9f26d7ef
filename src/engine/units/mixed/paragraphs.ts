// Cuts the paragraphs and list items of Markdown and similar documents. A list depends on the line above it, and the
// definition of a term on the term.
// In: a text and the headings above. Out: units, and the line as a further heading.
import { columnOf, isBlank, lineEnd, skipIndent } from "../../../text/characters.ts";
import { addPiece, closeHeadings, type Draft, frameOf, type Headings, openHeading, seal } from "../draft.ts";
import { lineAt, opensDeeperText, STEP_COLUMNS } from "../prose/indented.ts";
import { cutProse } from "../prose/prose.ts";
import { countSentences } from "../prose/sentences.ts";
import { goesOnInBrackets } from "../prose/wrapping.ts";
import { headingRank } from "./headings.ts";
import { closeLevels, enterLevel, isBelow, isItemAt, itemLevel, type Levels } from "./list-items.ts";
import { fenceAt, isDirectiveAt, isRowAt, leadsToList } from "./openings.ts";

/** A list item or a one-line paragraph stays one unit up to this length: a rule or a step is read as a whole. */
const WHOLE_CHARS = 500;

/** Short neighbours share a unit up to this length. */
const SHORT_LINES_CHARS = 160;

/** Ranks below every heading: of a line with deeper text below it, and of an item, plus its depth. */
const LEAD_RANK = 8;
const ITEM_RANK = 10;

/** An indented paragraph ranks between the item around it and the items below it. */
const HALF_RANK = 0.5;

/** Terms and directives are levels like lists, with a style of their own. */
const TERM = "term";

/**
 * Adds the paragraph or the list item whose first line ends at `stop`. A list, the definition of a term or the text of
 * a directive below it depends on it.
 */
export function addParagraph(draft: Draft, headings: Headings, levels: Levels, stop: number, end: number): void {
  const { text, at: from } = draft;
  const indent = indentAt(text, from);
  const isItem = isItemAt(text, from);
  const isTerm = !isItem && isTermAt(text, from, stop, end);
  const rank = isItem ? ITEM_RANK + enterLevel(levels, itemLevel(text, from)) : paragraphRank(levels, indent, isTerm);
  closeHeadings(headings, rank);
  const to = isTerm ? stop : paragraphEnd(text, levels, { from, stop, indentMin: hasLead(headings) ? indent : 0 }, end);
  const frame = frameOf(headings);
  const isLead = leadsDeeper(text, levels, { from, to, indent, isItem, isTerm }, end);
  if (to - from > WHOLE_CHARS || (to > stop && !isItem)) cutProse(draft, to, frame);
  else {
    const count = countSentences(text, from, to);
    addPiece(draft, to, { count, joinUpTo: isItem || isLead ? 0 : SHORT_LINES_CHARS }, frame);
  }
  if (isItem || isLead) seal(draft);
  if (isLead) openHeading(headings, rank, draft.units.length - 1, text.slice(from, to));
}

function paragraphRank(levels: Levels, indent: number, isTerm: boolean): number {
  closeLevels(levels, indent);
  const depth = isTerm ? enterLevel(levels, { style: TERM, indent }) : levels.length;
  return indent === 0 ? LEAD_RANK : ITEM_RANK + depth - HALF_RANK;
}

function indentAt(text: string, from: number): number {
  return columnOf(text, from, skipIndent(text, from, text.length));
}

/** True for a directive, and for a short line right above deeper text. */
function isTermAt(text: string, from: number, stop: number, end: number): boolean {
  if (isDirectiveAt(text, from)) return true;
  const isDeeper = stop < end && indentAt(text, stop) > 0;
  return isDeeper && opensDeeperText(text, lineAt(text, from, end), lineAt(text, stop, end));
}

function hasLead({ open }: Headings): boolean {
  return (open.at(-1)?.rank ?? 0) >= LEAD_RANK;
}

interface Paragraph {
  readonly from: number;
  readonly to: number;
  readonly indent: number;
  readonly isItem: boolean;
  /** The line is a term or a directive: deeper text below it belongs to it. */
  readonly isTerm: boolean;
}

/**
 * True if the text below depends on this paragraph: an item above deeper items; a term above deeper text; a paragraph
 * above a list that is indented further; a paragraph that names the list below it.
 */
function leadsDeeper(
  text: string,
  levels: Levels,
  { from, to, indent, isItem, isTerm }: Paragraph,
  end: number,
): boolean {
  const next = lineEnd(text, to, end);
  const at = isBlank(text, to, next) ? next : to;
  if (at >= end) return false;
  if (!isItemAt(text, at)) return isTerm && indentAt(text, at) >= indent + STEP_COLUMNS;
  if (isItem ? isBelow(levels, itemLevel(text, at)) : indentAt(text, at) > indent) return true;
  return !isItem && leadsToList(text, from, to);
}

/** In AsciiDoc, a line that joins what follows to the entry above, however little it is indented. */
const JOIN = "+\n";

interface FirstLine {
  readonly from: number;
  readonly stop: number;
  /** A line that is indented less is outside the paragraph; 0 if any line may be inside. */
  readonly indentMin: number;
}

/** The end of the paragraph or list item: the next blank or less indented line, item, heading, fence or row. */
function paragraphEnd(text: string, levels: Levels, { from, stop, indentMin }: FirstLine, end: number): number {
  let least = indentMin;
  let above = from;
  for (let at = stop; at < end; at = lineEnd(text, at, end)) {
    const next = lineEnd(text, at, end);
    if (isBlank(text, at, next)) return at;
    if (interruptsParagraph(text, at, next) && !goesOn(text, levels, above, at)) return at;
    if (text.startsWith(JOIN, at)) least = 0;
    if (least > 0 && indentAt(text, at) < least) return at;
    above = at;
  }
  return end;
}

/** True if the line at `at` opens like an item of a list that is not open, but goes on with the sentence above it. */
function goesOn(text: string, levels: Levels, above: number, at: number): boolean {
  if (!goesOnInBrackets(text, skipIndent(text, at, text.length), above, at)) return false;
  const { style } = itemLevel(text, at);
  return !levels.some((level) => level.style === style);
}

/** True if the line `[at, stop)` ends the paragraph above it without a blank line between them. */
function interruptsParagraph(text: string, at: number, stop: number): boolean {
  if (headingRank(text, at, stop) > 0) return true;
  return isItemAt(text, at) || fenceAt(text, at) !== null || isRowAt(text, at);
}
