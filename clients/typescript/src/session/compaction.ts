// Whether to cut older tool results again, all together. That rewrites the prompt from the first changed message on. So
// a session does it only if the prompt nears the context limit, or if it saves money at the given prices and the
// session has already saved the cost of the rewriting. A compaction that is made to save money never costs more than
// the session has saved. A compaction at the context limit can.
import type { Prices } from "./prices.ts";

interface CompactionPlan {
  /** Tokens of the results that would be cut, as they are sent now. */
  readonly tokens: number;
  /** Tokens from the first of these results to the end of the prompt, as they are sent now. */
  readonly tailTokens: number;
  /** Tokens of the whole prompt, as it is sent now. */
  readonly promptTokens: number;
}

interface CompactionRules {
  readonly prices: Prices;
  /** The context limit of the model, in tokens. */
  readonly contextTokens: number;
  /** Steps that are expected to follow. */
  readonly expectedSteps: number;
  /** What the session has saved so far, in US dollars. */
  readonly saved: number;
}

/** At this share of the context limit, the prompt is compacted at any cost. */
const LIMIT_SHARE = 0.8;

/** The prompt's share of the context limit after such a compaction. */
const TARGET_SHARE = 0.5;

/** The share of their tokens that results keep in a compaction that saves money. */
const KEPT_SHARE = 0.3;

const MILLION = 1_000_000;

/** @returns the tokens that the results may keep together; null for no compaction */
export function compactionBudget(plan: CompactionPlan, rules: CompactionRules): number | null {
  const { tokens, tailTokens, promptTokens } = plan;
  const { prices, contextTokens, expectedSteps, saved } = rules;
  if (tokens === 0) return null;
  if (promptTokens > LIMIT_SHARE * contextTokens) {
    const others = promptTokens - tokens;
    return Math.max(1, Math.min(Math.floor(TARGET_SHARE * contextTokens) - others, Math.floor(tokens / 2)));
  }
  const kept = Math.ceil(KEPT_SHARE * tokens);
  const savedTokens = tokens - kept;
  const gain = (savedTokens * expectedSteps * prices.cacheRead) / MILLION;
  const price = ((tailTokens - savedTokens) * prices.cacheWrite) / MILLION;
  return gain > price && saved > price ? kept : null;
}
