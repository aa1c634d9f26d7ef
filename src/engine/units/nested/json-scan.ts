// Scans JSON and Python literals for places to cut, in one pass and without parsing values. A range of a text comes in,
// marks and containers go out. Handles broken, truncated and string-encoded JSON as far as the brackets allow. Never
// recurses with the depth of the text.
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
import type { Checkpoint } from "../../../text/checkpoint.ts";
import { afterBackslashes, backslashesAt, looksNested, stringCuts, stringEnd } from "./json-strings.ts";
import { namingOf, PLAIN } from "./naming.ts";
import {
  beginChild,
  closeContainer,
  closeRoot,
  continueValue,
  DEPTH_MAX,
  type Name,
  NESTED_UNIT_CHARS,
  type Nesting,
  NO_NAME,
  nameContainer,
  type OpenContainer,
  openContainer,
} from "./nesting.ts";

/** How many levels of JSON encoded in JSON strings are read; deeper levels are plain text. */
const ESCAPE_LEVEL_MAX = 3;

/** JSON, or the literals that Python prints, which add single quotes and tuples. */
export type Dialect = "strict" | "python";

/** Characters outside strings to read between two checkpoints: about a millisecond. */
const CHARS_PER_CHECKPOINT = 1 << 14;

interface Scan {
  readonly text: string;
  readonly nesting: Nesting;
  readonly python: boolean;
  readonly checkpoint: Checkpoint;
  /** Characters read so far outside strings, including those of string-encoded JSON. */
  chars: number;
}

/** Where a scan starts: the whole text, or a string in it that contains JSON. */
interface Place {
  /** How often the text is escaped: 0 for plain JSON, 1 for JSON inside a JSON string. */
  readonly level: number;
  readonly parent: number;
  readonly name: Name;
}

interface State extends Brackets {
  readonly scan: Scan;
  readonly level: number;
  readonly end: number;
}

/** Scans `[start, end)` into `nesting` under a new root container and returns the root's index. */
export function scanJson(
  { text, checkpoint }: Pick<Scan, "text" | "checkpoint">,
  start: number,
  end: number,
  nesting: Nesting,
  dialect: Dialect,
): number {
  const scan = { text, nesting, python: dialect === "python", checkpoint, chars: 0 };
  return scanRange(scan, start, end, { level: 0, parent: -1, name: NO_NAME });
}

function scanRange(scan: Scan, start: number, end: number, { level, parent, name }: Place): number {
  const { text, nesting, python } = scan;
  const root = openContainer(nesting, start, true, parent, name);
  const state: State = { scan, level, end, nesting, root, open: [root], top: root, opaque: 0, expecting: true };
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (isSpace(code)) continue;
    scan.chars += 1;
    if (scan.chars % CHARS_PER_CHECKPOINT === 0) scan.checkpoint();
    if (code === COMMA) separate(state);
    else if (isCloser(code, python)) closeBracket(state, i);
    else if (level > 0 && code === BACKSLASH) {
      const quoteAt = afterBackslashes(text, i, end);
      // Between tokens, any other escape, such as \n, is white space of the encoded JSON.
      i = text.charCodeAt(quoteAt) === QUOTE ? readString(state, i, quoteAt) : quoteAt;
    } else if (code === QUOTE || (python && code === APOSTROPHE)) i = readString(state, i, i);
    else {
      begin(state, i);
      if (isOpener(code, python)) openBracket(state, i, code !== OPEN_BRACE);
    }
  }
  closeAll(state, end);
  return state.root.id;
}

/**
 * Reads the string whose quote is at `quoteAt`; `at` is the same, or the first of the backslashes before it. Returns
 * the index of the closing quote.
 */
function readString(state: State, at: number, quoteAt: number): number {
  const { scan, level, end, top } = state;
  const begins = begin(state, at);
  const start = quoteAt + 1;
  const close = stringEnd(scan.text, start, end, scan.text.charCodeAt(quoteAt), level);
  if (begins && !top.isList) {
    top.nameStart = start;
    top.nameEnd = Math.max(start, close - backslashesAt(level));
    scan.nesting.fields++;
    const naming = namingOf(scan.text, start, top.nameEnd);
    if (naming !== PLAIN) nameContainer(scan.nesting, top, top.nameEnd, naming);
  } else if (state.opaque === 0 && close - start > NESTED_UNIT_CHARS) cutLongString(scan, top, start, close, level);
  return close;
}

function cutLongString(scan: Scan, top: OpenContainer, start: number, end: number, level: number): void {
  const { text, nesting } = scan;
  if (level < ESCAPE_LEVEL_MAX && looksNested(text, start, end)) {
    scanRange(scan, start, end, { level: level + 1, parent: top.id, name: top });
    return;
  }
  for (const cut of stringCuts(text, start, end, level)) continueValue(nesting, top, cut);
}

interface Brackets {
  readonly nesting: Nesting;
  /** The root container. */
  readonly root: OpenContainer;
  /** The open containers, outermost first; `top` is the innermost. */
  readonly open: OpenContainer[];
  top: OpenContainer;
  /** Number of open brackets beyond the depth limit. Their content is plain text. */
  opaque: number;
  /** The next token starts an element or a field. */
  expecting: boolean;
}

export function isOpener(code: number, python: boolean): boolean {
  return code === OPEN_BRACE || code === OPEN_BRACKET || (code === OPEN_PARENTHESIS && python);
}

function isCloser(code: number, python: boolean): boolean {
  return code === CLOSE_BRACE || code === CLOSE_BRACKET || (code === CLOSE_PARENTHESIS && python);
}

/** Records the element or field that starts here, if one is expected. */
export function begin(brackets: Brackets, at: number): boolean {
  const begins = brackets.expecting && brackets.opaque === 0;
  if (begins) beginChild(brackets.nesting, brackets.top, at);
  brackets.expecting = false;
  return begins;
}

/** Handles a comma: the next token starts another element or field. */
export function separate(brackets: Brackets): void {
  if (brackets.opaque === 0) brackets.expecting = true;
}

/** @param isList true for a list of elements, false for an object with named fields */
function openBracket(brackets: Brackets, at: number, isList: boolean): void {
  const { nesting, open, top } = brackets;
  if (brackets.opaque > 0 || open.length >= DEPTH_MAX) {
    brackets.opaque++;
    return;
  }
  brackets.top = openContainer(nesting, at, isList, top.id, top.isList ? NO_NAME : top);
  open.push(brackets.top);
  brackets.expecting = true;
}

function closeBracket(brackets: Brackets, at: number): void {
  const { nesting, open, root, top } = brackets;
  if (brackets.opaque > 0) brackets.opaque--;
  else if (open.length > 1) {
    closeContainer(nesting, top, at + 1);
    open.pop();
    brackets.top = open.at(-1) ?? root;
    // Top-level values that follow each other without a comma are read as a sequence, as in JSON Lines.
    brackets.expecting = open.length === 1;
  }
}

/** Closes all containers that are still open at the end of the text. */
function closeAll({ nesting, open, root }: Brackets, end: number): void {
  for (let last = open.pop(); last !== undefined && last !== root; last = open.pop()) {
    closeContainer(nesting, last, end);
  }
  closeRoot(nesting, root, end);
}
