// Recognises columns that are aligned with spaces, as `ps`, `kubectl` and `df` print them. Sample lines come in, a
// verdict goes out; cuts nothing.
import { SPACE, TAB } from "../../../text/characters.ts";

/** With fewer lines, gutters may be chance. */
const LINES_MIN = 5;

/** Gutters needed: two columns may be a mere list of names and their meanings. */
const GUTTERS_MIN = 2;

/** Share of lines that must be blank in a gutter: now and then a cell is wider than its column. */
const BLANK_SHARE_MIN = 0.95;

/** A gutter separates two columns only if this share of lines extends beyond it. */
const BEYOND_SHARE_MIN = 0.6;

/** Minimum share of lines with two or more spaces between two words. */
const SPACED_SHARE_MIN = 0.8;

/** Columns beyond this one are not searched for gutters. */
const COLUMNS_MAX = 200;

/** Matches a line with a gap between two words. */
const SPACED = /\S {2,}\S/;

/** A header of names has at least this many: two capitalised words may begin a sentence. */
const NAMES_MIN = 3;

/** Matches a word of a header: `Netid`, `%CPU`, `NAMESPACE`. */
const COLUMN_NAME = /^[A-Z%]/;

/** True for columns below a header of names. Code has none, so cells may look like code: `users:(("sshd",pid=7))`. */
export function areNamedColumns(lines: readonly string[]): boolean {
  const names = (lines[0] ?? "").trim().split(/\s+/);
  return names.length >= NAMES_MIN && names.every((name) => COLUMN_NAME.test(name)) && areColumns(lines);
}

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
