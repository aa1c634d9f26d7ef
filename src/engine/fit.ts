// In: ranked units and a budget. Out: a selection that holds the budget by exact count, whatever the texts are.
// Packing works on estimates; this loop measures what they give and moves the target until the exact counts fit.
import { excerpt } from "./excerpt.ts";
import type { Budget, PackedRecord, Selection, Stage } from "./model.ts";
import { pack } from "./pack.ts";
import type { PackSettings } from "./pack-settings.ts";
import type { RankedUnits } from "./rank.ts";
import { render } from "./render.ts";

/** Packings tried: each is linear, and the estimates are off by a few tokens only, so two or three are the rule. */
const ROUNDS_MAX = 12;

/** Rounds after which nothing more is added, and a target that still overshoots is halved instead of corrected. */
const ROUNDS_CAREFUL = 4;

/** A selection that uses this share of its budget is not improved further. */
const USED_SHARE_ENOUGH = 0.985;

const NOTHING: Selection = { excerpts: [], rendered: "", renderedTokens: 0 };

/** The fullest selection found that costs at most `budget.maxTokens`; without excerpts when nothing fits. */
export async function fit(
  ranked: RankedUnits,
  budget: Budget,
  settings: PackSettings,
  stage: Stage,
): Promise<Selection> {
  let best = NOTHING;
  let bestCost = 0;
  let target = budget.maxTokens;
  for (let round = 0; round < ROUNDS_MAX && target > 0; round++) {
    const maxTokens = target;
    const packed = await stage(
      "pack",
      () => pack(ranked, { ...budget, maxTokens }, settings),
      ({ length }) => ({ round, target_tokens: maxTokens, records: length }),
    );
    const excerpts = await stage(
      "excerpt",
      () => excerpt(packed, budget.renderFormat),
      (cut) => ({ pieces: cut.reduce((sum, { spans }) => sum + spans.length, 0) }),
    );
    const selection = await stage(
      "render",
      () => render(excerpts, settings),
      ({ renderedTokens }) => ({ rendered_tokens: renderedTokens }),
    );
    const cost = costOf(selection);
    const slack = budget.maxTokens - cost;
    if (slack >= 0 && cost > bestCost) {
      best = selection;
      bestCost = cost;
    }
    if (slack < 0 && round < ROUNDS_CAREFUL) target += slack;
    else if (slack < 0) target = Math.floor(target / 2);
    else if (cost >= USED_SHARE_ENOUGH * budget.maxTokens || round >= ROUNDS_CAREFUL || isWhole(packed, ranked)) break;
    else target += slack;
  }
  return best;
}

/** What the budget bounds: the rendered context, and the sum of the excerpts should joining them save tokens. */
function costOf({ excerpts, renderedTokens }: Selection): number {
  return Math.max(
    renderedTokens,
    excerpts.reduce((sum, { tokens }) => sum + tokens, 0),
  );
}

/** Nothing left to add? */
function isWhole(packed: readonly PackedRecord[], ranked: RankedUnits): boolean {
  const kept = packed.reduce((sum, one) => sum + one.kept.length, 0);
  return kept === ranked.table.count;
}
