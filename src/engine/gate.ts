// Does trimming pay off here? The gate stands down if the records share too few words with the task to judge by.
// In: the analysed request and its scores. Out: a Verdict. It must never see a budget.
// If in doubt, it must select: low overlap does not mean a bad selection.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import type { Analysed } from "./analyse.ts";
import { type QueryOverlap, queryOverlap } from "./coverage/query-overlap.ts";
import type { ScoredRecord, Verdict } from "./model.ts";

/** Every reason this stage can give. Metrics count each of them. */
export const GATE_REASONS = [
  "engage:needle",
  "engage:spread",
  "standdown:high_drift",
  "standdown:no_searchable_terms",
] as const;

/** A block with at least this share of the task's words is the needle. */
const NEEDLE_SHARE_MIN = 0.6;

export interface GateSettings {
  /** Weight of the best block's share of the task's words. The share in all records has weight 1. */
  readonly inBestBlock: number;
  /** Weight of ln(1 + pairs found). */
  readonly pairs: number;
  /** Below this sum the records are off topic. Set so that 0.4 % of the labelled true tasks fall below it. */
  readonly overlapMin: number;
}

export function judge(
  analysed: Analysed,
  scored: readonly ScoredRecord[],
  settings: GateSettings,
  checkpoint: Checkpoint = unchecked,
): Verdict {
  const overlap = queryOverlap(analysed, checkpoint);
  const strength = strengthOf(overlap, settings);
  const best = scored.reduce((most, record) => Math.max(most, record.score), 0);
  const signals = {
    query_terms: analysed.query.terms.length,
    words_asked: overlap.queryWeight,
    words_held: overlap.matched,
    words_together: overlap.inBestBlock,
    pairs_held: overlap.pairs,
    overlap: strength,
    top_score: best,
  };
  if (analysed.query.terms.length === 0) return { engaged: false, reason: "standdown:no_searchable_terms", signals };
  // No overlap at all is the extreme case of drift. The API has one name for both.
  const isUnrelated = overlap.matched === 0 || best <= 0 || strength < settings.overlapMin;
  if (isUnrelated) return { engaged: false, reason: "standdown:high_drift", signals };
  return { engaged: true, reason: engagement(overlap), signals };
}

function strengthOf({ queryWeight, matched, inBestBlock, pairs }: QueryOverlap, settings: GateSettings): number {
  if (queryWeight === 0) return 0;
  return (
    matched / queryWeight + settings.inBestBlock * (inBestBlock / queryWeight) + settings.pairs * Math.log(1 + pairs)
  );
}

/** Does one block contain most of the task's words, or do several share them? */
function engagement({ queryWeight, inBestBlock }: QueryOverlap): string {
  return inBestBlock >= NEEDLE_SHARE_MIN * queryWeight ? "engage:needle" : "engage:spread";
}
