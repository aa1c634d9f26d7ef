// What a round of overload says: how many of the calls were answered at a load, and how late.
// Each call that is turned away has to be read, by any server, on the processors that also answer and that the clients
// share. So what is answered is compared with what would be if a refusal cost what it costs a bare node:http server to
// read as much and say a word, in that round.
import { availableParallelism } from "node:os";
import type { AnsweredCall, OpenLoop } from "./clients/open-loop.ts";
import { type Bar, medianRow, type Row, soleRow } from "./harness/benchmark.ts";
import { quantile } from "./harness/statistics.ts";

/** In it the service tells an overload from a burst: what is answered of it is not counted. In milliseconds. */
const ONSET_MS = 1_000;

/** The same seconds of the machine's mood, so that what is compared is compared within one. */
export interface Round {
  /** What the loads are multiples of, in calls a second. */
  readonly capacity: number;
  readonly calm: OpenLoop;
  readonly double: OpenLoop;
  readonly threefold: OpenLoop;
  /** What a bare server takes to read such a call and say a word, in milliseconds of a processor. */
  readonly bareMs: number;
}

/** What is measured at a load, and what it has to be. */
export type LoadBars = Readonly<Record<"ofLeft" | "slower", Bar>>;
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
  // In some round there may have been none to turn away.
  const turnedAway = loads.flatMap(({ turnedAwayMs: all }) => (all.length === 0 ? [] : [quantile(all, 0.99)]));
  const late = loads.map(({ latestMs }) => latestMs);
  const taken = loads.map(({ processors }) => processors);
  return [
    row("answered, of the capacity", "x", shares),
    row("answered, of what bare refusals would leave", "x", ofLeft, bars.ofLeft),
    row("p99 of the answered over the calm one", "x", slower, bars.slower),
    row("p99", "ms", p99s),
    row("p99 with the first second", "ms", withOnset),
    ...(turnedAway.length === 0 ? [] : [row("p99 of being turned away", "ms", turnedAway)]),
    soleRow(`${what}: ended otherwise`, failed, "calls", { atMost: 0 }),
    row("sent late by at most", "ms", late),
    row("taken by its clients", "processors", taken),
  ];
}

/** The load of which the most calls were answered. */
function busiest({ calm, double, threefold }: Round): OpenLoop {
  return [double, threefold].reduce((best, load) => (goodput(load) > goodput(best) ? load : best), calm);
}

/** Calls answered a second, for each processor that the clients and bare refusals would leave. */
function goodputOfLeft(load: OpenLoop, { bareMs }: Round): number {
  const refusing = (load.turnedAwayMs.length / load.seconds) * (bareMs / 1_000);
  return goodput(load) / (availableParallelism() - load.processors - refusing);
}

/** Calls answered a second, once the service could tell what comes. */
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
