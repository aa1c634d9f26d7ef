// In: a record and what of it is sent. Out: the line that names it in the rendered context, and what the excerpt costs
// there with that line and the separator behind it.
import { ASCII_END } from "../../text/char-codes.ts";
import { atCodePoint } from "../../text/offsets.ts";
import { isBehindLetter, isFresh, lastBoundary } from "../../text/token-boundaries.ts";
import { countTokens } from "../../text/tokens.ts";
import type { InRow, ScoredRecord } from "../model.ts";

/** Characters of a title that a heading repeats. */
const TITLE_CHARACTERS_MAX = 120;

/** Stands between two records. */
export const SEPARATOR = "\n\n";

/** Tokens a separator adds, as measured with o200k_base: most texts absorb it into their last token. */
export const SEPARATOR_TOKENS = 1;

/** A name that stands within this many characters of a text's start needs no heading above it. */
const OPENING_CHARACTERS = 160;

/**
 * The heading line above `shown`, with its line break; "" for a record without a name, one that opens with it, and the
 * only record of a request.
 */
export function headingOf(record: ScoredRecord, shown: string): string {
  const name = oneLine(record.name);
  return name === "" || shown.slice(0, OPENING_CHARACTERS).includes(name) ? "" : `[${name}]\n`;
}

function oneLine(name: string): string {
  if (name === "") return "";
  const line = name
    .slice(0, 2 * TITLE_CHARACTERS_MAX)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.slice(0, atCodePoint(line, Math.min(line.length, TITLE_CHARACTERS_MAX)));
}

/** Characters at the end of a text that decide what a separator after it costs. */
const TAIL_CHARACTERS = 24;

/** By the last character, an ASCII symbol behind a letter or a digit. A cache: undefined until it is first needed. */
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

/** What of a record is sent. */
interface Shown {
  readonly record: ScoredRecord;
  readonly text: string;
  readonly tokens: number;
}

/** Named are records long enough to be worth it, and those whose beginning, which would tell what they are, is cut. */
export function inRow({ record, text, tokens }: Shown): InRow {
  const heading = headingOf(record, text);
  const sure = sureSeparatorTokens(text);
  const separator = Math.max(0, sure ?? likelySeparatorTokens(text));
  const all = countTokens(heading) + tokens + separator;
  return { heading, tokens: all, separator, isSureAtStart: isFresh(text), isSureAtEnd: separator === sure };
}
