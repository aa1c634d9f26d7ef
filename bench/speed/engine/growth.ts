// How much a server's resident memory grows over many calls or connections: a line through its minima.
import { inParallel } from "../clients/rest-client.ts";
import { type Row, soleRow } from "../harness/benchmark.ts";
import { residentMb } from "../harness/cpu.ts";
import { fitLine } from "../harness/statistics.ts";

export interface Sample {
  /** Calls, or connections, so far. */
  readonly x: number;
  /** Resident memory in MB. */
  readonly y: number;
}

const SAMPLE_EVERY = 100;
const WIDTH = 8;

/** Makes that many calls, a few at a time, and samples the memory of the process meanwhile. */
export async function memoryOver(
  pid: number,
  total: number,
  call: (at: number) => Promise<unknown>,
): Promise<readonly Sample[]> {
  const memory: Sample[] = [];
  await inParallel(total, WIDTH, (at) => {
    if (at % SAMPLE_EVERY === 0) memory.push({ x: at, y: residentMb(pid).now });
    return call(at);
  });
  return memory;
}

/** Each point of the line is the minimum over this many calls, which leaves out uncollected garbage. */
const WINDOW = 1_500;
/** Growth below this share of the memory cannot be distinguished from noise. */
const NOISE_SHARE = 0.05;

/** What the memory was sampled over. */
export interface Stretch {
  /** What was counted: `calls` or `connections`. */
  readonly of: string;
  readonly total: number;
  readonly warmup: number;
}

/** The growth after the warm-up, with its bar, and the memory held. */
export function growthRows({ of, total, warmup }: Stretch, memory: readonly Sample[]): readonly Row[] {
  const measured = total - warmup;
  const what = `growth over ${counted(measured)} ${of} after the first ${counted(warmup)}`;
  const lowest = lows(memory.filter(({ x }) => x >= warmup));
  const { slope, residual } = fitLine(lowest);
  const mean = lowest.reduce((sum, { y }) => sum + y, 0) / lowest.length;
  const atMost = Math.max(2 * residual, NOISE_SHARE * mean);
  const samples = memory.map(({ y }) => y);
  return [
    { what, figure: slope * measured, unit: "MB", bar: { atMost }, samples },
    soleRow("resident memory, mean", mean, "MB", null),
  ];
}

function counted(number: number): string {
  return number.toLocaleString("en-US");
}

function lows(memory: readonly Sample[]): readonly Sample[] {
  const lowest = new Map<number, number>();
  for (const { x, y } of memory) {
    const window = Math.floor(x / WINDOW);
    lowest.set(window, Math.min(y, lowest.get(window) ?? y));
  }
  return [...lowest].map(([window, y]) => ({ x: (window + 0.5) * WINDOW, y }));
}
