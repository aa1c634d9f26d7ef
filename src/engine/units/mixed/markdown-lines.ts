// What a line of Markdown begins: a heading, a fence, an item of a list, a row of a table. A text and the line's place
// in, out what it is. An expression is tried only where the line's first character may begin it.
import { lineEnd, skipIndent } from "../../../text/offsets.ts";
import { matchesAt } from "../patterns.ts";

/** What a line begins with. */
interface Opening {
  /** The characters of which it needs one behind the blanks it begins with: most lines are told by this alone. */
  readonly first: string;
  readonly pattern: RegExp;
}

const HEADING: Opening = { first: "#", pattern: / {0,3}(#{1,6})[ \t]+\S/y };
const UNDERLINE: Opening = { first: "=-", pattern: / {0,3}(?:={3,}|-{3,})[ \t]*\r?(?:\n|$)/y };
// Set in by up to three blanks (CommonMark, section 4.5), or by more inside an item of a list.
const FENCE: Opening = { first: "`~", pattern: / {0,8}(`{3,}|~{3,})/y };
const LIST_ITEM: Opening = { first: "-*+•0123456789", pattern: /[ \t]{0,16}(?:[-*+•]|\d{1,3}[.)])[ \t]+\S/y };
const TABLE_ROW: Opening = { first: "|", pattern: / {0,3}\|.*\|[ \t]*\r?(?:\n|$)/y };

/** A longer line is a paragraph, though a rule be drawn below it. */
const UNDERLINED_CHARS_MAX = 120;

function mayOpen({ first }: Opening, text: string, at: number): boolean {
  const content = skipIndent(text, at, text.length);
  return content < text.length && first.includes(text.charAt(content));
}

function isAt(opening: Opening, text: string, at: number): boolean {
  return mayOpen(opening, text, at) && matchesAt(opening.pattern, text, at);
}

/** What the first group of the pattern matched, null where the pattern does not. */
function groupAt(opening: Opening, text: string, at: number): string | null {
  if (!mayOpen(opening, text, at)) return null;
  opening.pattern.lastIndex = at;
  return opening.pattern.exec(text)?.[1] ?? null;
}

/** 1 to 6 for a heading, underlined ones included; 0 for any other line. */
export function headingRank(text: string, from: number, stop: number): number {
  const marks = groupAt(HEADING, text, from);
  if (marks !== null) return marks.length;
  if (stop - from > UNDERLINED_CHARS_MAX || isAt(LIST_ITEM, text, from) || !isAt(UNDERLINE, text, stop)) return 0;
  return text.startsWith("=", skipIndent(text, stop, text.length)) ? 1 : 2;
}

/** Where a heading ends whose line ends at `stop`: behind what underlines it. */
export function headingEnd(text: string, stop: number, end: number): number {
  return isAt(UNDERLINE, text, stop) ? lineEnd(text, stop, end) : stop;
}

/** The marks that fence code off, null where none stand. */
export function fenceAt(text: string, at: number): string | null {
  return groupAt(FENCE, text, at);
}

export function isRowAt(text: string, at: number): boolean {
  return isAt(TABLE_ROW, text, at);
}

/** Whether the line `[at, stop)` ends the paragraph above it, without a blank line between. */
export function interruptsParagraph(text: string, at: number, stop: number): boolean {
  if (headingRank(text, at, stop) > 0) return true;
  return isAt(LIST_ITEM, text, at) || isAt(FENCE, text, at) || isAt(TABLE_ROW, text, at);
}
