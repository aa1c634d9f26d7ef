// Recognises the label of a rule, a requirement or a section: `B2.`, `FR-12.`, `Rule 2.`, `Art. 6.`, `Section 4.2.` It
// stands at the beginning of a line and belongs to the text after it. In: a text and the place of a line or of a full
// stop. Out: whether a label is there. Never looks further back than a label is long.
import { NEWLINE } from "../../../text/characters.ts";
import { matchesAt } from "../line-patterns.ts";

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

/** True if the sentence that starts at `start` is nothing but a label up to the full stop at `at`. */
export function isLabel(text: string, start: number, at: number): boolean {
  if (at - start > LABEL_CHARS_MAX || (start > 0 && text.charCodeAt(start - 1) !== NEWLINE)) return false;
  return LABEL.test(text.slice(start, at));
}
