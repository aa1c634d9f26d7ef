// Cuts a table that is laid out with spaces into rows. A row depends on the label of its group, a label on the header,
// and the header on the caption above the table. A table comes in, units go out; never interprets what is in a cell.
import { trimEnd } from "../../../text/characters.ts";
import {
  addPiece,
  closeHeadings,
  type Draft,
  type Frame,
  frameOf,
  type Headings,
  noHeadings,
  openHeading,
  openSection,
  seal,
} from "../draft.ts";
import { hasFigures, isYears, type LaidOutTable, type TableLine, tableEnd } from "./columns.ts";
import { mayEndSentence } from "./sentences.ts";

/** A longer unit above a table is a paragraph, not its caption. */
const CAPTION_CHARS_MAX = 240;

/** Ranks of the caption, of the header, and of a label without indentation. */
const CAPTION_RANK = 0;
const HEADER_RANK = 1;
const LABEL_RANK = 2;

/** A label whose rows are not indented is above a label whose rows are. */
const HALF_RANK = 0.5;

/** Cells of a header without a rule or figures. Two may be a name and what it stands for. */
const HEADER_GAPS_MIN = 2;

/** Lines of a header that a rule underlines, if they start in the first column. */
const UNDERLINED_LINES_MAX = 2;

/**
 * Cuts `table`, which starts at `draft.at`. Each row counts as one. The text since `after` may be its caption.
 */
export function cutLaidOutTable(draft: Draft, table: LaidOutTable, frame: Frame, after: number): void {
  const headings = noHeadings(frame);
  openCaption(draft, headings, after);
  openSection(draft);
  let place = addHeader(draft, headings, table);
  let isBelowLabel = false;
  for (let line = table.lines[place]; line !== undefined; line = table.lines[place]) {
    place = rowEnd(table, place);
    const next = table.lines[place];
    const end = next?.from ?? tableEnd(table);
    const isLabel = line.gaps.length === 0 && next !== undefined;
    closeHeadings(headings, LABEL_RANK + line.indent - (isLabel && !isBelowLabel ? HALF_RANK : 0));
    const unit = addPiece(draft, end, { count: isLabel ? 0 : 1, joinUpTo: 0 }, frameOf(headings));
    if (isLabel) {
      const rank = LABEL_RANK + line.indent - (next.indent > line.indent ? 0 : HALF_RANK);
      openHeading(headings, rank, unit, draft.text.slice(line.from, line.end));
    }
    isBelowLabel = isLabel;
  }
  seal(draft);
}

/** The last unit is a caption if it is right above the table, short, and not a sentence. */
function openCaption({ text, units }: Draft, headings: Headings, after: number): void {
  const last = units.at(-1);
  if (last === undefined || last.start < after || last.end - last.start > CAPTION_CHARS_MAX) return;
  if (mayEndSentence(text.charCodeAt(trimEnd(text, last.start, last.end) - 1))) return;
  openHeading(headings, CAPTION_RANK, units.length - 1, text.slice(last.start, last.end));
}

/** Adds the header, if there is one. Returns the place of the first line below it. */
function addHeader(draft: Draft, headings: Headings, table: LaidOutTable): number {
  const place = headerLines(draft.text, table);
  if (place === 0) return 0;
  const frame = frameOf(headings);
  const head = addPiece(draft, table.lines[place]?.from ?? tableEnd(table), { count: 0, joinUpTo: 0 }, frame);
  headings.open.push({ rank: HEADER_RANK, head, context: frame.context });
  return place;
}

/** How many lines the header has: those without a first cell, or the first ones above a rule, or a line of words. */
export function headerLines(text: string, { lines, firstEnd }: LaidOutTable): number {
  let place = 0;
  while (isWithoutFirstCell(lines[place], firstEnd)) place++;
  const first = lines[place];
  if (first === undefined) return 0;
  if (lines.slice(0, place).some(({ isRule }) => !isRule)) return place;
  for (let at = place; at < place + UNDERLINED_LINES_MAX; at++) {
    const line = lines[at];
    if (line === undefined || line.gaps.length === 0 || hasFigures(text, line)) break;
    if (lines[at + 1]?.isRule) return at + 2;
  }
  const isHeader = isYears(text, first) || (first.gaps.length >= HEADER_GAPS_MIN && !hasFigures(text, first));
  return isHeader ? place + 1 : place;
}

function isWithoutFirstCell(line: TableLine | undefined, firstEnd: number): boolean {
  return line !== undefined && (line.isRule || line.length === 0 || line.indent >= firstEnd);
}

/** The place of the first line that does not continue the row at `place`. */
function rowEnd({ lines, firstEnd }: LaidOutTable, place: number): number {
  let at = place + 1;
  while (isWithoutFirstCell(lines[at], firstEnd)) at++;
  return at;
}
