// Recognises the items of lists in documents: bullets, numbers, and the clauses of contracts.
// In: a text and the start of a line. Out: whether an item starts there, and how deep it is.
import { isLetter, skipIndent } from "../../../text/characters.ts";
import { matchesAt } from "../line-patterns.ts";

/**
 * `-`, `1.`, `1.2`, `1)`, `(1)`, `a)`, `(b)`, `(iv)`. A letter needs a parenthesis, because `A. Smith` is a name. No
 * small letter follows `1.2`, because `1.2 million` is an amount.
 */
const MARKER = /(?:[-*+•]|\d{1,3}(?:\.\d{1,3}){1,3}\.?(?=\s+[^a-z\s])|\d{1,3}\.|\(?(?:\d{1,3}|[A-Za-z]|[ivx]{2,5})\))/
  .source;

const ITEM = new RegExp(`[ \\t]{0,16}${MARKER}[ \\t]+\\S`, "y");
const MARKER_AT = new RegExp(MARKER, "y");
/** `(i)` is taken for a number: few lists have nine letters. */
const ROMAN = /^\(?[ivx]{1,5}\)/;

/** A line that is an item. Long paragraphs that are numbered `(1)`, as in judgments, do not make a text a list. */
export const ITEM_LINE = new RegExp(`^\\s{0,8}(?:(?:[-*+•]|\\d{1,3}[.)])\\s+\\S|${MARKER}\\s+\\S.{0,200}$)`);

/** Characters that a marker may start with, besides letters. */
const FIRST = "-*+•(0123456789";

export function isItemAt(text: string, at: number): boolean {
  const content = skipIndent(text, at, text.length);
  // That alone rules out most lines. A letter is a marker only before a parenthesis, at most five letters later.
  const code = text.charCodeAt(content);
  const mayBe = isLetter(code) ? text.slice(content, content + 6).includes(")") : FIRST.includes(text.charAt(content));
  return content < text.length && mayBe && matchesAt(ITEM, text, at);
}

/** Depths of the markers of contracts below `1.2.3.4`. */
const LETTER_DEPTH = 4;
const ROMAN_DEPTH = 5;

/** How deep the item that starts at `at` is, by its indentation and its marker: `1.`, `1.2`, `(a)`, `(ii)`. */
export function itemDepth(text: string, at: number): number {
  const content = skipIndent(text, at, text.length);
  MARKER_AT.lastIndex = content;
  const marker = MARKER_AT.exec(text)?.[0] ?? "";
  return content - at + markerDepth(marker);
}

function markerDepth(marker: string): number {
  if (ROMAN.test(marker)) return ROMAN_DEPTH;
  if (/[A-Za-z]/.test(marker)) return LETTER_DEPTH;
  return Math.max(0, marker.split(".").filter(Boolean).length - 1);
}
