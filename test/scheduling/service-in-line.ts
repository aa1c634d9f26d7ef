// A service of threads behind a line, on a clock that a test turns: what becomes of calls that come on their own, and
// of clients that send each call upon the answer to the last. Deterministic: all chance comes from one seed.
import { seeded } from "../../bench/corpus/random.ts";
import { createLine } from "../../src/scheduling/line.ts";
import type { Patience } from "../../src/scheduling/overload.ts";
import { manualClock } from "../time/manual-clock.ts";

export interface Scene {
  readonly seed: number;
  readonly threads: number;
  readonly patience: Patience;
  /** Bytes of a call, and what it takes on average, in milliseconds. It takes half to one and a half times as long. */
  readonly bytes: number;
  readonly runMs: number;
}

export interface Outcome {
  readonly answered: boolean;
  readonly sentAtMs: number;
  readonly tookMs: number;
}

interface Visit {
  readonly bytes: number;
  readonly sinceMs: number;
  readonly over: (answered: boolean) => void;
}

/** What one that is turned away is asked to wait. One that knows no pause is told so after a tenth of it. */
export const RETRY_AFTER_MS = 1_000;

/** As the pool's by default. */
export const QUEUE_MAX = 64;

export function serviceInLine({ seed, threads, patience, bytes, runMs }: Scene) {
  const random = seeded(seed);
  const clock = manualClock("2030-01-01T00:00:00Z");
  const outcomes: Outcome[] = [];
  const onGivenUp = (visit: Visit) => visit.over(false);
  const line = createLine<Visit>({ threads, queueMax: QUEUE_MAX, patience, onGivenUp, clock });
  let busy = 0;

  function assign(): void {
    const visit = busy < threads ? line.take() : null;
    if (visit === null) return;
    busy += 1;
    line.begun(visit);
    clock.after(runMs * (0.5 + random.next()), () => {
      busy -= 1;
      line.answered(visit);
      visit.over(true);
      assign();
    });
    assign();
  }

  function send(then: (answered: boolean) => void): void {
    const sentAtMs = clock.monotonicMs();
    const over = (answered: boolean) => {
      outcomes.push({ answered, sentAtMs, tookMs: clock.monotonicMs() - sentAtMs });
      then(answered);
    };
    const visit = { bytes, sinceMs: sentAtMs, over };
    if (line.put(visit)) assign();
    else over(false);
  }

  return {
    outcomes,
    pass: clock.pass,
    /** Calls come by chance, so many times as many as can be answered, from now on for so long. */
    offer: (load: number, milliseconds: number) => {
      const untilMs = clock.monotonicMs() + milliseconds;
      const next = () => {
        if (clock.monotonicMs() >= untilMs) return;
        send(() => {});
        clock.after((-Math.log(1 - random.next()) * runMs) / threads / load, next);
      };
      next();
      clock.pass(milliseconds);
    },
    burst: (calls: number) => {
      for (let call = 0; call < calls; call++) send(() => {});
    },
    /** Clients that begin one after the other within so many milliseconds and wait for their answers. */
    clients: (count: number, withinMs: number, pauseMs = RETRY_AFTER_MS) => {
      const again = () => send((answered) => clock.after(answered ? 0 : pauseMs, again));
      for (let client = 0; client < count; client++) clock.after(((client + random.next()) / count) * withinMs, again);
    },
  };
}

export function p99(outcomes: readonly Outcome[]): number {
  const took = outcomes.filter(({ answered }) => answered).map(({ tookMs }) => tookMs);
  return took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0;
}
