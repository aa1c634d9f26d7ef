// What is an overload and what is not: rules, then whole scenes on a clock that a test turns.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createOverload } from "../../src/scheduling/overload.ts";
import { manualClock } from "../time/manual-clock.ts";
import { type Outcome, p99, QUEUE_MAX, RETRY_AFTER_MS, type Scene, serviceInLine } from "./service-in-line.ts";

/** More than a burst lasts, and more than an overload that is over is remembered, in milliseconds. */
const A_WHILE = 300;
const LONG_AGO = 1_100;
const BEFORE_A_TRY_MS = 10_000;

const PATIENCE = { ms: 50, runs: 16 };
const RUN = 10;
/** More than is borne outside an overload, and more than in one. */
const MUCH = 211;
const SOME = 13;

function started() {
  const clock = manualClock("2030-01-01T00:00:00Z");
  const overload = createOverload(PATIENCE, clock);
  const join = (calls: number) => {
    for (let waiting = 1; waiting <= calls; waiting++) overload.joined(waiting);
  };
  return { clock, overload, join };
}

/** So many calls that wait have begun an overload. */
function overloaded() {
  const { clock, overload, join } = started();
  join(20);
  clock.pass(A_WHILE);
  return { clock, overload, join, began: overload.turnedAway() };
}

describe("a wait is too long", () => {
  test("not in a burst, however long it is", () => {
    const { overload, join } = started();
    join(500);
    expect(overload.tooLong(5_000, RUN, 500)).toBe(false);
  });

  test("when it is long, calls have waited for a while, and become twice as many as came with the burst", () => {
    const { clock, overload, join } = started();
    join(20);
    clock.pass(A_WHILE);
    expect(overload.tooLong(MUCH, RUN, 40)).toBe(true);
    expect(overload.tooLong(MUCH, RUN, 39)).toBe(false);
    expect(overload.tooLong(MUCH - 2, RUN, 40)).toBe(false);
  });

  test("not while three quarters of those that came since have been answered", () => {
    const { clock, overload, join } = started();
    join(20);
    clock.pass(A_WHILE);
    for (let call = 0; call < 180; call++) overload.joined(20);
    expect([overload.tooLong(MUCH, RUN, 49), overload.tooLong(MUCH, RUN, 50)]).toEqual([false, true]);
  });

  test("when calls have waited for a while and no more may wait", () => {
    const { clock, overload, join } = started();
    join(500);
    expect(overload.tooLong(Number.POSITIVE_INFINITY, RUN, 500)).toBe(false);
    clock.pass(A_WHILE);
    expect(overload.tooLong(Number.POSITIVE_INFINITY, RUN, 500)).toBe(true);
  });

  test("not when nobody waited in between", () => {
    const { clock, overload, join } = started();
    join(20);
    clock.pass(A_WHILE);
    join(20);
    expect(overload.tooLong(MUCH, RUN, 20)).toBe(false);
  });

  test("in an overload much sooner", () => {
    const { overload, began } = overloaded();
    expect(began).toBe(true);
    expect([overload.tooLong(SOME, RUN, 4), overload.tooLong(SOME - 2, RUN, 4)]).toEqual([true, false]);
    expect(overload.turnedAway()).toBe(false);
  });

  test.each([
    ["goes on while one of ten is turned away", 8, true],
    ["is over when fewer are", 12, false],
  ])("an overload %s", (_, joined, goesOn) => {
    const { clock, overload } = overloaded();
    for (let call = 0; call < joined; call++) overload.joined(1);
    clock.pass(510);
    expect(overload.tooLong(SOME, RUN, 4)).toBe(goesOn);
  });

  test("an overload lets all wait for a moment after ten seconds, and twenty when that was in vain", () => {
    const { clock, overload, join } = overloaded();
    const secondsToATry = () => {
      let halves = 0;
      do {
        overload.turnedAway();
        clock.pass(510);
        halves += 1;
      } while (overload.tooLong(SOME, RUN, 4) && halves < 200);
      return Math.round(0.51 * halves);
    };
    const first = secondsToATry();
    join(20);
    clock.pass(160);
    expect([overload.tooLong(MUCH, RUN, 24), overload.tooLong(MUCH, RUN, 25)]).toEqual([false, true]);
    expect([first, secondsToATry()]).toEqual([10, 20]);
  });

  test("an overload is forgotten in a pause", () => {
    const { clock, overload } = overloaded();
    clock.pass(LONG_AGO);
    expect(overload.tooLong(SOME, RUN, 4)).toBe(false);
  });
});

/** Small calls on one thread, and larger ones on some, as the service has them. */
const scenes: fc.Arbitrary<Scene> = fc
  .tuple(
    fc.integer(),
    fc.constantFrom(
      { bytes: 7_000, runMs: 1, threads: 1, patience: { ms: 50, runs: 96 } },
      { bytes: 7_000, runMs: 4, threads: 1, patience: { ms: 50, runs: 96 } },
      { bytes: 100_000, runMs: 12, threads: 1, patience: PATIENCE },
      { bytes: 100_000, runMs: 12, threads: 4, patience: PATIENCE },
      { bytes: 500_000, runMs: 60, threads: 1, patience: PATIENCE },
    ),
  )
  .map(([seed, scene]) => ({ seed, ...scene }));

/** Behind ten seconds of work one call more may wait, whatever the chance of each. */
const fitting = ({ runMs, threads }: Scene) => Math.floor((10_000 * threads) / runMs);

/** What it takes to answer so many calls a client. */
const callsMs = (calls: number) => (scene: Scene, clients: number) => (clients * calls * scene.runMs) / scene.threads;

const numRuns = 12;
const secondsFor = ({ runMs }: Scene) => Math.max(8, runMs);

function offered(scene: Scene, load: number): readonly Outcome[] {
  const service = serviceInLine(scene);
  service.offer(load, secondsFor(scene) * 1000);
  service.pass(60_000);
  return service.outcomes;
}

function refused(outcomes: readonly Outcome[]): number {
  return outcomes.filter(({ answered }) => !answered).length;
}

describe("a service in line", () => {
  test.each([2, 5])(
    "answers nine tenths of what it can at %d times that, none much later than at 0.7 of it",
    (load) => {
      fc.assert(
        fc.property(scenes, (scene) => {
          const calm = offered(scene, 0.7);
          const much = offered(scene, load);
          const couldAnswer = (secondsFor(scene) * 1000 * scene.threads) / scene.runMs;
          expect(much.length - refused(much)).toBeGreaterThan(0.9 * couldAnswer);
          // The first second tells the overload from a burst.
          const told = much.filter(({ sentAtMs }) => sentAtMs > 1_000 && sentAtMs < BEFORE_A_TRY_MS);
          expect(p99(told)).toBeLessThan(3 * p99(calm));
        }),
        { numRuns },
      );
    },
  );

  test("turns a call away at once, but for those that waited when the overload began", () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const early = offered(scene, 3).filter(({ sentAtMs }) => sentAtMs < BEFORE_A_TRY_MS);
        const late = early.filter(({ answered, tookMs }) => !answered && tookMs > 0);
        expect(late.length).toBeLessThanOrEqual(QUEUE_MAX);
      }),
      { numRuns },
    );
  });

  test("turns no burst away that fits its queue", () => {
    fc.assert(
      fc.property(scenes, fc.integer({ min: 1, max: QUEUE_MAX }), (scene, most) => {
        const service = serviceInLine(scene);
        const calls = Math.min(most, fitting(scene));
        service.burst(calls);
        service.pass(60_000);
        service.burst(calls);
        service.pass(60_000);
        expect(refused(service.outcomes)).toBe(0);
      }),
      { numRuns },
    );
  });

  test.each([
    ["within a moment, a third of them late", () => 400],
    ["one after the other, each when five more calls are answered", callsMs(5)],
  ])("turns no client away of dozens that wait for their answers and come %s", (_, withinMs) => {
    fc.assert(
      fc.property(scenes, fc.integer({ min: 1, max: QUEUE_MAX }), (scene, most) => {
        const service = serviceInLine(scene);
        const clients = Math.min(most, fitting(scene));
        service.clients(clients, withinMs(scene, clients));
        service.pass(withinMs(scene, clients) + 10_000);
        expect(service.outcomes.length).toBeGreaterThan(100);
        expect(refused(service.outcomes)).toBe(0);
      }),
      { numRuns },
    );
  });

  test("lets clients wait again that came back without a pause and so kept up an overload that others began", () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const service = serviceInLine(scene);
        service.clients(Math.min(QUEUE_MAX, fitting(scene)) / 2, 0, RETRY_AFTER_MS / 10);
        service.offer(3, 3_000);
        service.pass(90_000);
        const before = refused(service.outcomes);
        service.pass(10_000);
        expect(refused(service.outcomes) - before).toBe(0);
      }),
      { numRuns },
    );
  });

  test("turns nobody away any more soon after an overload", () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const service = serviceInLine(scene);
        service.offer(3, 3_000);
        service.offer(0.6, 4_000);
        const before = refused(service.outcomes);
        service.offer(0.6, 4_000);
        expect(refused(service.outcomes) - before).toBe(0);
      }),
      { numRuns },
    );
  });
});
