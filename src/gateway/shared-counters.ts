// Counters that replicas share, and what becomes of a call when the store behind them does not answer: it passes on the
// counters of this process. No call waits for the store longer than a bound, and none at all while it is not trusted.
import type { Clock } from "../time/clock.ts";
import { within } from "../time/within.ts";
import type { Tier } from "./admission.ts";
import type { Counters, MemoryCounters, Spending } from "./counters.ts";
import { waitMs } from "./limits.ts";
import { ANSWER_MS_MAX, createStoreTrust, type StoreFailure } from "./store-trust.ts";

export interface SharedCounters extends Counters {
  /** Whether the store decides now. */
  readonly shared: () => boolean;
  /** Questions that the store did not answer, since the start. */
  readonly failures: () => Readonly<Record<StoreFailure, number>>;
  /** Calls that the counters of this process have decided, since the start. */
  readonly decidedLocally: () => number;
  readonly close: () => void;
}

export interface SharedCountersParts {
  readonly store: CounterStore;
  readonly local: MemoryCounters;
  readonly clock: Clock;
  /** The store decides from now on. */
  readonly onShared: () => void;
  /** The counters of this process decide from now on. @param error what the store failed with, where it did */
  readonly onLocal: (why: StoreFailure, error?: unknown) => void;
}

export function createSharedCounters(parts: SharedCountersParts): SharedCounters {
  const { store, local, clock, onShared, onLocal } = parts;
  const trust = createStoreTrust({ store, clock, onShared, onLocal });
  const failures = { late: 0, failed: 0, disconnected: 0 };
  let decidedLocally = 0;

  function fail(why: StoreFailure, askedMs: number, error?: unknown): void {
    failures[why] += 1;
    trust.failed(why, askedMs, error);
  }

  function spendLocally(organisation: string, tier: Tier, counts: boolean): Spending {
    decidedLocally += 1;
    return local.spend(organisation, tier, counts);
  }

  function freeArray(organisation: string, day: number): void {
    store.refund(organisation, day).catch(() => {
      failures.failed += 1;
    });
  }

  /** What was decided too late has been decided twice; the quota, at least, can be put right. */
  function undo(asked: Promise<StoredDecision>, organisation: string): void {
    asked.then(
      ({ verdict, day }) => (verdict === "admitted" ? freeArray(organisation, day) : undefined),
      () => {},
    );
  }

  function take(decision: StoredDecision, organisation: string, tier: Tier, counts: boolean): Spending {
    trust.answered();
    // Should the store fail, this process goes on from here and not from nothing.
    local.note(organisation, decision);
    if (decision.verdict === "throttled") return { refused: "throttled", retryAfterMs: waitMs(decision, tier) };
    if (decision.verdict === "quota_spent") return { refused: "quota_spent" };
    return { refused: null, refund: counts ? once(() => freeArray(organisation, decision.day)) : () => {} };
  }

  return {
    spend: async (organisation, tier, counts) => {
      if (!trust.trusted()) return spendLocally(organisation, tier, counts);
      const askedMs = clock.monotonicMs();
      if (!store.ready()) {
        fail("disconnected", askedMs);
        return spendLocally(organisation, tier, counts);
      }
      const asked = store.spend(organisation, tier, counts);
      try {
        const decision = await within(clock, ANSWER_MS_MAX, asked);
        if (decision !== "late") return take(decision, organisation, tier, counts);
        fail("late", askedMs);
        if (counts) undo(asked, organisation);
      } catch (error) {
        fail("failed", askedMs, error);
      }
      return spendLocally(organisation, tier, counts);
    },
    retain: local.retain,
    shared: () => trust.trusted() && store.ready(),
    failures: () => failures,
    decidedLocally: () => decidedLocally,
    close: () => {
      trust.close();
      store.close();
    },
  };
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}

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
