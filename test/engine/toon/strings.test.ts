import { expect, test } from "vitest";
import { readJson } from "../../../src/engine/toon/read-json.ts";
import { NODE, wordAt } from "../../../src/engine/toon/tape.ts";

test.each([
  ["bare", '"a b"', "a b"],
  ["bare, of other letters", '"é 渡"', "é 渡"],
  ["bare where its escapes are needless", '"a\\/b \\u00e9"', "a/b é"],
  ["with quotes when empty", '""', '""'],
  ["with quotes for a blank at its end", '"a "', '"a "'],
  ["with quotes for a comma", '"a,b"', '"a,b"'],
  ["with quotes when it begins as an item does", '"- a"', '"- a"'],
  ["with quotes when it begins as a comment does", '"#a"', '"#a"'],
  ["with quotes when it looks like a number", '"+1.5E3"', '"+1.5E3"'],
  ["with quotes when it looks like a word of JSON", '"null"', '"null"'],
  ["as it stands with escapes that both have", '"a\\n\\"b\\\\"', '"a\\n\\"b\\\\"'],
  ["in TOON's spelling where it has no such escape", '"\\b\\f\\\\b\\u0001"', '"\\u0008\\u000c\\\\b\\u0001"'],
])("a string is written %s", (_, literal, toon) => {
  const tape = readJson(`[${literal}]`) ?? expect.fail("not read");
  expect(wordAt(tape, NODE)).toBe(toon);
});

test.each([
  ["bare", '"a_1.b"', "a_1.b"],
  ["bare where its escapes are needless", '"\\u0061"', "a"],
  ["with quotes when it begins with a digit", '"1a"', '"1a"'],
  ["with quotes for any other sign", '"a b"', '"a b"'],
  ["with quotes for letters of other scripts", '"é"', '"é"'],
  ["bare though it is a word of JSON", '"null"', "null"],
])("a key is written %s", (_, literal, toon) => {
  const tape = readJson(`{${literal}:1}`) ?? expect.fail("not read");
  expect(wordAt(tape, NODE)).toBe(toon);
});
