// Spreads labelled cases over worker threads: thread w takes every case whose index has the remainder w. Rows do not
// depend on the number of workers.
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { type OperatingPoint, plainStage } from "../src/engine/select.ts";
import { baselines } from "../src/evaluation/baselines.ts";
import { type Case, caseFiles, readCases } from "./cases.ts";
import { runBaseline } from "./compare/run-baseline.ts";
import { type Choice, chosenOf } from "./labelled-run.ts";
import { type PointRow, runCase } from "./run-case.ts";
import { inTemplate } from "./templates.ts";
import { withoutLabels, wrapped } from "./wrappers.ts";

export interface Run extends Choice {
  readonly data: readonly string[];
  /** `suite`: the task of another case of the suite; `other`: of another suite; null: its own. */
  readonly mismatch: string | null;
  /** How the records are wrapped: see wrappers.ts. Absent for not at all. */
  readonly wrap?: string | undefined;
  /** The template around each prompt: see templates.ts. Absent for none. */
  readonly template?: string | undefined;
  /** Labels of records to leave out: see wrappers.ts. Absent for none. */
  readonly without?: readonly string[] | undefined;
  readonly budgets: readonly number[];
  readonly points: readonly OperatingPoint[];
  /** Whether the coverage verdict is computed, too. */
  readonly judged: boolean;
  /** Whether the baselines run on each case as well. */
  readonly baselines: boolean;
  readonly workers: number;
}

interface Share {
  readonly run: Run;
  readonly index: number;
}

export async function runCases(run: Run): Promise<readonly PointRow[]> {
  const shares = Array.from({ length: run.workers }, (_, index) => runInWorker({ run, index }));
  return (await Promise.all(shares)).flat();
}

function runInWorker(share: Share): Promise<readonly PointRow[]> {
  return new Promise((done, fail) => {
    const rows: PointRow[] = [];
    const worker = new Worker(new URL(import.meta.url), { workerData: share });
    worker.on("message", (found: readonly PointRow[]) => {
      for (const row of found) rows.push(row);
    });
    worker.on("error", fail);
    worker.on("exit", () => done(rows));
  });
}

/** Cases of each suite whose tasks are combined with the records of others. */
const CASES_PER_SUITE = 20;

/** A case of another suite, in turns. */
function otherCase(otherSuites: readonly Case[], one: Case, at: number): Case | undefined {
  const others = otherSuites.filter(({ suite }) => suite !== one.suite);
  return others[(at * (CASES_PER_SUITE + 1)) % others.length];
}

/** The case itself, or for a mismatch within the suite the case half of it further on. */
function askerIn(cases: readonly Case[], at: number, mismatch: string | null): Case | undefined {
  return cases[mismatch === "suite" ? (at + Math.ceil(cases.length / 2)) % cases.length : at];
}

async function work({ run, index }: Share): Promise<void> {
  const files = run.data.flatMap(caseFiles);
  const otherSuites =
    run.mismatch === "other" ? files.flatMap((file) => readCases(file).slice(0, CASES_PER_SUITE)) : [];
  let count = 0;
  for (const file of files) {
    const cases = readCases(file).slice(0, run.limit ?? Number.POSITIVE_INFINITY);
    for (const [at, one] of chosenOf(cases, run)) {
      const mine = count % run.workers === index;
      count += 1;
      if (!mine) continue;
      const asker = run.mismatch === "other" ? otherCase(otherSuites, one, at) : askerIn(cases, at, run.mismatch);
      const trial = { budgets: run.budgets, task: inTemplate((asker ?? one).task, run.template), judged: run.judged };
      const rows = await runCase(
        withoutLabels(wrapped(one, run.wrap), run.without ?? []),
        run.points,
        trial,
        plainStage,
      );
      const peers = run.baselines ? Object.entries(baselines) : [];
      parentPort?.postMessage([...rows, ...peers.flatMap(([name, rank]) => runBaseline(one, name, rank, trial))]);
    }
  }
}

if (!isMainThread) await work(workerData);
