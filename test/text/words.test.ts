import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isRequestWord, isUnspacedStopWord, stopListFor, wordLists } from "../../src/text/stop-words.ts";
import { createVocabulary } from "../../src/text/vocabulary.ts";
import {
  BREAK,
  classOfCodePoint,
  DIGIT,
  eachWord,
  isWordAcross,
  JOINER,
  LOWER,
  letterClass,
  UNSPACED,
  UPPER,
} from "../../src/text/words.ts";

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
])("%s alone is not a letter", (_, text, at) => {
  expect(letterClass("𝒳", 0)).toBe(UPPER);
  expect(letterClass(text, at)).toBe(BREAK);
});

function words(text: string): string[] {
  const found: string[] = [];
  eachWord(text, 0, text.length, (start, end) => found.push(text.slice(start, end)));
  return found;
}

describe("words", () => {
  test.each<[string, string, string[]]>([
    ["punctuation separates", "a.b, (c)-d", ["a", "b", "c", "d"]],
    ["an identifier is one word", "get_user2 = x", ["get_user2", "x"]],
    ["marks belong to their letter", "हिन्दी भाषा", ["हिन्दी", "भाषा"]],
    ["a script without spaces forms a separate run", "GDP增长5%", ["GDP", "增长", "5"]],
    ["astral letters are letters", "𠮷野家 𝒳y", ["𠮷野家", "𝒳y"]],
    ["lone surrogates and emoji are not words", "a\ud800b 😀", ["a", "b"]],
    ["no word in an empty text", " \n\u0000", []],
  ])("%s", (_, text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  test("are in order inside the text, and none is empty or longer than the limit", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        let last = 0;
        eachWord(text, 0, text.length, (start, end) => {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end - start).toBeLessThanOrEqual(80);
          last = end;
        });
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

test.each<[string, string[]]>([
  ["getUserName", ["get", "user", "name"]],
  ["get_user_name", ["get", "user", "name"]],
  ["HTTPServer", ["http", "server"]],
  ["_private", ["privat"]],
  ["test_issue109", ["test", "issu", "109"]],
  ["D1EW9B", []],
  ["plain", []],
  ["Capital", []],
  ["___", []],
])("the parts of %s", (word, parts) => {
  const vocabulary = createVocabulary();
  const [, ...found] = vocabulary.termsOf(word, false);
  expect(found.map((term) => vocabulary.form(term))).toEqual(parts);
});

test.each([
  ["running", "run"],
  ["cancellation", "cancel"],
  ["is", "is"],
  ["app_list", "app_list"],
  ["v2beta1", "v2beta1"],
  ["Übertragung", "übert"],
  ["правительство", "прави"],
  ["\u212aelvins", "kelvin"],
])("the form of %s", (word, expected) => {
  const vocabulary = createVocabulary();
  expect(vocabulary.form(vocabulary.termsOf(word, false)[0] ?? -1)).toBe(expected);
});

describe("stop words", () => {
  test("follow the language of the task", () => {
    const stopped = (text: string) => {
      const lists = Int32Array.from(text.split(" "), wordLists);
      const stop = stopListFor(lists, lists.length);
      return text.split(" ").filter((_, word) => ((lists[word] ?? 0) & stop) !== 0);
    };
    expect(stopped("wie werden die zahlen in der regel ausgedrückt")).toEqual(["wie", "werden", "die", "in", "der"]);
    expect(stopped("how do dice die in the game")).toEqual(["how", "do", "in", "the"]);
    expect(stopped("find write explain show the die der")).toEqual(["die", "der"]);
  });
  test("include grammar of scripts without spaces and words that instruct the assistant", () => {
    expect([
      isUnspacedStopWord("的"),
      isUnspacedStopWord("粮"),
      isRequestWord(wordLists("write")),
      isRequestWord(wordLists("teacher")),
    ]).toEqual([true, false, true, false]);
  });
});

test("isWordAcross agrees with the ranges of words", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "7", "_", "é", " ", "-", "粮", "😀"), maxLength: 30 }),
      (text) => {
        const inside = new Set<number>();
        eachWord(text, 0, text.length, (start, end) => {
          for (let at = start + 1; at < end; at++) inside.add(at);
        });
        for (let at = 1; at < text.length; at++) expect([at, isWordAcross(text, at)]).toEqual([at, inside.has(at)]);
      },
    ),
  );
});

describe("a vocabulary", () => {
  const termsOf = (text: string): string[] => {
    const vocabulary = createVocabulary();
    return Array.from(vocabulary.termsIn(text), (term) => vocabulary.form(term));
  };
  test.each<[string, string, string[]]>([
    ["an identifier, then its parts", "readFile", ["readfil", "read", "file"]],
    ["pairs where there are no spaces", "粮食产量", ["粮食", "食产", "产量"]],
    ["a single letter of such a script", "粮", ["粮"]],
    ["forms of one word are one term", "Cancel cancelled", ["cancel", "cancel"]],
  ])("%s", (_, text, expected) => {
    expect(termsOf(text)).toEqual(expected);
  });
  test("gives ids in the order of arrival, and the same ids for the same text", () => {
    const vocabulary = createVocabulary();
    expect(["alpha", "beta", "Alpha"].map((word) => [...vocabulary.termsOf(word, false)])).toEqual([[0], [1], [0]]);
  });
});
