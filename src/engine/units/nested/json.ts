// Cuts JSON, JSON Lines and what Python prints into elements, rows and fields, however deep the main list is. A
// container that fits in one unit stays whole. A larger one is split: small fields are grouped, large children are
// split in turn. `findJson` decides whether a text is JSON and where it starts. It reads only the beginning, some of
// the text below short JSON and, after a preamble, the brackets.
import { placeFrom } from "../../../text/arrays.ts";
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  isBlank,
  lineEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipSpace,
  trimEnd,
} from "../../../text/characters.ts";
import type { UnitNoun } from "../../model.ts";
import { ELEMENTS, FIELDS, ROWS } from "../../unit-nouns.ts";
import { addPiece, adoptUnits, type Draft, openSection } from "../draft.ts";
import { anyOf, matchesAt } from "../line-patterns.ts";
import { cutLines } from "../lines/outline.ts";
import { findTables, keepColumns, linkColumns } from "./columns.ts";
import { isFlat, mainContainer } from "./containers.ts";
import { type Dialect, scanJson } from "./json-scan.ts";
import { stringEnd } from "./json-strings.ts";
import { emitNested } from "./nested-units.ts";
import { type Container, emptyNesting, NESTED_UNIT_CHARS, type Nesting } from "./nesting.ts";
import { linkSignature, separateRequired, toolFields } from "./tool-schema.ts";
import { keepElements } from "./whole-elements.ts";

/** Lines of JSON share a unit up to this total length. */
const SHORT_LINE_CHARS = 40;

/** A line of up to this length is one unit: without its beginning, an event of a log has no time, level or id. */
const ROW_CHARS_MAX = 2 * NESTED_UNIT_CHARS;

/** If a list covers less of the text than this, a reader would not count its elements. */
const LIST_SHARE_MIN = 0.5;

/** Cuts `[draft.at, end)`, whose JSON starts at `place`, and returns what to call its units. */
export function cutJson(draft: Draft, end: number, { form, at }: JsonPlace): UnitNoun {
  if (at > draft.at) {
    const preamble = draft.units.length;
    cutLines(draft, at);
    adoptUnits(draft, preamble, -1);
  }
  openSection(draft);
  if (form === "json_lines") return cutJsonLines(draft, end);
  const nesting = emptyNesting();
  const root = scanJson(draft, draft.at, end, nesting, form === "printed" ? "python" : form);
  const main = mainContainer(nesting, root);
  const tables = findTables(draft.text, nesting);
  keepColumns(nesting, tables);
  keepElements(draft.text, nesting, tables);
  const container = nesting.containers[main];
  const isList = container?.isList === true && container.end - container.start >= LIST_SHARE_MIN * (end - at);
  const first = draft.units.length;
  const tool = draft.isIndivisible ? toolFields(draft.text, at, end) : null;
  if (tool !== null) separateRequired(nesting, tool);
  emitNested(draft, end, nesting, { main, countsFields: !isList });
  if (tool !== null) linkSignature(draft, first, tool);
  announceCopies(draft, nesting, first);
  linkColumns(draft, first, tables);
  if (!isList) return FIELDS;
  return isFlat(draft.text, nesting, main) ? ROWS : ELEMENTS;
}

/** Each line is a row. A line too long for one unit is split like any other JSON. */
function cutJsonLines(draft: Draft, end: number): UnitNoun {
  const { text } = draft;
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    if (stop - from <= ROW_CHARS_MAX) {
      const count = isBlank(text, from, stop) ? 0 : 1;
      addPiece(draft, stop, { count, joinUpTo: SHORT_LINE_CHARS });
      continue;
    }
    const nesting = emptyNesting();
    const root = scanJson(draft, from, stop, nesting, "strict");
    emitNested(draft, stop, nesting, { main: root, countsFields: false });
    // If the scan leaves text over, such as a line of commas, that text belongs to the row.
    addPiece(draft, stop, { count: 0, joinUpTo: NESTED_UNIT_CHARS });
  }
  return ROWS;
}

/**
 * A notebook keeps one output both as `text/html` and as `text/plain`. Only the plain text is worth sending by itself.
 */
const PLAIN_TEXT = '"text/plain"';
/** A part of it without a quote or a letter at its beginning, at which a search would stop all the time. */
const PLAIN = '/plain"';

/** The names of media types other than plain text. */
const FORMAT = /^(?!text\/plain$)(?:text|image|application)\/[\w.+-]{1,60}$/;

/** Marks the units from index `first` on that repeat the plain text next to them. */
function announceCopies({ text, units }: Draft, { containers }: Nesting, first: number): void {
  if (!text.includes(PLAIN)) return;
  const plainTexts = placesOf(text, PLAIN_TEXT);
  if (plainTexts.length === 0) return;
  let at = first;
  for (const container of containers) {
    const bundle = containers[container.parent];
    if (bundle === undefined || bundle.isList || !isFormat(text, container)) continue;
    // Writers sort the names of formats, so plain text comes last.
    if ((plainTexts[placeFrom(plainTexts, container.end)] ?? bundle.end) >= bundle.end) continue;
    while ((units[at]?.start ?? container.start) < container.start) at++;
    for (let unit = units[at]; unit !== undefined && unit.start < container.end; unit = units[at]) {
      unit.announces = true;
      at++;
    }
  }
}

function isFormat(text: string, { nameStart, nameEnd }: Container): boolean {
  return FORMAT.test(text.slice(nameStart, nameEnd));
}

/** Where `part` stands in the text, ascending. Found once: each of many containers would read to the end of its own. */
function placesOf(text: string, part: string): Int32Array {
  const places: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) places.push(at);
  return Int32Array.from(places);
}

/** Limits of a preamble: with a longer one, the text does not count as JSON. */
const PREAMBLE_CHARS_MAX = 1000;
const PREAMBLE_LINES_MAX = 20;

/** Maximum length of a label before JSON on the same line: `Output: {`. */
const LABEL_CHARS_MAX = 60;

/** How JSON starts: a bracket and what may follow it. Lists of bare words, such as `[ERROR] ...`, do not count. */
const JSON_START = anyOf(
  [
    /\s*\{\s*"(?:[^"\\\n]|\\.){0,200}"\s*:/,
    /\s*\{\s*\}/,
    /\s*\[\s*[[{"\]]/,
    /\s*\[\s*(?:-?\d[\d.eE+-]{0,24}|true|false|null)\s*(?:,|\]\s*(?:$|[\]},]))/,
  ],
  "y",
);

/** How printed Python dicts, lists and tuples start. */
const PYTHON_START = anyOf(
  [
    /\s*[[({]\s*(?:[[({]\s*)?[bru]?'(?:[^'\\\n]|\\.){0,400}'\s*[:,\])}]/,
    /\s*[[({]\s*(?:[[({]\s*)?[bru]?"(?:[^"\\\n]|\\.){0,400}"\s*,/,
    /\s*[[({]\s*\(\s*(?:-?\d|None|datetime|Decimal|b?")/,
  ],
  "y",
);

/** How printed Python objects with a text start: `[Document(page_content='...', ...)]`. */
const PRINTED_START = /\s*\[?[A-Z]\w{2,40}\((?=[^\n]{0,400}\b(?:page_content|content|text)=['"])/y;

/** How a printed message starts, and one of the fields after its content. */
const MESSAGE_START = /\s*content=['"]/y;
const MESSAGE_FIELD = /['"] (?:name|id|additional_kwargs|response_metadata|tool_call_id)=/;

/** True for the printed objects that make up the text from `start`. A line of a log may only begin like one. */
function isPrinted(text: string, start: number, end: number): boolean {
  const last = text.charAt(trimEnd(text, start, end) - 1);
  if (matchesAt(PRINTED_START, text, start)) return last === ")" || last === "]";
  return matchesAt(MESSAGE_START, text, start) && MESSAGE_FIELD.test(text.slice(start, end));
}

/** A dialect, JSON Lines, or printed Python objects. Those are read in the dialect of Python. */
type JsonForm = Dialect | "json_lines" | "printed";

/** Where the JSON in a text starts, and its form. */
export interface JsonPlace {
  readonly form: JsonForm;
  readonly at: number;
}

/**
 * Finds the JSON that makes up `[begin, end)`, apart from a short preamble (a status line, headers, `Output:`). Returns
 * null if there is no such JSON, or if the text begins with short JSON and a longer text follows. Call this before
 * taking a sample: JSON needs none.
 */
export function findJson(text: string, begin = 0, end = text.length): JsonPlace | null {
  const start = skipSpace(text, begin, end);
  const form = jsonFormAt(text, start);
  if (form !== null) return form === "strict" && isPreamble(text, start, end) ? null : { form, at: start };
  if (isPrinted(text, start, end)) return { form: "printed", at: start };
  const last = text.charAt(trimEnd(text, start, end) - 1);
  if (last !== "}" && last !== "]") return null;
  const limit = Math.min(end, start + PREAMBLE_CHARS_MAX);
  for (let from = start, line = 0; from < limit && line < PREAMBLE_LINES_MAX; line++) {
    const stop = lineEnd(text, from, end);
    const at = line === 0 ? firstBracket(text, from, Math.min(stop, from + LABEL_CHARS_MAX)) : from;
    const found = at < stop && "{[".includes(text.charAt(at)) ? jsonFormAt(text, at) : null;
    if (found === "strict") return closesAt(text, at, end) ? { form: found, at } : null;
    if (found === "json_lines") return { form: found, at };
    from = stop;
  }
  return null;
}

/** A line that starts JSON. */
const JSON_LINE = /\n\s{0,40}(?:\{\s{0,40}"|\[\s{0,40}[[{"])/;

/** At most this much of the text below a preamble is searched for more JSON. UTF-16 units. */
const BELOW_CHARS = 20_000;

/** True if the JSON at `at` is short and a longer text without JSON follows: a call's arguments above its output. */
function isPreamble(text: string, at: number, end: number): boolean {
  const close = closeOf(text, at, Math.min(end, at + PREAMBLE_CHARS_MAX));
  if (close === -1) return false;
  const below = skipSpace(text, close, end);
  const isLonger = end - below > 2 * (close - at);
  return (
    isLonger &&
    lineEnd(text, close, end) <= below &&
    !JSON_LINE.test(text.slice(below - 1, Math.min(end, below + BELOW_CHARS)))
  );
}

/** True if the last non-blank character closes the bracket at `at`. */
function closesAt(text: string, at: number, end: number): boolean {
  const close = closeOf(text, at, end);
  return close !== -1 && isBlank(text, close, end);
}

/** The offset after the bracket that closes the one at `at`; -1 if none does. */
function closeOf(text: string, at: number, end: number): number {
  let depth = 0;
  for (let i = at; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth--;
      if (depth === 0) return i + 1;
    } else if (code === QUOTE) i = stringEnd(text, i + 1, end, QUOTE, 0);
  }
  return -1;
}

function firstBracket(text: string, start: number, end: number): number {
  let i = start;
  while (i < end && text.charCodeAt(i) !== OPEN_BRACE && text.charCodeAt(i) !== OPEN_BRACKET) i++;
  return i;
}

/** The JSON-like form of the text from `start`, or null. Looks only at the beginning. */
function jsonFormAt(text: string, start: number): JsonForm | null {
  if (matchesAt(JSON_START, text, start)) return isJsonLines(text, start) ? "json_lines" : "strict";
  return matchesAt(PYTHON_START, text, start) ? "python" : null;
}

/** True if the first line closes what it opens and the second opens the same bracket again. */
function isJsonLines(text: string, start: number): boolean {
  const from = skipSpace(text, start, text.length);
  const end = lineEnd(text, from, text.length);
  const last = text.charAt(trimEnd(text, from, end) - 1);
  if (last !== "}" && last !== "]") return false;
  const next = text.charAt(skipSpace(text, end, text.length));
  return next === text.charAt(from) && (next === "{" || trimEnd(text, from, end) - from > 2);
}
