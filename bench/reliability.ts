// How reliable the coverage verdict is, and what a ladder that follows it gains. Prints the strict verdict on unseen
// kinds, the best-fitting weights (for src/points), and tables for docs/selection.md. Each suite is judged by a model
// that never saw its kind of request. It runs the engine's own stages, so it measures what the service would answer.
import { parseArgs } from "node:util";
import { FEATURES } from "../src/engine/coverage/completeness.ts";
import { commandLine } from "./command-line.ts";
import { mean } from "./figures.ts";
import { labelledRun, parallelOptions, parallelUsage } from "./labelled-run.ts";
import { climbed, fixedAt, meansOf } from "./reliability/ladder-figures.ts";
import { areaUnderCurve, shareOf, squaredError } from "./reliability/reliability-figures.ts";
import { fitRows, judgedRows, type ScoredRow, scoreUnseen } from "./reliability/scored-row.ts";
import { runCases } from "./workers.ts";

const BUDGETS = [0.05, 0.1, 0.15, 0.25, 0.35, 0.5];
/** Evenly spread in cost. The other budgets only refine the curve of fixed budgets. */
const JUDGED_BUDGETS = [0.05, 0.1, 0.25, 0.5];
const BOUNDS = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1.01];
const LADDERS = [
  [0.1, 0.25],
  [0.05, 0.1, 0.25],
  [0.1, 0.25, 0.5],
];

const usage = `make reliability DATA=DIR ARGS="${parallelUsage}"`;
const run = commandLine(usage, () => labelledRun(parseArgs({ options: parallelOptions }).values));
const found = await runCases({
  ...run,
  mismatch: null,
  budgets: BUDGETS,
  points: [run.point],
  judged: true,
  baselines: false,
});
const { strictMin, lenientMin } = run.point.cover;
const isStrict = (row: ScoredRow): boolean => row.covered && row.probability >= strictMin;
const isLenient = (row: ScoredRow): boolean => row.probability >= lenientMin;

const judged = judgedRows(found);
const rows = scoreUnseen(judged);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** The budget of the headline figure. */
const HEADLINE_BUDGET = 0.25;

const atHeadline = rows.filter(({ budget }) => budget === HEADLINE_BUDGET);
const safeThere = atHeadline.filter(isStrict);
const complete = percent(shareOf(safeThere, isComplete));
print(
  `kinds left out, ${percent(HEADLINE_BUDGET)} of the tokens: ${complete} of the selections that are called ` +
    `safe (strict) hold all the evidence; ${percent(shareOf(atHeadline, isStrict))} are called safe`,
);

const { bias, weights } = fitRows(judged.filter(({ budget }) => JUDGED_BUDGETS.includes(budget)));
print(`fitted: bias ${bias.toFixed(2)} ${FEATURES.map((name, at) => `${name} ${weights[at]?.toFixed(2)}`).join(" ")}`);

print("\n| coverage_score | selections | hold all the evidence |\n|---|---|---|");
const weighed = rows.filter(({ budget }) => JUDGED_BUDGETS.includes(budget));
for (const [at, from] of BOUNDS.slice(0, -1).entries()) {
  const to = BOUNDS[at + 1] ?? 1;
  const isHere = ({ probability }: ScoredRow): boolean => probability >= from && probability < to;
  const name = `${from.toFixed(2)} to ${Math.min(to, 1).toFixed(2)}`;
  const complete = shareOf(weighed.filter(isHere), isComplete);
  print(`| ${name} | ${percent(shareOf(weighed, isHere))} | ${percent(complete)} |`);
}

const safe = ["strict", "lenient"].map((name) => `safe, ${name} | of these complete`).join(" | ");
print(`\n| budget | complete | AUC | within a suite | Brier | ${safe} |`);
print("|---|---|---|---|---|---|---|---|---|");
for (const budget of JUDGED_BUDGETS) {
  const own = rows.filter((row) => row.budget === budget);
  const cells = [percent(budget), percent(shareOf(own, isComplete))];
  cells.push(areaUnderCurve(own).toFixed(3), withinSuites(own).toFixed(3), squaredError(own).toFixed(3));
  for (const isSafe of [isStrict, isLenient]) {
    cells.push(percent(shareOf(own, isSafe)), percent(shareOf(own.filter(isSafe), isComplete)));
  }
  print(`| ${cells.join(" | ")} |`);
}

print("\n| ladder | verdict | mean tokens | evidence (fixed budget of that mean) | all evidence (fixed) |");
print("|---|---|---|---|---|");
const fixed = BUDGETS.map((budget) => meansOf(rows.filter((row) => row.budget === budget)));
for (const rungs of LADDERS) {
  for (const [name, isSafe] of [["lenient", isLenient] as const, ["strict", isStrict] as const]) {
    const { size, evidence, all } = meansOf(climbed(rows, rungs, isSafe));
    const same = fixedAt(size, fixed);
    const kept = `${evidence.toFixed(3)} (${same.evidence.toFixed(3)}) | ${all.toFixed(3)} (${same.all.toFixed(3)})`;
    print(`| ${rungs.map(percent).join(", ")} | ${name} | ${percent(size)} | ${kept} |`);
  }
}

function isComplete({ all }: ScoredRow): boolean {
  return all === 1;
}

/** The mean area over suites with both complete and incomplete selections. */
function withinSuites(own: readonly ScoredRow[]): number {
  const areas = [...Map.groupBy(own, ({ suite }) => suite).values()].map(areaUnderCurve);
  return mean(areas);
}
