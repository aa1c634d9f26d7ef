// How long a process keeps using the processor after its call was cancelled.
import { setTimeout as wait } from "node:timers/promises";
import { cpuWatch } from "./harness/cpu.ts";

export interface CancelledWork {
  /** Processor time of the call by then, in milliseconds. A whole call takes two to three times as much. */
  readonly workedMs: number;
  readonly stopsMs: number;
}

const WATCH_MS = 500;
/** Processor time of an idle server during the measurement: timers, and the end of a garbage collection. */
const IDLE_CPU_MS = 10;

/** @param cancelled resolves when the call is cancelled */
export async function stopsAfter(pid: number, cancelled: () => Promise<void>): Promise<CancelledWork> {
  await wait(300);
  const used = cpuWatch(pid);
  const before = used();
  await cancelled();
  const startedAt = performance.now();
  const seen: { readonly at: number; readonly cpu: number }[] = [];
  while (performance.now() - startedAt < WATCH_MS) {
    seen.push({ at: performance.now() - startedAt, cpu: used() });
    await wait(5);
  }
  const end = seen.at(-1)?.cpu ?? 0;
  const stopsMs = seen.find(({ cpu }) => cpu >= end - IDLE_CPU_MS)?.at ?? WATCH_MS;
  return { workedMs: (seen[0]?.cpu ?? 0) - before, stopsMs };
}
