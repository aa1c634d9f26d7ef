// `winnow eval PATH…`: shows what selection would do to your own traffic. It needs no server, no key and no model.
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Command } from "commander";
import { caseFiles, casesIn } from "../evaluation/cases.ts";
import { createCurveSums } from "../evaluation/curve.ts";
import { evaluate } from "../evaluation/evaluate.ts";
import { createBilling, presets } from "../evaluation/money.ts";
import { evaluationPage, LISTED_MAX } from "../evaluation/page.ts";
import { evaluationJson, type Row, summary, type Unread } from "../evaluation/summary.ts";
import type { BudgetRule } from "../local/selection.ts";
import { errorCode } from "../thrown.ts";
import { budgetRule } from "./arguments.ts";
import { evaluationTable } from "./evaluation-table.ts";
import { ensureWritable, pricesIn } from "./files.ts";

interface EvalOptions {
  readonly task?: string;
  readonly budget?: BudgetRule;
  readonly operatingPoint?: string;
  readonly prices?: string;
  readonly json?: string;
  readonly html?: string;
}

const help = `
In a folder it reads *.json (one request), *.jsonl and *.ndjson (one per line), also gzipped. A request
is anything that \`winnow select\` takes, or a labelled case: {"request": ..., "gold": {"evidence": [...]}}.
Requests that cannot be read are named and skipped; the command fails only if none can be answered.`;

export function evalCommand(): Command {
  return new Command("eval")
    .description(
      "run the engine on a folder of requests or message logs and report what it would save, keep and leave out",
    )
    .argument("<paths...>", "folders and files with requests or conversations; - reads standard input")
    .option("--task <text>", "the task of every request; with it, any text file of a folder is one request")
    .option(
      "--budget <budget>",
      "tokens (2000) or a share of each request (25%), instead of the files'; 25% if a file has none",
      budgetRule,
    )
    .option("--operating-point <label>", "operating point to use instead of the files' own")
    .option("--prices <file>", "JSON with the prices of your models, instead of three providers' list prices")
    .option("--json <out>", "also write every figure as JSON")
    .option("--html <out>", "also write a page, and next to it a folder with the report of each request")
    .addHelpText("after", help)
    .action(run);
}

async function run(paths: readonly string[], options: EvalOptions): Promise<void> {
  const { task = "" } = options;
  const files = (await Promise.all(paths.map((path) => caseFiles(path, task !== "")))).flat();
  if (files.length === 0) throw new Error(`${paths.join(", ")}: expected *.json, *.jsonl or *.ndjson, also as .gz`);
  const prices = options.prices === undefined ? presets : await pricesIn(options.prices);
  for (const out of [options.json, options.html]) if (out !== undefined) await ensureWritable(out);
  const reports = options.html === undefined ? null : await reportFolder(options.html);
  const rows: Row[] = [];
  const unread: Unread[] = [];
  const curveSums = createCurveSums();
  const billing = createBilling(prices);
  const rules = { budget: options.budget ?? null, operatingPoint: options.operatingPoint ?? null };
  const showProgress = progress(files.length);
  for (const [index, file] of files.entries()) {
    for await (const one of casesIn(file, task)) {
      showProgress(index, rows.length);
      if ("unread" in one) {
        unread.push(one.unread);
        continue;
      }
      const evaluated = await evaluate(one.found, rules);
      if ("problem" in evaluated) {
        unread.push({ place: one.found.place, problem: evaluated.problem });
        continue;
      }
      const { row, curve, untrimmed, sent, report } = evaluated;
      if (reports !== null && rows.length < LISTED_MAX) await writeFile(reports.file(rows.length), report());
      rows.push(row);
      if (curve !== null) curveSums.add(curve);
      billing.add(untrimmed, sent);
    }
  }
  showProgress(files.length, rows.length);
  const result = summary(rows, unread, { curves: curveSums.curves(), money: billing.rows() });
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(evaluationJson(result), null, 2)}\n`);
  if (options.html !== undefined) await writeFile(options.html, evaluationPage(result, reports?.link ?? (() => null)));
  if (rows.length + unread.length > 0) process.stdout.write(evaluationTable(result));
  if (rows.length === 0) throw new Error(`no request in ${paths.join(", ")} could be answered`);
}

interface ReportFolder {
  /** The path to which the report of a row is written. */
  readonly file: (row: number) => string;
  /** The address of that report, relative to the page. */
  readonly link: (row: number) => string;
}

/** Creates the folder for the reports of a page: `eval-requests/` next to `eval.html`. */
async function reportFolder(page: string): Promise<ReportFolder> {
  const name = `${basename(page).replace(/\.html?$/i, "")}-requests`;
  const folder = join(dirname(page), name);
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new Error(`${folder} cannot be created: ${errorCode(error)}`);
  });
  const file = (row: number) => `${String(row + 1).padStart(4, "0")}.html`;
  return { file: (row) => join(folder, file(row)), link: (row) => `${encodeURIComponent(name)}/${file(row)}` };
}

/** Milliseconds between two lines of progress. */
const PROGRESS_EVERY_MS = 100;

/** A line that replaces itself, if standard error is a terminal. */
function progress(files: number): (file: number, requests: number) => void {
  if (process.stderr.isTTY !== true) return () => {};
  let shown = 0;
  return (file, requests) => {
    const now = performance.now();
    if (file < files && now - shown < PROGRESS_EVERY_MS) return;
    shown = now;
    const line = file < files ? `file ${file + 1} of ${files}, ${requests} requests` : "";
    process.stderr.write(`\r\u001b[K${line}`);
  };
}
