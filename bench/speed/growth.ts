// How much resident memory grows over a stretch of calls or connections: a line through its lows.
import type { Row } from "./benchmark.ts";
import { fitLine } from "./statistics.ts";

export interface Sample {
  /** Calls, or connections, so far. */
  readonly x: number;
  /** Resident memory in MB. */
  readonly y: number;
}

/** Each point of the line is the lowest of so many calls, so that what waits to be collected is left out. */
const WINDOW = 1_500;
/** Growth below this share of the memory held is no growth that anybody could tell from noise. */
const NOISE_SHARE = 0.05;

/** The growth behind the first `warmup`, with its bar, and the memory held. */
export function growthRows(what: string, memory: readonly Sample[], warmup: number): readonly Row[] {
  const last = memory.reduce((most, { x }) => Math.max(most, x), 0);
  const lowest = lows(memory.filter(({ x }) => x >= warmup));
  const { slope, residual } = fitLine(lowest);
  const mean = lowest.reduce((sum, { y }) => sum + y, 0) / lowest.length;
  const atMost = Math.max(2 * residual, NOISE_SHARE * mean);
  const samples = memory.map(({ y }) => y);
  return [
    { what, figure: slope * (last - warmup), unit: "MB", bar: { atMost }, samples },
    { what: `${what}: resident memory, mean`, figure: mean, unit: "MB", bar: null, samples: [] },
  ];
}

function lows(memory: readonly Sample[]): readonly Sample[] {
  const lowest = new Map<number, number>();
  for (const { x, y } of memory) {
    const window = Math.floor(x / WINDOW);
    lowest.set(window, Math.min(y, lowest.get(window) ?? y));
  }
  return [...lowest].map(([window, y]) => ({ x: (window + 0.5) * WINDOW, y }));
}
