// Allocates arrays of numbers, all 0, for the length of a call. Small arrays are cut from a slab: V8 allocates separate
// memory for an array of more than 64 bytes. That takes 1 us, and a third of that again in its collector threads. A
// call of 7 kB makes 75 such arrays, and a piece of a slab takes .02 us. No piece is used twice: the collector frees a
// slab as a whole, once all of its arrays are unreachable.

/** About what a call of 7 kB allocates, and small enough for the cache. Bytes. */
const SLAB_BYTES = 1 << 15;

/** A larger array has its own memory, so little of a slab is wasted at its end. Bytes. */
const PIECE_BYTES_MAX = 1 << 12;

/** Fits every type of number. */
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
 * Frees the memory of a large array at once. The array is empty from then on. Otherwise a call of two million words
 * would hold the arrays that it has finished with beside those that it uses.
 */
export function freeArray({ buffer, byteLength }: Numbers): void {
  if (byteLength >= GIVEN_BACK_BYTES_MIN) buffer.transfer(0);
}
