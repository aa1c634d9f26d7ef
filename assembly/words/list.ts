// Lists of four-byte numbers that can grow. A list is identified by the address of its head, three numbers: the address
// of its items, their number, and its capacity. A list that grows may release its old memory, which adds up to at most
// as much again.
import { aligned, allocate, release, top } from "./memory";

const SIZE: usize = 4;
const ROOM: usize = 8;

export function itemsOf(list: usize): usize {
  return load<usize>(list);
}

export function sizeOf(list: usize): i32 {
  return load<i32>(list, SIZE);
}

/** Keeps the first `size` items. */
export function truncate(list: usize, size: i32): void {
  store<i32>(list, size, SIZE);
}

export function item(list: usize, index: i32): i32 {
  return load<i32>(itemsOf(list) + (usize(index) << 2));
}

export function setItem(list: usize, index: i32, value: i32): void {
  store<i32>(itemsOf(list) + (usize(index) << 2), value);
}

export function push(list: usize, value: i32): void {
  const at = extend(list, 1);
  store<i32>(at, value);
}

/** Adds `more` items to the end, without setting them; returns the address of the first. */
export function extend(list: usize, more: i32): usize {
  const size = sizeOf(list);
  if (size + more > load<i32>(list, ROOM)) reserve(list, max(2 * (size + more), 16));
  store<i32>(list, size + more, SIZE);
  return itemsOf(list) + (usize(size) << 2);
}

/** Makes room for this many items in all. */
export function reserve(list: usize, items: i32): void {
  const former = itemsOf(list);
  const end = former + (usize(load<i32>(list, ROOM)) << 2);
  // The last list can grow in place.
  const bytes = aligned(usize(items) << 2);
  if (end === top()) allocate(bytes - (end - former));
  else {
    const wider = allocate(bytes);
    memory.copy(wider, former, usize(sizeOf(list)) << 2);
    store<usize>(list, wider);
    release(former, end - former);
  }
  store<i32>(list, i32(bytes >> 2), ROOM);
}
