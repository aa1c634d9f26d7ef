// The fields of rows and elements.
import { expect, test } from "vitest";
import { cellsIn, firstCell, isValue, readFields } from "../../../src/engine/index/row-fields.ts";

test.each([
  ["JSON", readFields.pairs('{"id": 7, "user_id":"a-1", "tags": ["x"]}', "")],
  ["XML", readFields.elements("<row><id>7</id><user_id>a-1</user_id><note><b>x</b></note></row>", "")],
  ["CSV", readFields.cells('7,"a-1"\n', "id,user_id\n")],
  ["Markdown", readFields.cells("| 7 | a-1 |\n", "| id | user_id |\n|---|---|\n")],
  ["TSV", readFields.cells("7\ta-1", "id\tuser_id")],
])("of a row in %s", (_name, fields) => {
  expect(fields.slice(0, 2)).toEqual([
    { name: "id", value: "7" },
    { name: "user_id", value: "a-1" },
  ]);
});

test("a row with another number of cells than its header has no fields", () => {
  expect(readFields.cells("7,8,9", "id,user_id")).toEqual([]);
});

test.each([
  [",", "7 a,b\n", "7 a"],
  [",", '\n "7",b', "7"],
  ["\t", "7\tb", "7"],
  ["\t", "\tb", ""],
  ["|", "| A-7 | b |", "A-7"],
  ["|", " A-7 | b", "A-7"],
  [";", "7", ""],
  [";", `${"long ".repeat(20)};b`, ""],
])("with %j, the first cell of %j is %j", (separator, row, cell) => {
  expect(firstCell(`x\n${row}`, 2, 2 + row.length, separator)).toBe(cell);
});

test("a row of more cells than asked for is not read to its end", () => {
  expect(cellsIn(`| 7 | "a" |${" x |".repeat(1000)}\n`, "|", 3)).toEqual(["7", "a", "x"]);
});

test("dashes and long texts are not values of a cell", () => {
  expect(["", "-", "--", "7", "x", "word ".repeat(20)].map(isValue)).toEqual([false, false, false, true, true, false]);
});
