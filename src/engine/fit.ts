// In: ranked units and a budget. Out: the selection to send, within the budget by exact count, whatever the texts are.
// The three stages that a budget decides; a ladder runs them once for each rung.
import type { Budget, Selection, Stage } from "./model.ts";
import type { PackSettings } from "./packing/pack-settings.ts";
import type { RankedUnits } from "./rank.ts";
import { settle } from "./settle.ts";

/** Without excerpts when nothing fits. */
export async function fit(
  ranked: RankedUnits,
  budget: Budget,
  settings: PackSettings,
  stage: Stage,
): Promise<Selection> {
  const { selection } = await stage(
    "pack",
    (checkpoint) => settle(ranked, budget, settings, checkpoint),
    ({ packed }) => ({ budget_tokens: budget.maxTokens, records: packed.length }),
  );
  // Packing to an exact count takes the excerpts and the rendered text: the stages that bear their names hand them out.
  await stage(
    "excerpt",
    () => selection.excerpts,
    (all) => ({ pieces: all.reduce((sum, one) => sum + one.pieces.length, 0) }),
  );
  return stage(
    "render",
    () => selection,
    ({ renderedTokens }) => ({ rendered_tokens: renderedTokens }),
  );
}
