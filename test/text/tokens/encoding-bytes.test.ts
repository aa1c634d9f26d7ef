import encoding from "js-tiktoken/ranks/o200k_base";
import { expect, test } from "vitest";
import { leftLengthBytes, rankBytes, ranksIn } from "../../../src/text/tokens/encoding-bytes.ts";

test("the ranks are those that the package exports", () => {
  expect(`! 0 ${Buffer.from(rankBytes())}`).toBe(encoding.bpe_ranks);
});

test("there is a length for each of them", () => {
  expect(leftLengthBytes().length).toBe(encoding.bpe_ranks.split(" ").length - 2);
});

test.each([
  ["another offset", 'module.exports = {"bpe_ranks":"! 5 IQ== Ig=="};'],
  ["another name", 'module.exports = {"ranks":"! 0 IQ== Ig=="};'],
])("a module with %s is refused", (_what, source) => {
  expect(() => ranksIn(Buffer.from(source))).toThrow('has no "bpe_ranks":"! 0 ');
});
