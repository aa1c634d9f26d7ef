import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurn } from "../../src/server/turn.ts";
import { manualClock } from "../gateway/manual-clock.ts";

function started() {
  const clock = manualClock("2030-01-01T00:00:00Z");
  const turn = createTurn(clock);
  /** A turn in which calls are worked on for so long. @returns whether its end finds an overload */
  const work = async (milliseconds: number) => {
    turn.ageMs();
    clock.pass(milliseconds);
    const overloaded = turn.overloaded();
    await nextTurn();
    return overloaded;
  };
  return { clock, turn, work };
}

test("a turn begins with the first call that asks, and ends when the thread looks at the network again", async () => {
  const { clock, turn } = started();
  expect(turn.ageMs()).toBe(0);
  clock.pass(7);
  expect(turn.ageMs()).toBe(7);
  await nextTurn();
  expect(turn.ageMs()).toBe(0);
});

test("long turns for a while are a burst", async () => {
  const { work } = started();
  expect([await work(240), await work(5), await work(240)]).toEqual([false, false, false]);
});

test("long turns without a pause are an overload, until one is short", async () => {
  const { work } = started();
  const found: boolean[] = [];
  for (const milliseconds of [200, 200, 200, 200, 5, 200]) found.push(await work(milliseconds));
  expect(found).toEqual([false, false, true, true, false, false]);
});

test("turns in which dozens of calls take their time are no overload, however many follow each other", async () => {
  const { turn, work } = started();
  const answers = Array.from({ length: 64 }, () => Promise.withResolvers<void>());
  for (const { promise } of answers) void turn.track(promise);
  const found: boolean[] = [];
  for (let round = 0; round < 30; round += 1) found.push(await work(60));
  expect(found).not.toContain(true);
});

test("a thread that had nothing to do in between is not behind", async () => {
  const { clock, work } = started();
  expect([await work(300), await work(300)]).toEqual([false, true]);
  clock.pass(2);
  expect(await work(300)).toBe(false);
});

test("in an overload, the start of a turn is open to calls", async () => {
  const { turn, work } = started();
  await work(300);
  await work(300);
  expect(turn.overloaded()).toBe(false);
});

test("very many calls in progress are as good as long turns", async () => {
  const { clock, turn, work } = started();
  const answers = Array.from({ length: 96 }, () => Promise.withResolvers<void>());
  for (const { promise } of answers) void turn.track(promise);
  await work(1);
  clock.pass(520);
  expect([turn.ageMs(), turn.overloaded()]).toEqual([0, true]);
  for (const { resolve } of answers) resolve();
  await work(1);
  clock.pass(2);
  expect([turn.ageMs(), turn.overloaded()]).toEqual([0, false]);
});
