// Recognises the items of lists in documents: bullets, numbers, and the clauses of contracts. An item in the style of
// an open list goes on with that list; one in another style, such as `(a)` below `1.2`, opens a list below it. So no
// style needs a fixed rank. In: a text and the start of a line. Out: whether an item starts there, and how deep it is.
import { columnOf, isBlank, isLetter, lineEnd, skipIndent } from "../../../text/characters.ts";
import { anyOf, matchesAt } from "../line-patterns.ts";
import { opensWithCode } from "../prose/sentences.ts";

/**
 * `-`, `**`, `*)`, `[1]`, `1.2`, `A.1`, `1.`, `1)`, `(1)`, `B2.`, `FR-12:`, `a)`, `(b)`, `(iv)`. A letter alone needs
 * a bracket: `A. Smith` is a name. No small letter may follow `1.2`, because `1.2 million` is an amount, nor `[1]`,
 * because a line may start with a citation. In a doctor's notes, `# Rash: It resolved.` is an item, because it holds a
 * sentence. Any other line with `#` is a heading.
 */
const MARKER = `(?:${
  anyOf([
    /[-+•]|\*{1,4}\)?/,
    /#(?=[ \t]+[^\n:]{1,60}:[ \t][^\n]*[.!?][ \t]*\r?(?:\n|$))/,
    /\[\d{1,3}\](?=\s+[^a-z\s])/,
    /(?:\d{1,3}|[A-Z])(?:\.\d{1,3}){1,3}\.?(?=\s+[^a-z\s])/,
    /\d{1,3}\./,
    /[A-Z]{1,4}-?\d{1,3}(?:\.\d{1,3}){0,3}[.):]/,
    /\(?(?:\d{1,3}|[A-Za-z]|[ivx]{2,5})\)/,
  ]).source
})`;

/** Chinese, Japanese and Korean: `第三条`, `제3조`, `三、`, `（三）`, `3、`, `（3）`, `③`. No space needs to follow. */
const WIDE_MARKER =
  /(?:第[一二三四五六七八九十百零〇\d]{1,5}[条條]|제 ?\d{1,4}조|[①-⑳]|(?:[一二三四五六七八九十]{1,3}|\d{1,3})、|（(?:[一二三四五六七八九十]{1,3}|\d{1,3})）)/
    .source;

const ITEM = new RegExp(`(?:${MARKER}[ \\t]+|${WIDE_MARKER}\\s{0,4})\\S`, "y");
const MARKER_AT = new RegExp(`${MARKER}|${WIDE_MARKER}`, "y");
/** `(i)` is taken for a number: few lists have nine letters. */
const ROMAN = /^\(?[ivx]{1,5}\)/;

/** A line that is an item. Long paragraphs that are numbered `(1)`, as in judgments, do not make a text a list. */
export const ITEM_LINE = new RegExp(
  `^\\s{0,8}(?:(?:[-+•]|\\*{1,4}\\)?|\\d{1,3}[.)])\\s+\\S|(?:${MARKER}\\s+|${WIDE_MARKER}\\s{0,4})\\S.{0,200}$)`,
);

/** Characters that a marker may start with, besides letters. */
const FIRST = "-*+•#([0123456789（第제一二三四五六七八九十①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳";

export function isItemAt(text: string, at: number): boolean {
  const content = markerStart(text, at);
  // That alone rules out most lines. A letter is a marker only before a number or, at most five letters later, a
  // parenthesis.
  const code = text.charCodeAt(content);
  const mayBe = isLetter(code)
    ? NUMBERED.test(text.slice(content, content + 3)) ||
      text.slice(content, content + 6).includes(")") ||
      opensWithCode(text, content)
    : FIRST.includes(text.charAt(content));
  return content - at <= INDENT_CHARS_MAX && content < text.length && mayBe && matchesAt(ITEM, text, content);
}

/** `A.1`: the clauses of an annex have its letter. */
const NUMBERED = /^[A-Z]\.\d/;

const INDENT_CHARS_MAX = 16;

/** The offset after blanks, tabs, and the wide spaces that indent Chinese paragraphs. */
function markerStart(text: string, at: number): number {
  let start = skipIndent(text, at, text.length);
  while (text.charCodeAt(start) === WIDE_SPACE) start++;
  return start;
}

const WIDE_SPACE = 0x3000;

/** The style of the item that starts at `at`: `1.` for `12.`, `(a)` for `(b)`, `(i)` for `(iv)`. */
export function itemLevel(text: string, at: number): Level {
  const content = markerStart(text, at);
  MARKER_AT.lastIndex = content;
  const marker = MARKER_AT.exec(text)?.[0] ?? "";
  return { style: styleOf(marker), indent: columnOf(text, at, content) };
}

function styleOf(marker: string): string {
  if (ROMAN.test(marker)) return marker.replace(/[ivx]+/, "i");
  return marker
    .replaceAll(/\d+/g, "1")
    .replaceAll(/[一二三四五六七八九十百零〇]+/g, "一")
    .replace(/[①-⑳]/, "①")
    .replace(/[a-z]/, "a")
    .replace(/[A-Z]+/, "A");
}

/** One list: the style of its markers, and their indentation in columns. */
interface Level {
  readonly style: string;
  readonly indent: number;
}

/** The open lists, from the outermost in. */
export type Levels = Level[];

/** Closes the lists that the item ends, opens its own if it is not open, and returns its depth: 0 for the outermost. */
export function enterLevel(levels: Levels, item: Level): number {
  closeLevels(levels, item.indent + 1);
  const open = placeOf(levels, item);
  if (open === -1) return levels.push(item) - 1;
  levels.length = open + 1;
  return open;
}

/** Closes the lists that are indented by at least `indent`. */
export function closeLevels(levels: Levels, indent: number): void {
  while ((levels.at(-1)?.indent ?? -1) >= indent) levels.pop();
}

/** True if the item would open a list below the innermost one. */
export function isBelow(levels: Levels, item: Level): boolean {
  return item.indent >= (levels.at(-1)?.indent ?? 0) && placeOf(levels, item) === -1;
}

function placeOf(levels: Levels, { style, indent }: Level): number {
  return levels.findIndex((level) => level.style === style && level.indent === indent);
}

/** More blank lines separate an item from the rest of its list. */
const BLANK_LINES_MAX = 4;

/** True for an item `[from, to)` if the nearest line above or below, blank lines aside, is an item of its style. */
export function hasSibling(text: string, from: number, to: number, end: number): boolean {
  if (!isItemAt(text, from)) return false;
  return isSameStyle(text, from, lineBelow(text, to, end)) || isSameStyle(text, from, lineAbove(text, from));
}

function isSameStyle(text: string, from: number, other: number): boolean {
  return other !== from && isItemAt(text, other) && itemLevel(text, other).style === itemLevel(text, from).style;
}

/** The start of the first line from `from` on that is not blank, or of the line after too many blank ones. */
function lineBelow(text: string, from: number, end: number): number {
  let at = from;
  for (let lines = 0; at < end && lines <= BLANK_LINES_MAX; lines++) {
    const stop = lineEnd(text, at, end);
    if (!isBlank(text, at, stop)) return at;
    at = stop;
  }
  return at;
}

/** The start of the last line before `from` that is not blank, or of the line before too many blank ones. */
function lineAbove(text: string, from: number): number {
  let at = from;
  for (let lines = 0; at > 0 && lines <= BLANK_LINES_MAX; lines++) {
    const start = at < 2 ? 0 : text.lastIndexOf("\n", at - 2) + 1;
    if (!isBlank(text, start, at)) return start;
    at = start;
  }
  return at;
}
