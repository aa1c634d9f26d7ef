import fc from "fast-check";
import { expect, test } from "vitest";
import { lineWindow, openOn, templateOf } from "../../../src/engine/scoring/rare-events.ts";

/** For each line, the first line with the same template. */
function numbers(lines: readonly string[]): number[] {
  const window = lineWindow();
  const templates = lines.map((line) => {
    openOn(window, line);
    return templateOf(window, 0, line.length);
  });
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

test("the fast path for basic Latin gives the same template as the general one", () => {
  const line = fc.string({ unit: fc.constantFrom(..."abfgxyzABZ019_-: .=["), maxLength: 40 });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      // A letter beyond basic Latin at the end forces the general path.
      expect(numbers(lines.map((one) => `${one} y`))).toEqual(numbers(lines.map((one) => `${one} é`)));
    }),
  );
});

test("a line's template does not depend on its place in a long text", () => {
  const line = "2024-01-02 10:11:12 INFO took 12 ms at 0xdeadbeef7\n";
  const window = lineWindow();
  openOn(window, line.repeat(1_000));
  const templates = Array.from({ length: 1_000 }, (_, at) =>
    templateOf(window, at * line.length, (at + 1) * line.length),
  );
  expect(new Set(templates).size).toBe(1);
});
