import fc from "fast-check";
import { expect, test } from "vitest";
import { createSharedBudget } from "../../src/scheduling/shared-budget.ts";

/** Takes one unit at a time until the budget refuses. */
function fill(budget: ReturnType<typeof createSharedBudget>, holder: string): number {
  while (budget.take(holder, 1));
  return budget.held(holder);
}

test("a single holder gets two thirds, which leaves room for a second", () => {
  const budget = createSharedBudget(300);
  expect(fill(budget, "a")).toBe(200);
  expect(fill(budget, "b")).toBeGreaterThan(60);
});

test("many greedy holders leave room for one more", () => {
  const budget = createSharedBudget(256);
  for (const holder of ["a", "b", "c", "d"]) fill(budget, holder);
  expect(budget.take("polite", 1)).toBe(true);
});

test("a first amount may exceed a share, but not the free amount", () => {
  const budget = createSharedBudget(100);
  expect([budget.take("a", 101), budget.take("a", 100), budget.take("b", 1)]).toEqual([false, true, false]);
});

test("a released amount can be taken again", () => {
  const budget = createSharedBudget(10);
  budget.take("a", 10);
  budget.add("a", -10);
  expect([budget.total(), budget.held("a"), budget.take("b", 10), budget.hasRoom(1)]).toEqual([0, 0, true, false]);
});

test("the total is the sum of all holders and never exceeds the bound", () => {
  const step = fc.record({ holder: fc.constantFrom("a", "b", "c", null), amount: fc.integer({ min: 1, max: 60 }) });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const budget = createSharedBudget(100);
      for (const { holder, amount } of steps) budget.take(holder, amount);
      const held = ["a", "b", "c", null].map(budget.held);
      expect(budget.total()).toBe(held.reduce((sum, each) => sum + each, 0));
      expect(budget.total()).toBeLessThanOrEqual(100);
    }),
  );
});
