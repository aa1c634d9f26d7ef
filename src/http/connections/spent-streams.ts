// Collects the streams of HTTP/2 that are over. Each leaves 1.2 to 2 kB in the old generation of the thread with the
// sockets, because Node.js and V8 keep them from what is young to what is old: left alone, V8 comes to it when that
// generation has doubled, and the pages that it has had by then stay with the process.
import { measureMemory } from "node:vm";
import type { Clock } from "../../time/clock.ts";

/** They take 1 to 2 MB. */
const SPENT_STREAMS_MIN = 1_000;

/**
 * Marking all that lives takes 50 to 60 ms of processor time: so often it takes a hundredth of a processor at most, and
 * as much of a call of 7 kB where calls follow each other without a pause. In milliseconds.
 */
const COLLECT_MS_MIN = 5_000;

/**
 * @param collect what is old
 * @returns to be told of each stream that is over
 */
export function createSpentStreams(clock: Clock, collect: () => unknown): () => void {
  let spent = 0;
  let collectedMs = clock.monotonicMs();
  return () => {
    spent += 1;
    if (spent < SPENT_STREAMS_MIN) return;
    const now = clock.monotonicMs();
    if (now - collectedMs < COLLECT_MS_MIN) return;
    spent = 0;
    collectedMs = now;
    collect();
  };
}

/**
 * Has V8 mark all that lives, beside this thread's work, and give back the rest; resolves when that is done. Nothing
 * else begins a marking that way: `gc` does it on the spot, and the thread answers nobody for 25 to 30 ms. This takes
 * it 13 ms, in parts of 9 at the most. What is measured meanwhile nobody asks for.
 */
export async function collectAll(): Promise<void> {
  await measureMemory({ mode: "summary", execution: "eager" });
}
