// In: ranked units and a budget. Out: the selection to send. Its exact token count never exceeds the budget.
// Packing works with estimates. This loop measures the excerpts and moves the target until the exact count fits.
// Measurements do not depend on arrival order, so neither does the choice of records.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import { excerpt, render } from "./excerpt.ts";
import type { Budget, Excerpt, PackedRecord, Selection, Stage } from "./model.ts";
import { pack } from "./pack.ts";
import type { PackSettings, RankedUnits } from "./rank.ts";

/** Returns a selection without excerpts if nothing fits. */
export async function fit(
  ranked: RankedUnits,
  budget: Budget,
  settings: PackSettings,
  stage: Stage,
): Promise<Selection> {
  const { selection } = await stage(
    "pack",
    (checkpoint) => packToFit(ranked, budget, settings, checkpoint),
    ({ packed }) => ({ budget_tokens: budget.maxContextTokens, records: packed.length }),
  );
  // Packing to an exact count already produced the excerpts and the rendered text. These two stages only report them.
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

/** Packings tried until one fits. Estimates are off by only a few tokens, so the first or second one does. */
const SHRINKS_MAX = 12;

/** The first few overshoots each lower the target by the excess. Later ones halve it. */
const CORRECTIONS_MAX = 4;

/** Packings tried to use the tokens that the first fitting one left over. */
const REFILLS_MAX = 2;

/** A packing that uses this share of its budget is not improved further. */
const USED_SHARE_ENOUGH = 0.98;

/** A packing with its excerpts and rendered text, so that they are not made again. */
export interface Fitted {
  readonly packed: readonly PackedRecord[];
  readonly selection: Selection;
}

interface Trial {
  readonly target: number;
  readonly packed: readonly PackedRecord[];
  readonly excerpts: readonly Excerpt[];
  /** Tokens of the excerpts with their headings and separators, each counted separately. */
  readonly cost: number;
  /** Copied from its packing. */
  readonly sameUpTo: number;
}

/** Returns an empty selection if nothing fits. */
export function packToFit(
  ranked: RankedUnits,
  budget: Budget,
  settings: PackSettings,
  checkpoint: Checkpoint = unchecked,
): Fitted {
  const tries = { ranked, settings, checkpoint };
  let overshot = Number.POSITIVE_INFINITY;
  let target = budget.maxContextTokens;
  for (let round = 0; round < SHRINKS_MAX && target > 0; round++) {
    let trial = tryTarget(tries, { ...budget, maxContextTokens: target });
    let excess = trial.cost - budget.maxContextTokens;
    if (excess <= 0) {
      trial = refill(tries, budget, trial, overshot);
      // Joined texts rarely cost more than their parts, but the encoding has exceptions. The exact count decides.
      const selection = render(trial.excerpts);
      excess = selection.renderedTokens - budget.maxContextTokens;
      if (excess <= 0) return { packed: trial.packed, selection };
    }
    overshot = trial.target;
    target = round < CORRECTIONS_MAX ? trial.target - excess : Math.floor(trial.target / 2);
  }
  return { packed: [], selection: render([]) };
}

/** The inputs that all attempts share. */
interface Tries {
  readonly ranked: RankedUnits;
  readonly settings: PackSettings;
  readonly checkpoint: Checkpoint;
}

/** Looks for a fuller packing between a target that fitted and one that did not. */
function refill(tries: Tries, budget: Budget, found: Trial, overshot: number): Trial {
  let best = found;
  let { target: low, sameUpTo } = found;
  let high = overshot;
  for (let round = 0; round < REFILLS_MAX && best.packed.length > 0; round++) {
    const slack = budget.maxContextTokens - best.cost;
    if (slack <= (1 - USED_SHARE_ENOUGH) * budget.maxContextTokens) break;
    const target = high === Number.POSITIVE_INFINITY ? low + slack : Math.ceil((low + high) / 2);
    if (target >= high) break;
    if (target <= sameUpTo) {
      low = target;
      continue;
    }
    const trial = tryTarget(tries, { ...budget, maxContextTokens: target });
    if (trial.cost > budget.maxContextTokens) {
      high = target;
      continue;
    }
    low = target;
    sameUpTo = trial.sameUpTo;
    if (trial.cost > best.cost) best = trial;
  }
  return best;
}

function tryTarget({ ranked, settings, checkpoint }: Tries, budget: Budget): Trial {
  checkpoint();
  const { packed, sameUpTo } = pack(ranked, budget, settings, checkpoint);
  checkpoint();
  const excerpts = excerpt(packed, budget.renderFormat, ranked.wholes, checkpoint);
  let cost = 0;
  for (const { renderedSize } of excerpts) cost += renderedSize.tokens;
  return { target: budget.maxContextTokens, packed, excerpts, cost, sameUpTo };
}
