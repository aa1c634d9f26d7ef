// What becomes of a draft at the end of its text: nothing is left over, and units lie in blocks.
import { expect, it } from "vitest";
import { addPiece } from "../../../../src/engine/units/draft/add-piece.ts";
import { openDraft, openSection } from "../../../../src/engine/units/draft/draft.ts";
import { finishUnits } from "../../../../src/engine/units/draft/finish-units.ts";

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
