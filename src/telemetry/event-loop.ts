// How long the thread with the sockets lets others wait, over windows of a fixed length: a figure since the start would
// hide a bad minute, and one that each collection starts anew would depend on how many collect.
import { type EventLoopUtilization, monitorEventLoopDelay, performance } from "node:perf_hooks";

export interface EventLoopReading {
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
  /** 0 to 1. */
  readonly utilization: number;
}

/** Below the usual scrape interval, so that no window goes unseen. */
const WINDOW_MS = 10_000;

/** Time between two looks; a stall shorter than this may be missed. */
const RESOLUTION_MS = 10;

const quiet: EventLoopReading = { delayP99Ms: 0, delayMaxMs: 0, utilization: 0 };

/**
 * Begins to watch when it is first asked.
 * @returns reads the last full window; the one that runs, before the first is over
 */
export function watchEventLoop(): () => EventLoopReading {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let since: EventLoopUtilization | null = null;
  let last: EventLoopReading | null = null;

  function read(): EventLoopReading {
    if (since === null || delays.count === 0) return quiet;
    // What is measured is the time between two looks, which is the resolution when nobody waits.
    const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
    const { utilization } = performance.eventLoopUtilization(since);
    return { delayP99Ms: late(delays.percentile(99)), delayMaxMs: late(delays.max), utilization };
  }

  function begin(): void {
    delays.reset();
    since = performance.eventLoopUtilization();
  }

  return () => {
    if (since === null) {
      delays.enable();
      begin();
      setInterval(() => {
        last = read();
        begin();
      }, WINDOW_MS).unref();
    }
    return last ?? read();
  };
}
