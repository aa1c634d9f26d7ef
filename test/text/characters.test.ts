// Compares each kind of character with the language's own definition, for every UTF-16 code.
import { expect, it, test } from "vitest";
import { atCodePoint, isDigit, isLetter, isPairAt, isSpace, toCodePoints } from "../../src/text/characters.ts";

const codes = Array.from({ length: 0x10000 }, (_, code) => code);

it.each([
  ["white space", isSpace, (text: string) => text.trim() === ""],
  ["a digit", isDigit, (text: string) => /^[0-9]$/.test(text)],
  ["a letter of basic Latin", isLetter, (text: string) => /^[a-z]$/i.test(text)],
])("recognises %s", (_, isKind, isReally) => {
  expect(codes.filter(isKind)).toEqual(codes.filter((code) => isReally(String.fromCharCode(code))));
});

test.each([
  ["plain text", "abc", [0, 1, 3], [0, 1, 3]],
  ["a pair counts one", "a😀b", [1, 3, 4], [1, 2, 3]],
  ["a lone high surrogate counts one", "a\ud83d b", [1, 2, 4], [1, 2, 4]],
  ["a lone low surrogate counts one", "\ude00\ude00x", [1, 2, 3], [1, 2, 3]],
  ["repeated offsets", "a😀b", [3, 3], [2, 2]],
  ["no offsets", "abc", [], []],
])("%s", (_, text, offsets, points) => {
  expect(toCodePoints(text, offsets)).toEqual(points);
});

test("an offset inside a surrogate pair moves to the start of the pair; others stay", () => {
  expect([0, 1, 2, 3].map((offset) => atCodePoint("a😀", offset))).toEqual([0, 1, 1, 3]);
  expect([0, 1, 2].map((index) => isPairAt("a😀", index))).toEqual([false, true, false]);
});

test("counts the code points that the string iterator finds, in linear time", () => {
  const text = "😀a\ud83d".repeat(200_000);
  expect(toCodePoints(text, [text.length])).toEqual([[...text].length]);
});
