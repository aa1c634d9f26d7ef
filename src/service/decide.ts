// Takes measured records to an outcome: runs the gate and one pass at a fixed budget, or several up a ladder of
// budgets, and decides whether the selection is worth sending. All three outcomes are successes.
import { GATE_REASONS } from "../engine/gate.ts";
import type {
  Budget,
  Coverage,
  Evidence,
  GateDecision,
  MeasuredRecord,
  Selection,
  Stage,
  Task,
} from "../engine/model.ts";
import { coverage, type OperatingPoint, type Prepared, prepare, release, selectWithin } from "../engine/select.ts";

/** A coverage verdict with its evidence computed, because the evidence is gone after the request is released. */
export interface ReportedCoverage extends Omit<Coverage, "evidence"> {
  readonly evidence: Evidence;
}

interface PassFacts {
  /** The budget of the answer, in tokens. */
  readonly budgetTokens: number;
  /** Rungs tried, in order; empty for a fixed budget. */
  readonly attempted: readonly number[];
  /** null if coverage was not judged. */
  readonly coverage: ReportedCoverage | null;
}

export type SelectOutcome =
  | ({ readonly ended: "select"; readonly selection: Selection; readonly gate: GateDecision } & PassFacts)
  | ({
      readonly ended: "stand_down";
      /** Why the engine stood down: `format_metrics.engine_fallback_reason`. */
      readonly reason: string;
      /** null if there was nothing to judge. */
      readonly gate: GateDecision | null;
      /** The ladder ended in the full context because no rung covered the task. */
      readonly ladderFailed: boolean;
    } & PassFacts)
  | ({
      readonly ended: "selection_error";
      /** A stable class name. */
      readonly error: string;
    } & PassFacts);

/** Reasons for a stand-down after the gate has engaged: the selection was not worth sending. */
export const rejectionReasons = {
  nothingFits: "standdown:nothing_fits",
  noSaving: "standdown:no_saving",
  insufficientCoverage: "standdown:insufficient_coverage",
} as const;

export const gateReasons: readonly string[] = [...GATE_REASONS, ...Object.values(rejectionReasons)];

export interface Ladder {
  /** Strictly ascending, none above the request's own budget. */
  readonly rungs: readonly number[];
  /** Every evidence term that the records can answer must be covered. */
  readonly strict: boolean;
  /** Whether the ladder may end in the whole context. */
  readonly allowsFullContext: boolean;
}

interface Climb {
  /** The rungs tried, in order. */
  readonly attempted: readonly number[];
  /** The first sufficient selection, otherwise the one with the best coverage, and the larger of two equal ones. */
  readonly best: { readonly tokens: number; readonly selection: Selection; readonly coverage: Coverage };
}

/** Rungs above `maxContextTokens` are lowered to it. Rungs that become equal are tried once. */
export function rungsWithin(
  maxContextTokens: number,
  initial: number,
  escalation: readonly number[],
): readonly number[] {
  const rungs: number[] = [];
  for (const tokens of [initial, ...escalation]) {
    const cut = Math.min(tokens, maxContextTokens);
    if (cut !== rungs.at(-1)) rungs.push(cut);
  }
  return rungs;
}

export async function climb(
  prepared: Prepared,
  ladder: Ladder,
  budget: Budget,
  point: OperatingPoint,
  stage: Stage,
): Promise<Climb> {
  const attempted: number[] = [];
  let best: Climb["best"] | null = null;
  for (const tokens of ladder.rungs) {
    attempted.push(tokens);
    const selection = await selectWithin(prepared, { ...budget, maxContextTokens: tokens }, point, stage);
    const verdict = await coverage(prepared, selection, ladder.strict, point, stage);
    if (best === null || verdict.sufficient || verdict.score >= best.coverage.score) {
      best = { tokens, selection, coverage: verdict };
    }
    if (verdict.sufficient) break;
  }
  if (best === null) throw new RangeError("a ladder has at least one rung");
  return { attempted, best };
}

export interface SelectInput {
  readonly measured: readonly MeasuredRecord[];
  readonly task: Task;
  readonly budget: Budget;
  /** null: a fixed budget. */
  readonly ladder: Ladder | null;
  readonly point: OperatingPoint;
}

interface Pass extends PassFacts {
  readonly selection: Selection;
}

export async function decide(input: SelectInput, stage: Stage): Promise<SelectOutcome> {
  const prepared = await prepare(input.measured, input.task, input.point, stage);
  try {
    return await outcomeOf(prepared, input, stage);
  } finally {
    release(prepared);
  }
}

async function outcomeOf(prepared: Prepared, input: SelectInput, stage: Stage): Promise<SelectOutcome> {
  const { measured, budget, ladder, point } = input;
  const untried = { budgetTokens: budget.maxContextTokens, attempted: [], coverage: null };
  if (!prepared.gate.engaged) {
    // An adaptive call always gets a coverage verdict. Here it is for the whole context, which is the answer.
    const whole = ladder === null ? null : reported(await coverage(prepared, null, ladder.strict, point, stage));
    // Without records the gate has nothing to judge.
    const gate = measured.length === 0 ? null : prepared.gate;
    return standDown(gate?.reason ?? "no_usable_records", gate, { ...untried, coverage: whole });
  }
  const pass =
    ladder === null ? await fixedPass(prepared, input, stage) : await ladderPass(prepared, input, ladder, stage);
  const reason = rejectionOf(pass, prepared, ladder);
  if (reason !== null) return { ...rejected(prepared, pass, reason), ladderFailed: ladderFailed(pass, ladder) };
  return { ended: "select", gate: prepared.gate, ...pass };
}

async function fixedPass(prepared: Prepared, { budget, point }: SelectInput, stage: Stage): Promise<Pass> {
  const selection = await selectWithin(prepared, budget, point, stage);
  return { budgetTokens: budget.maxContextTokens, attempted: [], selection, coverage: null };
}

async function ladderPass(prepared: Prepared, input: SelectInput, ladder: Ladder, stage: Stage): Promise<Pass> {
  const { attempted, best } = await climb(prepared, ladder, input.budget, input.point, stage);
  return { budgetTokens: best.tokens, attempted, selection: best.selection, coverage: reported(best.coverage) };
}

function reported(coverage: Coverage): ReportedCoverage {
  return { ...coverage, evidence: coverage.evidence() };
}

/** Why the selection of a pass is not worth sending; null if it is. */
function rejectionOf(pass: Pass, prepared: Prepared, ladder: Ladder | null): string | null {
  if (pass.selection.excerpts.length === 0) return rejectionReasons.nothingFits;
  if (!saves(pass.selection, prepared)) return rejectionReasons.noSaving;
  return ladderFailed(pass, ladder) ? rejectionReasons.insufficientCoverage : null;
}

/** No rung sufficed, and the caller allows the ladder to end in the whole context. */
function ladderFailed({ coverage }: Pass, ladder: Ladder | null): boolean {
  return ladder?.allowsFullContext === true && coverage?.sufficient === false;
}

/** Headings and marks count. A selection that costs as much as the whole context saves nothing. */
export function saves(selection: Selection, prepared: Prepared): boolean {
  return selection.renderedTokens < prepared.tokens;
}

/** A stand-down after the gate has engaged. */
function rejected(prepared: Prepared, pass: Pass, reason: string) {
  const { signals } = prepared.gate;
  return standDown(reason, { engaged: false, reason, signals }, pass);
}

function standDown(
  reason: string,
  gate: GateDecision | null,
  { budgetTokens, attempted, coverage }: Omit<Pass, "selection">,
) {
  return { ended: "stand_down", reason, gate, budgetTokens, attempted, coverage, ladderFailed: false } as const;
}
