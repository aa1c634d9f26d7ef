// Represents nested text (JSON, XML) as places to cut: the starts of elements, and the containers too large for one
// unit. Scanners report what opens, starts and closes. Memory grows with the units, never with the brackets.
import { KEY, type Naming, PLAIN, TITLE } from "./naming.ts";

/** A container up to this length is one unit. Measured best at 300; 120 and 500 were worse. */
export const NESTED_UNIT_CHARS = 300;

/**
 * Containers nested deeper than this are read as plain text. Each level costs memory, and no real answer is that deep.
 */
export const DEPTH_MAX = 64;

/** A place where a piece may start. */
export interface Mark {
  start: number;
  /** Index of the container around it. */
  parent: number;
  /** It is the first element or field of its container. */
  first: boolean;
  /** It is inside a long value: it continues the value and starts no new one. */
  continuesValue: boolean;
  /** Object fields before this place, at any depth. */
  fieldsBefore: number;
  /** How many children of the container this mark covers. */
  children: number;
  /** Its value is a container that fits in one unit but is large enough to stay apart. */
  apart: boolean;
  /** How its fields name their object. */
  naming: Naming;
}

/** Where in the text a container's name is: a property name or a tag. Empty if there is none. */
export interface Name {
  readonly nameStart: number;
  readonly nameEnd: number;
}

export const NO_NAME: Name = { nameStart: 0, nameEnd: 0 };

export interface Container {
  start: number;
  end: number;
  /** Index of the enclosing container, or -1 for the root. */
  parent: number;
  /** True for a list of elements, false for an object with named fields. */
  isList: boolean;
  nameStart: number;
  nameEnd: number;
  /** Where the property names of its key and of its title end, or -1. */
  keyAt: number;
  titleAt: number;
  children: number;
  /** Index of its largest child among those too large for one unit, or -1. */
  largest: number;
}

export interface Nesting {
  readonly marks: Mark[];
  readonly containers: Container[];
  fields: number;
  /**
   * Discarded marks and containers, kept for reuse, because most are discarded. Allocating them each time was a tenth
   * of all allocations of a call.
   */
  readonly spareMarks: Mark[];
  readonly spareContainers: Container[];
}

export function emptyNesting(): Nesting {
  return { marks: [], containers: [], fields: 0, spareMarks: [], spareContainers: [] };
}

/**
 * A container of at least this length is a unit of its own and does not join the fields next to it. Otherwise an
 * address would be sent again with every id next to it. 100 pays off; 140 affects too few containers.
 */
const APART_CHARS = 100;

/** Neighbouring children share a mark up to this total length: one mark each would cost more memory than the text. */
const SMALL_SIBLINGS_CHARS = 80;

/** A container that is still open. */
export interface OpenContainer extends Name {
  readonly id: number;
  readonly start: number;
  readonly isList: boolean;
  readonly marksBefore: number;
  children: number;
  /** The name of the most recent child. */
  nameStart: number;
  nameEnd: number;
}

/** Opens a container at `start` under `parent` (-1 for none). */
export function openContainer(
  nesting: Nesting,
  start: number,
  isList: boolean,
  parent: number,
  name: Name,
): OpenContainer {
  const { nameStart, nameEnd } = name;
  const id = nesting.containers.length;
  const container = nesting.spareContainers.pop() ?? blankContainer();
  container.start = start;
  container.end = start;
  container.parent = parent;
  container.isList = isList;
  container.nameStart = nameStart;
  container.nameEnd = nameEnd;
  container.keyAt = -1;
  container.titleAt = -1;
  container.children = 0;
  container.largest = -1;
  nesting.containers.push(container);
  return { id, start, isList, marksBefore: nesting.marks.length, children: 0, nameStart: 0, nameEnd: 0 };
}

/** Records that a child of the open container starts at `start`. */
export function beginChild(nesting: Nesting, open: OpenContainer, start: number): void {
  const { marks, fields } = nesting;
  const first = open.children === 0;
  open.children++;
  const last = marks.at(-1);
  const before = marks.at(-2);
  if (last !== undefined && before !== undefined && areSmallSiblings(before, last, open.id, start)) {
    before.children += last.children;
    last.start = start;
    last.fieldsBefore = fields;
    last.children = 1;
    last.naming = PLAIN;
  } else addMark(nesting, open.id, start, first, false);
}

function addMark(nesting: Nesting, parent: number, start: number, first: boolean, continuesValue: boolean): void {
  const { marks, spareMarks, fields } = nesting;
  const children = continuesValue ? 0 : 1;
  const spare = spareMarks.pop();
  // Creates the mark with its values: filling a blank one made cutting JSON 4 % slower.
  if (spare === undefined) {
    marks.push({ start, parent, first, continuesValue, fieldsBefore: fields, children, apart: false, naming: PLAIN });
    return;
  }
  spare.start = start;
  spare.parent = parent;
  spare.first = first;
  spare.continuesValue = continuesValue;
  spare.fieldsBefore = fields;
  spare.children = children;
  spare.apart = false;
  spare.naming = PLAIN;
  marks.push(spare);
}

function blankContainer(): Container {
  const place = { start: 0, end: 0, parent: -1, isList: false, ...NO_NAME };
  return { ...place, keyAt: -1, titleAt: -1, children: 0, largest: -1 };
}

/** True if both marks are small siblings of the new child, with no marks inside them. */
function areSmallSiblings(before: Mark, last: Mark, parent: number, start: number): boolean {
  if (before.parent !== parent || last.parent !== parent || last.first || before.naming !== last.naming) return false;
  return !before.continuesValue && !last.continuesValue && start - before.start <= SMALL_SIBLINGS_CHARS;
}

/**
 * Records that the newest field of the open container names it. The property name ends at `nameEnd`. The first title
 * counts, and the first key before it.
 */
export function nameContainer(nesting: Nesting, open: OpenContainer, nameEnd: number, naming: Naming): void {
  const container = nesting.containers[open.id];
  const mark = nesting.marks.at(-1);
  if (container === undefined || mark === undefined || container.titleAt !== -1) return;
  if (naming === KEY) {
    if (container.keyAt !== -1) return;
    container.keyAt = nameEnd;
  } else if (naming === TITLE) container.titleAt = nameEnd;
  mark.naming = naming;
}

/** Records a place where a long value of the open container may be cut. */
export function continueValue(nesting: Nesting, open: OpenContainer, start: number): void {
  addMark(nesting, open.id, start, false, true);
}

/** Closes a container. One that fits in a unit is discarded together with all marks inside it. */
export function closeContainer(nesting: Nesting, open: OpenContainer, end: number): void {
  if (end - open.start <= NESTED_UNIT_CHARS) {
    forget(nesting.marks, open.marksBefore, nesting.spareMarks);
    const own = nesting.marks.at(-1);
    if (own !== undefined && end - open.start >= APART_CHARS) own.apart = true;
    forget(nesting.containers, open.id, nesting.spareContainers);
    return;
  }
  const container = nesting.containers[open.id];
  if (container === undefined) return;
  container.end = end;
  container.children = open.children;
  const parent = nesting.containers[container.parent];
  if (parent === undefined) return;
  // An object without a title has that of an object in it, as in `{"ticket": {"subject": ...}, "comments": [...]}`.
  if (!container.isList && !parent.isList && parent.titleAt === -1) parent.titleAt = container.titleAt;
  const best = nesting.containers[parent.largest];
  if (best === undefined || end - container.start > best.end - best.start) parent.largest = open.id;
}

function forget<Part>(parts: Part[], kept: number, spare: Part[]): void {
  while (parts.length > kept) {
    const part = parts.pop();
    if (part !== undefined) spare.push(part);
  }
}

/** Closes the root of a scan. It is kept however small it is, because counts and names depend on it. */
export function closeRoot(nesting: Nesting, root: OpenContainer, end: number): void {
  const container = nesting.containers[root.id];
  if (container === undefined) return;
  if (end - root.start > NESTED_UNIT_CHARS) closeContainer(nesting, root, end);
  container.end = end;
  container.children = root.children;
}
