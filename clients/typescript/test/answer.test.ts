// Answers beyond the table of behaviours: a field of each type in each place, and what verification adds and keeps.
import { describe, expect, test } from "vitest";
import { verifiedAnswer } from "../src/answer.ts";
import { leastAnswer } from "./faulty-server.ts";

describe("an answer", () => {
  test("with the required fields alone gets the defaults of the others", () => {
    expect(verifiedAnswer(leastAnswer, "r-1")).toMatchObject({
      ...leastAnswer,
      ...{ selected: [], gate: null, safety: null, format_metrics: {}, attempted_budget_tokens: [], budget_tokens: 0 },
    });
  });

  test("with unknown fields keeps them", () => {
    const gate = { engaged: true, reason: "escalate:later", signals: { a: 1 }, outcome: "escalate" };
    const selected = [{ record_id: "a", reason: "new_reason", kind: "new_kind" }];
    const answer = verifiedAnswer({ ...leastAnswer, gate, selected, usage: { tokens: 3 } }, "r-1");
    expect(answer).toMatchObject({ gate, usage: { tokens: 3 } });
    expect(answer.selected[0]).toMatchObject({ reason: "new_reason", excerpt: "", spans: [], title: null });
  });

  test.each<[string, unknown]>([
    ["answer.selected[0]", { selected: [null] }],
    ["answer.safety.evidence_terms.*", { safety: { evidence_terms: { found: "term" } } }],
    ["answer.gate.signals", { gate: { signals: "none" } }],
    ["answer.attempted_budget_tokens[1]", { attempted_budget_tokens: [1, "2"] }],
  ])("with another type in %s is rejected", (field, changes) => {
    const read = () => verifiedAnswer(Object.assign({ ...leastAnswer }, changes), "r-1");
    expect(read).toThrow(expect.objectContaining({ kind: "malformed_answer" }));
    expect(read).toThrow(`${field} is`);
  });
});
