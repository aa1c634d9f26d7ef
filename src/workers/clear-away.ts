// Collects a worker's heap between two calls, when next to nothing lives: V8 would come to it within a later call, with
// all that lives then, and until it does the thread holds what earlier calls have left.
import { getHeapStatistics, type HeapInfo } from "node:v8";

/**
 * A heap is collected when it and what it holds outside take more: what calls of 5.5 MB of mixed records leave stays
 * below, and V8 collects that beside the work, which costs them less. In bytes.
 */
const CROWDED_BYTES = 230_000_000;

/**
 * So it is when the objects in it alone take more, most of which are dead by then: what calls of 5.5 MB of mixed
 * records leave takes 65 MB at the most. As many bytes of JSON may be 1.7 million empty objects, which leave 146 MB,
 * and with those of the next call on top of them 64 at once took 638 MB and not 558. In bytes.
 */
const OBJECTS_BYTES = 120_000_000;

/**
 * The young generation alone is collected behind so many bytes of bodies. A call makes seven times its body there, and
 * half as much outside, so that some calls of 200 kB are enough to have touched all of it. In bytes.
 */
const READ_BYTES_MIN = 200_000;

/** Calls from this size on fill it by themselves, and would cost a fiftieth more. In bytes. */
const LARGE_BODY_BYTES_MIN = 2_000_000;

/** It takes about a millisecond: so often that is a two-hundredth of the thread's time at most. In milliseconds. */
const COLLECT_MS_MIN = 200;

/**
 * Of what small calls leave, some grows old before it is collected, with arrays outside of the heap behind it: in a mix
 * of all protocols some 6 kB a call, over gRPC and REST alone next to nothing. When heap and arrays have grown by so
 * much, all of it is collected. V8 would come to it after 6,000 calls and 35 MB, which the C library then keeps. In
 * bytes.
 */
const AGED_BYTES_MAX = 12_000_000;

/** It takes 45 ms of processor time where the machine is slow: a hundredth of the thread's at most. In milliseconds. */
const COLLECT_ALL_MS_MIN = 5_000;

/** What is looked at of a heap, in bytes. */
type HeapFigures = Pick<HeapInfo, "used_heap_size" | "total_heap_size" | "external_memory">;

/**
 * Collects nothing in a thread that was started without `--expose-gc`.
 * @param now in milliseconds, for intervals
 * @returns to be told of the body of each call that was answered
 */
export function createClearAway(
  now: () => number,
  figures: () => HeapFigures = getHeapStatistics,
): (bodyBytes: number) => void {
  let read = 0;
  let collectedMs = now();
  let collectedAllMs = collectedMs;
  /** What there was after all of it was collected. */
  let kept = 0;
  function collectAll(): void {
    globalThis.gc?.();
    kept = taken(figures());
    collectedAllMs = now();
  }
  function collectYoung(): void {
    globalThis.gc?.({ type: "minor" });
    read = 0;
    collectedMs = now();
    if (taken(figures()) - kept > AGED_BYTES_MAX && collectedMs - collectedAllMs >= COLLECT_ALL_MS_MIN) collectAll();
  }
  return (bodyBytes) => {
    if (bodyBytes < LARGE_BODY_BYTES_MIN) read += bodyBytes;
    const { used_heap_size: objects, total_heap_size: heap, external_memory: outside } = figures();
    if (heap + outside > CROWDED_BYTES || objects > OBJECTS_BYTES) collectAll();
    else if (read >= READ_BYTES_MIN && now() - collectedMs >= COLLECT_MS_MIN) collectYoung();
  };
}

function taken({ used_heap_size: objects, external_memory: outside }: HeapFigures): number {
  return objects + outside;
}
