// Collects what the network was read into, once it has been copied. To V8 each of these is an object of a few bytes
// with up to 64 KiB outside of its heap: the young generation, where they lie, is not full before hundreds of them are,
// and long before that V8 takes what they hold for growth of the heap and marks all that lives on the thread.

/**
 * Collecting the young generation takes half a millisecond, once in a call of 5.5 MB. That spares this thread and V8's
 * own a marking of 25 ms in every seventh such call, and a burst of them some 30 MB. In bytes.
 */
const SPENT_BYTES_MAX = 4_000_000;

let spent = 0;

/** The bytes of a chunk have been copied. Collects nothing in a process that was started without `--expose-gc`. */
export function chunkSpent(bytes: number): void {
  spent += bytes;
  if (spent < SPENT_BYTES_MAX) return;
  spent = 0;
  globalThis.gc?.({ type: "minor" });
}
