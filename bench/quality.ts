// How much evidence selection keeps: runs the engine in process over labelled cases and prints a table by suite. The
// figures are those of docs/selection.md. It runs the engine's own stages, so it measures what the service would
// answer.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { checkName, commandLine, namesIn, numbersIn } from "./command-line.ts";
import { type Figures, summarise, table } from "./figures.ts";
import { labelledRun, parallelOptions, parallelUsage } from "./labelled-run.ts";
import { templateNames } from "./templates.ts";
import { runCases } from "./workers.ts";
import { labelNames, wrapperNames } from "./wrappers.ts";

const usage = `make quality DATA=DIR ARGS="[--budgets 0.1,0.25] [--mismatch suite|other]
  [--wrap ${wrapperNames.join("|")}] [--without ${labelNames.join(",")}]
  [--template ${templateNames.join("|")}] [--json OUT] [--against EARLIER.json] [--cases OUT.jsonl] ${parallelUsage}"`;

const { run, without, budgets, values } = commandLine(usage, () => {
  const { values } = parseArgs({
    options: {
      ...parallelOptions,
      budgets: { type: "string", default: "0.1,0.25" },
      mismatch: { type: "string" },
      wrap: { type: "string" },
      without: { type: "string" },
      template: { type: "string" },
      json: { type: "string" },
      against: { type: "string" },
      cases: { type: "string" },
    },
  });
  if (values.mismatch !== undefined) checkName(values.mismatch, ["suite", "other"], "mismatch");
  if (values.wrap !== undefined) checkName(values.wrap, wrapperNames, "wrapper");
  if (values.template !== undefined) checkName(values.template, templateNames, "template");
  const without = values.without === undefined ? [] : namesIn(values.without, labelNames, "label");
  return { run: labelledRun(values), without, budgets: numbersIn("--budgets", values.budgets), values };
});

const rows = await runCases({
  ...run,
  mismatch: values.mismatch ?? null,
  wrap: values.wrap,
  template: values.template,
  without,
  budgets,
  points: [run.point],
  judged: false,
  baselines: false,
});
const figures = summarise(rows);
const before: Figures[] = values.against === undefined ? [] : JSON.parse(readFileSync(values.against, "utf8"));
process.stdout.write(`${table(figures, before)}\n`);
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(figures, null, 1));
if (values.cases !== undefined) writeFileSync(values.cases, rows.map((row) => JSON.stringify(row)).join("\n"));
