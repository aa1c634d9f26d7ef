// Each kind of character beside what the language says, for every UTF-16 code.
import { expect, it } from "vitest";
import { isDigit, isLetter, isSpace } from "../../src/text/char-codes.ts";

const codes = Array.from({ length: 0x10000 }, (_, code) => code);

it.each([
  ["white space", isSpace, (text: string) => text.trim() === ""],
  ["a digit", isDigit, (text: string) => /^[0-9]$/.test(text)],
  ["a letter of basic Latin", isLetter, (text: string) => /^[a-z]$/i.test(text)],
])("recognises %s", (_, isKind, isReally) => {
  expect(codes.filter(isKind)).toEqual(codes.filter((code) => isReally(String.fromCharCode(code))));
});
