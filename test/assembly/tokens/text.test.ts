import fc from "fast-check";
import { expect, test } from "vitest";
import { buildParts } from "./parts.ts";
import { anyText } from "./pieces.ts";

const { bytes, exports, put } = buildParts();
const END_MARK = 0xff;
const units = exports.INPUT_UNITS.value;

function expectWritten(text: string): void {
  const { start, end } = put(text);
  expect(Buffer.compare(new TextEncoder().encode(text), bytes().subarray(start, end))).toBe(0);
  expect(bytes()[end]).toBe(END_MARK);
  expect(bytes().length).toBeGreaterThanOrEqual(end + 16);
}

test("a text becomes UTF-8, followed by the end mark and padding, regardless of earlier texts", () => {
  const times = fc.constantFrom(1, 3, 700, 20_000);
  fc.assert(
    fc.property(anyText, times, (part, count) => expectWritten(part.repeat(count))),
    { numRuns: 200 },
  );
});

test.each([
  ["a pair across the end of a part", `${"a".repeat(units - 1)}😀b`],
  ["half a pair at the end of a part", `${"a".repeat(units - 1)}\ud83d${"b".repeat(units)}`],
  ["the other half at the start of the next", `${"a".repeat(units)}\ude00`],
  ["a part of pairs only", "😀".repeat(units)],
  ["more first halves than a part holds", "\ud83d".repeat(units + 1)],
  ["a text with the other half of a pair at its end", "abcd\ude00"],
  ["half a pair as the last unit, where that other half followed", "abc\ud83d"],
  ["a text that ends before the half of the previous text", "abc"],
  ["every unit", Array.from({ length: 0x1_00_00 }, (_, unit) => String.fromCharCode(unit)).join("")],
  ["every character", Array.from({ length: 0x11_00 }, (_, page) => String.fromCodePoint(page << 8)).join("a")],
  ["more than the buffer had room for", "中".repeat(3_000_000)],
  ["nothing", ""],
])("%s is written as the platform's encoder writes it", (_case, text) => expectWritten(text));

test("units of one, two and three bytes are written in any order, including lone surrogates", () => {
  const pieces = ["a", "é", "中", "\ud83d", "\ude00"];
  const twos = pieces.flatMap((one) => pieces.map((other) => one + other));
  const texts = twos.flatMap((one) => twos.map((other) => one + other));
  for (const text of texts) expectWritten(`${text}bcde`);
  expectWritten(texts.join(""));
});
