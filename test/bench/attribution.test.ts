// Which evidence counts as attributable to its record.
import { expect, test } from "vitest";
import { attributedOf } from "../../bench/attribution.ts";
import type { Case } from "../../bench/cases.ts";

const record = (title: string | null, text: string) => {
  const rest = { source: null, stepId: null, importance: 0, keywords: [], tags: [], attributes: {} };
  return { title, text, kind: "external_data" as const, ...rest };
};

function caseOf(...records: Case["records"]): Case {
  const task = { prompt: "", toolName: null, keywords: [], tags: [], stepId: null };
  return {
    id: "c",
    suite: "s",
    tokens: 10,
    records,
    task: { ...task, outputMode: null, outputTokenBudget: null },
    evidence: [],
    gold: null,
    answers: [],
  };
}

const three = caseOf(
  record("Oulu", "It freezes first."),
  record("Kemi", "It freezes next."),
  record("Vaasa", "Never."),
);

test.each([
  ["under its record's heading", "[Oulu]\nIt freezes first.", 1],
  ["in text that names its record", "Oulu is a port. It freezes first.", 1],
  ["under another record's heading", "[Kemi]\nIt freezes first.", 0],
  ["without any heading", "It freezes first.", 0],
  ["under the second of two headings", "[Kemi]\nIt freezes next.\n\n[Oulu]\nIt freezes first.", 1],
])("evidence %s", (_where, rendered, placed) => {
  expect(attributedOf(three, rendered, ["It freezes first."])).toBe(placed);
});

test("a title that half of the records share distinguishes nothing and is not required", () => {
  const shared = caseOf(record("row", "a 1"), record("row", "b 2"), record("Oulu", "c 3"));
  expect(attributedOf(shared, "a 1\nb 2", ["a 1", "b 2"])).toBe(2);
});

test("the only record needs no heading", () => {
  expect(attributedOf(caseOf(record("Oulu", "a 1")), "a 1", ["a 1"])).toBe(1);
});
