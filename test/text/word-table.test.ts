import fc from "fast-check";
import { expect, test } from "vitest";
import { createWordTable, hashOf, numberOf, wordAt } from "../../src/text/word-table.ts";

type Hash = (word: string, units: Uint16Array) => number;

function numbers(words: readonly string[], hash: Hash): number[] {
  const table = createWordTable();
  const given = words.map((word) => {
    const units = Uint16Array.from({ length: word.length }, (_, at) => word.charCodeAt(at));
    return numberOf(table, units, 0, units.length, hash(word, units));
  });
  expect(given.map((number) => wordAt(table, number))).toEqual(words);
  return given;
}

function inOrderOfArrival(words: readonly string[]): number[] {
  const known = [...new Set(words)];
  return words.map((word) => known.indexOf(word));
}

test("words are numbered in order of arrival, each once", () => {
  const word = fc.string({ unit: "binary", minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 200 }), (words) => {
      expect(numbers(words, (_, units) => hashOf(units, 0, units.length))).toEqual(inOrderOfArrival(words));
    }),
  );
});

test.each<[string, Hash]>([
  ["one and the same hash", () => 7],
  ["four hashes", (word) => word.length % 4],
])("words made to have %s are told apart all the same, while the table grows", (_, hash) => {
  const words = Array.from({ length: 2_000 }, (__, at) => `w${at % 1_500}`);
  expect(numbers(words, hash)).toEqual(inOrderOfArrival(words));
});
