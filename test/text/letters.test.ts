import { expect, test } from "vitest";
import { BREAK, classOfCodePoint, DIGIT, JOINER, LOWER, letterClass, UNSPACED, UPPER } from "../../src/text/letters.ts";

test.each([
  ["a letter in lower case", "é", LOWER],
  ["a letter without case", "א", LOWER],
  ["a letter in upper case", "É", UPPER],
  ["a digit", "٣", DIGIT],
  ["the joiner", "_", JOINER],
  ["an ideograph", "粮", UNSPACED],
  ["a blank", " ", BREAK],
  ["a mathematical letter in lower case", "𝓍", LOWER],
  ["a mathematical letter in upper case", "𝒳", UPPER],
  ["a mathematical digit", "𝟘", DIGIT],
  ["an ideograph beyond the first plane", "𠮷", UNSPACED],
  ["an emoji", "😀", BREAK],
])("%s has its class from the first time on, in all its units", (_, character, expected) => {
  const codePoint = character.codePointAt(0) ?? 0;
  expect([classOfCodePoint(codePoint), classOfCodePoint(codePoint)]).toEqual([expected, expected]);
  const units = Array.from({ length: character.length }, (_unit, at) => letterClass(`a${character}b`, 1 + at));
  expect(units).toEqual(units.map(() => expected));
});

test.each([
  ["a first half", "a\ud835b", 1],
  ["a second half", "a\udc00b", 1],
  ["halves in the wrong order", "\udc00\ud835", 1],
  ["a second half at the start", "\udc00a", 0],
])("%s alone is no letter", (_, text, at) => {
  expect(letterClass("𝒳", 0)).toBe(UPPER);
  expect(letterClass(text, at)).toBe(BREAK);
});
