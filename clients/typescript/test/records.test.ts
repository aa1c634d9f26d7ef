import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutSpans, pinRecords } from "../src/client.ts";

describe("pinned records", () => {
  const records = ["rules", "one", "two", "spec", "three", "now"].map((text) => ({ text }));

  test("go around the context, in their order", () => {
    const { records: sent, assemble } = pinRecords(records, {
      newest: 1,
      pinned: ({ text }) => /rules|spec/.test(text),
    });
    expect(sent.map(({ text }) => text)).toEqual(["one", "two", "three"]);
    expect(assemble({ context: "[selected]" })).toBe("rules\n\n[selected]\n\nspec\n\nnow");
  });

  test.each([
    ["none", {}, 6, "[selected]"],
    ["all", { newest: 9 }, 0, "rules\n\none\n\ntwo\n\nspec\n\nthree\n\nnow"],
  ])("%s of them", (_name, options, sent, whole) => {
    const pinned = pinRecords(records, options);
    expect(pinned.records).toHaveLength(sent);
    expect(pinned.assemble({ context: sent === 0 ? "" : "[selected]" })).toBe(whole);
  });
});

describe("spans", () => {
  test.each<[string, string, [number, number][], string[]]>([
    [
      "plain text",
      "abcdef",
      [
        [0, 2],
        [4, 6],
      ],
      ["ab", "ef"],
    ],
    [
      "characters of two units",
      "a😀b😀c",
      [
        [1, 2],
        [3, 5],
      ],
      ["😀", "😀c"],
    ],
    [
      "lone surrogates",
      "\ud800a\udc00b",
      [
        [0, 1],
        [2, 4],
      ],
      ["\ud800", "\udc00b"],
    ],
    ["nothing", "abc", [], []],
  ])("cut %s", (_name, text, spans, pieces) => {
    expect(
      cutSpans(
        text,
        spans.map(([start, end]) => ({ start, end })),
      ),
    ).toEqual(pieces);
  });

  test("cut what slicing an array of code points cuts", () => {
    const cuts = fc.uniqueArray(fc.nat({ max: 40 }), { maxLength: 8 }).map((all) => all.sort((a, b) => a - b));
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 41, maxLength: 60 }), cuts, (text, bounds) => {
        const points = [...text];
        const spans = bounds.flatMap((start, index) => {
          const end = bounds[index + 1];
          return index % 2 === 0 && end !== undefined ? [{ start, end }] : [];
        });
        expect(cutSpans(text, spans)).toEqual(spans.map(({ start, end }) => points.slice(start, end).join("")));
      }),
    );
  });

  test.each<[string, { start: number; end: number }[]]>([
    ["beyond the text", [{ start: 0, end: 4 }]],
    [
      "out of order",
      [
        { start: 2, end: 3 },
        { start: 0, end: 1 },
      ],
    ],
    ["that are empty", [{ start: 1, end: 1 }]],
    ["that are not numbers", [{ start: Number.NaN, end: 1 }]],
  ])("%s are refused", (_name, spans) => {
    expect(() => cutSpans("abc", spans)).toThrow(RangeError);
  });
});
