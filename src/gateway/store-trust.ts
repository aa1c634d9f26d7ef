// Whether the store of shared counters is trusted to decide: from its first answer on, no longer after a few failures
// in a row, and again once it has answered a question of nobody's. Asks such questions of its own accord, on a clock.
import type { Clock } from "../time/clock.ts";
import { within } from "../time/within.ts";
import type { CounterStore } from "./shared-counters.ts";

/** Longest wait for the store's answer, in milliseconds: many times a healthy one, little beside a call. */
export const ANSWER_MS_MAX = 20;

/**
 * Failures one after the other after which the store is left alone. Questions that were on their way together fail
 * together: they count as one, so that a single pause of the store or the network is no reason.
 */
const FAILURES_MAX = 3;

/** Between two looks whether a store that was left alone is well again, in milliseconds. */
const LOOK_MS = 250;

/** Why the store did not decide a call. */
export type StoreFailure = "late" | "failed" | "disconnected";

export interface StoreTrust {
  readonly trusted: () => boolean;
  /** It has answered a call's question in time. */
  readonly answered: () => void;
  /** It has not answered a question that was asked at that time. */
  readonly failed: (why: StoreFailure, askedMs: number, error?: unknown) => void;
  readonly close: () => void;
}

export interface StoreTrustParts {
  readonly store: Pick<CounterStore, "ready" | "check">;
  readonly clock: Clock;
  /** The store is trusted from now on. */
  readonly onShared: () => void;
  /** It is not, from now on. @param error what the store failed with, where it did */
  readonly onLocal: (why: StoreFailure, error?: unknown) => void;
}

export function createStoreTrust({ store, clock, onShared, onLocal }: StoreTrustParts): StoreTrust {
  /** Null until it is known for the first time. */
  let trusted: boolean | null = null;
  let inARow = 0;
  let lastFailureMs = Number.NEGATIVE_INFINITY;
  let looks = 0;
  let looking = false;
  let closed = false;
  let callOff = clock.after(LOOK_MS, look);

  function trust(): void {
    if (closed) return;
    callOff();
    trusted = true;
    inARow = 0;
    onShared();
  }

  function distrust(why: StoreFailure, error?: unknown): void {
    if (closed) return;
    callOff();
    callOff = clock.after(LOOK_MS, look);
    if (trusted === false) return;
    trusted = false;
    onLocal(why, error);
  }

  /** One question at a time, however long its answer takes. */
  function look(): void {
    callOff = clock.after(LOOK_MS, look);
    looks += 1;
    if (looking) return;
    if (!store.ready()) {
      // By the first look, a busy start may not have let the connection come about.
      if (looks > 1) distrust("disconnected");
      return;
    }
    looking = true;
    const asked = store.check().finally(() => {
      looking = false;
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
      callOff();
    },
  };
}
