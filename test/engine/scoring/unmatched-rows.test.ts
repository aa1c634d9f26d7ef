// Rows that only their table's header and neighbours match.
import { describe, expect, test } from "vitest";
import { discountUnmatchedRows } from "../../../src/engine/scoring/unmatched-rows.ts";
import { analysed, record } from "../request.ts";

const NOTE = "a note that makes this row long enough for a unit";
const header = "invoice,days_overdue,note\n";
const csv = `${header}I-1,0,${NOTE}\nI-2,97,overdue since spring and a long row\nI-3,0,${NOTE}\nI-4,0,${NOTE}\n`;

function discounted(text: string, links: Readonly<Record<string, readonly number[]>> = {}): readonly number[] {
  const of = analysed([record(text)], "Which invoice is overdue?");
  const sums = new Float64Array(of.corpus.recordOf.length).fill(8);
  const parts = new Map(Object.entries(links).map(([part, gains]) => [part, Float64Array.from(gains)]));
  discountUnmatchedRows(of, parts, sums);
  return [...sums];
}

describe("a row without a word of the task", () => {
  test("scores half, unlike the header and the row with one", () => {
    expect(discounted(csv)).toEqual([8, 4, 8, 4, 4]);
    expect(discounted(`Open invoices\n\n${csv}`)).toEqual([8, 8, 4, 8, 4, 4]);
  });

  test("keeps its score if another row leads to it", () => {
    expect(discounted(csv, { cell: [0, 0, 0, 5, 0], related: [9, 9, 9, 9, 9] })).toEqual([8, 4, 8, 8, 4]);
  });

  test("is not looked for after the call was cancelled", () => {
    const of = analysed([record(csv)], "Which invoice is overdue?");
    const cancelled = () => {
      throw new Error("cancelled");
    };
    expect(() => discountUnmatchedRows(of, new Map(), new Float64Array(5), cancelled)).toThrow("cancelled");
  });

  test("is discounted in tables alone", () => {
    const text = "Nobody knows. The invoice is overdue. It rained for days on end.\n".repeat(3);
    expect(new Set(discounted(text))).toEqual(new Set([8]));
  });
});
