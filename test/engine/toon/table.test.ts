import { expect, test } from "vitest";
import { ownCpuMs } from "../../../bench/speed/harness/cpu.ts";
import { readJson } from "../../../src/engine/toon/read-json.ts";
import { rowsOf } from "../../../src/engine/toon/table.ts";
import { unchecked } from "../../../src/text/checkpoint.ts";

function rowsIn(text: string): string {
  const tape = readJson(text) ?? expect.fail("not read");
  return rowsOf(tape, 0, 0, unchecked);
}

test.each([
  ["objects of the same keys", '[{"a":1,"b":"x"},{"a":null,"b":2}]', "in order"],
  ["objects in objects, all of the same keys", '[{"a":{"b":1}},{"a":{"b":2}}]', "in order"],
  ["the same keys in another order", '[{"a":1,"b":2},{"b":1,"a":2}]', "moved"],
  ["another order within an object", '[{"o":{"a":1,"b":2}},{"o":{"b":1,"a":2}}]', "moved"],
  ["a key more", '[{"a":1},{"a":1,"b":2}]', "no table"],
  ["another key", '[{"a":1},{"b":1}]', "no table"],
  ["an array in a row", '[{"a":1},{"a":[1]}]', "no table"],
  ["an array in the first row", '[{"a":[1]},{"a":1}]', "no table"],
  ["a word where others have an object", '[{"a":{"b":1}},{"a":1}]', "no table"],
  ["an empty object", '[{"a":{}},{"a":{}}]', "no table"],
  ["an empty row", "[{},{}]", "no table"],
  ["a word among objects", '[{"a":1},2]', "no table"],
])("%s", (_, text, rows) => {
  expect(rowsIn(text)).toBe(rows);
});

test("two rows of many keys, one in reverse, are not compared key by key", () => {
  const keys = Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`);
  const before = ownCpuMs();
  expect(rowsIn(`[{${keys.join(",")}},{${keys.toReversed().join(",")}}]`)).toBe("moved");
  // Some tens of milliseconds; key by key, a minute.
  expect(ownCpuMs() - before).toBeLessThan(10_000);
});
