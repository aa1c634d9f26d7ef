// Arrays of numbers for hot loops, without an object or a boxed number for each item: allocation from slabs, lists that
// grow, flags, and a Bloom filter for repeated digests. New arrays are all 0 and last as long as a call.

// Small arrays are cut from a slab, because V8 allocates separate memory for an array of more than 64 bytes. That takes
// 1 us, and a third of that again in its collector threads. A call of 7 kB makes 75 such arrays, and a piece of a slab
// takes .02 us. No piece is used twice: the collector frees a slab as a whole, once all of its arrays are unreachable.

/** About what a call of 7 kB allocates, and small enough for the cache. Bytes. */
const SLAB_BYTES = 1 << 15;

/** A larger array has its own memory, so little of a slab is wasted at its end. Bytes. */
const PIECE_BYTES_MAX = 1 << 12;

/** Fits every type of number. */
const ALIGNMENT = 8;

/** Freeing a smaller array costs more than it saves. Bytes. */
const FREED_BYTES_MIN = 1 << 18;

let slab = new ArrayBuffer(SLAB_BYTES);
let used = 0;

/** Allocates bytes from the slab, or from a new one. Returns their offset. */
function take(bytes: number): number {
  if (used + bytes > SLAB_BYTES) {
    slab = new ArrayBuffer(SLAB_BYTES);
    used = 0;
  }
  const at = used;
  used = (at + bytes + ALIGNMENT - 1) & -ALIGNMENT;
  return at;
}

export function uint8s(length: number): Uint8Array<ArrayBuffer> {
  if (length > PIECE_BYTES_MAX) return new Uint8Array(length);
  const at = take(length);
  return new Uint8Array(slab, at, length);
}

export function int32s(length: number): Int32Array<ArrayBuffer> {
  if (4 * length > PIECE_BYTES_MAX) return new Int32Array(length);
  const at = take(4 * length);
  return new Int32Array(slab, at, length);
}

export function float64s(length: number): Float64Array<ArrayBuffer> {
  if (8 * length > PIECE_BYTES_MAX) return new Float64Array(length);
  const at = take(8 * length);
  return new Float64Array(slab, at, length);
}

type Numbers = Uint8Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/**
 * Frees the memory of a large array at once. The array is then empty. Otherwise a call of two million words would hold
 * its finished arrays together with those in use.
 */
export function freeArray({ buffer, byteLength }: Numbers): void {
  if (byteLength >= FREED_BYTES_MIN) buffer.transfer(0);
}

export interface IntList {
  /** The first `size` items count. A list that grows gets a new array, and the old one is then empty. */
  items: Int32Array<ArrayBuffer>;
  size: number;
}

/** Initial capacity. Integers. */
const CAPACITY_MIN = 16;

/** @param capacity the usual number of items: a list that outgrows it is copied */
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
  freeArray(list.items);
  list.items = wider;
}

/** The items, in memory shared with the list, which must not grow any more. */
export function itemsOf({ items, size }: IntList): Int32Array {
  return items.subarray(0, size);
}

/** The first place in [from, to) of ascending numbers whose number is at least `least`, or `to`. O(log places). */
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

/** 1 for each of `terms`, which are below `size`. */
export function flagged(size: number, terms: Int32Array): Uint8Array<ArrayBuffer> {
  const flags = uint8s(size);
  for (let at = 0; at < terms.length; at++) flags[terms[at] ?? 0] = 1;
  return flags;
}

/**
 * The first place from `from` on whose term is flagged, or `terms.length`. Tests four at a time, because few are
 * flagged: 70,000 terms take 30 us instead of 120.
 */
export function nextFlagged(terms: Int32Array, flags: Uint8Array, from: number): number {
  let at = from;
  for (const last = terms.length - 3; at < last; at += 4) {
    const two = (flags[terms[at] ?? 0] ?? 0) | (flags[terms[at + 1] ?? 0] ?? 0);
    if ((two | (flags[terms[at + 2] ?? 0] ?? 0) | (flags[terms[at + 3] ?? 0] ?? 0)) !== 0) break;
  }
  while (at < terms.length && flags[terms[at] ?? 0] === 0) at++;
  return at;
}

/** FNV-1a's prime (Fowler, Noll, Vo), for hashes that take one unit at a time. */
export const FNV_PRIME = 0x01000193;

/** 2^32 divided by the golden ratio (Knuth, The Art of Computer Programming 3, section 6.4). */
export const GOLDEN = 0x9e3779b1;

/** The factors of MurmurHash3's finalizer (Appleby), for hashes of several values. */
export const MURMUR_FIRST = 0x85ebca6b;
export const MURMUR_SECOND = 0xc2b2ae35;

/** Bytes of one-bit buckets for each digest. With half a byte, one digest in six would share its bucket by chance. */
const BYTES_PER_DIGEST = 2;

/**
 * The places of digests that probably occur more than once: a Bloom filter over 32-bit hashes. The caller compares the
 * values themselves before it calls them equal.
 * @param digests a negative one is ignored
 */
export function likelyRepeats(digests: Int32Array): Int32Array {
  const bytes = BYTES_PER_DIGEST << (32 - Math.clz32(digests.length));
  const seen = uint8s(bytes);
  const again = uint8s(bytes);
  const mask = 8 * bytes - 1;
  for (let at = 0; at < digests.length; at++) {
    const digest = digests[at] ?? -1;
    if (digest < 0) continue;
    const place = (digest & mask) >> 3;
    const bit = 1 << (digest & 7);
    const before = seen[place] ?? 0;
    again[place] = (again[place] ?? 0) | (before & bit);
    seen[place] = before | bit;
  }
  const likely = int32s(digests.length);
  let count = 0;
  for (let at = 0; at < digests.length; at++) {
    const digest = digests[at] ?? -1;
    if (digest >= 0 && ((again[(digest & mask) >> 3] ?? 0) & (1 << (digest & 7))) !== 0) likely[count++] = at;
  }
  return likely.subarray(0, count);
}
