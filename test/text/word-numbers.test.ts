// A word's number has 24 bits. No request has more words than that; one more would end the call.
import fc from "fast-check";
import { expect, test } from "vitest";
import { BODY_BYTES_MAX } from "../../src/limits.ts";
import { createModule, type WordsModule, withCurrentViews } from "../../src/text/vocabulary/wasm-module.ts";

const NUMBERS_MAX = 2 ** 24 - 1;

/** Most numbers that a byte of text takes: those of a word, its form, and the parts of an identifier. */
const NUMBERS_PER_BYTE = 2;

/** Where the module keeps the number of words: `SLOTS` of assembly/words/memory.ts, `SIZE` of word-table.ts. */
const SIZE_AT = 0x10 + 8;

function emptyModule(): WordsModule {
  const words = createModule();
  words.run.begin(0, 0);
  return words;
}

function sizeOf(words: WordsModule): number {
  return withCurrentViews(words).numbers[(words.run.STATE.value + SIZE_AT) >> 2] ?? Number.NaN;
}

/** @param text short enough for the window */
function read(words: WordsModule, text: string): void {
  const at = words.run.SHORT_WINDOW.value;
  const { units } = withCurrentViews(words);
  for (let index = 0; index <= text.length; index++) units[(at >> 1) + index] = text.charCodeAt(index) || 0;
  const end = at + 2 * text.length;
  words.run.read(at, end, end);
}

const letters = fc.constantFrom("a", "B", "c", "D", "7", "_", " ", "é", "İ", "粮", "食", "ก", "K");
const text = fc.array(letters, { maxLength: 1_000 }).map((all) => all.join(""));

test("no text has more words than there are numbers", () => {
  fc.assert(
    fc.property(text, (given) => {
      const words = emptyModule();
      read(words, given);
      expect(sizeOf(words)).toBeLessThanOrEqual(NUMBERS_PER_BYTE * (Buffer.byteLength(given) + 1));
    }),
  );
  expect(NUMBERS_PER_BYTE * (BODY_BYTES_MAX + 1)).toBeLessThan(NUMBERS_MAX);
});

test("one word too many ends the call, and does not get the number of another word", () => {
  const words = emptyModule();
  read(words, "one two");
  expect(sizeOf(words)).toBe(3);
  withCurrentViews(words).numbers[(words.run.STATE.value + SIZE_AT) >> 2] = NUMBERS_MAX;
  read(words, "two one");
  expect(() => read(words, "three")).toThrow("unreachable");
});
