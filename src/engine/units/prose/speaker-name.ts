// The name of a speaker at the start of a line, told by its shape, in any script: up to four words that begin like a
// name, or a role (`user`). A text and a place in, the name's end out. Reads at most a bounded part of the line.
import { ASCII_END, isDigit, isLetter, SPACE, UPPER_A, UPPER_Z } from "../../../text/char-codes.ts";
import { skipIndent } from "../../../text/offsets.ts";

/** Longest name, in characters and words. */
export const NAME_CHARS_MAX = 48;
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
export function endOfName(text: string, start: number, end: number): number {
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
export function isLabel(text: string, start: number, nameEnd: number): boolean {
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
