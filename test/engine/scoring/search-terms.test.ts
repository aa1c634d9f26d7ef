// The weights of the task's words: a common word weighs less in a long prompt, and in any task about definitions.
import { describe, expect, test } from "vitest";
import type { SourceRecord } from "../../../src/engine/model.ts";
import { taskTerms } from "../../../src/engine/scoring/search-terms.ts";
import { analysed, record } from "../request.ts";

const longPrompt = { commonWord: 0.1, earlyWord: 0.3, instructionWord: 0.15 };

/** The weight of each word of the prompt that the records hold, by its stem. */
function weightsOf(prompt: string, ...records: readonly SourceRecord[]): ReadonlyMap<string, number> {
  const of = analysed(records, prompt);
  const { terms, weights } = taskTerms(of, 1, longPrompt);
  return new Map(Array.from(terms, (term, slot) => [of.corpus.vocabulary.form(term), weights[slot] ?? 0]));
}

const description = "Gives one amount back to a card. Needs the chargeback.";
const tool = record(JSON.stringify({ name: "refund", description }), { kind: "tool_schema" });
const table = record(`CREATE TABLE refund (card_id INTEGER REFERENCES card (id)); -- ${description}`);
const page = record(description);

describe("a common word of a short task", () => {
  const prompt = "give one back, as a chargeback";
  test("weighs as much as a rare one among texts", () => {
    expect(new Set(weightsOf(prompt, page).values())).toEqual(new Set([1]));
  });
  test.each([
    ["a catalogue of tools", tool],
    ["definitions of tables", table],
  ])("weighs less than a rare one in %s", (_, definition) => {
    const weights = weightsOf(prompt, definition);
    expect(weights.get("back")).toBeLessThan(0.6);
    expect(weights.get("chargeback")).toBeGreaterThan(0.8);
  });
});

test("in a catalogue, the first word of a long task keeps its weight", () => {
  const story = Array.from({ length: 90 }, (_, at) => `word${at}`).join(" ");
  const of = (records: SourceRecord) => weightsOf(`chargeback ${story}`, records).get("chargeback") ?? 0;
  expect(of(tool)).toBeGreaterThan(0.8);
  expect(of(page)).toBeLessThan(0.5);
});
