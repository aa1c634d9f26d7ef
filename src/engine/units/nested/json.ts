// JSON, JSON Lines and Python literals: elements, rows and fields, however deep the list that matters lies. A container
// that fits one unit is one; a larger one is opened, its small fields gathered, its large children opened in turn.
// `findJson` says whether a text is JSON and where it begins: it reads beginnings, and behind a preamble the brackets.
import { CLOSE_BRACE, CLOSE_BRACKET, OPEN_BRACE, OPEN_BRACKET, QUOTE } from "../../../text/char-codes.ts";
import { isBlank, lineEnd, skipSpace, trimEnd } from "../../../text/offsets.ts";
import type { UnitNoun } from "../../model.ts";
import { ELEMENTS, FIELDS, ROWS } from "../../unit-nouns.ts";
import { addPiece, adoptUnits, type Draft, openSection } from "../draft/draft.ts";
import { cutLines } from "../lines/lines.ts";
import { anyOf, matchesAt } from "../patterns.ts";
import { isFlat, mainContainer } from "./containers.ts";
import { type Dialect, scanJson } from "./json-scan.ts";
import { stringEnd } from "./json-strings.ts";
import { emitNested } from "./nested-units.ts";
import { emptyNesting, NESTED_UNIT_CHARS } from "./nesting.ts";

/** Lines of JSON shorter than this together share a unit. */
const SHORT_LINE_CHARS = 40;

/** A list that holds less of the text than this is not what its reader would count. */
const LIST_SHARE_MIN = 0.5;

/** Cuts `[draft.at, end)`, whose JSON begins at `place`, and says what its units are to be called. */
export function cutJson(draft: Draft, end: number, { form, at }: JsonPlace): UnitNoun {
  const preamble = draft.units.length;
  cutLines(draft, at);
  adoptUnits(draft, preamble, -1);
  openSection(draft);
  if (form === "many") return cutJsonLines(draft, end);
  const nesting = emptyNesting();
  const root = scanJson(draft, draft.at, end, nesting, form);
  const main = mainContainer(nesting, root);
  const container = nesting.containers[main];
  const isList = container?.isList === true && container.end - container.start >= LIST_SHARE_MIN * (end - at);
  emitNested(draft, end, nesting, { main, countsFields: !isList });
  if (!isList) return FIELDS;
  return isFlat(draft.text, nesting, main) ? ROWS : ELEMENTS;
}

/** One row a line; a line that is too long for one unit is opened like any JSON. */
function cutJsonLines(draft: Draft, end: number): UnitNoun {
  const { text } = draft;
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    if (stop - from <= NESTED_UNIT_CHARS) {
      const count = isBlank(text, from, stop) ? 0 : 1;
      addPiece(draft, stop, { count, joinUpTo: SHORT_LINE_CHARS });
      continue;
    }
    const nesting = emptyNesting();
    const root = scanJson(draft, from, stop, nesting, "strict");
    emitNested(draft, stop, nesting, { main: root, countsFields: false });
    // What the scan leaves over, such as a line of commas, belongs to the row.
    addPiece(draft, stop, { count: 0, joinUpTo: NESTED_UNIT_CHARS });
  }
  return ROWS;
}

/** What may stand before JSON and still let the text pass for JSON. */
const PREAMBLE_CHARS_MAX = 1000;
const PREAMBLE_LINES_MAX = 20;

/** A label before JSON on its own line: `Output: {`. */
const LABEL_CHARS_MAX = 60;

/** How JSON begins: a bracket and what may follow it. Lists of bare words, as in `[ERROR] ...`, are none. */
const JSON_START = anyOf(
  [
    /\s*\{\s*"(?:[^"\\\n]|\\.){0,200}"\s*:/,
    /\s*\{\s*\}/,
    /\s*\[\s*[[{"\]]/,
    /\s*\[\s*(?:-?\d[\d.eE+-]{0,24}|true|false|null)\s*(?:,|\]\s*(?:$|[\]},]))/,
  ],
  "y",
);

/** How Python's printed dicts, lists and tuples begin. */
const PYTHON_START = anyOf(
  [
    /\s*[[({]\s*(?:[[({]\s*)?[bru]?'(?:[^'\\\n]|\\.){0,400}'\s*[:,\])}]/,
    /\s*[[({]\s*(?:[[({]\s*)?[bru]?"(?:[^"\\\n]|\\.){0,400}"\s*,/,
    /\s*[[({]\s*\(\s*(?:-?\d|None|datetime|Decimal|b?")/,
  ],
  "y",
);

type JsonForm = Dialect | "many";

/** Where JSON begins in a text, and in what form. */
interface JsonPlace {
  readonly form: JsonForm;
  readonly at: number;
}

/**
 * The JSON that `[begin, end)` consists of, a short preamble aside (a status line, headers, `Output:`), or null. To be
 * asked before a sample is taken, which JSON needs none of.
 */
export function findJson(text: string, begin = 0, end = text.length): JsonPlace | null {
  const start = skipSpace(text, begin, end);
  const form = jsonFormAt(text, start);
  if (form !== null) return { form, at: start };
  const last = text.charAt(trimEnd(text, start, end) - 1);
  if (last !== "}" && last !== "]") return null;
  const limit = Math.min(end, start + PREAMBLE_CHARS_MAX);
  for (let from = start, line = 0; from < limit && line < PREAMBLE_LINES_MAX; line++) {
    const stop = lineEnd(text, from, end);
    const at = line === 0 ? firstBracket(text, from, Math.min(stop, from + LABEL_CHARS_MAX)) : from;
    const found = at < stop && "{[".includes(text.charAt(at)) ? jsonFormAt(text, at) : null;
    if (found === "strict") return closesAt(text, at, end) ? { form: found, at } : null;
    if (found === "many") return { form: found, at };
    from = stop;
  }
  return null;
}

/** True when the bracket at `at` is closed by the last character that is not white space. */
function closesAt(text: string, at: number, end: number): boolean {
  let depth = 0;
  for (let i = at; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth--;
      if (depth === 0) return isBlank(text, i + 1, end);
    } else if (code === QUOTE) i = stringEnd(text, i + 1, end, QUOTE, 0);
  }
  return false;
}

function firstBracket(text: string, start: number, end: number): number {
  let i = start;
  while (i < end && text.charCodeAt(i) !== OPEN_BRACE && text.charCodeAt(i) !== OPEN_BRACKET) i++;
  return i;
}

/** What JSON-like form the text from `start` on has, or null. Looks at the beginning only. */
function jsonFormAt(text: string, start: number): JsonForm | null {
  if (matchesAt(JSON_START, text, start)) return isJsonLines(text, start) ? "many" : "strict";
  return matchesAt(PYTHON_START, text, start) ? "python" : null;
}

/** A first line that closes what it opens, and a second that opens again. */
function isJsonLines(text: string, start: number): boolean {
  const from = skipSpace(text, start, text.length);
  const end = lineEnd(text, from, text.length);
  const last = text.charAt(trimEnd(text, from, end) - 1);
  if (last !== "}" && last !== "]") return false;
  const next = text.charAt(skipSpace(text, end, text.length));
  return next === text.charAt(from) && (next === "{" || trimEnd(text, from, end) - from > 2);
}
