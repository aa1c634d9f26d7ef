// The headings above excerpts. Names the records by their titles and sources, and writes the heading of what is sent.
// In: what the caller sent about each record, and the prompt; or a record and the part of it that is sent. Out: a name
// for each; or a heading line in the rendered context, and the cost of the excerpt including that heading and the
// separator after it.
import { ASCII_END, atCodePoint } from "../../text/characters.ts";
import { isAfterLetter, lastBoundary, startsAtBoundary } from "../../text/token-scan.ts";
import { countTokens } from "../../text/tokens.ts";
import { isWordAcross, letterClass, UNSPACED } from "../../text/words.ts";
import type { RenderedSize, ScoredRecord, SourceRecord } from "../model.ts";

/** A name that this share of the records has does not distinguish them. */
const NAME_SHARE_MAX = 0.5;

/** A longer source is not the name of an outlet, a site or a day. UTF-16 units. */
const SOURCE_LENGTH_MAX = 40;

/** A longer prompt quotes names without asking for them, and is not searched for every source. UTF-16 units. */
const PROMPT_LENGTH_MAX = 10_000;

type Named = Pick<SourceRecord, "title" | "source">;

/**
 * Each record's title, or else its source, if it distinguishes the record from the others; otherwise "". If the prompt
 * names a source (`Do the Courier and the Ledger agree?`), the source stands next to the title.
 */
export function distinctiveNames(records: readonly Named[], prompt: string): readonly string[] {
  if (records.length === 1) return [""];
  const frequency = new Map<string, number>();
  for (const record of records) {
    for (const name of new Set(namesOf(record))) frequency.set(name, (frequency.get(name) ?? 0) + 1);
  }
  // With two records, a single one is already half of them, so every name counts.
  const most = records.length === 2 ? 2 * records.length : NAME_SHARE_MAX * records.length;
  const isDistinctive = (name: string) => name !== "" && (frequency.get(name) ?? 0) < most;
  // Read for the first record that has both names: most requests have none.
  let promptWords = prompt.length > PROMPT_LENGTH_MAX ? "" : null;
  return records.map((record) => {
    const [title = "", origin = ""] = namesOf(record).map((name) => (isDistinctive(name) ? name : ""));
    if (title === "" || origin === "") return title || origin;
    promptWords ??= wordsOf(prompt);
    const isAsked = origin.length <= SOURCE_LENGTH_MAX && promptWords.includes(wordsOf(origin));
    return isAsked && !title.includes(origin) ? `${title} (${origin})` : title;
  });
}

/** The words of a text in lower case, with a space around each. */
function wordsOf(text: string): string {
  const words = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ");
  return ` ${words.trim()} `;
}

function namesOf({ title, source }: Named): readonly string[] {
  if (title === null && source === null) return [];
  return [title?.trim() ?? "", source?.trim() ?? ""];
}

/** A heading repeats at most this many characters of a title. */
const TITLE_CHARACTERS_MAX = 120;

/** The text between two records. */
export const SEPARATOR = "\n\n";

/** The estimate for a separator, measured with o200k_base: most texts absorb it into their last token. */
export const SEPARATOR_TOKENS = 1;

/** A text needs no heading if its name occurs within this many characters of its start. */
const OPENING_CHARACTERS = 160;

/**
 * The heading line above `shown`, including its line break. "" for a record without a name, for one that opens with
 * its name, and for the only record of a request.
 */
export function headingOf(record: ScoredRecord, shown: string): string {
  const name = oneLine(record.name);
  return name === "" || holdsWords(shown.slice(0, OPENING_CHARACTERS), name) ? "" : `[${name}]\n`;
}

/** Does a text contain these words as whole words? `Port` does not name `Ports` or `Portugal`. */
function holdsWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    if (!isInWord(text, at) && !isInWord(text, at + words.length)) return true;
  }
  return false;
}

/** Scripts without spaces do not show where a word ends, so there any place will do. */
function isInWord(text: string, at: number): boolean {
  return at > 0 && at < text.length && letterClass(text, at) !== UNSPACED && isWordAcross(text, at);
}

function oneLine(name: string): string {
  if (name === "") return "";
  const line = name
    .slice(0, 2 * TITLE_CHARACTERS_MAX)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.slice(0, atCodePoint(line, Math.min(line.length, TITLE_CHARACTERS_MAX)));
}

/** This many characters at the end of a text determine the cost of a separator after it. */
const TAIL_CHARACTERS = 24;

/** A cache of separator costs after a letter or digit and one ASCII symbol, by symbol. Undefined until first used. */
const afterSymbol: (number | undefined)[] = [];

/**
 * Tokens of a separator after `text`, exact for any preceding text and any following text that starts at a boundary.
 * Null if the count may differ.
 */
export function exactSeparatorTokens(text: string): number | null {
  if (isAfterLetter(text, text.length)) return SEPARATOR_TOKENS;
  const cut = lastBoundary(text, Math.max(0, text.length - TAIL_CHARACTERS), text.length);
  if (cut === -1) return null;
  const last = text.charCodeAt(cut);
  if (cut < text.length - 1 || last >= ASCII_END) return added(text.slice(cut));
  const known = afterSymbol[last] ?? added(text.slice(cut));
  afterSymbol[last] = known;
  return known;
}

/** Tokens of a separator after `text`, nearly exact for any text. */
export function estimatedSeparatorTokens(text: string): number {
  return added(text.slice(-TAIL_CHARACTERS));
}

function added(tail: string): number {
  return countTokens(tail + SEPARATOR) - countTokens(tail);
}

/** The part of a record that is sent. */
interface Shown {
  readonly record: ScoredRecord;
  readonly text: string;
  readonly tokens: number;
}

/** The size of an excerpt in the rendered text. It has a heading if its opening does not already show its name. */
export function renderedSize({ record, text, tokens }: Shown): RenderedSize {
  const heading = headingOf(record, text);
  const exact = exactSeparatorTokens(text);
  const separator = Math.max(0, exact ?? estimatedSeparatorTokens(text));
  const all = countTokens(heading) + tokens + separator;
  return { heading, tokens: all, separator, isExactAtStart: startsAtBoundary(text), isExactAtEnd: separator === exact };
}
