// The counts of a text stay unchanged when others are stored after them, with or without shared arrays.
import fc from "fast-check";
import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";
import { describe, expect, test } from "vitest";
import {
  firstBoundary,
  interiorOf,
  isAfterLetter,
  joined,
  type KeptCounts,
  keepCounts,
  lastBoundary,
  startsAtBoundary,
} from "../../src/text/token-scan.ts";
import { anyText } from "../assembly/tokens/pieces.ts";

const batch = fc.record({
  pieces: fc.oneof(fc.nat(50), fc.integer({ min: 2_000, max: 2_100 }), fc.nat(5_000)),
  step: fc.constantFrom(1, 3, 90),
});

type Batch = typeof batch extends fc.Arbitrary<infer Made> ? Made : never;

/** Ends that grow by `step`, and sums by one. */
function countsOf({ pieces, step }: Batch) {
  return {
    ends: Uint32Array.from({ length: pieces }, (_, piece) => step * (piece + 1)),
    sums: Uint32Array.from({ length: pieces }, (_, piece) => piece + 1),
  };
}

function valuesOf({ ends, sums, at, pieces }: KeptCounts) {
  return { ends: [...ends.subarray(at, at + pieces)], sums: [...sums.subarray(at, at + pieces)] };
}

test("counts stay unchanged after the shared arrays are used up", () => {
  fc.assert(
    fc.property(fc.array(batch, { minLength: 1, maxLength: 40 }), (batches) => {
      const wanted = batches.map(countsOf);
      // The module's arrays are longer than the part to copy.
      const padded = (counts: Uint32Array) => Uint32Array.of(...counts, 7, 7);
      const kept = wanted.map(({ ends, sums }) => keepCounts(padded(ends), padded(sums), ends.length));
      expect(kept.map(valuesOf)).toEqual(wanted.map(({ ends, sums }) => ({ ends: [...ends], sums: [...sums] })));
    }),
  );
});

test("batches are joined in their order, from arrays of either width", () => {
  const ends = [10, 60_000, 70_000];
  const batches = ends.map((end) => keepCounts(Uint32Array.of(end - 5, end), Uint32Array.of(end - 6, end - 5), 2));
  const whole = joined(batches);
  expect(valuesOf(whole)).toEqual({
    ends: ends.flatMap((end) => [end - 5, end]),
    sums: ends.flatMap((end) => [end - 6, end - 5]),
  });
  expect(whole.pieces).toBe(6);
});

test("small texts share arrays, and large texts have their own", () => {
  const few = () => keepCounts(Uint32Array.of(4), Uint32Array.of(1), 1);
  // The second shares with the third even if the first used up its arrays.
  const kept = [few(), few(), few()];
  expect(new Set(kept.map(({ ends }) => ends)).size).toBeLessThan(3);
  const own = keepCounts(new Uint32Array(2_049), new Uint32Array(2_049), 2_049);
  expect(own.ends.length).toBe(2_049);
});

const reference = new Tiktoken(o200k);

/** The published implementation. Special tokens are ordinary text. */
function count(text: string): number {
  return reference.encode(text.toWellFormed(), [], []).length;
}

describe("a boundary", () => {
  test.each<[string, string, readonly number[]]>([
    ["after a word and after a number", "ab, 12.", [2, 6]],
    ["not before an apostrophe that may continue the word", "we'll, 'tis", [5]],
    ["after letters of any script, not after a mark", "я. 粮。 e\u0301.", [1, 4]],
    ["after a letter of two units", "𝒶 b", [2]],
    ["not at either end, nor at an underscore", "a_b c", [3]],
  ])("lies %s", (_, text, places) => {
    const found = [];
    for (let at = firstBoundary(text, 0, text.length); at !== -1; at = firstBoundary(text, at, text.length))
      found.push(at);
    expect(found).toEqual(places);
    expect(lastBoundary(text, 0, text.length)).toBe(places.at(-1));
  });

  test("splits any text into parts whose counts add up", () => {
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

  test("encloses a part that has the same count alone as inside the text", () => {
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

test("text after a line end has the same count as alone, if it may follow one", () => {
  expect(["a", "  a", "[x]", "/a", "\na", " \r\na"].map(startsAtBoundary)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  fc.assert(
    fc.property(anyText, anyText.filter(startsAtBoundary), (before, text) => {
      expect(count(`${before}\n\n${text}`)).toBe(count(`${before}\n\n`) + count(text));
    }),
    { numRuns: 1_000 },
  );
});

test("isAfterLetter holds after a letter or a digit, and not after a mark", () => {
  const texts = ["", "a", "7", "粮", "𝒶", "a_", "a.", "e\u0301", "a\ud835"];
  expect(texts.filter((text) => isAfterLetter(text, text.length))).toEqual(["a", "7", "粮", "𝒶"]);
});
