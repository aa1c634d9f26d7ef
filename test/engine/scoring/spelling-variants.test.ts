// Words with similar spelling are found with a bounded number of comparisons, and the letter test rejects none of them.
import fc from "fast-check";
import { expect, test } from "vitest";
import { lettersOf, maybeSimilar, similarity, variantTerms } from "../../../src/engine/scoring/spelling-variants.ts";
import { analysed, point, record } from "../request.ts";

const letter = fc.constantFrom(..."abcdefgmrstxyzéßπж東🙂");
const stem = fc.string({ unit: letter, minLength: 3, maxLength: 9 });

function may(one: string, other: string): boolean {
  const { set, count } = lettersOf(other);
  return maybeSimilar(lettersOf(one), set, count);
}

/** A word and a variant of it: letters omitted, inserted or replaced, or the end cut off. */
const pair = fc.tuple(stem, fc.nat(9), fc.nat(3), letter).map(([word, at, gone, put]) => {
  return [word, word.slice(0, at) + put + word.slice(at + gone)] as const;
});
const cut = fc.tuple(stem, fc.nat(9)).map(([word, length]) => [word, word.slice(0, length)] as const);
const thinned = fc.tuple(stem, fc.nat()).map(([word, kept]) => {
  return [word, [...word].filter((_, at) => at < 2 || (kept >> at) % 2 === 1).join("")] as const;
});

test("the letter test accepts all similar words", () => {
  let found = 0;
  fc.assert(
    fc.property(fc.oneof(pair, cut, thinned), ([one, other]) => {
      const close = similarity(one, other);
      found += Number(close > 0);
      expect(may(one, other) || close === 0).toBe(true);
    }),
    { numRuns: 2_000 },
  );
  expect(found).toBeGreaterThan(200);
});

test.each([
  ["colour", "color", true],
  ["colour", "coluor", true],
  ["cfg", "config", true],
  ["house", "mouse", true],
  ["colour", "combat", false],
  ["message", "mesocarp", false],
  ["abc", "abd", false],
  ["abcdef", "abc", true],
  ["abcdef", "abcg", false],
])("the letters of %s and %s", (one, other, expected) => {
  expect(may(one, other)).toBe(expected);
});

/** Distinct words with the same beginning, as an attacker would choose them: all pairs are compared. */
function wordsInPlenty(count: number, last: string): string {
  const words = Array.from({ length: count }, (_, at) => {
    const letters = [at % 20, Math.floor(at / 20) % 20, Math.floor(at / 400)].map((n) =>
      "bcdfghjklmnpqrstvwxz".charAt(n),
    );
    return `co${last}${letters.join("q")}${last}`;
  });
  return words.join(" ");
}

const variantsOf = (prompt: string, text: string) => {
  const { corpus, query } = analysed([record(text)], prompt);
  const { terms } = variantTerms(corpus, query, point.score.variants);
  return Array.from(terms, (term) => corpus.vocabulary.form(term));
};

test("a word that the records spell differently is also searched for in that spelling", () => {
  expect(variantsOf("Which colour?", "The color is red.")).toEqual(["color"]);
});

test("words that share a stem are searched for too, but not for a task in English, whose words are stemmed", () => {
  expect(variantsOf("Hukkasin avaimeni, mitä nyt?", "Kaikki avaimet palautetaan.")).toEqual(["avaimet"]);
  expect(variantsOf("What is the avaimeni for?", "Kaikki avaimet palautetaan.")).toEqual([]);
});

test.each([1_500, 400])(
  "a task of %d words with the same beginning is searched for unchanged beyond some word",
  (words) => {
    const asked = wordsInPlenty(words, "k");
    const held = wordsInPlenty(words, "z");
    expect(variantsOf(`colour ${asked}`, `${held} color`)).toEqual(["color"]);
    expect(variantsOf(`${asked} colour`, `${held} color`)).toEqual([]);
  },
);
