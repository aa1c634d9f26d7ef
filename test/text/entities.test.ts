import fc from "fast-check";
import { expect, test } from "vitest";
import { findEntities } from "../../src/text/entities.ts";

test.each<[string, readonly (readonly [string, string])[]]>([
  [
    "Cancel order #W5490111 for Mia Garcia",
    [
      ["id", "#W5490111"],
      ["name", "Mia"],
      ["name", "Garcia"],
    ],
  ],
  ["when was it built", []],
  ["The start of a sentence is no name. Another one", []],
  ["IBM stays a name", [["name", "IBM"]]],
  ['the key "8253f37b-aadd" is quoted', [["quote", "8253f37b-aadd"]]],
  [
    "rose 14.8% to 1,250 in 2021",
    [
      ["number", "14.8"],
      ["number", "1,250"],
      ["number", "2021"],
    ],
  ],
  [
    "see src/engine/score.ts and user_id",
    [
      ["id", "src/engine/score.ts"],
      ["id", "user_id"],
    ],
  ],
  ["mail me@example.com", [["id", "me@example.com"]]],
  ["《红楼梦》的作者", [["quote", "红楼梦"]]],
  ["｢羅生門｣の著者", [["quote", "羅生門"]]],
  ["小说＂围城＂的作者", [["quote", "围城"]]],
  ['an open quote " never ends', []],
])("%s", (text, expected) => {
  expect(findEntities(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual(expected);
});

test.each([
  ["a giant name", "Q".repeat(1_000_000)],
  ["names", "Quay ".repeat(200_000)],
  ["blanks", " ".repeat(1_000_000)],
])("reading %s can be cancelled", (_what, text) => {
  let asked = 0;
  const leave = () => {
    asked += 1;
    if (asked === 20) throw new Error("left");
  };
  expect(() => findEntities(text, leave)).toThrow("left");
});

test("entities are ranges of the text, in order", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      let last = 0;
      for (const { start, end } of findEntities(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(text.length);
    }),
  );
});
