// Are the values of an array, or of an object, rows of one table? In: the container. Out: whether each is an object
// with the same keys, down to words, and whether these have their order.
import type { Checkpoint } from "../../text/checkpoint.ts";
import { behind, countAt, isContainer, isFilledObject, NODE, sameWord, type Tape, wordAt } from "./tape.ts";

/** A table says the keys once, so it has them in the order of its first row: other rows would come back changed. */
export type Rows = "no table" | "in order" | "moved";

/** Values that are compared between two checkpoints: less than a millisecond. */
const VALUES_A_TURN = 1 << 10;

interface Comparison {
  readonly tape: Tape;
  readonly checkpoint: Checkpoint;
  values: number;
  rows: Rows;
}

/** @param step what stands before each value: a key, or nothing in an array */
export function rowsOf(tape: Tape, container: number, step: number, checkpoint: Checkpoint): Rows {
  const comparison: Comparison = { tape, checkpoint, values: 0, rows: "in order" };
  const end = behind(tape, container);
  const first = container + NODE + step;
  for (let row = first; row < end; row = behind(tape, row) + step) {
    if (!isFilledObject(tape, row) || !isAlike(comparison, first, row)) return "no table";
  }
  return comparison.rows;
}

/** @param model the first row, or an object within it */
function isAlike(comparison: Comparison, model: number, object: number): boolean {
  const { tape } = comparison;
  if (countAt(tape, model) !== countAt(tape, object)) return false;
  const end = behind(tape, model);
  let keys: Map<string, number> | null = null;
  let own = object + NODE;
  for (let key = model + NODE; key < end; key = behind(tape, key + NODE)) {
    if (comparison.values++ % VALUES_A_TURN === 0) comparison.checkpoint();
    let value = own + NODE;
    if (!sameWord(tape, key, own)) {
      keys ??= valuesByKey(tape, object);
      value = keys.get(wordAt(tape, key)) ?? -1;
      if (value === -1) return false;
      comparison.rows = "moved";
    }
    if (!isSameKind(comparison, key + NODE, value)) return false;
    own = behind(tape, own + NODE);
  }
  return true;
}

function isSameKind(comparison: Comparison, model: number, value: number): boolean {
  const { tape } = comparison;
  if (!isContainer(tape, model)) return !isContainer(tape, value);
  return isFilledObject(tape, model) && isFilledObject(tape, value) && isAlike(comparison, model, value);
}

function valuesByKey(tape: Tape, object: number): Map<string, number> {
  const values = new Map<string, number>();
  const end = behind(tape, object);
  for (let key = object + NODE; key < end; key = behind(tape, key + NODE)) values.set(wordAt(tape, key), key + NODE);
  return values;
}
