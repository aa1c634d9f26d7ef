// Finds the speaker at the start of a line: `Ada:`, `**Ada Lovelace**:`, `[10:02] Ada:`, `Ada (10:02):`, `<ada>`,
// `USER:`, `Ada  3:41 PM`. A line comes in, a name goes out. Recognises a name by its shape, in any script. Never reads
// more than a bounded part of the line.
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
  skipIndent,
  UPPER_A,
  UPPER_Z,
} from "../../../text/characters.ts";
import { matchesAt } from "../line-patterns.ts";

/** Maximum length of a time or index before a name, and of a remark in brackets after it. */
const STAMP_CHARS_MAX = 40;
const REMARK_CHARS_MAX = 40;

/** Maximum number of Markdown marks on either side of a name: `> ## **Ada**`. */
const MARK_CHARS_MAX = 6;

/** The roles of ASCII characters at the start of a turn: one look-up each, since this runs on every line. */
const IN_STAMP = 1;
const MARK = 2;
const CLOSES_STAMP = 4;
const KINDS = Uint8Array.from({ length: ASCII_END }, (_, code) => {
  const letter = String.fromCharCode(code);
  return (
    ("0123456789-/:.,> []()".includes(letter) ? IN_STAMP : 0) |
    ("*_#> ".includes(letter) ? MARK : 0) |
    (" ])".includes(letter) ? CLOSES_STAMP : 0)
  );
});

/** False for characters outside ASCII and past the end of the text. */
function isKind(code: number, kind: number): boolean {
  return ((KINDS[code] ?? 0) & kind) !== 0;
}

const WIDE_COLON = 0xff1a;

interface Opening {
  readonly speaker: string;
  /** True if a time or a date follows the name, and what is said stands on the lines below. */
  readonly isStamped: boolean;
}

/** The speaker's name if the line that starts at `at` opens a turn, otherwise null. */
export function speakerAt(text: string, at: number, end: number): string | null {
  return openingAt(text, at, end)?.speaker ?? null;
}

export function openingAt(text: string, at: number, end: number): Opening | null {
  const bare = skipMarks(text, skipStamp(text, at, end), end);
  if (bare === end) return null;
  if (text.charCodeAt(bare) === LESS_THAN) return openingOf(bracketedName(text, bare, end));
  const nameEnd = endOfName(text, bare, end);
  if (nameEnd <= bare) return null;
  const remarkEnd = skipRemark(text, nameEnd, end);
  let i = skipMarks(text, remarkEnd, end);
  const code = i < end ? text.charCodeAt(i) : SPACE;
  if (code !== COLON && code !== WIDE_COLON) {
    const isStamped = isClock(text, remarkEnd, end) && !isLabel(text, bare, nameEnd);
    return isStamped ? { speaker: text.slice(bare, nameEnd), isStamped } : null;
  }
  i = skipMarks(text, i + 1, end);
  const isOpening = i >= end || isSpace(text.charCodeAt(i)) || code === WIDE_COLON || isSpace(text.charCodeAt(i - 1));
  return isOpening && !isLabel(text, bare, nameEnd) ? openingOf(text.slice(bare, nameEnd).trim()) : null;
}

function openingOf(speaker: string | null): Opening | null {
  return speaker === null ? null : { speaker, isStamped: false };
}

/** The time in `Ada  3:41 PM` or `**Ada** · 15:41` above a message, on the line of the name or on the next. */
const CLOCK = new RegExp(
  /[*_]{0,3}(?: {1,8}|[ \t]{0,8}\r?\n[ \t]{0,8})(?:[-–—|,·•] ?)?(?:(?:Today|Yesterday) at )?/.source +
    /[[(]?(?:\d[\d./-]{5,9},? )?\d{1,2}:\d{2}(?::\d{2})?/.source +
    /(?: ?[AaPp]\.?[Mm]\.?)?[\])]?[ \t]*\r?(?:\n|$)/.source,
  "y",
);

/** The date in `Ada  Sep 18` or `Ada  18 Sept 2025 at 9:04 AM`. */
const DAY = new RegExp(
  /(?:\p{Lu}\p{Ll}{2,8}\.? \d{1,2}(?:st|nd|rd|th)?|\d{1,2}\.? \p{Lu}\p{Ll}{2,8}\.?)(?:,? \d{4})?/u.source +
    /(?:,? (?:at )?\d{1,2}:\d{2}(?: ?[AaPp]\.?[Mm]\.?)?)?[ \t]*\r?(?:\n|$)/.source,
  "uy",
);

/** A date stands apart from the name before it, because names are often followed by other words. */
const GAP_MIN = 2;

function isClock(text: string, nameEnd: number, end: number): boolean {
  // Most apparent names are the first words of a longer line.
  const next = skipIndent(text, nameEnd, end);
  if (next === end) return false;
  if (next - nameEnd >= GAP_MIN && matchesAt(DAY, text, next) && DAY.lastIndex <= end) return true;
  return !isLetter(text.charCodeAt(next)) && matchesAt(CLOCK, text, nameEnd) && CLOCK.lastIndex <= end;
}

/** After the time of day. `P11` and `Pam` are names. */
const HALF_DAY = /[AaPp]\.?[Mm]\b\.?/y;

/**
 * Skips `[10:02:11] `, `(0:12) `, `[00:01.2 --> 00:04.1] ` or `2024-01-02 10:00 - `: digits and separators, closed by a
 * bracket or a space.
 */
function skipStamp(text: string, at: number, end: number): number {
  const start = skipIndent(text, at, end);
  const digit = start < end && isBracket(text.charCodeAt(start)) ? start + 1 : start;
  if (digit >= end || !isDigit(text.charCodeAt(digit))) return start;
  let closed = start;
  const limit = Math.min(end, start + STAMP_CHARS_MAX);
  for (let i = start; i < limit; i++) {
    if (isKind(text.charCodeAt(i), CLOSES_STAMP)) closed = i + 1;
    else if (isKind(text.charCodeAt(i), IN_STAMP)) continue;
    else if (matchesAt(HALF_DAY, text, i)) i = HALF_DAY.lastIndex - 1;
    else break;
  }
  return skipIndent(text, closed, end);
}

function isBracket(code: number): boolean {
  return code === OPEN_BRACKET || code === OPEN_PARENTHESIS;
}

/** Skips Markdown emphasis, quote and heading marks around a name. */
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

/** `indexOf` that never reads past `end`: on hostile text, the built-in reads the whole rest for every line. */
function indexWithin(text: string, mark: string, start: number, end: number): number {
  for (let i = start; i < end; i++) if (text.charAt(i) === mark) return i;
  return -1;
}

/** Maximum length of a name, in characters and in words. */
const NAME_CHARS_MAX = 48;
const NAME_WORDS_MAX = 4;

/** A lower-case name counts as a speaker only if it is a role: `else:` and `default:` are not. */
const ROLES = new Set(
  "user assistant system human bot ai agent customer client tool model developer me you".split(" "),
);

/** Length of the longest role. */
const ROLE_CHARS_MAX = 9;

/** Log levels, which appear where a speaker would. */
const LEVELS = new Set("TRACE DEBUG INFO NOTICE WARN WARNING ERROR ERR FATAL CRITICAL SEVERE PANIC".split(" "));

/** Field names of mail, search results and forms, which also appear where a speaker would. */
const FIELDS = new Set(
  (
    "FROM TO CC BCC DATE SENT SUBJECT RE FWD URL LINK TITLE SOURCE PUBLISHED UPDATED CREATED AUTHOR SNIPPET SUMMARY " +
    "ABSTRACT DESCRIPTION NAME TYPE STATUS ID KEY VALUE NOTE NOTES ADDRESS PHONE EMAIL PRICE TAGS CATEGORY VON AN " +
    "BETREFF DATUM DE OBJET ASUNTO"
  ).split(" "),
);

const RIGHT_QUOTE = 0x2019;

/** The ASCII characters allowed in a name: one look-up each, since this runs on every line. */
const IN_NAME = Uint8Array.from({ length: ASCII_END }, (_, code) =>
  isLetter(code) || isDigit(code) || "'.-_".includes(String.fromCharCode(code)) ? 1 : 0,
);

/** The end of a possible name at `start`, or `start` if there is none. A single lower-case word must be a role. */
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
    const hasNextWord = at < limit && text.charCodeAt(at) === SPACE && words < NAME_WORDS_MAX;
    if (!hasNextWord || (at + 1 < text.length && !isNameCode(text.charCodeAt(at + 1)))) break;
  }
  const isName = words > 0 && words <= NAME_WORDS_MAX && lowerWords <= 1 && startsUpper(text, start);
  const isRole = words === 1 && lowerWords === 1 && ROLES.has(text.slice(start, at));
  if (!isName && !isRole) return start;
  // `D WindowManager:` is a logger's line, not a person's.
  return words > 1 && firstEnd - start === 1 ? start : at;
}

function endOfWord(text: string, start: number, limit: number): number {
  let at = start;
  while (at < limit && isNameCode(text.charCodeAt(at))) at++;
  return at;
}

/** True for a level or a field name. Check this last: most lines that start like a name have no colon after it. */
function isLabel(text: string, start: number, nameEnd: number): boolean {
  let firstEnd = start;
  while (firstEnd < nameEnd && text.charCodeAt(firstEnd) !== SPACE) firstEnd++;
  const first = text.slice(start, firstEnd).toUpperCase();
  return LEVELS.has(first) || (FIELDS.has(first) && skipIndent(text, firstEnd, nameEnd) === nameEnd);
}

/** True if the first word is a role. This alone rules out most lines that start in lower case. */
function isRoleAt(text: string, start: number, end: number): boolean {
  let i = start;
  while (i < end && i - start <= ROLE_CHARS_MAX && isLetter(text.charCodeAt(i))) i++;
  return i - start <= ROLE_CHARS_MAX && ROLES.has(text.slice(start, i));
}

/** True for letters of any script, digits, and the characters that join the parts of a name: . ' ’ - _ */
function isNameCode(code: number): boolean {
  if (code < ASCII_END) return IN_NAME[code] === 1;
  // Beyond ASCII, everything but punctuation: Latin-1 signs, general and CJK punctuation, full-width forms.
  if (code < 0xc0 || code >= 0xff00) return false;
  return code === RIGHT_QUOTE || !((code >= 0x2000 && code <= 0x206f) || (code >= 0x3000 && code <= 0x303f));
}

/** True for an upper-case letter, or a letter of a script without case. */
function startsUpper(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < ASCII_END) return code >= UPPER_A && code <= UPPER_Z;
  const letter = text.charAt(at);
  return letter === letter.toUpperCase();
}

export type Side = "user" | "assistant";

/** By the first word of a speaker's name in chats with an assistant, as exports and APIs write it. */
const SIDES: ReadonlyMap<string, Side> = new Map([
  ...["user", "human", "me", "you"].map((name) => [name, "user"] as const),
  ...["assistant", "ai", "bot", "model", "chatgpt", "claude", "gemini", "copilot"].map(
    (name) => [name, "assistant"] as const,
  ),
]);

/** The side on which a speaker is in a chat with an assistant; nothing for any other name. */
export function sideOf(name: string): Side | undefined {
  return SIDES.get(name.toLowerCase().split(" ", 1)[0] ?? "");
}
