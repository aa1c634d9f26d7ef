// The adaptive ladder: budgets climbed until a selection covers the task. The only loop over budgets.
import type { Budget, Coverage, Selection, Stage } from "../engine/model.ts";
import { coverage, type Prepared, selectWithin } from "../engine/select.ts";
import type { OperatingPoint } from "../points/operating-point.ts";

export interface Ladder {
  /** Strictly ascending, none above the request's own budget. */
  readonly rungs: readonly number[];
  /** Every evidence term that the records can answer must be covered. */
  readonly strict: boolean;
  /** Whether the ladder may end in the whole context. */
  readonly mayReturnEverything: boolean;
}

export interface Climb {
  /** The rungs tried, in order. */
  readonly attempted: readonly number[];
  /** The first sufficient selection, else the one that covers most; of equals the larger. */
  readonly best: { readonly tokens: number; readonly selection: Selection; readonly coverage: Coverage };
}

/** Rungs above `maxTokens` are cut to it; what that makes equal is tried once. */
export function rungsWithin(maxTokens: number, initial: number, escalation: readonly number[]): readonly number[] {
  const rungs: number[] = [];
  for (const tokens of [initial, ...escalation]) {
    const cut = Math.min(tokens, maxTokens);
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
    const selection = await selectWithin(prepared, { ...budget, maxTokens: tokens }, point, stage);
    const verdict = await coverage(prepared, selection, ladder.strict, point, stage);
    if (best === null || verdict.sufficient || verdict.score >= best.coverage.score) {
      best = { tokens, selection, coverage: verdict };
    }
    if (verdict.sufficient) break;
  }
  if (best === null) throw new RangeError("a ladder has at least one rung");
  return { attempted, best };
}
