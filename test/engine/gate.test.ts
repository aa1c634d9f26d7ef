import { describe, expect, test } from "vitest";
import { GATE_REASONS, judge } from "../../src/engine/gate.ts";
import { gripOf } from "../../src/engine/grip.ts";
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

describe("grip", () => {
  test("leaves out words to the assistant that stand nowhere, and counts those that do", () => {
    const grip = gripOf(analysed([...background, record("The query is slow.")], "Write the query for the violin"));
    expect(grip).toEqual({ terms: 2, held: 2, together: 1, pairs: 0 });
  });
  test("does not hold values against a catalogue of tools", () => {
    const tools = background.map(({ text }) => record(text, { kind: "tool_schema" }));
    const prompt = "the violin of Rivermist 83214";
    expect(gripOf(analysed(tools, prompt)).terms).toBe(1);
    expect(gripOf(analysed(background, prompt)).terms).toBe(3);
  });
  test("counts words of labels as held", () => {
    const grip = gripOf(analysed([record("text", { title: "violin" })], task("violin")));
    expect([grip.held, grip.together]).toEqual([1, 0]);
  });
});
