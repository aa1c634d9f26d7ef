// Recognises the label that a rule, a requirement or a section of a text begins with: `B2.`, `FR-12.`, `Rule 2.`,
// `Art. 6.`, `Section 4.2.` It belongs to the text behind it. In: a text and the place of a full stop or of a line.
// Never looks further back than a label is long.
import { NEWLINE } from "../../../text/characters.ts";
import { matchesAt } from "../line-patterns.ts";

/** Capitals and a number: `B2`, `FR-12`, `R4.1`. */
const CODE = /\p{Lu}{1,4}-?\d{1,3}(?:\.\d{1,3}){0,3}/u.source;

/** A word with a capital and a number. */
const WORD = /\p{Lu}\p{Ll}{1,9}\.? \d{1,4}(?:\.\d{1,3}){0,3}[a-z]?/u.source;

const CODE_AT = new RegExp(`${CODE}[.):][ \\t]`, "uy");
const LABEL_AT = new RegExp(`(?:${CODE}[.):]|${WORD}\\.)[ \\t]`, "uy");
const LABEL = new RegExp(`^(?:${CODE}|${WORD})$`, "u");

const LABEL_CHARS_MAX = 24;

/** True if the line at `from` opens with a code. A word and a number may also go on with the line above. */
export function opensWithCode(text: string, from: number): boolean {
  return matchesAt(CODE_AT, text, from);
}

/** True if a label is at `from`, where a line and a sentence start. */
export function opensWithLabel(text: string, from: number): boolean {
  return text.charCodeAt(from - 1) === NEWLINE && matchesAt(LABEL_AT, text, from);
}

/** True if the sentence that starts at `start` is nothing but a label up to the full stop at `at`. */
export function isLabel(text: string, start: number, at: number): boolean {
  if (at - start > LABEL_CHARS_MAX || (start > 0 && text.charCodeAt(start - 1) !== NEWLINE)) return false;
  return LABEL.test(text.slice(start, at));
}
