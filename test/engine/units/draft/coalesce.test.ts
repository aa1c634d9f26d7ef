// A bound on the number of units: crumbs are put together, nothing else is.
import { expect, it } from "vitest";
import { coalesce } from "../../../../src/engine/units/draft/coalesce.ts";

const crumbs = (many: number, length: number) =>
  Array.from({ length: many }, (_, i) => ({
    start: i * length,
    end: (i + 1) * length,
    block: 0,
    passage: 0,
    count: 1,
    continues: false,
    head: i - 1,
    context: "",
  }));

it("leaves ordinary units alone", () => {
  const units = crumbs(20_000, 40);
  expect(coalesce(units, 800_000)).toBe(units);
  expect(coalesce(crumbs(9_000, 2), 18_000).length).toBe(9_000);
});

it("puts crumbs together, keeps the counts and lets heads follow", () => {
  const units = coalesce(crumbs(20_000, 8), 160_000);
  expect(units.length).toBe(2_500);
  expect(units.reduce((sum, { count }) => sum + count, 0)).toBe(20_000);
  expect(units.slice(1).every(({ head }, index) => head === index)).toBe(true);
  expect(units.at(-1)?.end).toBe(160_000);
});
