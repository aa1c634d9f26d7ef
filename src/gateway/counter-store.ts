// What replicas share their counters in, as the gateway sees it: one decision or one give-back at a time, each of them
// whole or not at all. Types only.
import type { Tier } from "./admission.ts";

export interface StoredDecision {
  readonly verdict: "admitted" | "throttled" | "quota_spent";
  /** Calls that may still start at once, fractions included, after this one. */
  readonly tokens: number;
  /** The UTC day by the store's clock, in whole days since 1970, and the calls that count against it so far. */
  readonly day: number;
  readonly used: number;
}

/** Every promise rejects when the store cannot be asked or answers with an error. None of them is bound in time. */
export interface CounterStore {
  /** False while there is no connection: asking would be in vain. */
  readonly ready: () => boolean;
  /** Takes one call from the rate and, where it counts, from the quota; from neither when either refuses. */
  readonly spend: (organisation: string, tier: Tier, countsAgainstQuota: boolean) => Promise<StoredDecision>;
  /** Gives back a call that was counted on `day`; nothing once that day is over. */
  readonly refund: (organisation: string, day: number) => Promise<void>;
  /** Does what `spend` does, for nobody. */
  readonly check: () => Promise<void>;
  readonly close: () => void;
}
