// In: ranked units and a budget. Out: a selection that holds the budget by exact count, whatever the texts are.
// Packing works on estimates; this loop measures what they give and moves the target until the exact counts fit.
import { excerpt } from "./excerpt.ts";
import type { Budget, Selection, Stage } from "./model.ts";
import { pack } from "./pack.ts";
import type { PackSettings } from "./pack-settings.ts";
import type { RankedUnits } from "./rank.ts";
import { render } from "./render.ts";

/** Packings tried until one fits. Estimates are off by a few tokens only, so the first or the second does. */
const SHRINKS_MAX = 12;

/** Overshoots answered by taking off just what was too much; from then on the target is halved. */
const CORRECTIONS_MAX = 4;

/** Packings tried to use what the first fitting one left. */
const REFILLS_MAX = 2;

/** A selection that uses this share of its budget is not improved further. */
const USED_SHARE_ENOUGH = 0.98;

const NOTHING: Selection = { excerpts: [], rendered: "", renderedTokens: 0 };

/** The fullest selection found that costs at most `budget.maxTokens`; without excerpts when nothing fits. */
export async function fit(
  ranked: RankedUnits,
  budget: Budget,
  settings: PackSettings,
  stage: Stage,
): Promise<Selection> {
  let target = budget.maxTokens;
  let overshot = Number.POSITIVE_INFINITY;
  let best = NOTHING;
  for (let round = 0; round < SHRINKS_MAX && target > 0; round++) {
    best = await tryTarget(ranked, budget, settings, target, stage);
    const excess = costOf(best) - budget.maxTokens;
    if (excess <= 0) break;
    best = NOTHING;
    overshot = target;
    target = round < CORRECTIONS_MAX ? target - excess : Math.floor(target / 2);
  }
  let fitting = target;
  for (let round = 0; round < REFILLS_MAX && best.excerpts.length > 0; round++) {
    const slack = budget.maxTokens - costOf(best);
    if (slack <= (1 - USED_SHARE_ENOUGH) * budget.maxTokens) break;
    target = overshot === Number.POSITIVE_INFINITY ? fitting + slack : Math.ceil((fitting + overshot) / 2);
    if (target >= overshot) break;
    const fuller = await tryTarget(ranked, budget, settings, target, stage);
    if (costOf(fuller) > budget.maxTokens) {
      overshot = target;
    } else {
      fitting = target;
      best = costOf(fuller) > costOf(best) ? fuller : best;
    }
  }
  return best;
}

async function tryTarget(
  ranked: RankedUnits,
  budget: Budget,
  settings: PackSettings,
  maxTokens: number,
  stage: Stage,
): Promise<Selection> {
  const packed = await stage(
    "pack",
    () => pack(ranked, { ...budget, maxTokens }, settings),
    ({ length }) => ({ target_tokens: maxTokens, records: length }),
  );
  const excerpts = await stage(
    "excerpt",
    () => excerpt(packed, budget.renderFormat),
    (cut) => ({ pieces: cut.reduce((sum, { spans }) => sum + spans.length, 0) }),
  );
  return stage(
    "render",
    () => render(excerpts, settings),
    ({ renderedTokens }) => ({ rendered_tokens: renderedTokens }),
  );
}

/** What the budget bounds: the rendered context, and the sum of the excerpts should joining them save tokens. */
function costOf({ excerpts, renderedTokens }: Selection): number {
  return Math.max(
    renderedTokens,
    excerpts.reduce((sum, { tokens }) => sum + tokens, 0),
  );
}
