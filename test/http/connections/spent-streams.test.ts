import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { collectAll, createSpentStreams } from "../../../src/http/connections/spent-streams.ts";
import { manualClock } from "../../time/manual-clock.ts";

test("what is old is collected behind a thousand streams, at most every five seconds", () => {
  const clock = manualClock("2030-01-01T00:00:00Z");
  const collect = vi.fn();
  const over = createSpentStreams(clock, collect);
  const streams = (count: number) => {
    for (let stream = 0; stream < count; stream++) over();
  };
  streams(1_500);
  expect(collect).not.toHaveBeenCalled();
  clock.pass(5_000);
  streams(1);
  expect(collect).toHaveBeenCalledTimes(1);
  clock.pass(60_000);
  streams(999);
  expect(collect).toHaveBeenCalledTimes(1);
  streams(1);
  expect(collect).toHaveBeenCalledTimes(2);
});

test("collecting gives back what nobody holds any more, old as it is", async () => {
  const dead = new WeakRef({});
  // What a weak reference was made to or asked for lives on until its turn is over.
  await nextTurn();
  await collectAll();
  expect(dead.deref()).toBeUndefined();
});
