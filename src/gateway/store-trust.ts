// Whether the store of shared counters decides: yes from its first answer on, no after a few failures in a row, and yes
// again once it answers a check. A timer runs the checks.
import { type Clock, within } from "../time/clock.ts";
import type { CounterStore } from "./counters.ts";

/**
 * Longest wait for the store's answer, in milliseconds: many times what a healthy store takes, and short compared with
 * a call.
 */
export const ANSWER_MS_MAX = 20;

/**
 * After this many failures in a row, the store is no longer asked. Requests that were in flight together count as one
 * failure, so one pause of the store or the network is not enough.
 */
const FAILURES_MAX = 3;

/** Between two checks, in milliseconds. */
const CHECK_MS = 250;

/** Why the store did not decide a call. */
export type StoreFailure = "late" | "failed" | "disconnected";

interface StoreTrust {
  readonly trusted: () => boolean;
  /** The store answered a call's request in time. */
  readonly answered: () => void;
  /** The store did not answer a request sent at that time. */
  readonly failed: (why: StoreFailure, askedMs: number, error?: unknown) => void;
  readonly close: () => void;
}

interface StoreTrustParts {
  readonly store: Pick<CounterStore, "ready" | "check">;
  readonly clock: Clock;
  /** The store decides from now on. */
  readonly onShared: () => void;
  /** It no longer does. @param error what the store failed with, if it did */
  readonly onLocal: (why: StoreFailure, error?: unknown) => void;
}

export function createStoreTrust({ store, clock, onShared, onLocal }: StoreTrustParts): StoreTrust {
  /** null before the first check. */
  let trusted: boolean | null = null;
  let inARow = 0;
  let lastFailureMs = Number.NEGATIVE_INFINITY;
  let checks = 0;
  let checking = false;
  let closed = false;
  let cancel = clock.after(CHECK_MS, check);

  function trust(): void {
    if (closed) return;
    cancel();
    trusted = true;
    inARow = 0;
    onShared();
  }

  function distrust(why: StoreFailure, error?: unknown): void {
    if (closed) return;
    cancel();
    cancel = clock.after(CHECK_MS, check);
    if (trusted === false) return;
    trusted = false;
    onLocal(why, error);
  }

  /** One check at a time, however long its answer takes. */
  function check(): void {
    cancel = clock.after(CHECK_MS, check);
    checks += 1;
    if (checking) return;
    if (!store.ready()) {
      // At the first check, a busy start may still delay the connection.
      if (checks > 1) distrust("disconnected");
      return;
    }
    checking = true;
    const asked = store.check().finally(() => {
      checking = false;
    });
    within(clock, ANSWER_MS_MAX, asked).then(
      (answer) => (answer === "late" ? distrust("late") : trust()),
      (error: unknown) => distrust("failed", error),
    );
  }

  return {
    trusted: () => trusted === true,
    answered: () => {
      inARow = 0;
    },
    failed: (why, askedMs, error) => {
      if (askedMs >= lastFailureMs) {
        inARow += 1;
        lastFailureMs = clock.monotonicMs();
      }
      if (why === "disconnected" || inARow >= FAILURES_MAX) distrust(why, error);
    },
    close: () => {
      closed = true;
      cancel();
    },
  };
}
