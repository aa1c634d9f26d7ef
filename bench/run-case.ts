// Runs the engine in process on one labelled case, under one or more points and budgets.
// In: a case. Out: a row per point and budget. The records are measured once for all of them.
import type { Signs } from "../src/engine/likelihood.ts";
import type { MeasuredRecord, Stage, Task } from "../src/engine/model.ts";
import { coverage, measureAll, type Prepared, prepare, selectWithin } from "../src/engine/select.ts";
import type { OperatingPoint } from "../src/points/operating-point.ts";
import { countTokens } from "../src/text/tokens.ts";
import type { Case } from "./cases.ts";
import { kept, type Row } from "./figures.ts";

/** The least budget of a case, in tokens: a tenth of a tiny case is no budget. */
const BUDGET_MIN = 32;

export interface Trial {
  /** Shares of the case's tokens below 1, numbers of tokens from 1 on. */
  readonly budgets: readonly number[];
  /** The task to serve; another case's for a mismatch. */
  readonly task: Task;
}

export interface PointRow extends Row {
  readonly label: string;
  readonly rendered: string;
  /** Share of the case's tokens that is sent; 1 when it stood down. */
  readonly size: number;
  /** What the coverage verdict saw; null when it stood down. */
  readonly signs: Signs | null;
  /** Whether all that the records can answer of the task is covered. */
  readonly covered: boolean;
}

export async function runCase(
  one: Case,
  points: readonly OperatingPoint[],
  { budgets, task }: Trial,
  stage: Stage,
): Promise<readonly PointRow[]> {
  const measured = await measureAll(one.records, stage);
  const rows: PointRow[] = [];
  for (const point of points) rows.push(...(await runPoint(one, measured, point, { budgets, task }, stage)));
  return rows;
}

async function runPoint(
  one: Case,
  measured: readonly MeasuredRecord[],
  point: OperatingPoint,
  { budgets, task }: Trial,
  stage: Stage,
): Promise<readonly PointRow[]> {
  const prepared = await prepare(measured, task, point, stage);
  const rows: PointRow[] = [];
  for (const share of budgets) {
    const maxTokens = share < 1 ? Math.max(BUDGET_MIN, Math.floor(one.tokens * share)) : share;
    const { rendered, reason, tokens, sent, whole, verdict } = await select(prepared, maxTokens, point, stage);
    const down = rendered === null;
    rows.push({
      label: point.label,
      suite: one.suite,
      id: one.id,
      budget: share,
      ...kept(one, rendered ?? "", down),
      down: down ? 1 : 0,
      over: rendered !== null && countTokens(rendered) > maxTokens ? 1 : 0,
      used: down ? null : tokens / maxTokens,
      sent,
      whole,
      reason,
      rendered: rendered ?? "",
      size: down ? 1 : tokens / one.tokens,
      signs: verdict?.signs ?? null,
      covered: verdict?.evidenceTerms.missing?.length === 0,
    });
  }
  return rows;
}

const NOTHING = { rendered: null, tokens: 0, sent: null, whole: null, verdict: null };

async function select(prepared: Prepared, maxTokens: number, point: OperatingPoint, stage: Stage) {
  const { verdict } = prepared;
  if (!verdict.engaged) return { ...NOTHING, reason: verdict.reason };
  const budget = { maxTokens, maxRecords: null, renderFormat: "plain" } as const;
  const selection = await selectWithin(prepared, budget, point, stage);
  const tokens = selection.renderedTokens;
  if (selection.excerpts.length === 0) return { ...NOTHING, reason: "standdown:nothing_fits" };
  if (tokens >= prepared.tokens) return { ...NOTHING, reason: "standdown:no_saving" };
  const judged = await coverage(prepared, selection, true, point, stage);
  const sent = selection.excerpts.length;
  const whole = selection.excerpts.filter(({ omittedTokens }) => omittedTokens === 0).length / sent;
  return { rendered: selection.rendered, reason: verdict.reason, tokens, sent, whole, verdict: judged };
}
