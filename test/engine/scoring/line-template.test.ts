import fc from "fast-check";
import { expect, test } from "vitest";
import { templateOf } from "../../../src/engine/scoring/line-template.ts";

/** For each line the first with the same template. */
function numbers(lines: readonly string[]): number[] {
  const templates = lines.map((line) => templateOf(line, 0, line.length));
  return templates.map((template) => templates.indexOf(template));
}

test("lines that differ in numbers, times and addresses have one template", () => {
  expect(
    numbers([
      "2024-01-02 10:11:12 INFO took 12 ms at 0xdeadbeef7",
      "2025-11-30 01:02:03 INFO took 9 ms at 0x1",
      "2025-11-30 01:02:03 WARN took 9 ms at 0x1",
    ]),
  ).toEqual([0, 0, 2]);
});

test("a line of basic Latin has the template that any other line of the same letters has", () => {
  const line = fc.string({ unit: fc.constantFrom(..."abfgxyzABZ019_-: .=["), maxLength: 40 });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      // One letter beyond basic Latin at the end sends a line the slower way.
      expect(numbers(lines.map((one) => `${one} y`))).toEqual(numbers(lines.map((one) => `${one} é`)));
    }),
  );
});
