// A baseline on one labelled case: the same cases, budgets and figures as the engine's. Winnow's counter counts the
// tokens: it gives js-tiktoken's numbers and is quick enough for all cases.
import { countTokens } from "../../src/text/tokens.ts";
import type { Case } from "../cases.ts";
import { kept } from "../figures.ts";
import { maxTokensOf, type PointRow, type Trial } from "../run-case.ts";
import type { Baseline } from "./baselines.ts";

export function runBaseline(one: Case, name: string, select: Baseline, { budgets, task }: Trial): readonly PointRow[] {
  return budgets.map((share) => {
    const maxTokens = maxTokensOf(one, share);
    const rendered = select({ records: one.records, prompt: task.prompt, maxTokens, count: countTokens });
    return baselineRow(one, name, share, maxTokens, rendered);
  });
}

/** The figures of what a baseline would send. */
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
