// What each part of the engine contributes: runs the same labelled cases with one part switched off at a time. Prints
// how far each run is from the published operating point, in percentage points (evidence, all evidence), and the suites
// that change most.
import { parseArgs } from "node:util";
import type { OperatingPoint } from "../src/engine/select.ts";
import { commandLine, namesIn, numbersIn } from "./command-line.ts";
import { type Figures, mean, summarise } from "./figures.ts";
import { labelledRun, parallelOptions, parallelUsage } from "./labelled-run.ts";
import { type Setting, withSettings } from "./point-with.ts";
import { SWITCHES, type Switch } from "./switches.ts";
import { runCases } from "./workers.ts";

const usage = `make ablate DATA=DIR ARGS="[--budgets 0.1,0.25] [--only NAME,...] [--try PATH=VALUE;...]...
  ${parallelUsage}",
  where a name is that of a rule in docs/selection-rules.md, and a path is one of an operating point,
  as in score.feedback.blocks=0`;

const { run, budgets, chosen } = commandLine(usage, () => {
  const { values } = parseArgs({
    options: {
      ...parallelOptions,
      budgets: { type: "string", default: "0.1,0.25" },
      only: { type: "string" },
      try: { type: "string", multiple: true },
    },
  });
  const tried = values.try?.map((text) => ({ name: text, settings: parseSettings(text) }));
  const budgets = numbersIn("--budgets", values.budgets);
  return { run: labelledRun(values), budgets, chosen: tried ?? switchesNamed(values.only) };
});

/** Suites that change by fewer points are not listed. */
const MOVED_POINTS_MIN = 0.7;
const MOVED_SUITES_MAX = 7;

const { point } = run;
const points: OperatingPoint[] = [point];
for (const { name, settings } of chosen) points.push({ ...withSettings(point, settings), label: name });

const rows = await runCases({ ...run, mismatch: null, budgets, points, judged: false, baselines: false });
const published = summarise(rows.filter((row) => row.label === point.label));
for (const budget of budgets) print(point.label, budget, published, null);
for (const { name } of chosen) {
  const figures = summarise(rows.filter((row) => row.label === name));
  for (const budget of budgets) print(name, budget, figures, published);
}

function print(name: string, budget: number, figures: readonly Figures[], base: readonly Figures[] | null): void {
  const own = figures.filter((one) => one.budget === budget);
  const evidence = mean(own.map((one) => one.evidence));
  const all = mean(own.map((one) => one.all));
  if (base === null) {
    process.stdout.write(
      `${String(budget).padEnd(5)} evidence ${evidence.toFixed(4)} all ${all.toFixed(4)}  ${name}\n`,
    );
    return;
  }
  const before = base.filter((one) => one.budget === budget);
  const moved = own
    .map((one, at) => ({ suite: one.suite, by: (one.evidence - (before[at]?.evidence ?? 0)) * 100 }))
    .filter(({ by }) => Math.abs(by) >= MOVED_POINTS_MIN)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .slice(0, MOVED_SUITES_MAX)
    .map(({ suite, by }) => `${suite} ${by.toFixed(1)}`);
  const percentagePoints = (now: number, then: number): string => ((now - then) * 100).toFixed(2).padStart(7);
  const difference = percentagePoints(evidence, mean(before.map((one) => one.evidence)));
  const allDifference = percentagePoints(all, mean(before.map((one) => one.all)));
  process.stdout.write(`${String(budget).padEnd(5)} ${difference} ${allDifference}  ${name}   ${moved.join(", ")}\n`);
}

function switchesNamed(list: string | undefined): readonly Switch[] {
  if (list === undefined) return SWITCHES;
  const known = SWITCHES.map(({ name }) => name);
  const names = namesIn(list, known, "switch");
  return SWITCHES.filter(({ name }) => names.includes(name));
}

function parseSettings(text: string): readonly Setting[] {
  return text.split(";").map((one) => {
    const [path, value] = one.split("=");
    if (path === undefined || value === undefined) throw new Error(`setting ${one} is not of the form path=value`);
    return { path, value: JSON.parse(value) };
  });
}
