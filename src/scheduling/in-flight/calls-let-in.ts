// The calls that were let in and are not over, in the order in which they came; and who waits for the last of them.
import { takeOut } from "../take-out.ts";

export interface CallsLetIn<Call> {
  readonly add: (call: Call) => void;
  /** Nothing for a call that was never let in. */
  readonly remove: (call: Call) => void;
  readonly all: () => readonly Call[];
  /** Resolves when there is none. */
  readonly idle: () => Promise<void>;
}

export function createCallsLetIn<Call>(): CallsLetIn<Call> {
  const calls: Call[] = [];
  let idleWaiters: (() => void)[] = [];
  return {
    add: (call) => {
      calls.push(call);
    },
    remove: (call) => {
      if (!takeOut(calls, call) || calls.length > 0) return;
      for (const resolve of idleWaiters) resolve();
      idleWaiters = [];
    },
    all: () => calls,
    idle: () => (calls.length === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
  };
}
