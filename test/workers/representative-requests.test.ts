import { expect, test } from "vitest";
import { TYPES } from "../../src/engine/content-types.ts";
import { segmentText } from "../../src/engine/segment.ts";
import { createRepresentativeRequests } from "../../src/workers/representative-requests.ts";
import { representativeTexts } from "../../src/workers/representative-texts.ts";

const { json, frame } = createRepresentativeRequests();

test.each([3_000, 12_000, 300_000])("a request of %i characters has about that many, from its seed", (chars) => {
  const body = json(7, chars);
  const { records }: { readonly records: readonly { readonly text: string }[] } = JSON.parse(body.toString());
  const length = records.reduce((sum, { text }) => sum + text.length, 0);
  expect(length).toBeGreaterThan(0.8 * chars);
  expect(length).toBeLessThan(1.2 * chars);
  expect(createRepresentativeRequests().json(7, chars)).toEqual(body);
  expect(json(8, chars)).not.toEqual(body);
});

test("the texts are of every content type", () => {
  const names = new Set(representativeTexts.map((text) => segmentText(text, "tool_result").type.name));
  expect([...names].sort()).toEqual(Object.keys(TYPES).sort());
});

test("the body of a gRPC call is one uncompressed frame", () => {
  const body = frame(json(1, 3_000));
  expect(body[0]).toBe(0);
  expect(body.readUInt32BE(1)).toBe(body.length - 5);
});
