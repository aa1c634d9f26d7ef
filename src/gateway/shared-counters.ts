// Counters that replicas share. If the store behind them does not answer, this process decides by its own counters, and
// later charges the store for what it granted. A call waits for the store at most for a bounded time, and not at all
// while the store is not trusted.
import type { Tier } from "../config/tiers.ts";
import { type Clock, within } from "../time/clock.ts";
import {
  type CounterStore,
  type Counters,
  type Debt,
  type MemoryCounters,
  type Spending,
  type StoredDecision,
  waitMs,
} from "./counters.ts";
import { createStoreLedger, negative } from "./store-ledger.ts";
import { ANSWER_MS_MAX, createStoreTrust, type StoreFailure } from "./store-trust.ts";

export interface SharedCounters extends Counters {
  /** Whether the store decides now. */
  readonly shared: () => boolean;
  /** Requests that the store did not answer, since the start. */
  readonly failures: () => Readonly<Record<StoreFailure, number>>;
  /** Calls that the counters of this process decided, since the start. */
  readonly decidedLocally: () => number;
  readonly close: () => void;
}

interface SharedCountersParts {
  readonly store: CounterStore;
  readonly local: MemoryCounters;
  readonly clock: Clock;
  /** The store decides from now on. */
  readonly onShared: () => void;
  /** The counters of this process decide from now on. @param error what the store failed with, if it did */
  readonly onLocal: (why: StoreFailure, error?: unknown) => void;
}

export function createSharedCounters(parts: SharedCountersParts): SharedCounters {
  const { store, local, clock, onShared, onLocal } = parts;
  const trust = createStoreTrust({ store, clock, onShared, onLocal });
  const ledger = createStoreLedger(clock.wallMs);
  const failures = { late: 0, failed: 0, disconnected: 0 };
  let decidedLocally = 0;

  function fail(why: StoreFailure, askedMs: number, error?: unknown): void {
    failures[why] += 1;
    trust.failed(why, askedMs, error);
  }

  function spendHere(organisation: string, tier: Tier, counts: boolean): Spending {
    decidedLocally += 1;
    const spending = local.spend(organisation, tier, counts);
    if (spending.refused !== null) return spending;
    ledger.granted(organisation, debtOf(counts));
    const giveBack = () => {
      spending.refund();
      const debt = { calls: 0, counted: -1 };
      ledger.granted(organisation, debt);
      ledger.unsent(organisation, debt);
    };
    return { refused: null, refund: counts ? once(giveBack) : spending.refund };
  }

  /** Like `spendHere`, for a call that is not sent to the store. */
  function spendUnasked(organisation: string, tier: Tier, counts: boolean): Spending {
    const spending = spendHere(organisation, tier, counts);
    if (spending.refused === null) ledger.unsent(organisation, debtOf(counts));
    return spending;
  }

  /** Decides a call here because the store has not answered in time. Corrects the ledger when the answer arrives. */
  function spendLate(organisation: string, tier: Tier, counts: boolean, sent: Debt, asked: Promise<StoredDecision>) {
    const spending = spendHere(organisation, tier, counts);
    const granted = spending.refused === null;
    const call = debtOf(counts);
    asked.then(
      ({ outcome }) => {
        ledger.charged(organisation, sent);
        const charged = outcome === "admitted";
        if (charged) ledger.charged(organisation, call);
        if (granted && !charged) ledger.unsent(organisation, call);
        if (charged && !granted) ledger.unsent(organisation, negative(call));
      },
      () => {
        ledger.unsent(organisation, sent);
        if (granted) ledger.unsent(organisation, call);
      },
    );
    return spending;
  }

  function take(decision: StoredDecision, organisation: string, tier: Tier, counts: boolean): Spending {
    trust.answered();
    const { calls, counted } = ledger.uncharged(organisation);
    // If the store fails, this process continues with these counts and not with a full bucket.
    const { day, used, tokens } = decision;
    local.note(organisation, { day, used: Math.max(0, used + counted), tokens: tokens - calls });
    if (decision.outcome === "throttled") return { refused: "throttled", retryAfterMs: waitMs(decision, tier) };
    if (decision.outcome === "quota_spent") return { refused: "quota_spent" };
    const giveBack = () =>
      void store.refund(organisation, day).catch(() => {
        failures.failed += 1;
      });
    return { refused: null, refund: counts ? once(giveBack) : () => {} };
  }

  return {
    spend: async (organisation, tier, counts) => {
      if (!trust.trusted()) return spendUnasked(organisation, tier, counts);
      const askedMs = clock.monotonicMs();
      if (!store.ready()) {
        fail("disconnected", askedMs);
        return spendUnasked(organisation, tier, counts);
      }
      const sent = ledger.takeUnsent(organisation);
      const asked = store.spend(organisation, tier, counts, sent);
      try {
        const decision = await within(clock, ANSWER_MS_MAX, asked);
        if (decision !== "late") {
          ledger.charged(organisation, sent);
          return take(decision, organisation, tier, counts);
        }
      } catch (error) {
        fail("failed", askedMs, error);
        ledger.unsent(organisation, sent);
        return spendUnasked(organisation, tier, counts);
      }
      fail("late", askedMs);
      return spendLate(organisation, tier, counts, sent, asked);
    },
    retain: (organisations) => {
      local.retain(organisations);
      ledger.retain(organisations);
    },
    shared: () => trust.trusted() && store.ready(),
    failures: () => failures,
    decidedLocally: () => decidedLocally,
    close: () => {
      trust.close();
      store.close();
    },
  };
}

function debtOf(counts: boolean): Debt {
  return { calls: 1, counted: counts ? 1 : 0 };
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}
