// Each kind against the language's own answer, for every UTF-16 code.
import { expect, it } from "vitest";
import { isDigit, isLetter, isSpace } from "../../src/text/char-codes.ts";

const codes = Array.from({ length: 0x10000 }, (_, code) => code);

it.each([
  ["white space", isSpace, (text: string) => text.trim() === ""],
  ["a digit", isDigit, (text: string) => /^[0-9]$/.test(text)],
  ["a letter of basic Latin", isLetter, (text: string) => /^[a-z]$/i.test(text)],
])("tells %s", (_, isKind, isSaidToBe) => {
  expect(codes.filter(isKind)).toEqual(codes.filter((code) => isSaidToBe(String.fromCharCode(code))));
});
