// Nested text (JSON, XML) as places to cut: the starts of elements, and the containers that are too large for one unit.
// Scanners report what opens, begins and closes. Memory follows the units, not the brackets.

/** A container up to this size is one unit; measured best at 300, worse at 120 and at 500. */
export const NESTED_UNIT_CHARS = 300;

/**
 * Containers nested deeper than this are read as plain text: each level costs memory, and no real answer goes there.
 */
export const DEPTH_MAX = 64;

/** One place where a piece may start. */
export interface Mark {
  start: number;
  /** Index of the container it lies in. */
  parent: number;
  /** The first element or field of its container. */
  first: boolean;
  /** Lies inside a long value: carries it on instead of starting one. */
  carriesOn: boolean;
  /** Object fields met before this place, at any depth. */
  fieldsBefore: number;
  /** How many children of the container the mark stands for. */
  children: number;
  /** Its value is a container of some size that fits one unit. */
  apart: boolean;
}

/** Where a container's name lies in the text: a property name, a tag. Empty for none. */
export interface Name {
  readonly nameStart: number;
  readonly nameEnd: number;
}

export const NO_NAME: Name = { nameStart: 0, nameEnd: 0 };

export interface Container {
  start: number;
  end: number;
  /** Index of the enclosing container, -1 for the outermost. */
  parent: number;
  /** A list of elements, as against an object of named fields. */
  isList: boolean;
  nameStart: number;
  nameEnd: number;
  children: number;
  /** Index of its largest child container that is too large for one unit, or -1. */
  largest: number;
}

export interface Nesting {
  readonly marks: Mark[];
  readonly containers: Container[];
  fields: number;
  /** Those that were forgotten, to be used again: most are. Made anew they were a tenth of all that a call makes. */
  readonly spareMarks: Mark[];
  readonly spareContainers: Container[];
}

export function emptyNesting(): Nesting {
  return { marks: [], containers: [], fields: 0, spareMarks: [], spareContainers: [] };
}

/**
 * A container from this size on is a unit of its own and no part of one with the fields beside it: an address would
 * otherwise come along with every id it stands beside, over and over. At 100 it pays, at 140 it reaches too few.
 */
const APART_CHARS = 100;

/**
 * Neighbouring children that are together no longer than this share a mark: one apiece would cost more than the
 * text.
 */
const CRUMBS_CHARS = 80;

/** An open container. */
export interface OpenContainer extends Name {
  readonly id: number;
  readonly start: number;
  readonly isList: boolean;
  readonly marksBefore: number;
  children: number;
  /** The name of the child that began last. */
  nameStart: number;
  nameEnd: number;
}

/** Opens a container at `start`, below `parent` (-1 for none). */
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
  container.children = 0;
  container.largest = -1;
  nesting.containers.push(container);
  return { id, start, isList, marksBefore: nesting.marks.length, children: 0, nameStart: 0, nameEnd: 0 };
}

/** Notes that a child of the open container begins at `start`. */
export function beginChild(nesting: Nesting, open: OpenContainer, start: number): void {
  const { marks, fields } = nesting;
  const first = open.children === 0;
  open.children++;
  const last = marks.at(-1);
  const before = marks.at(-2);
  if (last !== undefined && before !== undefined && areCrumbs(before, last, open.id, start)) {
    before.children += last.children;
    last.start = start;
    last.fieldsBefore = fields;
    last.children = 1;
  } else addMark(nesting, open.id, start, first, false);
}

function addMark(nesting: Nesting, parent: number, start: number, first: boolean, carriesOn: boolean): void {
  const { marks, spareMarks, fields } = nesting;
  const children = carriesOn ? 0 : 1;
  const spare = spareMarks.pop();
  // Not one made blank and then filled: for JSON that is 4 % of cutting.
  if (spare === undefined) {
    marks.push({ start, parent, first, carriesOn, fieldsBefore: fields, children, apart: false });
    return;
  }
  spare.start = start;
  spare.parent = parent;
  spare.first = first;
  spare.carriesOn = carriesOn;
  spare.fieldsBefore = fields;
  spare.children = children;
  spare.apart = false;
  marks.push(spare);
}

function blankContainer(): Container {
  return { start: 0, end: 0, parent: -1, isList: false, nameStart: 0, nameEnd: 0, children: 0, largest: -1 };
}

/** True when both marks are small siblings of the child to come, with nothing marked inside. */
function areCrumbs(before: Mark, last: Mark, parent: number, start: number): boolean {
  if (before.parent !== parent || last.parent !== parent || last.first) return false;
  return !before.carriesOn && !last.carriesOn && start - before.start <= CRUMBS_CHARS;
}

/** Notes a place inside a long value of the open container at which it may be cut. */
export function carryOn(nesting: Nesting, open: OpenContainer, start: number): void {
  addMark(nesting, open.id, start, false, true);
}

/** Closes a container; one that fits a unit is forgotten with everything marked inside it. */
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
  const best = nesting.containers[parent.largest];
  if (best === undefined || end - container.start > best.end - best.start) parent.largest = open.id;
}

function forget<Part>(parts: Part[], kept: number, spare: Part[]): void {
  while (parts.length > kept) {
    const part = parts.pop();
    if (part !== undefined) spare.push(part);
  }
}

/** Closes the outermost container of a scan, which is kept however small it is: counts and names hang on it. */
export function closeRoot(nesting: Nesting, root: OpenContainer, end: number): void {
  const container = nesting.containers[root.id];
  if (container === undefined) return;
  if (end - root.start > NESTED_UNIT_CHARS) closeContainer(nesting, root, end);
  container.end = end;
  container.children = root.children;
}
