// The figures of a round of overload: how many calls were answered at a load, and how late. Any server must read each
// call that it rejects, on processors that it shares with the answers and the clients. So the answered calls are
// compared with what would be possible if a rejection cost as much as in a bare node:http server, which reads the
// request and sends a fixed answer.
import { availableParallelism } from "node:os";
import type { AnsweredCall, OpenLoop } from "../clients/open-loop.ts";
import { type Bar, medianRow, type Row, soleRow } from "../harness/benchmark.ts";
import { quantile } from "../harness/statistics.ts";

/** Time in which the service distinguishes an overload from a burst, in milliseconds. Its answers do not count. */
const ONSET_MS = 1_000;

/** Loads measured close together, so that other load on the machine affects all of them equally. */
export interface Round {
  /** The loads are multiples of this, in calls a second. */
  readonly capacity: number;
  readonly calm: OpenLoop;
  readonly double: OpenLoop;
  readonly threefold: OpenLoop;
  /** Processor milliseconds that a bare server takes for such a call. */
  readonly bareMs: number;
}

/** The bars at a load. */
type LoadBars = Readonly<Record<"ofLeft" | "slower", Bar>>;
export const twofoldBars: LoadBars = { ofLeft: { atLeast: 0.75 }, slower: { atMost: 3 } };
export const threefoldBars: LoadBars = { ofLeft: { atLeast: 0.75 }, slower: { atMost: 5 } };

export function atLoad(
  what: string,
  rounds: readonly Round[],
  of: (round: Round) => OpenLoop,
  bars: LoadBars,
): readonly Row[] {
  const loads = rounds.map(of);
  const shares = rounds.map((round) => goodput(of(round)) / round.capacity);
  const ofLeft = rounds.map((round) => goodputOfLeft(of(round), round) / goodputOfLeft(busiest(round), round));
  const slower = rounds.map((round) => p99(settled(of(round))) / p99(settled(round.calm)));
  const failed = loads.reduce((sum, load) => sum + load.failed, 0);
  const row = (which: string, unit: string, samples: readonly number[], bar: Bar = null) =>
    medianRow(`${what}: ${which}`, samples, unit, bar);
  const p99s = loads.map((load) => p99(settled(load)));
  const withOnset = loads.map(({ answered }) => p99(answered));
  // Some rounds may have no rejection.
  const rejected = loads.flatMap(({ rejectedMs: all }) => (all.length === 0 ? [] : [quantile(all, 0.99)]));
  const delays = loads.map(({ sendDelayMsMax }) => sendDelayMsMax);
  const taken = loads.map(({ processors }) => processors);
  return [
    row("answered, of the capacity", "x", shares),
    row("answered, of what bare refusals would leave", "x", ofLeft, bars.ofLeft),
    row("p99 of the answered over the calm one", "x", slower, bars.slower),
    row("p99", "ms", p99s),
    row("p99 with the first second", "ms", withOnset),
    ...(rejected.length === 0 ? [] : [row("p99 of a rejection", "ms", rejected)]),
    soleRow(`${what}: ended otherwise`, failed, "calls", { atMost: 0 }),
    row("sent late by at most", "ms", delays),
    row("taken by its clients", "processors", taken),
  ];
}

/** The load with the most answered calls. */
function busiest({ calm, double, threefold }: Round): OpenLoop {
  return [double, threefold].reduce((best, load) => (goodput(load) > goodput(best) ? load : best), calm);
}

/** Calls answered a second, per processor that clients and bare rejections would leave. */
function goodputOfLeft(load: OpenLoop, { bareMs }: Round): number {
  const refusing = (load.rejectedMs.length / load.seconds) * (bareMs / 1_000);
  return goodput(load) / (availableParallelism() - load.processors - refusing);
}

/** Calls answered a second, after the service has recognised the load. */
export function goodput(load: OpenLoop): number {
  return settled(load).length / (load.dueSeconds - ONSET_MS / 1_000);
}

export function settled({ answered }: Pick<OpenLoop, "answered">): readonly AnsweredCall[] {
  return answered.filter(({ dueMs }) => dueMs >= ONSET_MS);
}

export function p99(answered: readonly AnsweredCall[]): number {
  return quantile(
    answered.map(({ tookMs }) => tookMs),
    0.99,
  );
}
