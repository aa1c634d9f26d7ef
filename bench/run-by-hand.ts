// The pipeline by hand on one labelled case, for comparison with the engine: the same cases, budgets and figures.
// Tokens are counted by Winnow's counter, which tells what js-tiktoken tells, and is quick enough for all cases.
import { countTokens } from "../src/text/tokens.ts";
import { selectByHand } from "./by-hand.ts";
import type { Case } from "./cases.ts";
import { kept } from "./figures.ts";
import { maxTokensOf, type PointRow, type Trial } from "./run-case.ts";

export function runByHand(one: Case, { budgets, task }: Trial): readonly PointRow[] {
  const tokens = one.records.map(({ text }) => countTokens(text));
  return budgets.map((share) => {
    const maxTokens = maxTokensOf(one, share);
    const chosen = selectByHand(one.records, task.prompt, maxTokens, (at) => tokens[at] ?? 0);
    const rendered = chosen.map((at) => one.records[at]?.text).join("\n\n");
    const sent = countTokens(rendered);
    return {
      label: "by hand",
      suite: one.suite,
      id: one.id,
      budget: share,
      ...kept(one, rendered, false),
      down: 0,
      over: sent > maxTokens ? 1 : 0,
      used: sent / maxTokens,
      sent: chosen.length,
      whole: chosen.length === 0 ? null : 1,
      reason: "",
      rendered,
      size: sent / one.tokens,
      judgement: null,
    };
  });
}
