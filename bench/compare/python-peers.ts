// The peers that are written in Python. They run in their own virtual environment and rank chunks. The budget is
// filled here, as for every other baseline. Needs Python and its package index.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { fillBudgets, ranking } from "../../src/evaluation/baselines.ts";
import { countTokens } from "../../src/text/tokens.ts";
import type { Case } from "../cases.ts";
import { maxTokensOf, type PointRow } from "../run-case.ts";
import { baselineRow } from "./run-baseline.ts";

export const PYTHON_PACKAGES = [
  "langchain-community==0.4.2",
  "langchain-text-splitters==1.1.3",
  "rank-bm25==0.2.2",
  "llama-index-retrievers-bm25==0.8.0",
];

interface Ranked {
  readonly key: number;
  readonly peer: string;
  readonly chunks: readonly string[];
}

/**
 * @param processes the number of processes that share the cases
 * @returns a row for each case, peer and budget
 */
export async function runPythonPeers(
  cases: readonly Case[],
  budgets: readonly number[],
  processes: number,
): Promise<readonly PointRow[]> {
  const python = installed(fileURLToPath(new URL("../../var/compare", import.meta.url)));
  const shares = Array.from({ length: processes }, (_, index) => cases.filter((_, at) => at % processes === index));
  return (await Promise.all(shares.map((share) => runShare(python, share, budgets)))).flat();
}

async function runShare(
  python: string,
  cases: readonly Case[],
  budgets: readonly number[],
): Promise<readonly PointRow[]> {
  const child = spawn(python, ["-W", "ignore", fileURLToPath(new URL("peers.py", import.meta.url))], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  child.stdin.end(
    cases
      .map(({ records, task }, key) => JSON.stringify({ key, prompt: task.prompt, records: records.map(searched) }))
      .join("\n"),
  );
  const rows: PointRow[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const { key, peer, chunks }: Ranked = JSON.parse(line);
    const one = cases[key];
    if (one === undefined) throw new Error(`${peer} answered case ${key}, which was not sent`);
    const fill = fillBudgets(ranking(chunks), countTokens);
    for (const budget of budgets) {
      const maxTokens = maxTokensOf(one, budget);
      rows.push(baselineRow(one, peer, budget, maxTokens, fill(maxTokens)));
    }
  }
  const [code] = await exit;
  if (code !== 0) throw new Error(`the Python peers ended with exit code ${code}`);
  return rows;
}

function searched({ title, text }: Case["records"][number]) {
  return { title, text };
}

/** Makes the virtual environment, once for each list of packages. @returns its interpreter */
function installed(folder: string): string {
  const python = join(folder, "bin/python");
  const record = join(folder, "installed");
  const wanted = PYTHON_PACKAGES.join("\n");
  if (existsSync(record) && readFileSync(record, "utf8") === wanted) return python;
  execFileSync("python3", ["-m", "venv", folder], { stdio: "inherit" });
  execFileSync(python, ["-m", "pip", "install", "--quiet", ...PYTHON_PACKAGES], { stdio: "inherit" });
  writeFileSync(record, wanted);
  return python;
}
