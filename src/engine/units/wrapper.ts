// Finds the text that another text only wraps: the long string of a tool's JSON result, a fenced block, an element of
// XML without markup in it. Also finds the long strings that make up most of a JSON text, such as the files of a pull
// request. In: a text. Out: the places of the inner texts, and their units as units of the outer text.
import { APOSTROPHE, isBlank, LESS_THAN, QUOTE, skipSpace, trimEnd } from "../../text/characters.ts";
import { addName, addPiece, addTail, type Draft, type Frame, NO_FRAME } from "./draft.ts";
import { takeUnits } from "./inner-units.ts";
import { matchesAt, sampleOf } from "./line-patterns.ts";
import { afterSequence, looksNested, stringEnd } from "./nested/json-strings.ts";
import { holdsElements } from "./nested/markup.ts";
import { NESTED_UNIT_CHARS } from "./nested/nesting.ts";

interface Wrapper {
  /** The inner text is a string with escape sequences. */
  readonly isString: boolean;
  /** The inner text is `[start, end)`. */
  readonly start: number;
  readonly end: number;
  /** The part before the inner text names it: a title, a path, an address. */
  readonly names: boolean;
}

/** This many characters, or this share of the text if that is more, may be around the inner text. More are content. */
const AROUND_CHARS_MAX = 120;
const AROUND_SHARE_MAX = 0.2;

/** The shortest inner text, and the shortest with a name: in a short object, all fields are content. */
const INNER_CHARS_MIN = 20;
const NAMED_INNER_CHARS_MIN = 160;

/** @param jsonAt where the JSON of the text starts; null if it is not JSON */
export function findWrapper(text: string, jsonAt: number | null): Wrapper | null {
  const around = Math.max(AROUND_CHARS_MAX, AROUND_SHARE_MAX * text.length);
  const found = jsonAt === null ? (fencedIn(text) ?? elementIn(text, around)) : stringIn(text, jsonAt, around);
  if (found === null) return null;
  const length = found.end - found.start;
  const isLong = length >= (found.names ? NAMED_INNER_CHARS_MIN : INNER_CHARS_MIN);
  return isLong && text.length - length <= around ? found : null;
}

/** A value that names something, in JSON. The type of a part, such as `"type": "text"`, names nothing. */
const NAMING = /["'](?!type["'])[^"'\n]{1,40}["']: ?(?:["'][^"'\n]{3}|-?\d)/;

/** The string that makes up nearly all of the JSON, or of the literal that Python prints. */
function stringIn(text: string, jsonAt: number, around: number): Wrapper | null {
  const latest = Math.min(text.length, jsonAt + around);
  for (let at = jsonAt; at <= latest; at++) {
    const quote = text.charCodeAt(at);
    if (quote !== QUOTE && quote !== APOSTROPHE) continue;
    const start = at + 1;
    const end = stringEnd(text, start, text.length, quote, 0);
    if (text.length - (end - start) <= around) {
      // Encoded JSON is read as JSON.
      if (end === text.length || looksNested(text, start, end)) return null;
      return { isString: true, start, end, names: NAMING.test(text.slice(0, at)) };
    }
    at = end;
  }
  return null;
}

/** Three marks or more, and perhaps the language (CommonMark, section 4.5). */
const FENCE = /\s{0,40}(`{3,}|~{3,})[^\n`]{0,100}\n/y;

/** The only fenced block, if nothing is around it. */
function fencedIn(text: string): Wrapper | null {
  FENCE.lastIndex = 0;
  const marks = FENCE.exec(text)?.[1];
  if (marks === undefined) return null;
  const start = FENCE.lastIndex;
  const end = text.indexOf(`\n${marks}`, start) + 1;
  return end > 0 && isBlank(text, end + marks.length, text.length)
    ? { isString: false, start, end, names: false }
    : null;
}

const PROLOG = /\s{0,40}<\?xml[^>\n]{0,100}\?>/iy;
const OPENING_TAG = /\s{0,40}<([a-z][\w:.-]{0,60})(\s[^<>\n]{0,200})?>/iy;
const CLOSING_TAG = /\s{0,40}<\/[a-z][\w:.-]{0,60}>/iy;
const TAGS = /<[^<>\n]{1,200}>/g;

/** Tags that are read before the text's longest element. */
const TAGS_MAX = 16;

/** An element with fewer characters, such as the exit code of a program, names nothing and holds no content. */
const CONTENT_CHARS_MIN = 3;

/** At most this many characters may follow the inner text, tags not counted. */
const CONTENT_AFTER_MAX = 20;

/**
 * The only long element, if it contains no other elements. Short ones may come before it and name it, as an attribute
 * does. Several files in tags, one after the other, have no common wrapper.
 */
function elementIn(text: string, around: number): Wrapper | null {
  let at = endOfMatch(PROLOG, text, 0) ?? 0;
  let names = false;
  for (let tags = 0; tags < TAGS_MAX && at <= around; tags++) {
    const closed = tags === 0 ? null : endOfMatch(CLOSING_TAG, text, at);
    if (closed !== null) {
      at = closed;
      continue;
    }
    OPENING_TAG.lastIndex = at;
    const [, name, attributes] = OPENING_TAG.exec(text) ?? [];
    if (name === undefined) return null;
    const start = OPENING_TAG.lastIndex;
    const end = text.indexOf(`</${name}>`, start);
    if (end === -1) return null;
    if (attributes !== undefined) names = true;
    const raw = rawData(text, start, end);
    if (raw === null && text.charCodeAt(skipSpace(text, start, end)) === LESS_THAN) at = start;
    else if (text.length - (end - start) <= around) {
      const isLast = text.slice(end).replace(TAGS, "").trim().length <= CONTENT_AFTER_MAX;
      const place = raw ?? { start, end };
      const hasElements = raw === null && holdsElements(sampleOf(text, start, end));
      return isLast && !hasElements ? { isString: false, ...place, names } : null;
    } else {
      if (end - start >= CONTENT_CHARS_MIN) names = true;
      at = end;
    }
  }
  return null;
}

const DATA_BEGINS = "<![CDATA[";
const DATA_ENDS = "]]>";

/** The text of an element that is a single section of character data (XML 1.0, section 2.7). */
function rawData(text: string, start: number, end: number): TextPlace | null {
  const from = skipSpace(text, start, end);
  const to = trimEnd(text, from, end) - DATA_ENDS.length;
  if (!text.startsWith(DATA_BEGINS, from) || text.indexOf(DATA_ENDS, from) !== to) return null;
  return { start: from + DATA_BEGINS.length, end: to };
}

function endOfMatch(pattern: RegExp, text: string, at: number): number | null {
  return matchesAt(pattern, text, at) ? pattern.lastIndex : null;
}

/** The search context of an inner text is at most this much of the text before it. UTF-16 units. */
const CONTEXT_CHARS_MAX = 120;

/** A unit of its own. */
const APART = { count: 0, joinUpTo: 0 };

/**
 * Adds the units of the inner text, which has a draft of its own. What is around it joins the first and the last of
 * them. But if the beginning names the text, it is a unit on which the others depend.
 */
export function addInner(draft: Draft, { isString, start, names }: Wrapper, inner: Draft): void {
  const { text } = draft;
  const before = names || start > AROUND_CHARS_MAX ? addPiece(draft, start, APART) : -1;
  const outer: Frame = names ? { head: before, context: text.slice(0, start).slice(-CONTEXT_CHARS_MAX) } : NO_FRAME;
  // No unit ends inside an escape sequence.
  const endOf = (at: number, from: number) =>
    isString ? Math.max(afterSequence(text, start + at, from), from + 1) : start + at;
  takeUnits(draft, inner, endOf, outer);
  addTail(draft, text.length, 0);
}

/** A stretch of a text: a string without its quotes, or the text of an element. */
export interface TextPlace {
  readonly start: number;
  readonly end: number;
}

/** A shorter string is a field. UTF-16 units. */
const STRING_CHARS_MIN = 160;

/** At most this share of the text is outside long strings. If more is, the text is about its fields. */
const REST_SHARE_MAX = 0.4;

/** A line break in a string. */
const LINE_BREAK = "\\n";

/**
 * The places of the long strings, in order. Empty if there are fewer than two, if they are not most of the JSON or not
 * long on average, if half of them have no line break, or if one of them is encoded JSON.
 */
export function longStrings(text: string, jsonAt: number): readonly TextPlace[] {
  const found: TextPlace[] = [];
  const restMax = REST_SHARE_MAX * text.length;
  let rest = 0;
  let withLines = 0;
  for (let from = jsonAt, at = text.indexOf('"', from); at !== -1 && rest <= restMax; at = text.indexOf('"', from)) {
    const start = at + 1;
    const end = stringEnd(text, start, text.length, QUOTE, 0);
    const isLong = end - start >= STRING_CHARS_MIN;
    if (isLong && looksNested(text, start, end)) return [];
    if (isLong) found.push({ start, end });
    if (isLong && text.slice(start, end).includes(LINE_BREAK)) withLines++;
    rest += isLong ? start - from : end + 1 - from;
    from = end + 1;
  }
  const chars = found.reduce((sum, { start, end }) => sum + end - start, 0);
  const areLong = chars > NESTED_UNIT_CHARS * found.length;
  return text.length - jsonAt - chars <= restMax && areLong && found.length > 1 && 2 * withLines > found.length
    ? found
    : [];
}

/** Cuts the draft's whole text. @param cutString cuts one string, in a draft of its own */
export function cutStrings(draft: Draft, strings: readonly TextPlace[], cutString: (place: TextPlace) => Draft): void {
  const { text } = draft;
  for (const place of strings) {
    const { start, end } = place;
    draft.checkpoint();
    const context = text.slice(Math.max(draft.at, start - CONTEXT_CHARS_MAX), start);
    const head = addName(draft, start);
    // No unit ends inside an escape sequence.
    const endOf = (at: number, from: number) =>
      Math.min(end, Math.max(afterSequence(text, start + at, from), from + 1));
    takeUnits(draft, cutString(place), endOf, { head, context });
  }
  addTail(draft, text.length, 0);
}
