// Who speaks at the start of a line: `Ada:`, `**Ada Lovelace**:`, `[10:02] Ada:`, `Ada (10:02):`, `<ada>`, `USER:`,
// `Ada  3:41 PM`. A line in, a name out. A name is recognised by its shape, in any script. Reads a bounded part of the
// line.
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
  UPPER_A,
  UPPER_Z,
} from "../../../text/char-codes.ts";
import { skipIndent } from "../../../text/offsets.ts";
import { matchesAt } from "../patterns.ts";

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

/** Longest name, in characters and words. */
const NAME_CHARS_MAX = 48;
const NAME_WORDS_MAX = 4;

/** Names in lower case are taken for speakers only when they are roles: `else:` and `default:` are none. */
const ROLES = new Set(
  "user assistant system human bot ai agent customer client tool model developer me you".split(" "),
);

/** The longest of them. */
const ROLE_CHARS_MAX = 9;

/** Levels stand where a speaker would, but they are a logger's. */
const LEVELS = new Set("TRACE DEBUG INFO NOTICE WARN WARNING ERROR ERR FATAL CRITICAL SEVERE PANIC".split(" "));

/** Names of fields stand there too: of mail, of search results, of forms. */
const FIELDS = new Set(
  (
    "FROM TO CC BCC DATE SENT SUBJECT RE FWD URL LINK TITLE SOURCE PUBLISHED UPDATED CREATED AUTHOR SNIPPET SUMMARY " +
    "ABSTRACT DESCRIPTION NAME TYPE STATUS ID KEY VALUE NOTE NOTES ADDRESS PHONE EMAIL PRICE TAGS CATEGORY VON AN " +
    "BETREFF DATUM DE OBJET ASUNTO"
  ).split(" "),
);

const RIGHT_QUOTE = 0x2019;

/** What of basic Latin a name is made of: one look-up for each character, since every line has some. */
const IN_NAME = Uint8Array.from({ length: ASCII_END }, (_, code) =>
  isLetter(code) || isDigit(code) || "'.-_".includes(String.fromCharCode(code)) ? 1 : 0,
);

/** The end of what may be a name at `start`, or `start`; a single lower-case word must be a role. */
function endOfName(text: string, start: number, end: number): number {
  const limit = Math.min(end, start + NAME_CHARS_MAX);
  if (!startsUpper(text, start) && !isRoleAt(text, start, limit)) return start;
  let words = 0;
  let lowerWords = 0;
  let firstEnd = start;
  let at = start;
  for (let wordStart = start; ; wordStart = at + 1) {
    at = endOfWord(text, wordStart, limit);
    if (at > wordStart) {
      if (words === 0) firstEnd = at;
      words++;
      if (!startsUpper(text, wordStart)) lowerWords++;
    }
    const goesOn = at < limit && text.charCodeAt(at) === SPACE && words < NAME_WORDS_MAX;
    if (!goesOn || (at + 1 < text.length && !isNameCode(text.charCodeAt(at + 1)))) break;
  }
  const isName = words > 0 && words <= NAME_WORDS_MAX && lowerWords <= 1 && startsUpper(text, start);
  const isRole = words === 1 && lowerWords === 1 && ROLES.has(text.slice(start, at));
  if (!isName && !isRole) return start;
  // `D WindowManager:` and `INFO spark.CacheManager:` are a logger's, not a person's.
  return words > 1 && firstEnd - start === 1 ? start : at;
}

function endOfWord(text: string, start: number, limit: number): number {
  let at = start;
  while (at < limit && isNameCode(text.charCodeAt(at))) at++;
  return at;
}

/** True for a level or a field's name. To be asked last: most lines that begin like a name have no colon behind it. */
function isLabel(text: string, start: number, nameEnd: number): boolean {
  let firstEnd = start;
  while (firstEnd < nameEnd && text.charCodeAt(firstEnd) !== SPACE) firstEnd++;
  const first = text.slice(start, firstEnd).toUpperCase();
  return LEVELS.has(first) || (FIELDS.has(first) && skipIndent(text, firstEnd, nameEnd) === nameEnd);
}

/** Is the first word one of the roles? Most lines that begin in lower case need no further look. */
function isRoleAt(text: string, start: number, end: number): boolean {
  let i = start;
  while (i < end && i - start <= ROLE_CHARS_MAX && isLetter(text.charCodeAt(i))) i++;
  return i - start <= ROLE_CHARS_MAX && ROLES.has(text.slice(start, i));
}

/** Letters of any script, digits, and what joins the parts of a name: . ' ’ - _ */
function isNameCode(code: number): boolean {
  if (code < ASCII_END) return IN_NAME[code] === 1;
  // Beyond ASCII everything but punctuation: Latin-1's signs, general and CJK punctuation, full-width forms.
  if (code < 0xc0 || code >= 0xff00) return false;
  return code === RIGHT_QUOTE || !((code >= 0x2000 && code <= 0x206f) || (code >= 0x3000 && code <= 0x303f));
}

/** An upper-case letter, or one of a script without case. */
function startsUpper(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < ASCII_END) return code >= UPPER_A && code <= UPPER_Z;
  const letter = text.charAt(at);
  return letter === letter.toUpperCase();
}
