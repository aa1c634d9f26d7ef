import fc from "fast-check";
import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";
import { describe, expect, test } from "vitest";
import { firstBoundary, interiorOf, isBehindLetter, isFresh, lastBoundary } from "../../src/text/token-boundaries.ts";
import { anyText } from "../assembly/tokens/pieces.ts";

const reference = new Tiktoken(o200k);

/** The published implementation, told to read the texts of special tokens as ordinary text. */
function count(text: string): number {
  return reference.encode(text.toWellFormed(), [], []).length;
}

describe("a sure cut", () => {
  test.each<[string, string, readonly number[]]>([
    ["behind a word and behind a number", "ab, 12.", [2, 6]],
    ["not before what may go on behind an apostrophe", "we'll, 'tis", [5]],
    ["behind letters of any script, not behind a mark", "я. 粮。 e\u0301.", [1, 4]],
    ["behind a letter of two units", "𝒶 b", [2]],
    ["not at either end, nor at an underscore", "a_b c", [3]],
  ])("lies %s", (_, text, places) => {
    const found = [];
    for (let at = firstBoundary(text, 0, text.length); at !== -1; at = firstBoundary(text, at, text.length))
      found.push(at);
    expect(found).toEqual(places);
    expect(lastBoundary(text, 0, text.length)).toBe(places.at(-1));
  });

  test("is where counts add up, whatever the text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const total = count(text);
        for (let at = firstBoundary(text, 0, text.length); at !== -1; at = firstBoundary(text, at, text.length)) {
          expect([at, count(text.slice(0, at)) + count(text.slice(at))]).toEqual([at, total]);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("ends the middle of a text, which counts alone what it counts there", () => {
    const words = fc.array(anyText, { maxLength: 6 }).map((texts) => {
      return `At first, ${texts.join(" word, ")}${" and so on".repeat(20)}, at last.`;
    });
    fc.assert(
      fc.property(words, (text) => {
        const middle = interiorOf(text, 0, text.length);
        if (middle === null) return expect.fail("no middle");
        const around = text.slice(0, middle.from) + text.slice(middle.to);
        expect(count(around) + count(text.slice(middle.from, middle.to))).toBe(count(text));
      }),
      { numRuns: 300 },
    );
  });
});

test("a fresh text counts alone what it counts behind the end of a line", () => {
  expect(["a", "  a", "[x]", "/a", "\na", " \r\na"].map(isFresh)).toEqual([true, true, true, false, false, false]);
  fc.assert(
    fc.property(anyText, anyText.filter(isFresh), (before, text) => {
      expect(count(`${before}\n\n${text}`)).toBe(count(`${before}\n\n`) + count(text));
    }),
    { numRuns: 1_000 },
  );
});

test("behind a letter or a digit stands what ends in one, and in no mark", () => {
  const texts = ["", "a", "7", "粮", "𝒶", "a_", "a.", "e\u0301", "a\ud835"];
  expect(texts.filter((text) => isBehindLetter(text, text.length))).toEqual(["a", "7", "粮", "𝒶"]);
});
