// How pieces become units: joining, sealing, slicing, blank text.
import { describe, expect, it } from "vitest";
import { finishUnits } from "../../../src/engine/segment.ts";
import { addPiece, adoptUnits, openDraft, seal } from "../../../src/engine/units/draft.ts";

function piece(joinUpTo = 0) {
  return { count: 1, joinUpTo };
}

describe("addPiece", () => {
  it("joins pieces while they fit, and not across a seal", () => {
    const draft = openDraft("aaaa bbbb cccc dddd ");
    expect(addPiece(draft, 5, piece(10))).toBe(0);
    expect(addPiece(draft, 10, piece(10))).toBe(0);
    expect(addPiece(draft, 15, piece(10))).toBe(1);
    seal(draft);
    expect(addPiece(draft, 20, piece(10))).toBe(2);
    expect(finishUnits(draft).map(({ start, end, count }) => [start, end, count])).toEqual([
      [0, 10, 2],
      [10, 15, 1],
      [15, 20, 1],
    ]);
  });

  it("gives blank text to the unit before it, and to the first unit at the very start", () => {
    const draft = openDraft("  ab  \n cd");
    expect(addPiece(draft, 2, piece())).toBe(-1);
    expect(addPiece(draft, 4, piece())).toBe(0);
    expect(addPiece(draft, 8, piece())).toBe(0);
    expect(addPiece(draft, 10, piece())).toBe(1);
    expect(finishUnits(draft).map(({ start, end }) => [start, end])).toEqual([
      [0, 8],
      [8, 10],
    ]);
  });

  it("never splits a surrogate pair", () => {
    const draft = openDraft("a😀b");
    addPiece(draft, 2, piece());
    addPiece(draft, 4, piece());
    expect(finishUnits(draft).map(({ start, end }) => [start, end])).toEqual([
      [0, 3],
      [3, 4],
    ]);
  });

  it("slices a long piece at white space and counts it once; the other slices depend on the first", () => {
    const draft = openDraft("word ".repeat(1000));
    addPiece(draft, 5000, piece());
    const units = finishUnits(draft);
    expect(units.length).toBeGreaterThan(9);
    expect(units.every(({ start }) => start % 5 === 0)).toBe(true);
    expect(units.map(({ count }) => count).reduce((a, b) => a + b)).toBe(1);
    expect(units.slice(1).every(({ head }) => head === 0)).toBe(true);
  });

  it("slices text without a place to cut by length", () => {
    const draft = openDraft("😀".repeat(2000));
    addPiece(draft, 4000, piece());
    expect(finishUnits(draft).every(({ start }) => start % 2 === 0)).toBe(true);
  });
});

describe("adoptUnits", () => {
  it("removes the counts, and sets the head of units without one", () => {
    const draft = openDraft("abcd");
    addPiece(draft, 1, piece());
    addPiece(draft, 2, piece());
    addPiece(draft, 3, piece(), { head: 1, context: "" });
    adoptUnits(draft, 1, 0);
    expect(draft.units.map(({ count, continues, head }) => [count, continues, head])).toEqual([
      [1, false, -1],
      [0, true, 0],
      [0, true, 1],
    ]);
  });
});
