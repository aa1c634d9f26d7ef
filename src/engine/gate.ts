// Does trimming pay here? Stands down when the records hold too few of the task's words to judge by words.
// In: the analysed request and its scores. Out: a Verdict. Must not see a budget, and must rather select than stand
// down: low overlap does not mean a bad selection.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import type { Analysed } from "./analyse.ts";
import { type QueryOverlap, queryOverlap } from "./coverage/query-overlap.ts";
import type { ScoredRecord, Verdict } from "./model.ts";

/** Every reason this stage can give. Metrics count them. */
export const GATE_REASONS = [
  "engage:needle",
  "engage:spread",
  "standdown:high_drift",
  "standdown:no_searchable_terms",
] as const;

/** From this share of the task's words in one block on, that block is the needle. */
const NEEDLE_SHARE_MIN = 0.6;

export interface GateSettings {
  /** Weight of the share of the task's words that one block holds, against 1 for the share the records hold. */
  readonly inBestBlock: number;
  /** Weight of ln(1 + pairs held). */
  readonly pairs: number;
  /** Below this sum the records are about something else; set where 0.4 % of the labelled true tasks fall. */
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
  // No overlap at all is the furthest drift: the interface has one name for both.
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

/** One block holds most of the task's words, or several share them. */
function engagement({ queryWeight, inBestBlock }: QueryOverlap): string {
  return inBestBlock >= NEEDLE_SHARE_MIN * queryWeight ? "engage:needle" : "engage:spread";
}
