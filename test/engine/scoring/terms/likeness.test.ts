// Words that are alike are never passed over for their letters.
import fc from "fast-check";
import { expect, test } from "vitest";
import { lettersOf, likeness, mayBeAlike } from "../../../../src/engine/scoring/terms/likeness.ts";

const letter = fc.constantFrom(..."abcdefgmrstxyzéßπж東🙂");
const stem = fc.string({ unit: letter, minLength: 3, maxLength: 9 });

function may(one: string, other: string): boolean {
  const { set, count } = lettersOf(other);
  return mayBeAlike(lettersOf(one), set, count);
}

/** A word, and one that was made of it: with letters left out, put in or replaced, or cut short. */
const pair = fc.tuple(stem, fc.nat(9), fc.nat(3), letter).map(([word, at, gone, put]) => {
  return [word, word.slice(0, at) + put + word.slice(at + gone)] as const;
});
const cut = fc.tuple(stem, fc.nat(9)).map(([word, length]) => [word, word.slice(0, length)] as const);
const thinned = fc.tuple(stem, fc.nat()).map(([word, kept]) => {
  return [word, [...word].filter((_, at) => at < 2 || (kept >> at) % 2 === 1).join("")] as const;
});

test("of words that are alike the letters are told to be", () => {
  let found = 0;
  fc.assert(
    fc.property(fc.oneof(pair, cut, thinned), ([one, other]) => {
      const close = likeness(one, other);
      found += Number(close > 0);
      expect(may(one, other) || close === 0).toBe(true);
    }),
    { numRuns: 2_000 },
  );
  expect(found).toBeGreaterThan(200);
});

test.each([
  ["colour", "color", true],
  ["cfg", "config", true],
  ["house", "mouse", true],
  ["colour", "combat", false],
  ["message", "mesocarp", false],
  ["abc", "abd", false],
  ["abcdef", "abc", true],
  ["abcdef", "abcg", false],
])("the letters of %s and %s", (one, other, alike) => {
  expect(may(one, other)).toBe(alike);
});
