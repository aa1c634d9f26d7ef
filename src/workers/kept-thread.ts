// One worker thread after the other: the present one, and the next when it dies, hangs, or is ended in the middle of a
// job that nobody waits for. What threads do, it does not know.
import type { EndReason } from "../telemetry/readings.ts";
import type { Clock } from "../time/clock.ts";
import type { FromWorker } from "./messages.ts";
import type { StartThread, Thread } from "./thread.ts";

/** Wait before another start when a thread could not even start, in milliseconds. */
const RESTART_MS = 1_000;

/**
 * Wait before a thread that was ended with its job is started anew, unless a job waits: starting costs as much as a
 * select of 5.5 MB, and a client that leaves should end the work for it, not change it. In milliseconds.
 */
const QUIET_MS = 5_000;

export interface KeptThread {
  /** The present thread; null between two. */
  readonly present: () => Thread | null;
  /** Starts one where there is none and none has to be waited for. */
  readonly ensure: () => void;
  /** Whether there is a thread, or a job that waits starts one. */
  readonly usable: () => boolean;
  /** Whether the present thread can answer without further loading. */
  readonly ready: () => boolean;
  /** Whether the last thread ended before it was ready, and none has been since. */
  readonly failing: () => boolean;
  /** Ends the present thread, which is no more of use, and sees to the next: at once, or after a wait. */
  readonly replace: (why: EndReason) => void;
  /** Ends the present thread for good. */
  readonly close: () => Promise<void>;
}

export interface KeptThreadListener {
  readonly onMessage: (message: FromWorker) => void;
  /** The present thread has ended by itself. @param cause what it threw; null when it did not */
  readonly onDeath: (cause: unknown) => void;
}

export function keepThread(startThread: StartThread, clock: Clock, listener: KeptThreadListener): KeptThread {
  let thread: Thread | null = null;
  let ready = false;
  let failing = false;
  /** Whether a job that waits may start a thread where there is none. */
  let startsOnDemand = true;
  let callOffRestart = () => {};
  let ending = Promise.resolve();

  function start(): void {
    callOffRestart();
    ready = false;
    thread = startThread({ onMessage: hear, onDeath: listener.onDeath });
  }

  function hear(message: FromWorker): void {
    if (message.kind === "ready") [ready, failing] = [true, false];
    listener.onMessage(message);
  }

  return {
    present: () => thread,
    ensure: () => {
      if (thread === null && startsOnDemand) start();
    },
    usable: () => thread !== null || startsOnDemand,
    ready: () => thread !== null && ready,
    failing: () => failing,
    replace: (why) => {
      ending = thread?.end() ?? ending;
      thread = null;
      startsOnDemand = why === "stopped";
      failing = !ready && why !== "stopped";
      if (ready && why !== "stopped") start();
      else callOffRestart = clock.after(startsOnDemand ? QUIET_MS : RESTART_MS, start);
    },
    close: async () => {
      callOffRestart();
      startsOnDemand = false;
      await (thread?.end() ?? ending);
    },
  };
}
