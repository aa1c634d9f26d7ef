// The laws every cut obeys, on any text: units partition it, never split a character, point backwards, and repeat exactly.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RecordKind, Unit } from "../../src/engine/model.ts";
import { segmentText } from "../../src/engine/segment.ts";

const KINDS: readonly RecordKind[] = ["user_input", "tool_result", "artifact", "external_data"];

/** Every law broken by these units of this text, in words. */
function brokenLaws(text: string, units: readonly Unit[]): string[] {
  const broken: string[] = [];
  let at = 0;
  let block = 0;
  for (const [index, unit] of units.entries()) {
    const name = `unit ${index} [${unit.start}, ${unit.end})`;
    if (unit.start !== at || unit.end <= unit.start) broken.push(`${name} does not follow ${at}`);
    if (unit.head < -1 || unit.head >= index) broken.push(`${name} has head ${unit.head}`);
    if (unit.block !== block && unit.block !== block + 1)
      broken.push(`${name} has block ${unit.block} behind ${block}`);
    if (!Number.isInteger(unit.count) || unit.count < 0) broken.push(`${name} counts ${unit.count}`);
    if (/^[\uDC00-\uDFFF]/.test(text.slice(unit.start)) && /[\uD800-\uDBFF]$/.test(text.slice(0, unit.start))) {
      broken.push(`${name} splits a surrogate pair`);
    }
    at = unit.end;
    block = unit.block;
  }
  if (at !== text.length) broken.push(`the last unit ends at ${at} of ${text.length}`);
  return broken;
}

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 2000 }),
  fc.json({ maxDepth: 6 }),
  fc.array(fc.string({ maxLength: 200 }), { maxLength: 60 }).map((lines) => lines.join("\n")),
);

describe("segmentText", () => {
  it("partitions any text into lawful units", () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...KINDS), (text, kind) => {
        expect(brokenLaws(text, segmentText(text, kind).units)).toEqual([]);
      }),
    );
  });

  it("cuts the same text the same way twice", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(segmentText(text, "tool_result")).toEqual(segmentText(text, "tool_result"));
      }),
    );
  });
});
