import { expect, test } from "vitest";
import { canonicalJson } from "../../../src/engine/packing/canonical-json.ts";

test.each([
  ["white space goes", ' { "a" : [ 1 , 2 ] }\n', '{"a":[1,2]}'],
  ["blanks in strings stay", '{"a": "x  y"}', '{"a":"x  y"}'],
  ["escapes take one spelling", '["\\u00e9\\/"]', '["é/"]'],
  ["an own __proto__ key stays", '{"__proto__": {"x": 1}}', '{"__proto__":{"x":1}}'],
  ["decimals that print as they stand", "[1.5, -2]", "[1.5,-2]"],
])("%s", (_, text, canonical) => {
  expect(canonicalJson(text)).toBe(canonical);
});

test.each([
  ["no JSON", "hello"],
  ["a bare number", "42"],
  ["two documents", '{"a":1} {"b":2}'],
  ["an integer beyond 2^53", "[12345678901234567890]"],
  ["minus zero", "[-0]"],
  ["a number too large", "[1e400]"],
  ["a trailing zero", "[1.50]"],
  ["a repeated key", '{"a":1,"a":2}'],
  ["a key that would be reordered", '{"b":1,"2":2}'],
  ["an open string", '{"a":"b'],
  ["a bad escape", '["\\x"]'],
  ["blank inside a number", "[1 2]"],
  ["nesting beyond the bound", "[".repeat(65) + "]".repeat(65)],
  ["a million open brackets", "[".repeat(1_000_000)],
])("refuses %s", (_, text) => {
  expect(canonicalJson(text)).toBeNull();
});
