// Short texts are put by a loop and longer ones by a call: what lies in the memory is the same.
import { expect, test } from "vitest";
import { putUnits } from "../../src/text/put-units.ts";

test.each([0, 1, 63, 64, 65, 1_000])("%i units stand where they were put, and nothing beside them", (length) => {
  const memory = new ArrayBuffer(4_096);
  const units = new Uint16Array(memory);
  const text = "aé\ud83d\ude00漢\udc00".repeat(length).slice(0, length);
  putUnits(text, Buffer.from(memory), units, 7);
  expect(Array.from(units.subarray(7, 7 + length), (unit) => String.fromCharCode(unit)).join("")).toBe(text);
  expect(units.subarray(0, 7).every((unit) => unit === 0)).toBe(true);
  expect(units.subarray(7 + length).every((unit) => unit === 0)).toBe(true);
});
