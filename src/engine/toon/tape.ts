// JSON as numbers: what each value is and where it stands in its text, one behind the other, a container before what it
// holds and a key before its value. In: places on a tape. Out: what is there.
import { QUOTE } from "../../text/char-codes.ts";
import { type IntList, push } from "../../text/int-list.ts";

export interface Tape {
  readonly text: string;
  /** Three places a node: its kind and two numbers. */
  readonly nodes: IntList;
  /** Strings and keys that TOON spells otherwise than the text does, as TOON spells them. */
  readonly respelled: string[];
}

/** Deeper data is left alone: it is no table, and what reads or writes it recurses. */
export const DEPTH_MAX = 64;

/** Places that a node takes. */
export const NODE = 3;

/** Written as it stands in the text, from the first number up to the second, with its quotes where it needs them. */
export const AS_IT_STANDS = 0;

/** The first number is a place among the respelled. */
export const RESPELLED = 1;

/** Containers: the first number is how many values it holds, the second the place behind them. */
export const ARRAY = 2;
export const OBJECT = 4;

/** Added to a container's kind: what it holds. */
export const HOLDS_WORDS = 8;
export const HOLDS_ARRAYS = 16;
export const HOLDS_OBJECTS = 32;

const CONTAINERS = ARRAY | OBJECT;
const HELD = HOLDS_WORDS | HOLDS_ARRAYS | HOLDS_OBJECTS;

/** Appends a node; returns its place. */
export function add({ nodes }: Tape, kind: number, first: number, second: number): number {
  const at = nodes.size;
  push(nodes, kind);
  push(nodes, first);
  push(nodes, second);
  return at;
}

/** Says of a container what it turned out to hold. It ends here. */
export function close({ nodes: { items, size } }: Tape, at: number, holds: number, count: number): void {
  items[at] = (items[at] ?? 0) | holds;
  items[at + 1] = count;
  items[at + 2] = size;
}

function kindAt({ nodes: { items } }: Tape, at: number): number {
  return items[at] ?? 0;
}

export function isContainer(tape: Tape, at: number): boolean {
  return (kindAt(tape, at) & CONTAINERS) !== 0;
}

export function isObject(tape: Tape, at: number): boolean {
  return (kindAt(tape, at) & OBJECT) !== 0;
}

/** What a container holds. */
export function holdsAt(tape: Tape, at: number): number {
  return kindAt(tape, at) & HELD;
}

export function isFilledObject(tape: Tape, at: number): boolean {
  return isObject(tape, at) && countAt(tape, at) > 0;
}

/** How many values a container holds. */
export function countAt({ nodes: { items } }: Tape, at: number): number {
  return items[at + 1] ?? 0;
}

/** The place behind a value and all that it holds. */
export function behind(tape: Tape, at: number): number {
  return isContainer(tape, at) ? (tape.nodes.items[at + 2] ?? 0) : at + NODE;
}

/** A key, or a value that is no container, as TOON writes it. */
export function wordAt({ text, nodes: { items }, respelled }: Tape, at: number): string {
  const first = items[at + 1] ?? 0;
  return items[at] === RESPELLED ? (respelled[first] ?? "") : text.slice(first, items[at + 2] ?? 0);
}

/** Whether a key is written in quotes. */
export function isQuoted({ text, nodes: { items }, respelled }: Tape, at: number): boolean {
  const first = items[at + 1] ?? 0;
  return (items[at] === RESPELLED ? respelled[first]?.charCodeAt(0) : text.charCodeAt(first)) === QUOTE;
}

/** Whether two keys are the same. */
export function sameWord(tape: Tape, one: number, other: number): boolean {
  const { text, nodes } = tape;
  const { items } = nodes;
  if (items[one] === RESPELLED || items[other] === RESPELLED) return wordAt(tape, one) === wordAt(tape, other);
  const start = items[one + 1] ?? 0;
  const length = (items[one + 2] ?? 0) - start;
  const otherStart = items[other + 1] ?? 0;
  if ((items[other + 2] ?? 0) - otherStart !== length) return false;
  let at = 0;
  while (at < length && text.charCodeAt(start + at) === text.charCodeAt(otherStart + at)) at++;
  return at === length;
}
