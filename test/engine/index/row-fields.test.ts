// The fields of rows and elements.
import { expect, test } from "vitest";
import { readFields } from "../../../src/engine/index/row-fields.ts";

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

test("a row with other cells than its header has none", () => {
  expect(readFields.cells("7,8,9", "id,user_id")).toEqual([]);
});
