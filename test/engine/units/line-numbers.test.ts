// A file with a viewer's line numbers is cut as if it had none.
import fc from "fast-check";
import { expect, it } from "vitest";
import { segmentText } from "../../../src/engine/segment.ts";
import { withoutLineNumbers } from "../../../src/engine/units/line-numbers.ts";
import { cut, indexOf, linesOf } from "./cut.ts";
import { SHAPES } from "./shapes.ts";

const TABLE = "name,town,mill\nAda,Ghent,wind\nBob,Bruges,water\nCai,Lille,wind\nDov,Arras,tide\nEva,Liège,steam";
const CODE =
  "def grind(corn):\n    if not corn:\n        return None\n    return flour(corn)\n\n\ndef flour(corn):\n    return 1";
const GUIDE = [
  "# Mills",
  "",
  "A mill grinds corn, and has done so for a long time, wherever there is wind or water to turn it.",
  "",
  "## Stones",
  "",
  "A stone wears out after a year or two, or even sooner if the corn has not been cleaned well enough.",
].join("\n");

const numbered = (text: string, form: (number: number, line: string) => string) =>
  text
    .split("\n")
    .map((line, at) => form(at + 1, line))
    .join("\n");

const FORMS: readonly (readonly [string, (number: number, line: string) => string])[] = [
  ["cat -n", (number, line) => `${String(number).padStart(6)}\t${line}`],
  ["an arrow", (number, line) => `${String(number).padStart(5)}→${line}`],
  ["a colon", (number, line) => `${number}:${line}`],
  ["a bar and a space", (number, line) => `${number}| ${line}`],
  ["a tab, as awk prints", (number, line) => `${number}\t${line}`],
  ["grep -n with context", (number, line) => (number % 3 === 0 ? `${number}:${line}` : `${number}-  ${line}`)],
];

it.each(FORMS)("takes off numbers with %s", (_name, form) => {
  const found = withoutLineNumbers(numbered(TABLE, form));
  expect(found?.bare.replaceAll("  ", "")).toBe(TABLE);
});

it.each(FORMS.slice(0, 5))("cuts a file like the bare file: %s", (_name, form) => {
  for (const text of [TABLE, CODE, GUIDE, JSON.stringify({ mills: TABLE.split("\n"), town: "Ghent" }, null, 2)]) {
    const bare = cut(text, "artifact");
    const view = cut(numbered(text, form));
    expect([view.type, view.noun]).toEqual([bare.type, bare.noun]);
    expect(view.heads).toEqual(bare.heads);
    expect(view.contexts).toEqual(bare.contexts);
  }
});

it("sends the number with the line", () => {
  const view = cut(numbered(GUIDE, (number, line) => `${String(number).padStart(6)}\t${line}`));
  expect(view.parts[indexOf(view, "A mill grinds")]?.startsWith("     3\tA mill")).toBe(true);
  expect(view.parts.join("")).toContain("     7\tA stone");
});

it("keeps what a viewer says about the file", () => {
  const text = `[File: src/mill.py (8 lines)]\n${numbered(CODE, (number, line) => `${number}:${line}`)}`;
  expect(withoutLineNumbers(text)?.bare).toBe(`[File: src/mill.py (8 lines)]\n${CODE}`);
});

it.each([
  ["a programme", "09:00 Doors\n10:00 Talk\n11:00 Tea\n12:00 Lunch"],
  ["rows with ids", "id\tname\n1\tAda\n2\tBob\n3\tCai\n4\tDov\n5\tEva\n6\tFay"],
  ["rows of psql", " id | name\n----+------\n  1 | Ada\n  2 | Bob\n  3 | Cai\n  4 | Dov\n  5 | Eva\n  6 | Fay"],
  ["numbers that do not rise", "7:a\n3:b\n9:c\n2:d\n8:e\n1:f\n4:g"],
  ["a list", "1. Doors\n2. Talk\n3. Tea\n4. Lunch"],
  ["ranges", "1-3 pages\n4-7 pages\n8-9 pages"],
  ["two numbered lines", "1:a\n2:b"],
  ["matches in several files", "a.py\n3:a\n4:b\n9:c\n\nb.py\n1:a\n2:b\n5:c\n\nc.py\n1:d\n7:e\n8:f"],
])("leaves %s alone", (_name, text) => {
  expect(withoutLineNumbers(text)).toBeNull();
});

it("cuts the whole text, including blank lines at its end", () => {
  const text = `${numbered(CODE, (number, line) => `${number}:${line}`)}\n\n\n`;
  const view = cut(text);
  expect(view.parts.join("")).toBe(text);
  expect(linesOf(view.parts.join(""))).toHaveLength(8);
});

it("never ends a unit right after a line number", () => {
  fc.assert(
    fc.property(fc.oneof(...Object.values(SHAPES)), (text) => {
      const view = numbered(text, (number, line) => `${String(number).padStart(6)}→${line}`);
      fc.pre(withoutLineNumbers(view) !== null);
      const { units } = segmentText(view, "artifact");
      expect(units.map(({ start, end }) => view.slice(start, end)).join("")).toBe(view);
      for (const { end } of units) expect(view.slice(0, end)).not.toMatch(/\n(?: {1,5}| {0,5}\d{1,6})$/);
    }),
  );
});
