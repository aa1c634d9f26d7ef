import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createServing } from "../../src/protocols/connect/health.ts";
import {
  createRejectionDelay,
  type DelayBounds,
  OVERLOAD_DELAY,
  REFUSAL_DELAY,
} from "../../src/scheduling/rejection-delay.ts";
import { manualClock } from "../time/manual-clock.ts";

/** How many are sent at once after a quiet period. */
const BURST = 500;
const WAITING = OVERLOAD_DELAY.waiting;

function started(bounds: DelayBounds = OVERLOAD_DELAY) {
  const clock = manualClock("2030-01-01T00:00:00Z");
  const serving = createServing();
  serving.set("serving");
  const delayed = createRejectionDelay(bounds, clock, serving);
  const sent: number[] = [];
  let rejected = 0;
  /** Rejects `count` calls. @returns how many of them were sent at once */
  const reject = async (count: number, bytes = 0) => {
    const before = sent.length;
    for (let call = 0; call < count; call++) {
      const number = rejected++;
      delayed(bytes, () => sent.push(number));
    }
    await nextTurn();
    return sent.length - before;
  };
  /** @returns how many have been sent so far */
  const sentAfter = async (milliseconds: number) => {
    clock.pass(milliseconds);
    await nextTurn();
    return sent.length;
  };
  return { serving, delayed, sent, reject, sentAfter };
}

test("no rejection is sent before all input that was read with its headers is handled", async () => {
  const { delayed, sent } = started();
  delayed(0, () => sent.push(0));
  expect(sent).toEqual([]);
  await nextTurn();
  expect(sent).toEqual([0]);
});

test("two hundred a second are sent at once, and hundreds after a quiet period", async () => {
  const { reject, sentAfter } = started();
  expect(await reject(BURST)).toBe(BURST);
  await sentAfter(40);
  expect(await reject(8)).toBe(8);
  expect(await reject(1)).toBe(0);
});

test("the others wait for their turn, in order", async () => {
  const { sent, reject, sentAfter } = started();
  await reject(BURST);
  await reject(50);
  expect([await sentAfter(5), await sentAfter(5)]).toEqual([BURST + 1, BURST + 2]);
  await sentAfter(20);
  expect(sent).toEqual(Array.from({ length: BURST + 6 }, (_, at) => at));
});

test("the rejection of a large call counts as many of small ones", async () => {
  const { reject } = started();
  expect(await reject(BURST, 950_000)).toBe(BURST / 20);
});

test("a new rejection waits if others are waiting", async () => {
  const { reject, sentAfter } = started();
  await reject(BURST + 100);
  await sentAfter(5);
  expect(await reject(1)).toBe(0);
});

test("no rejection waits longer than a tenth of a second", async () => {
  const { reject, sentAfter } = started();
  await reject(BURST + WAITING);
  expect(await sentAfter(95)).toBeLessThan(BURST + 30);
  expect(await sentAfter(5)).toBe(BURST + WAITING);
});

test("if too many wait, the next group takes the oldest", async () => {
  const { sent, reject, sentAfter } = started();
  await reject(BURST + WAITING + 72);
  expect(sent.length).toBe(BURST);
  expect(await sentAfter(5)).toBe(BURST + 72);
});

test("calls that could not be answered anyway may wait longer, and more of them", async () => {
  const { reject, sentAfter } = started(REFUSAL_DELAY);
  await reject(BURST);
  await reject(REFUSAL_DELAY.waiting);
  const byRate = 99;
  expect(await sentAfter(495)).toBe(BURST + byRate);
  expect(await sentAfter(5)).toBe(BURST + REFUSAL_DELAY.waiting);
});

test("the credit of a quiet period is bounded", async () => {
  const { reject, sentAfter } = started();
  await sentAfter(10_000);
  expect(await reject(BURST + 1)).toBe(BURST);
});

test("no rejection waits during a drain", async () => {
  const { serving, sent, reject } = started();
  expect(await reject(BURST + 3)).toBe(BURST);
  serving.set("draining");
  expect(await reject(2)).toBe(2);
  expect(sent.slice(-2)).toEqual([BURST + 3, BURST + 4]);
});
