// Reads the lists in a range of JSON or Python literals: how many elements each list has, and whether they are names.
// In: a range of a text. Out: the lists, one by one, inner lists before the outer one. Never reads beyond the range.
import {
  APOSTROPHE,
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  COMMA,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  QUOTE,
} from "../../../text/characters.ts";
import { KEY, namingOf } from "./naming.ts";

/** A list or an object. */
export interface List {
  readonly start: number;
  end: number;
  readonly isList: boolean;
  /** The number of its elements, or of an object's fields. */
  children: number;
  /** How many of its elements are strings. */
  strings: number;
  /** How many of its elements are objects with a name. */
  named: number;
  /** It is an object, and one of its fields names it. */
  hasName: boolean;
}

/** Calls `visit` for each list that opens and closes in `[from, to)`, until it returns true. */
export function visitLists(text: string, from: number, to: number, visit: (list: List) => boolean): void {
  const open: List[] = [];
  let expecting = false;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (isSpace(code)) continue;
    const top = open.at(-1);
    if (isClosing(code)) {
      const closed = open.pop();
      const outer = open.at(-1);
      expecting = false;
      if (closed === undefined) continue;
      closed.end = at + 1;
      if (closed.isList && visit(closed)) return;
      if (outer !== undefined && closed.hasName) outer.named++;
      continue;
    }
    if (code === COMMA) {
      expecting = true;
      continue;
    }
    const begins = expecting && top !== undefined;
    if (begins) top.children++;
    expecting = false;
    if (code === QUOTE || code === APOSTROPHE) {
      const close = closeOf(text, at, to, code);
      if (begins && top.isList) top.strings++;
      else if (begins) top.hasName ||= namingOf(text, at + 1, close) >= KEY;
      at = close;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET || code === OPEN_PARENTHESIS) {
      const isList = code !== OPEN_BRACE;
      open.push({ start: at, end: at, isList, children: 0, strings: 0, named: 0, hasName: false });
      expecting = true;
    }
  }
}

function isClosing(code: number): boolean {
  return code === CLOSE_BRACE || code === CLOSE_BRACKET || code === CLOSE_PARENTHESIS;
}

/** The index of the quote that closes the string at `at`, or `to`. */
function closeOf(text: string, at: number, to: number, quote: number): number {
  let end = at + 1;
  while (end < to && text.charCodeAt(end) !== quote) end += text.charCodeAt(end) === BACKSLASH ? 2 : 1;
  return end;
}

/** True for a list of strings, or of objects that each have a name. */
export function areNames({ children, strings, named }: List): boolean {
  return strings === children || named === children;
}
