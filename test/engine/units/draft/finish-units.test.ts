// What becomes of a draft at the end of its text: nothing is left over, and units lie in blocks.
// A bound on the number of units: crumbs are put together, nothing else is.
import { expect, it } from "vitest";
import { addPiece, openDraft, openSection } from "../../../../src/engine/units/draft/draft.ts";
import { coalesce, finishUnits } from "../../../../src/engine/units/draft/finish-units.ts";

const PIECE = { count: 1, joinUpTo: 0 };

it("makes white space alone one unit, and no unit of nothing", () => {
  expect(finishUnits(openDraft(" \n ")).map(({ start, end, count }) => [start, end, count])).toEqual([[0, 3, 1]]);
  expect(finishUnits(openDraft(""))).toEqual([]);
});

it("takes in what no piece covered", () => {
  const draft = openDraft("abc def");
  addPiece(draft, 4, PIECE);
  expect(finishUnits(draft).at(-1)?.end).toBe(7);
});

it("starts a block early only where a section opens", () => {
  const draft = openDraft("x".repeat(900));
  addPiece(draft, 300, PIECE);
  addPiece(draft, 400, PIECE);
  openSection(draft);
  addPiece(draft, 500, PIECE);
  addPiece(draft, 900, PIECE);
  expect(finishUnits(draft).map(({ block }) => block)).toEqual([0, 0, 1, 1]);
});

const crumbs = (many: number, length: number) =>
  Array.from({ length: many }, (_, i) => ({
    start: i * length,
    end: (i + 1) * length,
    block: 0,
    passage: 0,
    count: 1,
    continues: false,
    announces: false,
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
