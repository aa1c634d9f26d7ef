// How a call that runs in a worker learns that nobody waits for it any more: one shared cell, because a thread that
// works does not read messages.

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

export function newStopCell(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}

export function stopFlag(cell: SharedArrayBuffer): StopFlag {
  const flag = new Int32Array(cell);
  return {
    clear: () => {
      Atomics.store(flag, 0, RUNNING);
    },
    raise: (reason) => {
      const late = reason instanceof Error && reason.name === "TimeoutError";
      Atomics.store(flag, 0, late ? DEADLINE_PASSED : CLIENT_GONE);
    },
    reason: () => {
      const state = Atomics.load(flag, 0);
      if (state === RUNNING) return null;
      return state === DEADLINE_PASSED
        ? new DOMException("the deadline has passed", "TimeoutError")
        : new DOMException("the call was cancelled", "AbortError");
    },
  };
}
