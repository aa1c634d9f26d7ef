// JSON as a list of places to cut. One pass over the text, no parsing into values: text in, the starts of elements and
// fields out, with the containers that are too large to be one unit. Reads broken, truncated and nested-in-a-string JSON
// as far as its brackets go. Never recurses on the text's depth and keeps nothing of containers that fit one unit.
import { isSpace, skipSpace } from "./offsets.ts";

/** A container up to this size is one unit; measured best at 300, worse at 120 and at 500. */
export const JSON_UNIT_CHARS = 300;

/** Containers nested deeper than this are read as plain text: no API answers so, and each level costs memory. */
const DEPTH_MAX = 64;

/** JSON in a string in JSON in a string: deeper escapes are read as text. */
const ESCAPE_LEVEL_MAX = 3;

const QUOTE = 34;
const APOSTROPHE = 39;
const COMMA = 44;
const BACKSLASH = 92;

/** One place where a piece may start. */
export interface Mark {
  readonly start: number;
  /** Index of the container it lies in. */
  readonly parent: number;
  /** The first element or field of its container. */
  readonly first: boolean;
  /** Lies inside a long string value: carries a value on instead of starting one. */
  readonly inString: boolean;
  /** Object fields met before this place, at any depth. */
  readonly fieldsBefore: number;
}

export interface Container {
  readonly start: number;
  end: number;
  /** Index of the enclosing container, -1 for the outermost. */
  readonly parent: number;
  readonly isArray: boolean;
  /** Where the property name lies that it stands under; an empty range for none. */
  readonly keyStart: number;
  readonly keyEnd: number;
  children: number;
  /** Index of its largest child container that is too large for one unit, or -1. */
  largest: number;
}

export interface JsonTree {
  readonly marks: Mark[];
  readonly containers: Container[];
  fields: number;
}

interface Frame {
  id: number;
  /** Where the element or field starts whose value this container is. */
  start: number;
  marksBefore: number;
  fieldsBefore: number;
  isArray: boolean;
  children: number;
  keyStart: number;
  keyEnd: number;
}

/** JSON, or the literals a Python program prints: single quotes and tuples as well. */
export type Dialect = "json" | "python";

/** Called with the inside of a string value too long for one unit; answers with the places to cut it at. */
export type CutString = (text: string, start: number, end: number, level: number) => readonly number[];

export function openTree(): JsonTree {
  return { marks: [], containers: [], fields: 0 };
}

interface Scan {
  readonly text: string;
  readonly tree: JsonTree;
  readonly dialect: Dialect;
  readonly cutString: CutString;
}

/** Reads `[start, end)` into `tree` under a new outermost container, whose index it returns. */
export function scanJson(
  text: string,
  range: { readonly start: number; readonly end: number },
  into: JsonTree,
  how: { readonly dialect: Dialect; readonly cutString: CutString },
): number {
  return scanRange({ text, tree: into, ...how }, range.start, range.end, {
    level: 0,
    parent: -1,
    keyStart: 0,
    keyEnd: 0,
  });
}

interface Place {
  /** How many times the text is escaped: 0 for plain JSON, 1 for JSON inside a JSON string. */
  readonly level: number;
  readonly parent: number;
  readonly keyStart: number;
  readonly keyEnd: number;
}

function scanRange(scan: Scan, start: number, end: number, place: Place): number {
  const { text, tree } = scan;
  const python = scan.dialect === "python";
  const root = tree.containers.length;
  const { parent, keyStart, keyEnd } = place;
  tree.containers.push({ start, end, parent, isArray: true, keyStart, keyEnd, children: 0, largest: -1 });
  const frames: Frame[] = [newFrame(tree, root, start, true)];
  let opaque = 0;
  let expecting = true;
  let i = start;
  while (i < end) {
    const code = text.charCodeAt(i);
    const top = frames[frames.length - 1];
    if (top === undefined) break;
    if (isSpace(code)) {
      i++;
      continue;
    }
    let at = i;
    if (place.level > 0 && code === BACKSLASH) {
      while (at < end && text.charCodeAt(at) === BACKSLASH) at++;
      const letter = text.charCodeAt(at);
      if (letter !== QUOTE) {
        // \n, \t and \r between two tokens are the white space of the level below.
        i = at + 1;
        continue;
      }
    }
    const token = at === i ? code : QUOTE;
    const open = opensContainer(token, python);
    if (token === COMMA) {
      if (opaque === 0) expecting = true;
      i++;
      continue;
    }
    if (closesContainer(token, python)) {
      if (opaque > 0) opaque--;
      else if (frames.length > 1) {
        closeFrame(tree, frames, i + 1);
        // Values that follow each other without a comma are read as a sequence, as in JSON Lines.
        expecting = frames.length === 1;
      }
      i++;
      continue;
    }
    const begins = expecting && opaque === 0;
    if (begins) {
      beginChild(tree, top, i);
      expecting = false;
    }
    if (open) {
      if (opaque > 0 || frames.length >= DEPTH_MAX) opaque++;
      else {
        openFrame(scan, frames, i, token === 91 || token === 40);
        expecting = true;
      }
      i++;
      continue;
    }
    if (token !== QUOTE && !(python && token === APOSTROPHE)) {
      i++;
      continue;
    }
    const close = stringEnd(text, at + 1, end, token, place.level);
    if (begins && !top.isArray && opaque === 0) {
      top.keyStart = at + 1;
      top.keyEnd = Math.max(at + 1, close - ((1 << place.level) - 1));
      tree.fields++;
    } else if (opaque === 0 && close - at > JSON_UNIT_CHARS) cutLongString(scan, frames, at + 1, close, place.level);
    i = close + 1;
  }
  while (frames.length > 1) closeFrame(tree, frames, end);
  const outermost = tree.containers[root];
  if (outermost !== undefined) outermost.children = frames[0]?.children ?? 0;
  return root;
}

function newFrame(tree: JsonTree, id: number, start: number, isArray: boolean): Frame {
  const marksBefore = tree.marks.length;
  return { id, start, marksBefore, fieldsBefore: tree.fields, isArray, children: 0, keyStart: 0, keyEnd: 0 };
}

function opensContainer(code: number, python: boolean): boolean {
  return code === 123 || code === 91 || (code === 40 && python);
}

function closesContainer(code: number, python: boolean): boolean {
  return code === 125 || code === 93 || (code === 41 && python);
}

function beginChild(tree: JsonTree, top: Frame, start: number): void {
  tree.marks.push({ start, parent: top.id, first: top.children === 0, inString: false, fieldsBefore: tree.fields });
  top.children++;
}

function openFrame(scan: Scan, frames: Frame[], start: number, isArray: boolean): void {
  const { tree } = scan;
  const parent = frames[frames.length - 1];
  if (parent === undefined) return;
  const id = tree.containers.length;
  const { keyStart, keyEnd } = parent;
  tree.containers.push({ start, end: start, parent: parent.id, isArray, keyStart, keyEnd, children: 0, largest: -1 });
  frames.push(newFrame(tree, id, start, isArray));
}

/** Forgets a container that fits one unit, and everything marked inside it. */
function closeFrame(tree: JsonTree, frames: Frame[], end: number): void {
  const frame = frames.pop();
  if (frame === undefined) return;
  if (end - frame.start <= JSON_UNIT_CHARS) {
    tree.marks.length = frame.marksBefore;
    tree.containers.length = frame.id;
    return;
  }
  const container = tree.containers[frame.id];
  const parent = frames[frames.length - 1];
  if (container === undefined || parent === undefined) return;
  container.end = end;
  container.children = frame.children;
  noteLargest(tree, parent.id, frame.id);
}

function noteLargest(tree: JsonTree, parentId: number, id: number): void {
  const parent = tree.containers[parentId];
  const child = tree.containers[id];
  if (parent === undefined || child === undefined) return;
  const best = parent.largest === -1 ? undefined : tree.containers[parent.largest];
  if (best === undefined || child.end - child.start > best.end - best.start) parent.largest = id;
}

/**
 * The index of the quote that closes the string opened just before `from`, or `end`. A quote closes at escape level n
 * when its run of backslashes is 2^n - 1 long, up to multiples of 2^(n+1) that are escaped backslashes.
 */
function stringEnd(text: string, from: number, end: number, quote: number, level: number): number {
  const mark = quote === APOSTROPHE ? "'" : '"';
  const cycle = 2 << level;
  for (let at = text.indexOf(mark, from); at !== -1 && at < end; at = text.indexOf(mark, at + 1)) {
    let run = 0;
    while (at - run > from && text.charCodeAt(at - run - 1) === BACKSLASH) run++;
    if (run % cycle === (1 << level) - 1) return at;
  }
  return end;
}

function cutLongString(scan: Scan, frames: readonly Frame[], start: number, end: number, level: number): void {
  const { text, tree } = scan;
  const top = frames[frames.length - 1];
  if (top === undefined) return;
  if (level < ESCAPE_LEVEL_MAX && looksNested(text, start, end)) {
    const nested = scanRange(scan, start, end, { ...top, level: level + 1, parent: top.id });
    noteLargest(tree, top.id, nested);
    return;
  }
  for (const cut of scan.cutString(text, start, end, level)) {
    tree.marks.push({ start: cut, parent: top.id, first: false, inString: true, fieldsBefore: tree.fields });
  }
}

/** An escaped JSON object or array: its first bracket is followed by another, by an escaped quote or by a number. */
function looksNested(text: string, start: number, end: number): boolean {
  const at = skipSpace(text, start, end);
  const code = text.charCodeAt(at);
  if (code !== 123 && code !== 91) return false;
  let next = skipSpace(text, at + 1, end);
  while (next + 1 < end && text.charCodeAt(next) === BACKSLASH && "nrt".includes(text.charAt(next + 1))) {
    next = skipSpace(text, next + 2, end);
  }
  const follower = text.charCodeAt(next);
  return follower === BACKSLASH || follower === 123 || (follower === 91 && code === 91);
}
