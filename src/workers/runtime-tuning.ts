// How V8 and the operating system run the threads: V8 flags, forced garbage collections, thread priority. Next to each
// setting is the figure that justifies it. (`bin/node-flags` holds the flags of the process, and `bin/winnow` the
// reasons for them.)
import { getPriority, setPriority } from "node:os";
import { getHeapStatistics, type HeapInfo, setFlagsFromString } from "node:v8";

/** Enough for V8 to compile `process.nextTick`; takes a millisecond. */
const TICKS = 1_000;

/**
 * Makes V8 collect type feedback from a function's first run instead of its eighth. The first ten calls of 100,000
 * tokens then cost a quarter less, the next fifty an eighth. Call it before the process answers anything.
 *
 * `process.nextTick` must be compiled first. With feedback from its very first tick it stays on a slow path, and a
 * health call costs 6 % more.
 */
export async function collectTypeFeedbackEarly(): Promise<void> {
  for (let tick = 0; tick < TICKS; tick++) await new Promise<void>((resolve) => process.nextTick(resolve));
  setFlagsFromString("--no-lazy-feedback-allocation");
}

/**
 * Room in a worker's heap for what one large call allocates, in megabytes. With half the young generation, V8 copies
 * everything that a call of 5.5 MB keeps until its end. With half the old generation, every second call fills it. V8
 * then marks everything, drops some optimised code and compiles it again. Together that costs a fifth of such a call.
 * Twice the old generation gains little more and takes 40 MB.
 *
 * The third flag applies to every heap from now on. Without it, V8 concludes from one call that its objects live long,
 * and allocates those of the next call in the old generation. That costs a twentieth of a call of 5.5 MB.
 */
const HEAP_FLAGS = [
  "--max-semi-space-size=32",
  "--initial-old-space-size=96",
  "--no-allocation-site-pretenuring",
] as const;

/** V8 reads these flags when it creates a heap. The main thread already has its heap and keeps its smaller size. */
export function setWorkerHeapFlags(): void {
  for (const flag of HEAP_FLAGS) setFlagsFromString(flag);
}

/**
 * Limits of a worker's heap, in megabytes. V8 usually ends only the thread that exceeds them. If a loop allocates small
 * objects without end, V8 ends the whole process. The most hostile legal requests (6 MB as 50,000 records, as different
 * words, as millions of empty arrays) stay far below. With an old generation of 400 MB, V8 collects it again and again,
 * and selects cost 1.6 times the processor time.
 */
export const WORKER_HEAP_LIMITS = { maxOldGenerationSizeMb: 2000 };

/** Niceness added to that of the thread that started this one. */
const NICE_STEPS = 5;
const NICE_MAX = 19;

/**
 * Lowers this thread's priority so that the main thread gets the CPU first. On Linux a priority belongs to a thread.
 * Elsewhere it belongs to the whole process, so it stays unchanged. The new priority is relative to the one that the
 * process started with, because only root may raise it again.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Math.min(NICE_MAX, getPriority() + NICE_STEPS));
  } catch {
    // A sandbox may forbid it. The thread works without it.
  }
}

/**
 * If a heap, with its memory outside, holds more than this, it is collected between two calls, when little in it is
 * alive. Otherwise V8 would collect it during a later call. Calls of 5.5 MB of mixed records leave less than this. V8
 * collects that concurrently, which costs those calls less. In bytes.
 */
const HEAP_BYTES_MAX = 230_000_000;

/**
 * A heap is also collected if its objects alone hold more than this. Calls of 5.5 MB of mixed records leave at most 65
 * MB. As many bytes of JSON may be 1.7 million empty objects, which leave 146 MB: without this bound, 64 such calls at
 * once took 638 MB instead of 558. In bytes.
 */
const OBJECT_BYTES_MAX = 120_000_000;

/**
 * After this many bytes of bodies, only the young generation is collected. A call allocates seven times its body there,
 * and half as much outside, so a few calls of 200 kB have touched all of it. In bytes.
 */
const YOUNG_BODY_BYTES = 200_000;

/** Larger calls fill the young generation by themselves. To collect it would cost them another fiftieth. In bytes. */
const LARGE_BODY_BYTES_MIN = 2_000_000;

/** A young collection takes about a millisecond: at most a two-hundredth of the thread's time. In milliseconds. */
const YOUNG_INTERVAL_MS = 200;

/**
 * V8 promotes some of what small calls leave before it is collected, and that keeps arrays outside the heap alive:
 * about 6 kB a call in a mix of all protocols. When heap and arrays have grown by this much, everything is collected.
 * V8 would do so after 6,000 calls and 35 MB, and the C library would then keep that memory. In bytes.
 */
const PROMOTED_BYTES_MAX = 12_000_000;

/** A full collection takes 45 ms on a slow machine: at most a hundredth of the thread's time. In milliseconds. */
const FULL_INTERVAL_MS = 5_000;

type HeapFigures = Pick<HeapInfo, "used_heap_size" | "total_heap_size" | "external_memory">;

/**
 * Collects garbage between two calls, so that V8 does not do it at a worse moment. Does nothing without `--expose-gc`.
 * @param now in milliseconds, for intervals
 * @returns a function to call after each answered call, with the bytes of its body
 */
export function createGarbageCollectionHint(
  now: () => number,
  figures: () => HeapFigures = getHeapStatistics,
): (bodyBytes: number) => void {
  let bodyBytesSince = 0;
  let youngMs = now();
  let fullMs = youngMs;
  /** What remained after the last full collection. */
  let keptBytes = 0;
  function collectAll(): void {
    globalThis.gc?.();
    keptBytes = usedBytes(figures());
    fullMs = now();
  }
  function collectYoung(): void {
    globalThis.gc?.({ type: "minor" });
    bodyBytesSince = 0;
    youngMs = now();
    if (usedBytes(figures()) - keptBytes > PROMOTED_BYTES_MAX && youngMs - fullMs >= FULL_INTERVAL_MS) collectAll();
  }
  return (bodyBytes) => {
    if (bodyBytes < LARGE_BODY_BYTES_MIN) bodyBytesSince += bodyBytes;
    const { used_heap_size: objects, total_heap_size: heap, external_memory: outside } = figures();
    if (heap + outside > HEAP_BYTES_MAX || objects > OBJECT_BYTES_MAX) collectAll();
    else if (bodyBytesSince >= YOUNG_BODY_BYTES && now() - youngMs >= YOUNG_INTERVAL_MS) collectYoung();
  };
}

function usedBytes({ used_heap_size: objects, external_memory: outside }: HeapFigures): number {
  return objects + outside;
}
