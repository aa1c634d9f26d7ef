// Is a text JSON, JSON Lines or what a Python program prints of its values, and where does that begin?
// A text in, a form and a place out. Looks at beginnings, and behind a preamble once at the brackets that follow.
import { CLOSE_BRACE, CLOSE_BRACKET, OPEN_BRACE, OPEN_BRACKET, QUOTE } from "../../../text/char-codes.ts";
import { isBlank, lineEnd, skipSpace, trimEnd } from "../../../text/offsets.ts";
import { anyOf, matchesAt } from "../patterns.ts";
import { stringEnd } from "./json-quotes.ts";
import type { Dialect } from "./json-scan.ts";

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

export type JsonForm = Dialect | "many";

/** Where JSON begins in a text, and in what form. */
export interface JsonPlace {
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
