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
  test.each(kinds)("of %s come from their seed and have the size asked for", (kind) => {
    const text = textOf(kind, 5, 5_000);
    expect(text).toBe(textOf(kind, 5, 5_000));
    expect(text).not.toBe(textOf(kind, 6, 5_000));
    expect(Math.abs(text.length - 5_000)).toBeLessThan(500);
  });

  test.each(scriptNames)("of %s come from their seed, have that size, and next to nothing of basic Latin", (script) => {
    const text = scriptText(script, 5, 5_000);
    expect(text).toBe(scriptText(script, 5, 5_000));
    expect(text).not.toBe(scriptText(script, 6, 5_000));
    expect(text).toHaveLength(5_000);
    expect(text.replaceAll(/[\s\d.,]/g, "").match(/^\P{ASCII}+$/u)).not.toBeNull();
  });

  test("of JSON are JSON", () => {
    expect(JSON.parse(textOf("json", 9, 20_000)).length).toBeGreaterThan(10);
  });

  test.each(hostileTexts)("%s has the bytes asked for", (kind) => {
    const bytes = Buffer.byteLength(hostileText(kind, 2, 10_000));
    expect(bytes).toBeGreaterThanOrEqual(10_000);
    expect(bytes).toBeLessThan(10_004);
  });

  test.each(hostileRecordSets)("records of %s hold about the characters asked for", (kind) => {
    const chars = hostileRecords(kind, 2, 100_000).join("").length;
    expect(chars).toBeGreaterThan(90_000);
    expect(chars).toBeLessThan(120_000);
  });

  test("one-word records are never more than a request may hold, and single words", () => {
    const words = hostileRecords("one-word records", 2, 3_000_000);
    expect(words).toHaveLength(50_000);
    expect(words.every((word) => /^[a-z]+$/.test(word))).toBe(true);
  });
});

test.each([
  ["near-duplicates", nearDuplicates],
  ["one-word records", oneWordRecords],
])("%s are as many records as asked for, of the same characters together", (_, make) => {
  const few = make(3, 100_000, 2);
  const many = make(3, 100_000, 1_000);
  expect([few.length, many.length]).toEqual([2, 1_000]);
  expect(Math.abs(few.join("").length - many.join("").length)).toBeLessThan(10_000);
});

describe("requests", () => {
  test("mixed texts hold the characters asked for", () => {
    const texts = mixedTexts(4, 100_000);
    expect(texts.length).toBeGreaterThan(20);
    expect(Math.abs(texts.join("").length - 100_000)).toBeLessThan(1_000);
  });

  test("the same text is cut into as many records as asked for", () => {
    const few = equalTexts(4, 60_000, 10);
    const many = equalTexts(4, 60_000, 1_000);
    expect([few.length, many.length]).toEqual([10, 1_000]);
    expect(few.join("\n")).toBe(many.join("\n"));
  });

  test("a body is near the bytes asked for", () => {
    const length = encoded(requestOf(textsOfBytes(8, 200_000), 1_000, 8)).length;
    expect(length).toBeGreaterThan(180_000);
    expect(length).toBeLessThan(210_000);
  });
});
