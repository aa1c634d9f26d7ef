// From measured records to an outcome: gate, budget or ladder, and whether the selection pays.
import type { Budget, Coverage, MeasuredRecord, Selection, Stage, Task, Verdict } from "../engine/model.ts";
import { coverage, type Prepared, prepare, release, selectWithin } from "../engine/select.ts";
import type { OperatingPoint } from "../points/operating-point.ts";
import { refusedPass } from "./gate-reasons.ts";
import { climb, type Ladder } from "./ladder.ts";
import type { SelectOutcome, Told } from "./outcome.ts";

export interface Asked {
  readonly measured: readonly MeasuredRecord[];
  readonly task: Task;
  readonly budget: Budget;
  /** null: a fixed budget. */
  readonly ladder: Ladder | null;
  readonly point: OperatingPoint;
}

interface Pass {
  readonly budgetTokens: number;
  readonly attempted: readonly number[];
  readonly selection: Selection;
  readonly coverage: Told | null;
}

export async function decide(asked: Asked, stage: Stage): Promise<SelectOutcome> {
  const prepared = await prepare(asked.measured, asked.task, asked.point, stage);
  try {
    return await outcomeOf(prepared, asked, stage);
  } finally {
    release(prepared);
  }
}

async function outcomeOf(prepared: Prepared, asked: Asked, stage: Stage): Promise<SelectOutcome> {
  const { measured, budget, ladder, point } = asked;
  const untried = { budgetTokens: budget.maxTokens, attempted: [], coverage: null };
  if (!prepared.verdict.engaged) {
    // An adaptive call always gets a coverage verdict: here on the whole context, which is what it gets.
    const whole = ladder === null ? null : told(await coverage(prepared, null, ladder.strict, point, stage));
    // Without records there is nothing for a gate to judge.
    const verdict = measured.length === 0 ? null : prepared.verdict;
    return standDown(verdict?.reason ?? "no_usable_records", verdict, { ...untried, coverage: whole });
  }
  const pass =
    ladder === null ? await fixedPass(prepared, asked, stage) : await ladderPass(prepared, asked, ladder, stage);
  const reason = refusalOf(pass, prepared, ladder);
  if (reason !== null) return { ...refused(prepared, pass, reason), ladderFailed: ladderFailed(pass, ladder) };
  return { ended: "select", verdict: prepared.verdict, ...pass };
}

async function fixedPass(prepared: Prepared, { budget, point }: Asked, stage: Stage): Promise<Pass> {
  const selection = await selectWithin(prepared, budget, point, stage);
  return { budgetTokens: budget.maxTokens, attempted: [], selection, coverage: null };
}

async function ladderPass(prepared: Prepared, asked: Asked, ladder: Ladder, stage: Stage): Promise<Pass> {
  const { attempted, best } = await climb(prepared, ladder, asked.budget, asked.point, stage);
  return { budgetTokens: best.tokens, attempted, selection: best.selection, coverage: told(best.coverage) };
}

function told(coverage: Coverage): Told {
  return { ...coverage, evidence: coverage.evidence() };
}

/** Why what a pass brought is not worth sending; null when it is. */
function refusalOf(pass: Pass, prepared: Prepared, ladder: Ladder | null): string | null {
  if (pass.selection.excerpts.length === 0) return refusedPass.nothingFits;
  if (!saves(pass.selection, prepared)) return refusedPass.noSaving;
  return ladderFailed(pass, ladder) ? refusedPass.insufficientCoverage : null;
}

/** No rung sufficed, and the caller lets the ladder end in the whole context. */
function ladderFailed({ coverage }: Pass, ladder: Ladder | null): boolean {
  return ladder?.mayReturnEverything === true && coverage?.sufficient === false;
}

/** Headings and marks count: a selection that costs what the whole context costs is none. */
function saves(selection: Selection, prepared: Prepared): boolean {
  return selection.renderedTokens < prepared.tokens;
}

/** The gate was open, but the pass behind it brought nothing worth sending. */
function refused(prepared: Prepared, pass: Pass, reason: string) {
  const { signals } = prepared.verdict;
  return standDown(reason, { engaged: false, reason, signals }, pass);
}

function standDown(
  reason: string,
  verdict: Verdict | null,
  { budgetTokens, attempted, coverage }: Omit<Pass, "selection">,
) {
  return { ended: "stand_down", reason, verdict, budgetTokens, attempted, coverage, ladderFailed: false } as const;
}
