// Finds the ends of sentences in any script by the characters around a full stop, and says how long units of sentences
// may be. The label of a rule or a section (`B2.`, `FR-12.`, `Rule 2.`, `Section 4.2.`) does not end a sentence: it
// opens a line and belongs to the text after it. Knows no dictionary beyond a few abbreviations. Reads a few characters
// around each candidate, so it takes linear time.
import {
  ASCII_END,
  FULL_STOP,
  isBlank,
  isDigit,
  isLetter,
  isSpace,
  LOWER_A,
  LOWER_Z,
  NEWLINE,
  SPACE,
  skipSpace,
  TAB,
} from "../../../text/characters.ts";
import { matchesAt } from "../line-patterns.ts";

/** Enders that close a sentence on their own, in scripts without a space after them. */
const ENDERS_ALONE = "。！？｡．﹒";

/** Enders that close a sentence if white space follows, by script. */
const ENDERS_WITH_SPACE = ".!?…‼⁇⁈⁉؟۔।॥။።፧։។៕᠃꓿༎";

/** Full-width full stops, which are decimal points between digits: `３．５`. */
const POINTS = new Set([..."．﹒"].map((point) => point.charCodeAt(0)));

/** Digits in basic Latin and in full width. */
const DIGIT = /[\d０-９]/;

/** How a code may end a sentence; 0 means not at all. */
const ALONE = 1;
const WITH_SPACE = 2;

/** How each UTF-16 code may end a sentence: a table, because every character is looked up. */
const ENDING = new Uint8Array(0x10000);
const ENDER = new RegExp(`[${ENDERS_ALONE}${ENDERS_WITH_SPACE}]`, "g");
for (const ender of ENDERS_ALONE) ENDING[ender.charCodeAt(0)] = ALONE;
for (const ender of ENDERS_WITH_SPACE) ENDING[ender.charCodeAt(0)] = WITH_SPACE;

/** Quotes and brackets that belong to the sentence they close. */
const CLOSERS = new Set([..."\"')]}”’»›」』】）》〉］｝"].map((closer) => closer.charCodeAt(0)));

/** Latin and Cyrillic abbreviations used before a name or a number. Compared in lower case, without the full stop. */
const ABBREVIATIONS = new Set(
  (
    "mr mrs ms dr prof sr jr st vs cf eg ie approx fig figs no nos vol vols pp ed eds eq eqs sec ch art inc ltd " +
    "co corp gen col sgt capt lt rev hon gov sen rep dept univ jan feb mar apr jun jul aug sep sept oct nov dec " +
    "mt ft al resp bzw ca nr bd bsp usw evtl ggf vgl str abs mio mrd av sra dra ud pág núm г гг им ул т п см рис " +
    "стр др пр тыс млн млрд"
  ).split(" "),
);

/** The longest word to look up among the abbreviations, in characters. */
const ABBREVIATION_CHARS_MAX = 6;

/** Maximum number of closers after an ender; more than these do not belong to one sentence. */
const CLOSERS_MAX = 4;

/** True for the characters that can end a sentence; only these need a call to `sentenceEndAt`. */
export function mayEndSentence(code: number): boolean {
  return ENDING[code] !== 0;
}

/**
 * If the character at `at` ends a sentence, returns the index after it, its closing quotes and the white space that
 * follows, at most `end`. Otherwise returns -1.
 */
export function sentenceEndAt(text: string, at: number, start: number, end: number): number {
  const code = text.charCodeAt(at);
  if (!mayEndSentence(code)) return -1;
  const alone = ENDING[code] === ALONE;
  if (POINTS.has(code) && DIGIT.test(text.charAt(at + 1))) return -1;
  const afterClosers = skipClosers(text, at + 1, end);
  if (afterClosers < end && !alone && !isSpace(text.charCodeAt(afterClosers))) return -1;
  const next = skipSpace(text, afterClosers, end);
  if (code === FULL_STOP && next < end && !fullStopEnds(text, at, start, next)) return -1;
  if (!alone && next < end && isLowerCase(text, next)) return -1;
  return next;
}

/** The number of sentences that start in `[start, end)`. */
export function countSentences(text: string, start: number, end: number): number {
  const part = text.slice(start, end);
  let count = 0;
  let from = start;
  ENDER.lastIndex = 0;
  while (ENDER.test(part)) {
    const next = sentenceEndAt(text, start + ENDER.lastIndex - 1, from, end);
    if (next <= from) continue;
    count++;
    from = next;
    ENDER.lastIndex = next - start;
  }
  return isBlank(text, from, end) ? count : count + 1;
}

function skipClosers(text: string, start: number, end: number): number {
  let i = start;
  while (i < end && i - start < CLOSERS_MAX && (CLOSERS.has(text.charCodeAt(i)) || mayEndSentence(text.charCodeAt(i))))
    i++;
  return i;
}

/** False for a full stop after an initial, an abbreviation or a list number such as `4.` */
function fullStopEnds(text: string, at: number, start: number, next: number): boolean {
  let from = at;
  while (from > start && at - from <= ABBREVIATION_CHARS_MAX && isWordCode(text.charCodeAt(from - 1))) from--;
  const length = at - from;
  if (length === 0) return true;
  if (length === 1) {
    const code = text.charCodeAt(from);
    // "J. Smith" has an initial. "Vitamin C. It" looks the same; joining two sentences is the lesser harm.
    if (isLetter(code) || code > 0x3ff) return code > 0x24f && !isCyrillic(code);
  }
  const word = text.slice(from, at);
  if (length <= ABBREVIATION_CHARS_MAX && ABBREVIATIONS.has(word.toLowerCase())) {
    // "No. 5" continues, "He said no. They left" does not; all other abbreviations continue.
    return word.toLowerCase() === "no" && !isDigit(text.charCodeAt(next));
  }
  if (isDigit(text.charCodeAt(at - 1)) && isLabel(text, start, at)) return false;
  const isNumber = length <= 3 && isDigit(text.charCodeAt(from)) && isDigit(text.charCodeAt(at - 1));
  return !(isNumber && opensLine(text, start, from));
}

/** Deeper text is not a numbered item. */
const INDENT_CHARS_MAX = 16;

/** True if nothing but a short indentation precedes `at` in its line or in the sentence that starts at `start`. */
function opensLine(text: string, start: number, at: number): boolean {
  let from = at;
  while (from > start && at - from < INDENT_CHARS_MAX && isIndent(text.charCodeAt(from - 1))) from--;
  return from === start || text.charCodeAt(from - 1) === NEWLINE;
}

function isIndent(code: number): boolean {
  return code === SPACE || code === TAB;
}

function isCyrillic(code: number): boolean {
  return code >= 0x400 && code <= 0x52f;
}

function isWordCode(code: number): boolean {
  return isLetter(code) || isDigit(code) || (code >= 0xc0 && code <= 0x52f);
}

/**
 * True for a lower-case letter, which means that the sentence continues. Latin, Greek and Cyrillic, by case mapping.
 */
export function isLowerCase(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < ASCII_END) return code >= LOWER_A && code <= LOWER_Z;
  if (code > 0x52f) return false;
  const letter = text.charAt(at);
  return letter === letter.toLowerCase() && letter !== letter.toUpperCase();
}

/** Short neighbouring sentences share a unit up to this length; results were flat between 100 and 240. */
const PROSE_UNIT_CHARS = 160;

/**
 * The same for scripts whose characters are syllables or words (Chinese, Japanese, Korean): as much in half the length.
 */
const WIDE_UNIT_CHARS = 80;

/** From the CJK radicals to the last Korean syllable. */
const WIDE_FIRST = 0x2e80;
const WIDE_LAST = 0xd7ff;

/** How many characters are read to determine the script of a passage. */
const SCRIPT_SAMPLE_CHARS = 200;

/** The length up to which short sentences share a unit, judged by the start of the passage. */
export function unitChars(text: string, from: number, end: number): number {
  const to = Math.min(end, from + SCRIPT_SAMPLE_CHARS);
  let wide = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code >= WIDE_FIRST && code <= WIDE_LAST) wide++;
  }
  return 2 * wide > to - from ? WIDE_UNIT_CHARS : PROSE_UNIT_CHARS;
}

/** A code of capitals and a number: `B2`, `FR-12`, `R4.1`. */
const CODE = /\p{Lu}{1,4}-?\d{1,3}(?:\.\d{1,3}){0,3}/u.source;

/** A capitalised word and a number: `Rule 2`, `Art. 6`. */
const WORD = /\p{Lu}\p{Ll}{1,9}\.? \d{1,4}(?:\.\d{1,3}){0,3}[a-z]?/u.source;

const CODE_AT = new RegExp(`${CODE}[.):][ \\t]`, "uy");
const LABEL_AT = new RegExp(`(?:${CODE}[.):]|${WORD}\\.)[ \\t]`, "uy");
const LABEL = new RegExp(`^(?:${CODE}|${WORD})$`, "u");

/** The longest word and number with some room. Longer sentences are not compared. UTF-16 units. */
const LABEL_CHARS_MAX = 24;

/** True if the line at `from` opens with a code. A word and a number may end the sentence of the line above. */
export function opensWithCode(text: string, from: number): boolean {
  return matchesAt(CODE_AT, text, from);
}

/** True if a line starts at `from` and opens with a label. */
export function opensWithLabel(text: string, from: number): boolean {
  return text.charCodeAt(from - 1) === NEWLINE && matchesAt(LABEL_AT, text, from);
}

/** `3` or `Step 3` on a line of its own, above a sentence. */
const COUNTER_AT = /[ \t]{0,8}(?:\p{Lu}\p{Ll}{2,9} )?\d{1,2}[.)]?[ \t]*\r?\n[ \t]{0,8}\p{Lu}[^\n]{20}/uy;

/** True if the line at `from` is the number of a step above the text of the step. */
export function opensWithCounter(text: string, from: number): boolean {
  return (from === 0 || text.charCodeAt(from - 1) === NEWLINE) && matchesAt(COUNTER_AT, text, from);
}

/** True if the sentence that starts at `start` is nothing but a label up to the full stop at `at`. */
function isLabel(text: string, start: number, at: number): boolean {
  if (at - start > LABEL_CHARS_MAX || (start > 0 && text.charCodeAt(start - 1) !== NEWLINE)) return false;
  return LABEL.test(text.slice(start, at));
}
