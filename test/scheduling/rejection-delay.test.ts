import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createServing } from "../../src/protocols/connect/health.ts";
import { createRejectionDelay } from "../../src/scheduling/rejection-delay.ts";
import { manualClock } from "../time/manual-clock.ts";

/** How many are sent at once after a quiet period. */
const SAVED = 500;

function started() {
  const clock = manualClock("2030-01-01T00:00:00Z");
  const serving = createServing();
  serving.set("serving");
  const pace = createRejectionDelay(clock, serving);
  const told: number[] = [];
  let turned = 0;
  /** Rejects `count` calls. @returns how many of them were sent at once */
  const turnAway = async (count: number, bytes = 0) => {
    const before = told.length;
    for (let call = 0; call < count; call++) {
      const number = turned++;
      pace(bytes, () => told.push(number));
    }
    await nextTurn();
    return told.length - before;
  };
  /** @returns how many have been sent so far */
  const toldAfter = async (milliseconds: number) => {
    clock.pass(milliseconds);
    await nextTurn();
    return told.length;
  };
  return { serving, pace, told, turnAway, toldAfter };
}

test("no rejection is sent before all input that was read with its headers is handled", async () => {
  const { pace, told } = started();
  pace(0, () => told.push(0));
  expect(told).toEqual([]);
  await nextTurn();
  expect(told).toEqual([0]);
});

test("two hundred a second are sent at once, and hundreds after a quiet period", async () => {
  const { turnAway, toldAfter } = started();
  expect(await turnAway(SAVED)).toBe(SAVED);
  await toldAfter(40);
  expect(await turnAway(8)).toBe(8);
  expect(await turnAway(1)).toBe(0);
});

test("the others wait for their turn, in order", async () => {
  const { told, turnAway, toldAfter } = started();
  await turnAway(SAVED);
  await turnAway(50);
  expect([await toldAfter(5), await toldAfter(5)]).toEqual([SAVED + 1, SAVED + 2]);
  await toldAfter(20);
  expect(told).toEqual(Array.from({ length: SAVED + 6 }, (_, at) => at));
});

test("the rejection of a large call counts as many of small ones", async () => {
  const { turnAway } = started();
  expect(await turnAway(SAVED, 950_000)).toBe(SAVED / 20);
});

test("a new rejection waits if others are waiting", async () => {
  const { turnAway, toldAfter } = started();
  await turnAway(SAVED + 100);
  await toldAfter(5);
  expect(await turnAway(1)).toBe(0);
});

test("no rejection waits longer than a tenth of a second", async () => {
  const { turnAway, toldAfter } = started();
  await turnAway(SAVED + 900);
  expect(await toldAfter(95)).toBeLessThan(SAVED + 100);
  expect(await toldAfter(5)).toBe(SAVED + 900);
});

test("at most a thousand wait: if one more comes, the oldest is sent", async () => {
  const { told, turnAway } = started();
  await turnAway(SAVED + 1_003);
  expect(told.filter((number) => number >= SAVED)).toEqual([SAVED, SAVED + 1, SAVED + 2]);
});

test("the credit of a quiet period is bounded", async () => {
  const { turnAway, toldAfter } = started();
  await toldAfter(10_000);
  expect(await turnAway(SAVED + 1)).toBe(SAVED);
});

test("no rejection waits during a drain", async () => {
  const { serving, told, turnAway } = started();
  expect(await turnAway(SAVED + 3)).toBe(SAVED);
  serving.set("draining");
  expect(await turnAway(2)).toBe(2);
  expect(told.slice(-2)).toEqual([SAVED + 3, SAVED + 4]);
});
