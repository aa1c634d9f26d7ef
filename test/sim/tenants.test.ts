// A few runs of many organisations on one scheduler. `make sim` makes more.
import { expect, test } from "vitest";
import { unfairnessOf } from "./tenants.ts";

const POLITE = 24;

test.each([1, 2, 3, 4, 6, 7])(
  "with a greedy organisation the others lose nothing and wait little: seed %i",
  async (seed) => {
    expect(await unfairnessOf(seed, POLITE)).toEqual([]);
  },
);

test("a large call runs next although a worker always finds small ones of another organisation", async () => {
  // In this run, four calls waited for six seconds and were lost, because each small call was sent in advance.
  expect(await unfairnessOf(5, POLITE)).toEqual([]);
});

test("workers help with small calls although shedding keeps the queue short", async () => {
  // If `BEHIND_MS` exceeded what shedding leaves waiting, the workers would be idle for a fifth of this run.
  expect(await unfairnessOf(1540, 30)).toEqual([]);
});

test.each([1, 2, 5])("alone, the greedy organisation gets all threads: seed %i", async (seed) => {
  expect(await unfairnessOf(seed, 0)).toEqual([]);
});
