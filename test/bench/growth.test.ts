import { expect, test } from "vitest";
import { growthRows } from "../../bench/speed/engine/growth.ts";

/** Memory after every 100 of 30,000 calls. */
function memory(mbAt: (calls: number) => number) {
  return Array.from({ length: 301 }, (_, at) => ({ x: 100 * at, y: mbAt(100 * at) }));
}

const stretch = { of: "calls", total: 30_000, warmup: 10_000 };
const grownMb = (mbAt: (calls: number) => number) => growthRows(stretch, memory(mbAt))[0];

test("the growth of a line is its rise after the warm-up", () => {
  expect(grownMb((calls) => 200 + calls / 1_000)?.figure).toBeCloseTo(20, 0);
});

test("the row states the number of calls, and of those before it", () => {
  expect(grownMb(() => 200)?.what).toBe("growth over 20,000 calls after the first 10,000");
});

test("uncollected garbage, and the warm-up, do not count as growth", () => {
  const sawtooth = (calls: number) => (calls < 10_000 ? 100 : 200) + (calls % 1_000) / 20;
  expect(grownMb(sawtooth)?.figure).toBeCloseTo(0, 0);
});

test("if memory hardly varies, the bar is 5 % of the memory held", () => {
  expect(grownMb(() => 200)?.bar).toEqual({ atMost: 10 });
});
