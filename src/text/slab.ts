// Arrays of numbers, all 0, for the length of a call. In: how many. Out: an array that nobody else has.
// Small ones are cut from a slab: V8 gives an array of more than 64 bytes a memory of its own, which takes 1 us, and a
// third of that again on its collecting threads. A call of 7 kB makes 75. A piece of a slab takes .02 us.
// Must never hand out a place twice: a slab that is used up goes as a whole when the last of its arrays does.

/** About what a call of 7 kB takes, and little enough to stay in the cache. Bytes. */
const SLAB_BYTES = 1 << 15;

/** A larger array has its own memory, which bounds what is wasted at the end of a slab. Bytes. */
const PIECE_BYTES_MAX = 1 << 12;

/** Alignment of every kind of number. */
const ALIGNMENT = 8;

/** Freeing a smaller array costs more than it saves. Bytes. */
const GIVEN_BACK_BYTES_MIN = 1 << 18;

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
 * Gives back the memory of a large array of these at once, as soon as nobody needs it; from then on it is empty. Left
 * to the collector, what a call of two million words has done with stays beside what it works with.
 */
export function freeArray({ buffer, byteLength }: Numbers): void {
  if (byteLength >= GIVEN_BACK_BYTES_MIN) buffer.transfer(0);
}
