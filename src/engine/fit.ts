// In: ranked units and a budget. Out: the selection to send, within the budget by exact count, whatever the texts are.
// The three stages that a budget decides; a ladder runs them once for each rung.
import { excerpt } from "./excerpt.ts";
import type { Budget, Selection, Stage } from "./model.ts";
import type { PackSettings } from "./pack-settings.ts";
import type { RankedUnits } from "./rank.ts";
import { render } from "./render.ts";
import { settle } from "./settle.ts";

/** Without excerpts when nothing fits. */
export async function fit(
  ranked: RankedUnits,
  budget: Budget,
  settings: PackSettings,
  stage: Stage,
): Promise<Selection> {
  const packed = await stage(
    "pack",
    () => settle(ranked, budget, settings),
    ({ length }) => ({ budget_tokens: budget.maxTokens, records: length }),
  );
  const excerpts = await stage(
    "excerpt",
    () => excerpt(packed, budget.renderFormat),
    (all) => ({ pieces: all.reduce((sum, { spans }) => sum + spans.length, 0) }),
  );
  return stage(
    "render",
    () => render(excerpts, settings),
    ({ renderedTokens }) => ({ rendered_tokens: renderedTokens }),
  );
}
