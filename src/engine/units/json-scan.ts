// Reads JSON, and the literals a Python program prints, for places to cut. One pass, no values: a text's range in, marks
// and containers out. Reads broken, truncated and nested-in-a-string JSON as far as its brackets go. Never recurses on the
// text's depth.

import { stringCuts } from "./json-string.ts";
import {
  beginChild,
  carryOn,
  closeFrame,
  DEPTH_MAX,
  type Frame,
  type Name,
  NESTED_UNIT_CHARS,
  type Nesting,
  openFrame,
} from "./nesting.ts";
import { isSpace, skipSpace } from "./offsets.ts";

/** JSON in a string in JSON in a string: deeper escapes are read as text. */
const ESCAPE_LEVEL_MAX = 3;

const QUOTE = 34;
const APOSTROPHE = 39;
const COMMA = 44;
const BACKSLASH = 92;

/** JSON, or the literals a Python program prints: single quotes and tuples as well. */
export type Dialect = "json" | "python";

interface Scan {
  readonly text: string;
  readonly nesting: Nesting;
  readonly python: boolean;
}

interface Place {
  /** How many times the text is escaped: 0 for plain JSON, 1 for JSON inside a JSON string. */
  readonly level: number;
  readonly parent: number;
  readonly name: Name;
}

const NO_NAME: Name = { nameStart: 0, nameEnd: 0 };

/** Reads `[start, end)` into `nesting` under a new outermost container, whose index it returns. */
export function scanJson(text: string, start: number, end: number, nesting: Nesting, dialect: Dialect): number {
  return scanRange({ text, nesting, python: dialect === "python" }, start, end, {
    level: 0,
    parent: -1,
    name: NO_NAME,
  });
}

function scanRange(scan: Scan, start: number, end: number, place: Place): number {
  const { text, nesting, python } = scan;
  const root = openFrame(nesting, start, true, place.parent, place.name);
  const frames: Frame[] = [root];
  let top = root;
  // Brackets beyond the depth limit that are still open: their inside is plain text.
  let opaque = 0;
  let expecting = true;
  let i = start;
  while (i < end) {
    const code = text.charCodeAt(i);
    if (isSpace(code)) {
      i++;
      continue;
    }
    let quoteAt = i;
    if (place.level > 0 && code === BACKSLASH) {
      while (quoteAt < end && text.charCodeAt(quoteAt) === BACKSLASH) quoteAt++;
      if (text.charCodeAt(quoteAt) !== QUOTE) {
        // \n, \t and \r between two tokens are the white space of the level below.
        i = quoteAt + 1;
        continue;
      }
    }
    if (code === COMMA) {
      if (opaque === 0) expecting = true;
    } else if (isCloser(code, python)) {
      if (opaque > 0) opaque--;
      else if (frames.length > 1) {
        closeFrame(nesting, top, i + 1);
        frames.pop();
        top = frames.at(-1) ?? root;
        // Values that follow each other without a comma are read as a sequence, as in JSON Lines.
        expecting = frames.length === 1;
      }
    } else {
      const begins = expecting && opaque === 0;
      if (begins) beginChild(nesting, top, i);
      expecting = false;
      if (isOpener(code, python)) {
        if (opaque > 0 || frames.length >= DEPTH_MAX) opaque++;
        else {
          top = openFrame(nesting, i, code !== 123, top.id, top.isList ? NO_NAME : top);
          frames.push(top);
          expecting = true;
        }
      } else if (quoteAt > i || code === QUOTE || (python && code === APOSTROPHE)) {
        const close = stringEnd(text, quoteAt + 1, end, quoteAt > i ? QUOTE : code, place.level);
        if (begins && !top.isList) {
          top.nameStart = quoteAt + 1;
          top.nameEnd = Math.max(quoteAt + 1, close - ((1 << place.level) - 1));
          nesting.fields++;
        } else if (opaque === 0 && close - quoteAt > NESTED_UNIT_CHARS) {
          cutLongString(scan, top, quoteAt + 1, close, place.level);
        }
        i = close;
      }
    }
    i++;
  }
  for (let frame = frames.pop(); frame !== undefined && frame !== root; frame = frames.pop())
    closeFrame(nesting, frame, end);
  closeRoot(nesting, root, end);
  return root.id;
}

/** The outermost container is kept however small it is: counts and names hang on it. */
function closeRoot(nesting: Nesting, root: Frame, end: number): void {
  const container = nesting.containers[root.id];
  if (container === undefined) return;
  if (end - root.start > NESTED_UNIT_CHARS) closeFrame(nesting, root, end);
  container.end = end;
  container.children = root.children;
}

function isOpener(code: number, python: boolean): boolean {
  return code === 123 || code === 91 || (code === 40 && python);
}

function isCloser(code: number, python: boolean): boolean {
  return code === 125 || code === 93 || (code === 41 && python);
}

/**
 * The index of the quote that closes the string opened just before `from`, or `end`. A quote closes at escape level n
 * when its run of backslashes is 2^n - 1 long, up to multiples of 2^(n+1) that are escaped backslashes.
 */
export function stringEnd(text: string, from: number, end: number, quote: number, level: number): number {
  const letter = quote === APOSTROPHE ? "'" : '"';
  const cycle = 2 << level;
  for (let at = text.indexOf(letter, from); at !== -1 && at < end; at = text.indexOf(letter, at + 1)) {
    let run = 0;
    while (at - run > from && text.charCodeAt(at - run - 1) === BACKSLASH) run++;
    if (run % cycle === (1 << level) - 1) return at;
  }
  return end;
}

function cutLongString(scan: Scan, top: Frame, start: number, end: number, level: number): void {
  const { text, nesting } = scan;
  if (level < ESCAPE_LEVEL_MAX && looksNested(text, start, end)) {
    scanRange(scan, start, end, { level: level + 1, parent: top.id, name: top });
    return;
  }
  for (const cut of stringCuts(text, start, end, level)) carryOn(nesting, top, cut);
}

/** An escaped JSON object or array: its first bracket is followed by another or by an escaped quote. */
function looksNested(text: string, start: number, end: number): boolean {
  const at = skipSpace(text, start, end);
  const code = text.charCodeAt(at);
  if (code !== 123 && code !== 91) return false;
  let next = skipSpace(text, at + 1, end);
  while (next + 1 < end && text.charCodeAt(next) === BACKSLASH && "nrt".includes(text.charAt(next + 1))) {
    next = skipSpace(text, next + 2, end);
  }
  const follower = text.charCodeAt(next);
  return follower === BACKSLASH || (code === 91 && (follower === 123 || follower === 91));
}
