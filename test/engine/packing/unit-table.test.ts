import { expect, test } from "vitest";
import { tabulate } from "../../../src/engine/packing/unit-table.ts";
import { scoredRecord } from "../scored-record.ts";

test("units are numbered record by record", () => {
  const records = [2, 0, 3].map((count, position) =>
    scoredRecord({ position, units: Array.from({ length: count }, () => ({ text: "a few plain words\n" })) }),
  );
  const { count, owners, firsts, tokens } = tabulate(records);
  expect([count, [...owners], [...firsts]]).toEqual([5, [0, 0, 2, 2, 2], [0, 2, 2, 5]]);
  expect(tokens.reduce((sum, n) => sum + n, 0)).toBe(records.reduce((sum, { scan }) => sum + scan.total, 0));
});
