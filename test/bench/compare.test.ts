// What `make compare` adds to the baselines: MiniSearch, and the figures of a labelled case.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { selectByHand } from "../../bench/compare/minisearch.ts";
import { PYTHON_PACKAGES } from "../../bench/compare/python-peers.ts";
import { compared, runBaseline } from "../../bench/compare/run-baseline.ts";
import manifest from "../../package.json" with { type: "json" };

const records = [
  { title: "harbour", text: "the crane was inspected" },
  { title: null, text: "nothing about it" },
  { title: null, text: "the harbour crane of the harbour" },
  { title: null, text: "a crane" },
];

test("MiniSearch returns the best records that fit, in arrival order", () => {
  const tokens = [5, 1, 50, 2];
  expect(selectByHand(records, "harbour crane", 100, (at) => tokens[at] ?? 0)).toEqual([0, 2, 3]);
  expect(selectByHand(records, "harbour crane", 10, (at) => tokens[at] ?? 0)).toEqual([0, 3]);
});

test("only records that match are counted", () => {
  const counted: number[] = [];
  selectByHand(records, "crane", 100, (at) => counted.push(at));
  expect(counted.toSorted()).toEqual([0, 2, 3]);
});

test("a labelled case is measured as for the engine", () => {
  const whole = records.map(({ title, text }) => {
    const rest = { source: null, stepId: null, importance: 0, keywords: [], tags: [], attributes: {} };
    return { title, text, kind: "tool_result" as const, ...rest };
  });
  const task = { prompt: "harbour crane", toolName: null, keywords: [], tags: [], stepId: null };
  const asked = { ...task, outputMode: null, outputTokenBudget: null };
  const evidence = ["the crane was", "of the harbour"];
  const one = { id: "c", suite: "s", tokens: 20, records: whole, task: asked, evidence, gold: null, answers: [] };
  const rank = compared["MiniSearch over whole records"] ?? expect.fail();
  const rows = runBaseline(one, "MiniSearch", rank, { budgets: [100, 5], task: asked, judged: false });
  expect(rows.map(({ evidence: share, all, over }) => ({ share, all, over }))).toEqual([
    { share: 1, all: 1, over: 0 },
    { share: 0.5, all: 0, over: 0 },
  ]);
});

test("README and the comparison state one table, with every method and the versions of the packages", async () => {
  const [readme, page] = await Promise.all(
    ["README.md", "docs/comparison.md"].map((name) => readFile(new URL(`../../${name}`, import.meta.url), "utf8")),
  );
  const tableOf = (text = "") => /\| what picks the context[\s\S]*?\n(?!\|)/.exec(text)?.[0].trim() ?? "";
  expect(tableOf(readme)).toBe(tableOf(page));
  const methods = [...tableOf(page).matchAll(/^\| ([^|*-]+) \|/gm)].map(([, method]) => method);
  expect(methods).toEqual(["what picks the context", ...Object.keys(compared), expect.any(String), expect.any(String)]);
  const stated = (name: string, version: string) => page?.includes(`\`${name}\` ${version}`);
  expect(stated("minisearch", manifest.devDependencies.minisearch)).toBe(true);
  const python = PYTHON_PACKAGES.map((one) => one.split("==")).filter(([name]) => name !== "langchain-text-splitters");
  expect(python.filter(([name = "", version = ""]) => !stated(name, version))).toEqual([]);
});
