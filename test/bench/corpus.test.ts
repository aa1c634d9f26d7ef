import { describe, expect, test } from "vitest";
import {
  hostileRecordSets,
  hostileRecords,
  hostileText,
  hostileTexts,
  nearDuplicates,
  oneWordRecords,
} from "../../bench/corpus/hostile.ts";
import { encoded, equalTexts, mixedTexts, requestOf, textsOfBytes } from "../../bench/corpus/requests.ts";
import { scriptNames, scriptText } from "../../bench/corpus/scripts.ts";
import { type TextKind, textOf } from "../../bench/corpus/texts.ts";

const kinds: readonly TextKind[] = ["prose", "markdown", "code", "json", "log", "table", "chinese", "japanese"];

describe("generated texts", () => {
  test.each(kinds)("of %s depend on their seed and have the requested size", (kind) => {
    const text = textOf(kind, 5, 5_000);
    expect(text).toBe(textOf(kind, 5, 5_000));
    expect(text).not.toBe(textOf(kind, 6, 5_000));
    expect(Math.abs(text.length - 5_000)).toBeLessThan(500);
  });

  test.each(scriptNames)(
    "of %s depend on their seed, have the requested size, and hardly any Basic Latin",
    (script) => {
      const text = scriptText(script, 5, 5_000);
      expect(text).toBe(scriptText(script, 5, 5_000));
      expect(text).not.toBe(scriptText(script, 6, 5_000));
      expect(text).toHaveLength(5_000);
      expect(text.replaceAll(/[\s\d.,]/g, "").match(/^\P{ASCII}+$/u)).not.toBeNull();
    },
  );

  test("of JSON are valid JSON", () => {
    expect(JSON.parse(textOf("json", 9, 20_000)).length).toBeGreaterThan(10);
  });

  test.each(hostileTexts)("%s has the requested length in bytes", (kind) => {
    const bytes = Buffer.byteLength(hostileText(kind, 2, 10_000));
    expect(bytes).toBeGreaterThanOrEqual(10_000);
    expect(bytes).toBeLessThan(10_004);
  });

  test.each(hostileRecordSets)("records of %s have about the requested number of characters", (kind) => {
    const chars = hostileRecords(kind, 2, 100_000).join("").length;
    expect(chars).toBeGreaterThan(90_000);
    expect(chars).toBeLessThan(120_000);
  });

  test("one-word records are single words, and not more than a request may hold", () => {
    const words = hostileRecords("one-word records", 2, 3_000_000);
    expect(words).toHaveLength(50_000);
    expect(words.every((word) => /^[a-z]+$/.test(word))).toBe(true);
  });
});

test.each([
  ["near-duplicates", nearDuplicates],
  ["one-word records", oneWordRecords],
])("%s are the requested number of records with the same total length", (_, make) => {
  const few = make(3, 100_000, 2);
  const many = make(3, 100_000, 1_000);
  expect([few.length, many.length]).toEqual([2, 1_000]);
  expect(Math.abs(few.join("").length - many.join("").length)).toBeLessThan(10_000);
});

describe("requests", () => {
  test("mixed texts have the requested number of characters", () => {
    const texts = mixedTexts(4, 100_000);
    expect(texts.length).toBeGreaterThan(20);
    expect(Math.abs(texts.join("").length - 100_000)).toBeLessThan(1_000);
  });

  test("the same text is cut into the requested number of records", () => {
    const few = equalTexts(4, 60_000, 10);
    const many = equalTexts(4, 60_000, 1_000);
    expect([few.length, many.length]).toEqual([10, 1_000]);
    expect(few.join("\n")).toBe(many.join("\n"));
  });

  test("a body is close to the requested length in bytes", () => {
    const length = encoded(requestOf(textsOfBytes(8, 200_000), 1_000, 8)).length;
    expect(length).toBeGreaterThan(180_000);
    expect(length).toBeLessThan(210_000);
  });
});
