// The baselines are fair: each takes its best pieces that fit, and none exceeds the budget.
import { expect, test } from "vitest";
import {
  baselines,
  fillBudgets,
  fitting,
  rankByBm25,
  rankByMiniSearch,
  ranking,
} from "../../src/evaluation/baselines.ts";

const rest = { source: null, stepId: null, importance: 0, keywords: [], tags: [], attributes: {} };
const records = [
  { title: "harbour", text: "the crane was inspected" },
  { title: null, text: "nothing about it" },
  { title: null, text: "the harbour crane of the harbour" },
  { title: null, text: "a crane" },
].map(({ title, text }) => ({ title, text, kind: "tool_result" as const, ...rest }));
const words = (text: string) => text.split(/\s+/).length;

test.each(Object.entries(baselines))("%s stays within the budget and keeps the order of arrival", (_name, rank) => {
  const fill = fillBudgets(rank(records, "harbour crane"), words);
  for (const maxContextTokens of [0, 3, 8, 100]) {
    const lines = fill(maxContextTokens)
      .split("\n")
      .filter((line) => line !== "");
    expect(lines.reduce((sum, line) => sum + words(line) + 1, 0)).toBeLessThanOrEqual(maxContextTokens);
    const places = lines.map((line) => records.findIndex((record) => record.text === line));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
});

test("the first and the newest records differ if not all fit", () => {
  const fill = (name: string) => fillBudgets(baselines[name]?.(records, "") ?? expect.fail(), words)(6);
  expect(fill("the first records that fit")).toBe("the crane was inspected");
  expect(fill("the newest records that fit")).toBe("a crane");
});

test("a piece that does not fit makes room for the next, and is counted once for all budgets", () => {
  const counted: string[] = [];
  const fill = fillBudgets(ranking(["long", "short", "tail"]), (text) => {
    counted.push(text);
    return text === "long" ? 9 : 1;
  });
  expect([fill(4), fill(12)]).toEqual(["short\ntail", "long\nshort"]);
  expect(counted).toEqual(["long", "short", "tail"]);
});

test("BM25 ranks the text with more of the rarer words first", () => {
  expect(rankByBm25(["the crane", "a harbour crane", "a crane at sea"], "harbour crane")[0]).toBe(1);
  expect(rankByBm25(["crane", "crane"], "crane")).toEqual([0, 1]);
});

test("MiniSearch ranks texts that share a word with the prompt, titles included", () => {
  expect(rankByMiniSearch(records, "harbour crane").toSorted()).toEqual([0, 2, 3]);
  expect(rankByMiniSearch(records, "harbour")).toEqual([2, 0]);
  expect(rankByMiniSearch(records, "zeppelin")).toEqual([]);
});

test("the best pieces that fit are in order of arrival", () => {
  const tokens = [5, 1, 50, 2];
  const chosen = (maxContextTokens: number) => fitting([2, 3, 0], maxContextTokens, (at) => tokens[at] ?? 0);
  expect([chosen(100), chosen(10), chosen(1)]).toEqual([[0, 2, 3], [0, 3], []]);
});
