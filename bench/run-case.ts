// Runs the engine in process on one labelled case, under one or more points and budgets. The records are measured once
// for all of them.
import type { Features } from "../src/engine/coverage/completeness.ts";
import type { MeasuredRecord, Selection, Stage, Task } from "../src/engine/model.ts";
import {
  coverage,
  measureAll,
  type OperatingPoint,
  type Prepared,
  prepare,
  selectWithin,
} from "../src/engine/select.ts";
import { rejectionReasons, saves } from "../src/service/decide.ts";
import { countTokens } from "../src/text/tokens.ts";
import type { Case } from "./cases.ts";
import { kept, type Row } from "./figures.ts";

/** The smallest budget of a case in tokens, because a tenth of a tiny case would be useless. */
const BUDGET_MIN = 32;

/** @param budget a share of the case's tokens if below 1, otherwise a number of tokens */
export function maxTokensOf(one: Case, budget: number): number {
  return budget < 1 ? Math.max(BUDGET_MIN, Math.floor(one.tokens * budget)) : budget;
}

export interface Trial {
  /** In the form of `maxTokensOf`. */
  readonly budgets: readonly number[];
  /** The task; for a mismatch, that of another case. */
  readonly task: Task;
  /** Whether to compute the coverage verdict. */
  readonly judged: boolean;
}

export interface PointRow extends Row {
  readonly label: string;
  readonly rendered: string;
  /** Share of the case's tokens that is sent; 1 if it stood down. */
  readonly size: number;
  /** The inputs of the coverage verdict, and whether everything is covered that the records can answer. */
  readonly judgement: { readonly features: Features; readonly covered: boolean } | null;
}

export async function runCase(
  one: Case,
  points: readonly OperatingPoint[],
  trial: Trial,
  stage: Stage,
): Promise<readonly PointRow[]> {
  const measured = await measureAll(one.records, stage);
  const rows: PointRow[] = [];
  for (const point of points) rows.push(...(await runPoint(one, measured, point, trial, stage)));
  return rows;
}

async function runPoint(
  one: Case,
  measured: readonly MeasuredRecord[],
  point: OperatingPoint,
  { budgets, task, judged }: Trial,
  stage: Stage,
): Promise<readonly PointRow[]> {
  const prepared = await prepare(measured, task, point, stage);
  const rows: PointRow[] = [];
  for (const share of budgets) {
    const maxContextTokens = maxTokensOf(one, share);
    const { selection, rendered, reason, tokens, sent, whole } = await select(prepared, maxContextTokens, point, stage);
    const down = rendered === null;
    rows.push({
      label: point.label,
      suite: one.suite,
      id: one.id,
      budget: share,
      ...kept(one, rendered ?? "", down),
      down: down ? 1 : 0,
      over: rendered !== null && countTokens(rendered) > maxContextTokens ? 1 : 0,
      used: down ? null : tokens / maxContextTokens,
      sent,
      whole,
      reason,
      rendered: rendered ?? "",
      size: down ? 1 : tokens / one.tokens,
      judgement: judged && selection !== null ? await judge(prepared, selection, point, stage) : null,
    });
  }
  return rows;
}

const NOTHING = { selection: null, rendered: null, tokens: 0, sent: null, whole: null };

async function select(prepared: Prepared, maxContextTokens: number, point: OperatingPoint, stage: Stage) {
  const { gate } = prepared;
  if (!gate.engaged) return { ...NOTHING, reason: gate.reason };
  const budget = { maxContextTokens, maxRecords: null, renderFormat: "plain" } as const;
  const selection = await selectWithin(prepared, budget, point, stage);
  const tokens = selection.renderedTokens;
  if (selection.excerpts.length === 0) return { ...NOTHING, reason: rejectionReasons.nothingFits };
  if (!saves(selection, prepared)) return { ...NOTHING, reason: rejectionReasons.noSaving };
  const sent = selection.excerpts.length;
  const whole = selection.excerpts.filter(({ omittedTokens }) => omittedTokens === 0).length / sent;
  return { selection, rendered: selection.rendered(), reason: gate.reason, tokens, sent, whole };
}

async function judge(prepared: Prepared, selection: Selection, point: OperatingPoint, stage: Stage) {
  const { features, coversAll } = await coverage(prepared, selection, true, point, stage);
  return { features, covered: coversAll };
}
