import { expect, test } from "vitest";
import { readJson } from "../../../src/engine/toon/read-json.ts";
import { wordAt } from "../../../src/engine/toon/tape.ts";

test.each([
  ["white space around everything", ' { "a" : [ 1 , 2 ] }\r\n\t'],
  ["nothing in a container", '{"a":{},"b":[ ]}'],
  ["an own __proto__ key", '{"__proto__": {"x": 1}}'],
  [
    "numbers that print as they stand",
    "[1.5, -2, 1e+21, 0, 0.5, 0.05, 0.000001, 1e-7, 123456789012345, 12345678901.234]",
  ],
  ["more keys than are compared one by one", `{${Array.from({ length: 40 }, (_, at) => `"k${at}":1`).join()}}`],
  ["keys that number places, in their order", '{"0":1,"7":2,"b":3,"4294967295":4,"01":5}'],
  ["the same keys in one object after the other", '[{"a":1,"b":2},{"a":3,"b":4},{"a":5}]'],
  ["nesting up to the bound", "[".repeat(64) + "]".repeat(64)],
])("reads %s", (_, text) => {
  expect(readJson(text)).not.toBeNull();
});

test.each([
  ["no JSON", "hello"],
  ["a bare number", "42"],
  ["a bare string", '"a"'],
  ["two documents", '{"a":1} {"b":2}'],
  ["an integer beyond 2^53", "[12345678901234567890]"],
  ["minus zero", "[-0]"],
  ["a number too large", "[1e400]"],
  ["a trailing zero", "[1.50]"],
  ["a leading zero", "[01]"],
  ["a leading zero before a point", "[00.5]"],
  ["a point without digits", "[1.]"],
  ["a number that is written with an exponent", "[0.0000001]"],
  ["a key repeated among many", `{${Array.from({ length: 40 }, (_, at) => `"k${at % 39}":1`).join()}}`],
  ["a sign too many", "[+1]"],
  ["a word of another language", "[Infinity]"],
  ["a repeated key", '{"a":1,"a":2}'],
  ["a repeated key in other letters", '{"a":1,"\\u0061":2}'],
  ["a repeated key where the object before had it once", '[{"a":1,"b":2},{"a":1,"a":2}]'],
  ["keys beyond those of the object before, repeated", '[{"a":1},{"a":1,"a":2}]'],
  ["a key that would be reordered", '{"b":1,"2":2}'],
  ["keys that number places, out of order", '{"2":1,"1":2}'],
  ["an open string", '{"a":"b'],
  ["an open array", "[1,2"],
  ["a comma without a value", "[1,]"],
  ["a key without a colon", '{"a" 1}'],
  ["a key without a value", '{"a":}'],
  ["a bad escape", '["\\x"]'],
  ["a line break in a string", '["a\nb"]'],
  ["blank inside a number", "[1 2]"],
  ["a half of a character", '["\ud83d"]'],
  ["a half of a character in an escape", '["\\ud83d"]'],
  ["nesting beyond the bound", "[".repeat(65) + "]".repeat(65)],
  ["a million open brackets", "[".repeat(1_000_000)],
])("refuses %s", (_, text) => {
  expect(readJson(text)).toBeNull();
});

test("takes three places a value, whatever it holds", () => {
  const tape = readJson('{"a":["x","\\u00e9"]}') ?? expect.fail("not read");
  expect(tape.nodes.size).toBe(15);
  expect([3, 9, 12].map((at) => wordAt(tape, at))).toEqual(["a", "x", "é"]);
});
