// What a ladder of budgets gains over a fixed budget of the same cost.
// In: selections of the same cases at several budgets, with the probabilities that they are complete. Out: means over
// suites. A ladder never ends in the whole context here, because that says nothing about the verdict.
import { mean } from "../figures.ts";
import type { ScoredRow } from "./scored-row.ts";

export interface Means {
  /** Share of the tokens that is sent. */
  readonly size: number;
  readonly evidence: number;
  readonly all: number;
}

/** Means over suites of means over cases. */
export function meansOf(rows: readonly ScoredRow[]): Means {
  const suites = [...Map.groupBy(rows, ({ suite }) => suite).values()];
  const over = (of: (row: ScoredRow) => number): number => mean(suites.map((own) => mean(own.map(of))));
  return { size: over(({ size }) => size), evidence: over(({ evidence }) => evidence), all: over(({ all }) => all) };
}

/** The first sufficient rung of each case, otherwise the most likely one, as in the service. */
export function climbed(
  rows: readonly ScoredRow[],
  rungs: readonly number[],
  isSufficient: (row: ScoredRow) => boolean,
): readonly ScoredRow[] {
  const cases = Map.groupBy(
    rows.filter(({ budget }) => rungs.includes(budget)),
    ({ suite, id }) => `${suite}\u0000${id}`,
  );
  return [...cases.values()].flatMap((tried) => {
    const ascending = tried.toSorted((a, b) => a.budget - b.budget);
    const sufficient = ascending.find(isSufficient);
    return sufficient ?? ascending.toSorted((a, b) => b.probability - a.probability || b.budget - a.budget).slice(0, 1);
  });
}

/** What a fixed budget of `size` would keep, interpolated between the measured budgets. */
export function fixedAt(size: number, fixed: readonly Means[]): Means {
  const ascending = fixed.toSorted((a, b) => a.size - b.size);
  const upper = ascending.find((one) => one.size >= size) ?? WHOLE;
  const lower = ascending.findLast((one) => one.size < size) ?? NOTHING;
  const share = upper.size === lower.size ? 1 : (size - lower.size) / (upper.size - lower.size);
  const between = (from: number, to: number): number => from + (to - from) * share;
  return { size, evidence: between(lower.evidence, upper.evidence), all: between(lower.all, upper.all) };
}

const WHOLE: Means = { size: 1, evidence: 1, all: 1 };
const NOTHING: Means = { size: 0, evidence: 0, all: 0 };
