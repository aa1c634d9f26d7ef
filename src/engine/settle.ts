// In: ranked units and a budget. Out: the fullest packing whose excerpts and rendered text hold the budget exactly.
// Packing works on estimates; this loop measures what they come to and moves the target until the exact counts fit.
import { excerpt } from "./excerpt.ts";
import type { Budget, PackedRecord } from "./model.ts";
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

/** A packing that uses this share of its budget is not improved further. */
const USED_SHARE_ENOUGH = 0.98;

interface Trial {
  readonly target: number;
  readonly packed: readonly PackedRecord[];
  /** Exact tokens: of the rendered text, or of the excerpts together should joining them save some. */
  readonly cost: number;
}

/** Empty when nothing fits. */
export function settle(ranked: RankedUnits, budget: Budget, settings: PackSettings): readonly PackedRecord[] {
  let overshot = Number.POSITIVE_INFINITY;
  let target = budget.maxTokens;
  for (let round = 0; round < SHRINKS_MAX && target > 0; round++) {
    const trial = tryTarget(ranked, { ...budget, maxTokens: target }, settings);
    const excess = trial.cost - budget.maxTokens;
    if (excess <= 0) return refill(ranked, budget, settings, trial, overshot);
    overshot = target;
    target = round < CORRECTIONS_MAX ? target - excess : Math.floor(target / 2);
  }
  return [];
}

/** Looks for a fuller packing between a target that fitted and one that did not. */
function refill(
  ranked: RankedUnits,
  budget: Budget,
  settings: PackSettings,
  found: Trial,
  overshot: number,
): readonly PackedRecord[] {
  let best = found;
  let low = found.target;
  let high = overshot;
  for (let round = 0; round < REFILLS_MAX && best.packed.length > 0; round++) {
    const slack = budget.maxTokens - best.cost;
    if (slack <= (1 - USED_SHARE_ENOUGH) * budget.maxTokens) break;
    const target = high === Number.POSITIVE_INFINITY ? low + slack : Math.ceil((low + high) / 2);
    if (target >= high) break;
    const trial = tryTarget(ranked, { ...budget, maxTokens: target }, settings);
    if (trial.cost > budget.maxTokens) {
      high = target;
      continue;
    }
    low = target;
    if (trial.cost > best.cost) best = trial;
  }
  return best.packed;
}

function tryTarget(ranked: RankedUnits, budget: Budget, settings: PackSettings): Trial {
  const packed = pack(ranked, budget, settings);
  const { excerpts, renderedTokens } = render(excerpt(packed, budget.renderFormat), settings);
  const parts = excerpts.reduce((sum, { tokens }) => sum + tokens, 0);
  return { target: budget.maxTokens, packed, cost: Math.max(renderedTokens, parts) };
}
