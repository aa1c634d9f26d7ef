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
  if (list.size === list.items.length) widen(list);
  list.items[list.size++] = value;
}

function widen(list: IntList): void {
  const wider = new Int32Array(Math.max(2 * list.items.length, 16));
  wider.set(list.items);
  list.items = wider;
}

/** The items in an array of their own number, sharing the list's memory. */
export function itemsOf({ items, size }: IntList): Int32Array {
  return items.subarray(0, size);
}
