// How much evidence survives: runs the engine in process over labelled cases and prints a table by suite.
//   node bench/quality.ts --data DIR [--budgets 0.1,0.25] [--suites a,b] [--limit N] [--label L] [--half even|odd]
//                         [--mismatch suite|other] [--json OUT] [--against EARLIER] [--cases OUT.jsonl]
// Figures as in docs/selection.md; must measure what the service would answer, so it calls the engine's own sentence.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Figures, summarise, table } from "./figures.ts";
import { labelledOptions, labelledRun } from "./labelled-run.ts";
import { runCases } from "./workers.ts";

const { values } = parseArgs({
  options: {
    ...labelledOptions,
    budgets: { type: "string", default: "0.1,0.25" },
    mismatch: { type: "string" },
    json: { type: "string" },
    against: { type: "string" },
    cases: { type: "string" },
  },
});

const run = labelledRun(values);
const rows = await runCases({
  ...run,
  mismatch: values.mismatch ?? null,
  budgets: values.budgets.split(",").map(Number),
  points: [run.point],
  judged: false,
});
const figures = summarise(rows);
const before: Figures[] = values.against === undefined ? [] : JSON.parse(readFileSync(values.against, "utf8"));
process.stdout.write(`${table(figures, before)}\n`);
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(figures, null, 1));
if (values.cases !== undefined) writeFileSync(values.cases, rows.map((row) => JSON.stringify(row)).join("\n"));
