// Who speaks at the start of a line: `Ada:`, `**Ada Lovelace**:`, `[10:02] Ada:`, `Ada (10:02):`, `<ada>`, `USER:`,
// `Ada  3:41 PM`.
// A line in, a name out: `speaker-name.ts` tells a name, this what may stand around it. Reads at most a bounded part of
// the line.
import {
  ASCII_END,
  COLON,
  isDigit,
  isLetter,
  isSpace,
  LESS_THAN,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  SPACE,
} from "../../../text/char-codes.ts";
import { skipIndent } from "../../../text/offsets.ts";
import { matchesAt } from "../patterns.ts";
import { endOfName, isLabel, NAME_CHARS_MAX } from "./speaker-name.ts";

/** Longest time or index in front of a name, and longest remark in brackets behind it. */
const STAMP_CHARS_MAX = 32;
const REMARK_CHARS_MAX = 40;

/** Most characters of Markdown's marks on either side of a name: `> ## **Ada**`. */
const MARK_CHARS_MAX = 6;

/** What the basic Latin characters are to a turn's opening: one look-up for each, since every line has some. */
const IN_STAMP = 1;
const MARK = 2;
const CLOSES_STAMP = 4;
const KINDS = Uint8Array.from({ length: ASCII_END }, (_, code) => {
  const letter = String.fromCharCode(code);
  return (
    ("0123456789-/:., APMapm[]()".includes(letter) ? IN_STAMP : 0) |
    ("*_#> ".includes(letter) ? MARK : 0) |
    (" ])".includes(letter) ? CLOSES_STAMP : 0)
  );
});

/** False for what is not basic Latin, and behind the text's end. */
function isKind(code: number, kind: number): boolean {
  return ((KINDS[code] ?? 0) & kind) !== 0;
}

const WIDE_COLON = 0xff1a;

/** The speaker's name when the line that starts at `at` opens a turn, else null. */
export function speakerAt(text: string, at: number, end: number): string | null {
  const bare = skipMarks(text, skipStamp(text, at, end), end);
  if (bare === end) return null;
  if (text.charCodeAt(bare) === LESS_THAN) return bracketedName(text, bare, end);
  const nameEnd = endOfName(text, bare, end);
  if (nameEnd <= bare) return null;
  let i = skipRemark(text, nameEnd, end);
  i = skipMarks(text, i, end);
  const code = i < end ? text.charCodeAt(i) : SPACE;
  if (code !== COLON && code !== WIDE_COLON) {
    const isSpeaker = isClock(text, nameEnd, end) && !isLabel(text, bare, nameEnd);
    return isSpeaker ? text.slice(bare, nameEnd) : null;
  }
  i = skipMarks(text, i + 1, end);
  const isOpening = i >= end || isSpace(text.charCodeAt(i)) || code === WIDE_COLON || isSpace(text.charCodeAt(i - 1));
  return isOpening && !isLabel(text, bare, nameEnd) ? text.slice(bare, nameEnd).trim() : null;
}

/** `Ada  3:41 PM` on a line of its own, above what she said, as chats and recorders write it. */
const CLOCK = new RegExp(
  / {1,8}(?:[-–—|,] ?)?[[(]?(?:\d[\d./-]{5,9},? )?\d{1,2}:\d{2}(?::\d{2})?/.source +
    /(?: ?[AaPp]\.?[Mm]\.?)?[\])]?[ \t]*\r?(?:\n|$)/.source,
  "y",
);

function isClock(text: string, nameEnd: number, end: number): boolean {
  // Most names are the first words of a line that goes on.
  const next = skipIndent(text, nameEnd, end);
  if (next === nameEnd || next === end || isLetter(text.charCodeAt(next))) return false;
  return matchesAt(CLOCK, text, nameEnd) && CLOCK.lastIndex <= end;
}

/** `[10:02:11] `, `(0:12) `, `2024-01-02 10:00 - `: digits and what parts them, closed by a bracket or a blank. */
function skipStamp(text: string, at: number, end: number): number {
  const start = skipIndent(text, at, end);
  const digit = start < end && isBracket(text.charCodeAt(start)) ? start + 1 : start;
  if (digit >= end || !isDigit(text.charCodeAt(digit))) return start;
  // The letters of AM and PM may also begin a name: what no blank or bracket closes is none.
  let closed = start;
  const limit = Math.min(end, start + STAMP_CHARS_MAX);
  for (let i = start; i < limit && isKind(text.charCodeAt(i), IN_STAMP); i++)
    if (isKind(text.charCodeAt(i), CLOSES_STAMP)) closed = i + 1;
  return skipIndent(text, closed, end);
}

function isBracket(code: number): boolean {
  return code === OPEN_BRACKET || code === OPEN_PARENTHESIS;
}

/** Markdown's emphasis, quotes and headings around a name. */
function skipMarks(text: string, at: number, end: number): number {
  let i = at;
  while (i < end && i - at < MARK_CHARS_MAX && isKind(text.charCodeAt(i), MARK)) i++;
  return i;
}

function bracketedName(text: string, at: number, end: number): string | null {
  const close = indexWithin(text, ">", at, Math.min(end, at + NAME_CHARS_MAX));
  if (close === -1 || !text.startsWith(" ", close + 1)) return null;
  const name = text.slice(at + 1, close);
  return /^[\w .-]{3,30}$/.test(name) ? name : null;
}

function skipRemark(text: string, at: number, end: number): number {
  const start = skipIndent(text, at, end);
  if (start === end || !isBracket(text.charCodeAt(start))) return at;
  const open = text.charAt(start);
  const close = indexWithin(text, open === "(" ? ")" : "]", start, Math.min(end, start + REMARK_CHARS_MAX));
  return close === -1 ? at : close + 1;
}

/** `indexOf` that never reads past `end`: on hostile text the plain one reads the whole rest for every line. */
function indexWithin(text: string, mark: string, start: number, end: number): number {
  for (let i = start; i < end; i++) if (text.charAt(i) === mark) return i;
  return -1;
}
