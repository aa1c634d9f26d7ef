import { expect, test } from "vitest";
import { measureAll, plainStage } from "../../src/engine/select.ts";
import { sourceRecord } from "../../src/service/intake.ts";
import { meteredTokens, overInputTokens, overRecords, recordTokens } from "../../src/service/meter.ts";
import { countTokens } from "../../src/text/tokens.ts";
import { records, request, roomyTier } from "./calls.ts";

const texts = ["alpha beta gamma", " \n\t", "delta", "", "epsilon zeta"];
const mixed = request({ records: texts.map((text) => ({ text })) });
const everyText = texts.reduce((sum, text) => sum + countTokens(text), 0);

test("blank records count, though the engine leaves them out", async () => {
  const measured = await measureAll(mixed.records.map(sourceRecord), plainStage);
  expect(measured.map((record) => record.position)).toEqual([0, 2, 4]);
  expect(recordTokens(mixed, measured)).toBe(everyText);
});

test("the count stands when nothing was measured", () => {
  expect(recordTokens(mixed, [])).toBe(everyText);
});

test("the meter adds titles, the prompt and recent prompts, and nothing else", () => {
  const metered = request({
    records: [{ text: "alpha", title: "a title", source: "a source", keywords: ["word"], tags: ["tag"] }],
    task: { prompt: "the prompt", recentPrompts: ["one before", "and before that"], keywords: ["more"] },
  });
  const counted = ["a title", "the prompt", "one before", "and before that"];
  expect(meteredTokens(metered, 1)).toBe(1 + counted.reduce((sum, text) => sum + countTokens(text), 0));
});

test("a ceiling is reached, not passed", () => {
  const metered = meteredTokens(request(), 1_000);
  const tier = { ...roomyTier, maxRecords: records.length, maxInputTokens: metered };
  expect(overRecords(request(), tier)).toBeNull();
  expect(overInputTokens(metered, tier)).toBeNull();
});

test("one over a ceiling names the limit and what was measured", () => {
  const metered = meteredTokens(request(), 1_000);
  const tier = { ...roomyTier, maxRecords: records.length - 1, maxInputTokens: metered - 1 };
  expect(overRecords(request(), tier)).toMatchObject({ limitName: "records", limit: 19, observed: 20 });
  const heavy = { limitName: "input_tokens", limit: metered - 1, observed: metered };
  expect(overInputTokens(metered, tier)).toMatchObject(heavy);
});
