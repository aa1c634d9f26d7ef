// A list of integers that grows: what a hot loop appends to without an object or a boxed number for each.

export interface IntList {
  /** Those up to `size` count; behind them is room. Replaced when the list grows. */
  items: Int32Array<ArrayBuffer>;
  size: number;
}

export function intList(capacity: number): IntList {
  return { items: new Int32Array(capacity), size: 0 };
}

export function push(list: IntList, value: number): void {
  if (list.size === list.items.length) makeRoom(list, 1);
  list.items[list.size++] = value;
}

/** Appends the items of `from` between two places of it; `from` may be the list itself. */
export function append(list: IntList, from: IntList, start: number, end: number): void {
  makeRoom(list, end - start);
  // Mostly a few: a call to copy them, and the view it takes, cost more.
  for (let at = start; at < end; at++) list.items[list.size++] = from.items[at] ?? 0;
}

function makeRoom(list: IntList, more: number): void {
  if (list.size + more <= list.items.length) return;
  const wider = new Int32Array(Math.max(2 * list.items.length, list.size + more, 16));
  wider.set(list.items);
  list.items = wider;
}

/** The items in an array of their own number, sharing the list's memory. */
export function itemsOf({ items, size }: IntList): Int32Array {
  return items.subarray(0, size);
}
