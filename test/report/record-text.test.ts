import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blocksOf, stretchesOf } from "../../src/report/record-text.ts";

/** A text and ascending, disjoint spans of it in code points. */
const spanned = fc
  .tuple(fc.string({ unit: fc.constantFrom("a", "\n", "\u{1f600}", "\ud800", " ") }), fc.array(fc.nat(60)))
  .map(([text, cuts]) => {
    const points = Array.from(text).length;
    const ends = [...new Set(cuts.filter((cut) => cut <= points))].sort((one, other) => one - other);
    const spans = [];
    for (let at = 0; at + 1 < ends.length; at += 2) spans.push({ start: ends[at] ?? 0, end: ends[at + 1] ?? 0 });
    return { text, spans };
  });

describe("a record's text", () => {
  test("is divided by the spans, in code points", () => {
    fc.assert(
      fc.property(spanned, ({ text, spans }) => {
        const stretches = stretchesOf(text, spans);
        const points = Array.from(text);
        const sent = stretches.filter((stretch) => stretch.sent).map((stretch) => stretch.text);
        expect(stretches.map((stretch) => stretch.text).join("")).toBe(text);
        expect(sent.join("")).toBe(spans.map(({ start, end }) => points.slice(start, end).join("")).join(""));
      }),
    );
  });

  test.each([
    ["a megabyte line", "x".repeat(1_000_000)],
    ["a megabyte of pairs", `a${"\u{1f600}".repeat(250_000)}`],
    ["many lines", "a line of an ordinary log\n".repeat(40_000)],
    ["line ends alone", "\n".repeat(300_000)],
  ])("comes in small blocks that hold it once, in order: %s", (_name, text) => {
    for (const spans of [[], [{ start: 0, end: text.length }], [{ start: 9_000, end: 90_000 }]]) {
      const stretches = blocksOf(text, spans).flatMap((block) => block.stretches);
      expect(stretches.map((stretch) => stretch.text).join("") === text).toBe(true);
      expect(Math.max(...stretches.map((stretch) => stretch.text.length))).toBeLessThanOrEqual(8_000);
      expect(stretches.every((stretch) => stretch.text.isWellFormed())).toBe(true);
    }
  });

  test("folds the middle of a passage that is not sent, and shows the text next to a kept piece", () => {
    const line = "nothing to see here\n";
    const text = `${line.repeat(200)}here it is\n${line.repeat(200)}`;
    const start = line.length * 200;
    const blocks = blocksOf(text, [{ start, end: start + 11 }]);
    const shown = blocks.filter((block) => !block.folded).flatMap((block) => block.stretches);
    expect(blocks.filter((block) => block.folded)).toHaveLength(2);
    expect(shown.map((stretch) => stretch.text).join("")).toContain(`${line}here it is\n${line}`);
    expect(shown.reduce((sum, stretch) => sum + stretch.text.length, 0)).toBeLessThan(2_000);
  });
});
