// What a separator behind a text comes to. In: the text. Out: tokens.
// Most separators are a token or none, as the last characters say: counted are few.
import { ASCII_END } from "../../text/char-codes.ts";
import { isBehindLetter, lastBoundary } from "../../text/token-boundaries.ts";
import { countTokens } from "../../text/tokens.ts";
import { SEPARATOR, SEPARATOR_TOKENS } from "./headings.ts";

/** Characters at the end of a text that decide what a separator after it costs. */
const TAIL_CHARACTERS = 24;

/** By the ASCII character that stands last, behind a letter or a digit: nothing where nobody asked yet. */
const behindSymbol: (number | undefined)[] = [];

/** Exact whatever stands before the text and whatever fresh text behind the separator; null if that is unsure. */
export function sureSeparatorTokens(text: string): number | null {
  if (isBehindLetter(text, text.length)) return SEPARATOR_TOKENS;
  const cut = lastBoundary(text, Math.max(0, text.length - TAIL_CHARACTERS), text.length);
  if (cut === -1) return null;
  const last = text.charCodeAt(cut);
  if (cut < text.length - 1 || last >= ASCII_END) return added(text.slice(cut));
  const known = behindSymbol[last] ?? added(text.slice(cut));
  behindSymbol[last] = known;
  return known;
}

/** Nearly exact for any text. */
export function likelySeparatorTokens(text: string): number {
  return added(text.slice(-TAIL_CHARACTERS));
}

function added(tail: string): number {
  return countTokens(tail + SEPARATOR) - countTokens(tail);
}
