// `winnow eval DIR`: what selection would do to one's own traffic, without a server, a key or a model.
import { writeFile } from "node:fs/promises";
import { Command, InvalidArgumentError } from "commander";
import { errorCode } from "../config/error-code.ts";
import { plainStage } from "../engine/select.ts";
import { casesIn, type ProbeCase, probeFiles } from "../evaluation/cases.ts";
import { probeJson } from "../evaluation/json.ts";
import { probeReport } from "../evaluation/page.ts";
import { type ProbeRow, probe, probeRow, type Unread } from "../evaluation/summary.ts";
import { readRequest, selectLocally } from "../local/selection.ts";
import { isFields } from "../protocols/json/violation.ts";
import { insightInto } from "../report/insight.ts";
import { countTokens } from "../text/tokens.ts";
import { probeTable } from "./evaluation-table.ts";
import { ensureWritable, requestProblem } from "./files.ts";

/** A number of tokens, or a share of what each request holds. */
type BudgetRule = { readonly tokens: number } | { readonly share: number };

interface EvalOptions {
  readonly budget?: BudgetRule;
  readonly operatingPoint?: string;
  readonly json?: string;
  readonly html?: string;
}

/** For a request that was logged without its budget. */
const BUDGET_DEFAULT: BudgetRule = { share: 0.25 };

export function evalCommand(): Command {
  return new Command("eval")
    .description(
      "run the engine on a folder of requests or message logs and report what it would save, keep and leave out",
    )
    .argument("<dir>", "a folder, or one file: *.json, *.jsonl, *.ndjson, each also gzipped")
    .option(
      "--budget <budget>",
      "tokens (2000) or a share of each request (25%), instead of the files'; 25% where a file has none",
      budgetRule,
    )
    .option("--operating-point <label>", "operating point, instead of the files'")
    .option("--json <out>", "also write every figure as JSON")
    .option("--html <out>", "also write a report to look at: one self-contained page")
    .action(run);
}

async function run(path: string, options: EvalOptions): Promise<void> {
  const files = await filesAt(path);
  for (const out of [options.json, options.html]) if (out !== undefined) await ensureWritable(out);
  const rows: ProbeRow[] = [];
  const unread: Unread[] = [];
  const showProgress = progress(files.length);
  for (const [index, file] of files.entries()) {
    for await (const one of casesIn(file, path)) {
      if ("unread" in one) unread.push(one.unread);
      else await answered(one.found, options, rows, unread);
      showProgress(index, rows.length);
    }
  }
  showProgress(files.length, rows.length);
  const result = probe(rows, unread);
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(probeJson(result), null, 2)}\n`);
  if (options.html !== undefined) await writeFile(options.html, probeReport(result));
  if (rows.length + unread.length > 0) process.stdout.write(probeTable(result));
  if (rows.length === 0) throw new Error(`${path} holds no request that could be answered`);
}

async function filesAt(path: string): Promise<readonly string[]> {
  try {
    return await probeFiles(path);
  } catch (error) {
    throw new Error(`${path} cannot be read: ${errorCode(error)}`);
  }
}

/** A request that is wrong is named and passed over: one bad line must not end a long run. */
async function answered(
  { name, place, group, gold, request: value }: ProbeCase,
  { budget, operatingPoint }: EvalOptions,
  rows: ProbeRow[],
  unread: Unread[],
): Promise<void> {
  try {
    const rule = budget ?? (hasBudget(value) ? null : BUDGET_DEFAULT);
    const tokens = rule === null ? {} : { budget: tokensUnder(rule, value) };
    const point = operatingPoint === undefined ? {} : { operatingPoint };
    const read = readRequest(value, { ...tokens, ...point, detailed: true });
    if ("failure" in read) {
      unread.push({ place, problem: requestProblem(read.failure) });
      return;
    }
    const request = read.message;
    const response = await selectLocally(request);
    rows.push(probeRow({ name, group, gold }, request, response, await insightInto(request, response, plainStage)));
  } catch (error) {
    unread.push({ place, problem: error instanceof Error ? error.message : String(error) });
  }
}

function hasBudget(value: unknown): boolean {
  return isFields(value) && isFields(value.budget) && value.budget.max_context_tokens !== undefined;
}

function tokensUnder(rule: BudgetRule, value: unknown): number {
  if ("tokens" in rule) return rule.tokens;
  const records = isFields(value) && Array.isArray(value.records) ? value.records : [];
  const texts = records.map((record) => (isFields(record) && typeof record.text === "string" ? record.text : ""));
  return Math.ceil(rule.share * texts.reduce((sum, text) => sum + countTokens(text), 0));
}

function budgetRule(given: string): BudgetRule {
  if (/^\d{1,9}$/.test(given)) return { tokens: Number(given) };
  const share = Number(/^(\d{1,2}(?:\.\d{1,3})?)%$/.exec(given)?.[1] ?? Number.NaN);
  if (share > 0) return { share: share / 100 };
  throw new InvalidArgumentError("must be a number of tokens, or a share such as 25%");
}

/** Milliseconds between two lines of progress. */
const PROGRESS_EVERY_MS = 100;

/** A line that replaces itself, where standard error is a terminal. */
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
