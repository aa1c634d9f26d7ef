// What `make compare` measures on a labelled case, and the pages that show its table.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { PYTHON_PACKAGES } from "../../bench/compare/python-peers.ts";
import { runBaseline } from "../../bench/compare/run-baseline.ts";
import manifest from "../../package.json" with { type: "json" };
import { baselines } from "../../src/evaluation/baselines.ts";

const records = [
  { title: "harbour", text: "the crane was inspected" },
  { title: null, text: "nothing about it" },
  { title: null, text: "the harbour crane of the harbour" },
  { title: null, text: "a crane" },
];

test("a labelled case is measured as for the engine", () => {
  const whole = records.map(({ title, text }) => {
    const rest = { source: null, stepId: null, importance: 0, keywords: [], tags: [], attributes: {} };
    return { title, text, kind: "tool_result" as const, ...rest };
  });
  const task = { prompt: "harbour crane", toolName: null, keywords: [], tags: [], stepId: null };
  const asked = { ...task, outputMode: null, outputTokenBudget: null };
  const evidence = ["the crane was", "of the harbour"];
  const one = { id: "c", suite: "s", tokens: 20, records: whole, task: asked, evidence, gold: null, answers: [] };
  const rank = baselines["MiniSearch over whole records"] ?? expect.fail();
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
  expect(methods).toEqual([
    "what picks the context",
    ...Object.keys(baselines),
    expect.any(String),
    expect.any(String),
  ]);
  const stated = (name: string, version: string) => page?.includes(`\`${name}\` ${version}`);
  expect(stated("minisearch", manifest.dependencies.minisearch)).toBe(true);
  const python = PYTHON_PACKAGES.map((one) => one.split("==")).filter(([name]) => name !== "langchain-text-splitters");
  expect(python.filter(([name = "", version = ""]) => !stated(name, version))).toEqual([]);
});
