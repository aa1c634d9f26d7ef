// Counters that replicas share, and what becomes of a call when the store behind them does not answer: it passes on the
// counters of this process. No call waits for the store longer than a bound, and after a few failures in a row none
// waits at all until the store has answered a question of nobody's.
import type { Tier } from "./admission.ts";
import type { Clock } from "./clock.ts";
import type { CounterStore, StoredDecision } from "./counter-store.ts";
import type { Counters, MemoryCounters, Spending } from "./counters.ts";
import { waitMs } from "./token-bucket.ts";
import { within } from "./within.ts";

/** Longest wait for the store's answer, in milliseconds: many times a healthy one, little beside a call. */
const ANSWER_MS_MAX = 20;

/**
 * Failures one after the other after which the store is left alone. Questions that were on their way together fail
 * together: they count as one, so that a single pause of the store or the network is no reason.
 */
const FAILURES_MAX = 3;

/** Between two looks whether a store that was left alone is well again, in milliseconds. */
const LOOK_MS = 250;

/** Why the store did not decide a call. */
export type StoreFailure = "late" | "failed" | "disconnected";

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
  const failures = { late: 0, failed: 0, disconnected: 0 };
  let inARow = 0;
  let lastFailureMs = Number.NEGATIVE_INFINITY;
  let decidedLocally = 0;
  /** Null until it is known for the first time. */
  let shared: boolean | null = null;
  let looks = 0;
  let looking = false;
  let closed = false;
  let callOff = clock.after(LOOK_MS, look);

  function takeOver(): void {
    if (closed) return;
    callOff();
    shared = true;
    inARow = 0;
    onShared();
  }

  function standBack(why: StoreFailure, error?: unknown): void {
    if (closed) return;
    callOff();
    callOff = clock.after(LOOK_MS, look);
    if (shared === false) return;
    shared = false;
    onLocal(why, error);
  }

  function fail(why: StoreFailure, askedMs: number, error?: unknown): void {
    failures[why] += 1;
    if (askedMs >= lastFailureMs) {
      inARow += 1;
      lastFailureMs = clock.monotonicMs();
    }
    if (why === "disconnected" || inARow >= FAILURES_MAX) standBack(why, error);
  }

  /** One question at a time, however long its answer takes. */
  function look(): void {
    callOff = clock.after(LOOK_MS, look);
    looks += 1;
    if (looking) return;
    if (!store.ready()) {
      // By the first look, a busy start may not have let the connection come about.
      if (looks > 1) standBack("disconnected");
      return;
    }
    looking = true;
    const asked = store.check().finally(() => {
      looking = false;
    });
    within(clock, ANSWER_MS_MAX, asked).then(
      (answer) => (answer === "late" ? standBack("late") : takeOver()),
      (error: unknown) => standBack("failed", error),
    );
  }

  function spendLocally(organisation: string, tier: Tier, counts: boolean): Spending {
    decidedLocally += 1;
    return local.spend(organisation, tier, counts);
  }

  function giveBack(organisation: string, day: number): void {
    store.refund(organisation, day).catch(() => {
      failures.failed += 1;
    });
  }

  /** What was decided too late has been decided twice; the quota, at least, can be put right. */
  function undo(asked: Promise<StoredDecision>, organisation: string): void {
    asked.then(
      ({ verdict, day }) => (verdict === "admitted" ? giveBack(organisation, day) : undefined),
      () => {},
    );
  }

  function take(decision: StoredDecision, organisation: string, tier: Tier, counts: boolean): Spending {
    inARow = 0;
    // Should the store fail, this process goes on from here and not from nothing.
    local.note(organisation, decision);
    if (decision.verdict === "throttled") return { refused: "throttled", retryAfterMs: waitMs(decision, tier) };
    if (decision.verdict === "quota_spent") return { refused: "quota_spent" };
    return { refused: null, refund: counts ? once(() => giveBack(organisation, decision.day)) : () => {} };
  }

  return {
    spend: async (organisation, tier, counts) => {
      if (shared !== true) return spendLocally(organisation, tier, counts);
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
    shared: () => shared === true && store.ready(),
    failures: () => failures,
    decidedLocally: () => decidedLocally,
    close: () => {
      closed = true;
      callOff();
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
