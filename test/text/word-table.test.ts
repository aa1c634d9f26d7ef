import fc from "fast-check";
import { expect, test } from "vitest";
import { createWordTable, numberOf, wordAt, write } from "../../src/text/word-table.ts";

/** @param hashOf null: the word's own hash */
function numbers(words: readonly string[], hashOf: ((word: string) => number) | null): number[] {
  const table = createWordTable();
  const given = words.map((word) => {
    const hash = write(table, word, 0, word.length);
    return numberOf(table, word.length, hashOf === null ? hash : hashOf(word));
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
      expect(numbers(words, null)).toEqual(inOrderOfArrival(words));
    }),
  );
});

test.each<[string, (word: string) => number]>([
  ["one and the same hash", () => 7],
  ["four hashes", (word) => word.length % 4],
])("words made to have %s are told apart all the same, while the table grows", (_, hashOf) => {
  const words = Array.from({ length: 2_000 }, (__, at) => `w${at % 1_500}`);
  expect(numbers(words, hashOf)).toEqual(inOrderOfArrival(words));
});
