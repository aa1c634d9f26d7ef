// Whether the deployment serves, as a value that changes and can be watched.

/** `no_workers`: no thread for large calls can be started, so that they are all turned away. */
export type ServingState = "starting" | "serving" | "no_workers" | "draining";

export interface Serving {
  readonly state: () => ServingState;
  /** Settles at the next change of state, or when `signal` aborts; never rejects. */
  readonly changed: (signal: AbortSignal) => Promise<void>;
}

export interface ServingSwitch extends Serving {
  readonly set: (state: ServingState) => void;
}

export function createServing(): ServingSwitch {
  let current: ServingState = "starting";
  const waiting = new Set<() => void>();
  return {
    state: () => current,
    set: (state) => {
      if (state === current) return;
      current = state;
      for (const wake of waiting) wake();
    },
    changed: (signal) =>
      new Promise((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          signal.removeEventListener("abort", wake);
          resolve();
        };
        if (signal.aborted) return resolve();
        waiting.add(wake);
        signal.addEventListener("abort", wake, { once: true });
      }),
  };
}
