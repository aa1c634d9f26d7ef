import { expect, test } from "vitest";
import { representativeJson } from "../../src/workers/representative-requests.ts";

test.each([3_000, 12_000, 300_000])("a request of %i characters has about that many, from its seed", (chars) => {
  const body = representativeJson(7, chars);
  const { records }: { readonly records: readonly { readonly text: string }[] } = JSON.parse(body.toString());
  const length = records.reduce((sum, { text }) => sum + text.length, 0);
  expect(length).toBeGreaterThan(0.8 * chars);
  expect(length).toBeLessThan(1.2 * chars);
  expect(representativeJson(7, chars)).toEqual(body);
  expect(representativeJson(8, chars)).not.toEqual(body);
});
