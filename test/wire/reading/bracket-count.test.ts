import { expect, test } from "vitest";
import { hasManyBrackets } from "../../../src/wire/reading/bracket-count.ts";

test.each([
  ["lists", "[".repeat(1_000_008), true],
  ["objects", "{".repeat(1_000_008), true],
  ["one bracket in four", "a[\u0000\u00ff".repeat(260_000), true],
  ["what only looks like them", ";\u00db\u00fb\u0080".repeat(260_000), false],
  ["few in many bytes", `${"[".repeat(900_000)}${"a".repeat(200_000)}`, false],
  ["few bytes", "[".repeat(900_000), false],
])("%s", (_, text, many) => {
  expect(hasManyBrackets(Buffer.from(text, "latin1"))).toBe(many);
});

test.each([1, 2, 3])("in bytes that begin %d behind a word's start", (offset) => {
  const bytes = new Uint8Array(1_000_016).fill(0x5b);
  expect(hasManyBrackets(bytes.subarray(offset, 1_000_012))).toBe(true);
});
