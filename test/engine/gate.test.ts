import { describe, expect, test } from "vitest";
import { queryOverlap } from "../../src/engine/coverage/query-overlap.ts";
import { GATE_REASONS, judge } from "../../src/engine/gate.ts";
import { score } from "../../src/engine/score.ts";
import { analysed, background, point, record, task } from "./request.ts";

const verdict = (...request: Parameters<typeof analysed>) => {
  const of = analysed(...request);
  return judge(of, score(of, point.score), point.gate);
};

describe("the gate", () => {
  test.each([
    ["one place holds what is asked", "ferries to the island in winter", true, "engage:needle"],
    ["several places hold parts of it", "violin committee flour fireworks copper", true, "engage:spread"],
    [
      "the records are about something else",
      "quantum chromodynamics lattice simulation budget in river",
      false,
      "standdown:high_drift",
    ],
    ["no word is there", "quantum chromodynamics", false, "standdown:high_drift"],
    ["the task has no words", "?!", false, "standdown:no_searchable_terms"],
    ["the task is grammar only", "what is it, and why?", false, "standdown:no_searchable_terms"],
  ])("%s", (_, prompt, engaged, reason) => {
    const found = verdict(background, prompt);
    expect([found.engaged, found.reason]).toEqual([engaged, reason]);
    expect(GATE_REASONS).toContain(found.reason);
    expect(Object.values(found.signals).every(Number.isFinite)).toBe(true);
  });
});

describe("overlap", () => {
  const asked = (records: Parameters<typeof analysed>[0], prompt: string) =>
    queryOverlap(analysed(records, prompt)).queryWeight;

  test("leaves out words to the assistant that stand nowhere, and counts those that do", () => {
    const withQuery = [...background, record("The query is slow.")];
    expect(asked(withQuery, "Write the query for the violin")).toBe(asked(withQuery, "query violin"));
    expect(asked(background, "Write the query for the violin")).toBe(asked(background, "violin"));
  });
  test("does not hold values against a catalogue of tools", () => {
    const tools = background.map(({ text }) => record(text, { kind: "tool_schema" }));
    const prompt = "the violin of Rivermist 83214";
    expect(asked(tools, prompt)).toBe(asked(tools, "the violin"));
    expect(asked(background, prompt)).toBeGreaterThan(asked(background, "the violin"));
  });
  test("counts words of labels as held", () => {
    const overlap = queryOverlap(analysed([record("text", { title: "violin" })], task("violin")));
    expect(overlap.matched).toBe(overlap.queryWeight);
    expect(overlap.inBestBlock).toBe(0);
  });
  test("a pair weighs as its lighter word", () => {
    const weight = (word: string) => queryOverlap(analysed([record("text")], word)).queryWeight;
    const { pairs } = queryOverlap(analysed([record("the new violin")], "new violin"));
    expect(pairs).toBe(weight("new"));
    expect(pairs).toBeLessThan(weight("violin"));
  });
  test("one unusual word overlaps more than two that everybody uses", () => {
    const matched = (prompt: string) => queryOverlap(analysed([record("the new time of the violin")], prompt)).matched;
    expect(matched("violin drought")).toBeGreaterThan(matched("new time"));
  });
});
