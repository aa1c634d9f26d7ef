// Runs a baseline on one labelled case, with the same budgets and figures as the engine. Winnow's counter counts the
// tokens, because it has the same results as js-tiktoken and is fast enough for all cases.
import { type Baseline, fillBudgets } from "../../src/evaluation/baselines.ts";
import { countTokens } from "../../src/text/tokens.ts";
import type { Case } from "../cases.ts";
import { kept } from "../figures.ts";
import { maxTokensOf, type PointRow, type Trial } from "../run-case.ts";

export function runBaseline(one: Case, name: string, rank: Baseline, { budgets, task }: Trial): readonly PointRow[] {
  const fill = fillBudgets(rank(one.records, task.prompt), countTokens);
  return budgets.map((share) => {
    const maxTokens = maxTokensOf(one, share);
    return baselineRow(one, name, share, maxTokens, fill(maxTokens));
  });
}

/** The figures of the text that a baseline would send. */
export function baselineRow(one: Case, label: string, budget: number, maxTokens: number, rendered: string): PointRow {
  const tokens = countTokens(rendered);
  return {
    label,
    suite: one.suite,
    id: one.id,
    budget,
    ...kept(one, rendered, false),
    down: 0,
    over: tokens > maxTokens ? 1 : 0,
    used: tokens / maxTokens,
    sent: null,
    whole: null,
    reason: "",
    rendered,
    size: tokens / one.tokens,
    judgement: null,
  };
}
