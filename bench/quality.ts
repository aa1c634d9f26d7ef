// How much evidence survives: runs the engine in process over labelled cases and prints a table by suite.
//   node bench/quality.ts --data DIR [--budgets 0.1,0.25] [--suites a,b] [--limit N] [--label L] [--half even|odd]
//                         [--mismatch suite|other] [--json OUT] [--against EARLIER] [--cases OUT.jsonl]
// Figures as in docs/selection.md; must measure what the service would answer, so it calls the engine's own sentence.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { defaultLabel, findPoint } from "../src/points/published.ts";
import { type Figures, summarise, table } from "./figures.ts";
import { runCases } from "./workers.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", multiple: true },
    budgets: { type: "string", default: "0.1,0.25" },
    suites: { type: "string" },
    limit: { type: "string" },
    label: { type: "string", default: defaultLabel },
    half: { type: "string", default: "both" },
    mismatch: { type: "string" },
    workers: { type: "string", default: "2" },
    json: { type: "string" },
    against: { type: "string" },
    cases: { type: "string" },
  },
});

const point = findPoint(values.label);
if (point === null) throw new Error(`operating point ${values.label} is not published`);
if (values.data === undefined) throw new Error("--data is missing: a folder of labelled cases");

const rows = await runCases({
  data: values.data,
  suites: values.suites?.split(",") ?? null,
  limit: values.limit === undefined ? null : Number(values.limit),
  half: values.half,
  mismatch: values.mismatch ?? null,
  budgets: values.budgets.split(",").map(Number),
  points: [point],
  workers: Number(values.workers),
});
const figures = summarise(rows);
const before: Figures[] = values.against === undefined ? [] : JSON.parse(readFileSync(values.against, "utf8"));
process.stdout.write(`${table(figures, before)}\n`);
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(figures, null, 1));
if (values.cases !== undefined) writeFileSync(values.cases, rows.map((row) => JSON.stringify(row)).join("\n"));
