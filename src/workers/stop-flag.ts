// How a call that runs in a worker learns that nobody waits for it any more: a shared cell, because a thread that works
// does not read messages.
import { clientGone, deadlinePassed, isDeadline } from "../service/call.ts";

/** What a cell holds. */
const RUNNING = 0;
const CLIENT_GONE = 1;
const DEADLINE_PASSED = 2;

export interface StopFlag {
  /** For a new call. */
  readonly clear: () => void;
  /** @param reason what the call's signal was aborted with */
  readonly raise: (reason: unknown) => void;
  /** Why the call is over; null while it is not. */
  readonly reason: () => DOMException | null;
}

export function newStopCells(count: number): SharedArrayBuffer {
  return new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT);
}

/** @param at which of the cells, from 0 */
export function stopFlag(cells: SharedArrayBuffer, at: number): StopFlag {
  const flags = new Int32Array(cells);
  return {
    clear: () => {
      Atomics.store(flags, at, RUNNING);
    },
    raise: (reason) => {
      Atomics.store(flags, at, isDeadline(reason) ? DEADLINE_PASSED : CLIENT_GONE);
    },
    reason: () => {
      const state = Atomics.load(flags, at);
      if (state === RUNNING) return null;
      return state === DEADLINE_PASSED ? deadlinePassed() : clientGone();
    },
  };
}
