// Collects what bodies were read into: chunks that have been copied, and those that nobody wanted. To V8 each is an
// object of a few bytes with up to 64 KiB outside of its heap: the young generation, where they lie, is not full before
// hundreds of them are, and long before that V8 takes what they hold for growth of the heap and marks all that lives.

/**
 * Collecting the young generation takes half a millisecond, once in a call of 5.5 MB. That spares this thread and V8's
 * own a marking of 25 ms in every seventh such call, and a burst of them tens of megabytes. In bytes.
 */
const SPENT_BYTES_MAX = 4_000_000;

let spent = 0;

/** To be told of each chunk. Collects nothing in a process that was started without `--expose-gc`. */
export function chunkRead(bytes: number): void {
  spent += bytes;
  if (spent < SPENT_BYTES_MAX) return;
  spent = 0;
  globalThis.gc?.({ type: "minor" });
}
