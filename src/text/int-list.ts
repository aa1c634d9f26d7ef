// Lists of integers for hot loops, which make no object and no boxed number for each: one that grows, 0 up to a length.
import { giveBack, int32s } from "./slab.ts";

export interface IntList {
  /** Those up to `size` count; behind them is room. Replaced, and then empty, when the list grows. */
  items: Int32Array<ArrayBuffer>;
  size: number;
}

/** So little room costs next to nothing where it stays unused: integers. */
const CAPACITY_MIN = 16;

/** @param capacity as many as there mostly are: a list that is outgrown is copied */
export function intList(capacity = CAPACITY_MIN): IntList {
  return { items: int32s(capacity), size: 0 };
}

export function push(list: IntList, value: number): void {
  if (list.size === list.items.length) widen(list);
  list.items[list.size++] = value;
}

function widen(list: IntList): void {
  const wider = int32s(Math.max(2 * list.items.length, CAPACITY_MIN));
  wider.set(list.items);
  giveBack(list.items);
  list.items = wider;
}

/** The items in an array of their own number, sharing the memory of a list that grows no more. */
export function itemsOf({ items, size }: IntList): Int32Array {
  return items.subarray(0, size);
}

/** The first place of ascending numbers, from place `from` up to `to`, that is no lower, or `to`. O(log places). */
export function placeFrom(numbers: Int32Array, least: number, from = 0, to = numbers.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** 0, 1, 2 and so on. */
export function ascending(length: number): Int32Array<ArrayBuffer> {
  const numbers = int32s(length);
  for (let at = 0; at < length; at++) numbers[at] = at;
  return numbers;
}
