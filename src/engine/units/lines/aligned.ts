// Tables drawn with blanks, as `ps`, `kubectl` and `df` print them: columns of blanks run through all lines.
// Lines in, an answer out; says nothing of a few lines, which may have blanks below each other by chance.
import { SPACE, TAB } from "../../../text/char-codes.ts";

/** Fewer lines have gutters by chance. */
const LINES_MIN = 5;

/** Gutters between columns that it takes: two columns may be a list of names and what they mean. */
const GUTTERS_MIN = 2;

/** Share of lines that must be blank in a gutter: a cell here and there is wider than its column. */
const BLANK_SHARE_MIN = 0.95;

/** Share of lines that must reach beyond a gutter for it to lie between two columns. */
const BEYOND_SHARE_MIN = 0.6;

/** Share of lines in which two blanks or more stand between two words. */
const SPACED_SHARE_MIN = 0.8;

/** No gutter is looked for beyond this column. */
const COLUMNS_MAX = 200;

/** A line with a gap between two of its words. */
const SPACED = /\S {2,}\S/;

export function areColumns(lines: readonly string[]): boolean {
  if (lines.length < LINES_MIN) return false;
  if (lines.filter((line) => SPACED.test(line)).length < SPACED_SHARE_MIN * lines.length) return false;
  let gutters = 0;
  let isInside = false;
  let hasText = false;
  for (let column = 0; column < COLUMNS_MAX && gutters < GUTTERS_MIN; column++) {
    const isBlank = isGutter(lines, column);
    if (!isBlank) hasText = true;
    // Blanks before the first column are indentation.
    if (isBlank && !isInside && hasText) gutters++;
    isInside = isBlank;
  }
  return gutters >= GUTTERS_MIN;
}

function isGutter(lines: readonly string[], column: number): boolean {
  let blank = 0;
  let beyond = 0;
  for (const line of lines) {
    if (column >= line.length || isBlankAt(line, column)) blank++;
    if (line.length > column + 1) beyond++;
  }
  return blank >= BLANK_SHARE_MIN * lines.length && beyond >= BEYOND_SHARE_MIN * lines.length;
}

function isBlankAt(line: string, column: number): boolean {
  const code = line.charCodeAt(column);
  return code === SPACE || code === TAB;
}
