// The baselines are fair opponents: each takes its best pieces that fit, and none goes over the budget.
import { expect, test } from "vitest";
import { baselines, ranked } from "../../bench/compare/baselines.ts";
import { selectByHand } from "../../bench/compare/minisearch.ts";
import { runBaseline } from "../../bench/compare/run-baseline.ts";

const records = [
  { title: "harbour", text: "the crane was inspected" },
  { title: null, text: "nothing about it" },
  { title: null, text: "the harbour crane of the harbour" },
  { title: null, text: "a crane" },
];

test("the best records that fit, in order of arrival", () => {
  const tokens = [5, 1, 50, 2];
  expect(selectByHand(records, "harbour crane", 100, (at) => tokens[at] ?? 0)).toEqual([0, 2, 3]);
  expect(selectByHand(records, "harbour crane", 10, (at) => tokens[at] ?? 0)).toEqual([0, 3]);
});

test("only records that match are counted", () => {
  const counted: number[] = [];
  selectByHand(records, "crane", 100, (at) => counted.push(at));
  expect(counted.toSorted()).toEqual([0, 2, 3]);
});

const whole = records.map(({ title, text }) => {
  const rest = { source: null, stepId: null, importance: 0, keywords: [], tags: [], attributes: {} };
  return { title, text, kind: "tool_result" as const, ...rest };
});
const words = (text: string) => text.split(/\s+/).length;

test.each(Object.entries(baselines))("%s stays within the budget and keeps the order of arrival", (_name, select) => {
  for (const maxTokens of [0, 3, 8, 100]) {
    const text = select({ records: whole, prompt: "harbour crane", maxTokens, count: words });
    const lines = text.split("\n").filter((line) => line !== "");
    expect(lines.reduce((sum, line) => sum + words(line) + 1, 0)).toBeLessThanOrEqual(maxTokens);
    const places = lines.map((line) => whole.findIndex((record) => record.text === line));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
});

test("BM25 ranks the text first that holds more of the rarer words", () => {
  expect(ranked(["the crane", "a harbour crane", "a crane at sea"], "harbour crane")[0]).toBe(1);
  expect(ranked(["crane", "crane"], "crane")).toEqual([0, 1]);
});

test("a labelled case is measured as the engine's are", () => {
  const task = { prompt: "harbour crane", toolName: null, keywords: [], tags: [], stepId: null };
  const asked = { ...task, outputMode: null, outputTokenBudget: null };
  const evidence = ["the crane was", "of the harbour"];
  const one = {
    id: "c",
    suite: "s",
    tokens: 20,
    records: whole,
    task: asked,
    evidence,
    gold: null,
    answers: [],
  };
  const select = baselines["MiniSearch over whole records"] ?? expect.fail();
  const rows = runBaseline(one, "MiniSearch", select, { budgets: [100, 5], task: asked, judged: false });
  expect(rows.map(({ evidence: share, all, over }) => ({ share, all, over }))).toEqual([
    { share: 1, all: 1, over: 0 },
    { share: 0.5, all: 0, over: 0 },
  ]);
});
