import { expect, test } from "vitest";
import * as classes from "../../../src/text/tokens/char-classes.ts";

const sets = [
  ["UPPER", classes.UPPER, /[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]/u],
  ["LOWER", classes.LOWER, /[\p{Ll}\p{Lm}\p{Lo}\p{M}]/u],
  ["PREFIX", classes.PREFIX, /[^\r\n\p{L}\p{N}]/u],
  ["SYMBOL", classes.SYMBOL, /[^\s\p{L}\p{N}]/u],
  ["NUMBER", classes.NUMBER, /\p{N}/u],
  ["SPACE", classes.SPACE, /\s/u],
  ["NEWLINE", classes.NEWLINE, /[\r\n]/u],
] as const;

test.each(sets)("%s holds what this runtime's regex holds, over all of Unicode", (_name, bit, set) => {
  const different: number[] = [];
  for (let point = 0; point <= 0x10_ff_ff; point++) {
    const surrogate = point >= 0xd8_00 && point <= 0xdf_ff;
    // Surrogates never reach the table: UTF-8 has U+FFFD in their place.
    if (surrogate) continue;
    if (set.test(String.fromCodePoint(point)) !== ((classes.charClass(point) & bit) !== 0)) different.push(point);
  }
  expect(different).toEqual([]);
});
