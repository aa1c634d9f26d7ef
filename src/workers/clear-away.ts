// Collects a worker's heap behind a call that has left much in it. Between two calls next to nothing lives, so this is
// the moment to do it: V8 would come to it within a later call, with all that lives then, and until it does the thread
// holds what two or three such calls have left.
import { getHeapStatistics } from "node:v8";

/**
 * A heap is collected when it and what it holds outside take more: what calls of 5.5 MB of mixed records leave stays
 * below, and V8 collects that beside the work, which costs them less. In bytes.
 */
const CROWDED_BYTES = 230_000_000;

/** Does nothing in a thread that was started without `--expose-gc`. */
export function clearAway(): void {
  const { total_heap_size: heap, external_memory: outside } = getHeapStatistics();
  if (heap + outside > CROWDED_BYTES) globalThis.gc?.();
}
