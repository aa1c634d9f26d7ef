// Whether anybody still waits for a call: the part of an AbortSignal that every call is asked for. A whole one is an
// event target, which costs a small call more than its admission, so it is made only for what is written for one.

/** An AbortSignal is one. */
export interface CallSignal extends Pick<AbortSignal, "aborted" | "reason" | "throwIfAborted"> {
  readonly addEventListener: (type: "abort", listener: () => void) => void;
  readonly removeEventListener: (type: "abort", listener: () => void) => void;
}

/** Nobody is there to take its answer. */
export function clientGone(): DOMException {
  return new DOMException("the client has left", "AbortError");
}

export function deadlinePassed(): DOMException {
  return new DOMException("the deadline has passed", "TimeoutError");
}

/** @param reason what a call was aborted with */
export function isDeadline(reason: unknown): boolean {
  return reason instanceof Error && reason.name === "TimeoutError";
}

/** The signal of one call and what aborts it, as one object. Listeners must not throw. */
export class CallAbort implements CallSignal {
  aborted = false;
  reason: unknown = undefined;
  #listeners: (() => void)[] = [];

  /** The first reason stays. */
  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    const at = this.#listeners.indexOf(listener);
    if (at >= 0) this.#listeners.splice(at, 1);
  }
}

/** The same as Node.js's own. */
export function abortSignalOf(signal: CallSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const whole = new AbortController();
  const abort = () => whole.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort);
  return whole.signal;
}
