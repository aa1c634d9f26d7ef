// JSON, JSON Lines and Python literals: elements, rows and fields, however deep the list that matters lies. A container
// that fits one unit is one; a larger one is opened, its small fields gathered, its large children opened in turn.
import type { UnitNoun } from "../model.ts";
import { addPiece, type Draft } from "./draft.ts";
import { type Dialect, scanJson } from "./json-scan.ts";
import { emitNested, isFlat, mainContainer } from "./nested-units.ts";
import { emptyNesting, NESTED_UNIT_CHARS } from "./nesting.ts";
import { isBlank, lineEnd, skipSpace, trimEnd } from "./offsets.ts";

/** Lines of JSON shorter than this together share a unit. */
const SHORT_LINE_CHARS = 40;

/** How JSON begins: a bracket and what may follow it. Lists of bare words, as in `[ERROR] ...`, are none. */
const JSON_START =
  /[\s\uFEFF]*(?:\{\s*(?:"(?:[^"\\\n]|\\.){0,200}"\s*:|\})|\[\s*(?:[[{"\]]|-?\d[\d.eE+-]{0,24}\s*[,\]]|(?:true|false|null)\s*[,\]]))/y;

/** How Python's printed dicts, lists and tuples begin. */
const PYTHON_START =
  /[\s\uFEFF]*[[({]\s*(?:[[({]\s*)?(?:[bru]?'(?:[^'\\\n]|\\.){0,400}'\s*[:,\])}]|[bru]?"(?:[^"\\\n]|\\.){0,400}"\s*,|\(\s*(?:-?\d|None|datetime|Decimal|b?"))/y;

export type JsonForm = Dialect | "lines";

/** What JSON-like form the text from `start` on has, or null. Looks at the beginning only. */
export function jsonFormAt(text: string, start: number): JsonForm | null {
  JSON_START.lastIndex = start;
  if (JSON_START.test(text)) return isJsonLines(text, start) ? "lines" : "json";
  PYTHON_START.lastIndex = start;
  return PYTHON_START.test(text) ? "python" : null;
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

/** Cuts `[draft.at, end)` and says what its units are to be called. */
export function cutJson(draft: Draft, end: number, form: JsonForm): UnitNoun {
  if (form === "lines") return cutJsonLines(draft, end);
  const nesting = emptyNesting();
  const root = scanJson(draft.text, draft.at, end, nesting, form);
  const main = mainContainer(nesting, root);
  const isList = nesting.containers[main]?.isList === true;
  emitNested(draft, end, nesting, { main, countsFields: !isList });
  if (!isList) return "fields";
  return isFlat(draft.text, nesting, main) ? "rows" : "elements";
}

/** One row a line; a line that is too long for one unit is opened like any JSON. */
function cutJsonLines(draft: Draft, end: number): UnitNoun {
  const { text } = draft;
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    if (stop - from <= NESTED_UNIT_CHARS) {
      const count = isBlank(text, from, stop) ? 0 : 1;
      if (addPiece(draft, stop, { count, head: -1, context: "", joinUpTo: SHORT_LINE_CHARS }) === -1) draft.at = stop;
      continue;
    }
    const nesting = emptyNesting();
    const root = scanJson(text, from, stop, nesting, "json");
    emitNested(draft, stop, nesting, { main: root, countsFields: false });
    // What the scan leaves over, such as a line of commas, belongs to the row.
    addPiece(draft, stop, { count: 0, head: -1, context: "", joinUpTo: NESTED_UNIT_CHARS });
  }
  return "rows";
}
