// Nested text (JSON, XML) as a list of places to cut: the starts of elements, and the containers that are too large to
// be one unit. Memory follows the units, not the brackets.

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
