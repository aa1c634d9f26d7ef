// One worker thread as seen from the main thread: started, given a call, told to stop, ended.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { CallForWorker, FromWorker, WorkerSetup } from "./messages.ts";
import { newStopCell, stopFlag } from "./stop-flag.ts";

export interface Thread {
  readonly send: (call: CallForWorker) => void;
  /** Asks the call to end at its next stage. */
  readonly askToStop: (reason: unknown) => void;
  /** Ends the thread in the middle of whatever it does. Nothing is heard of it any more. */
  readonly end: () => Promise<void>;
}

export interface ThreadListener {
  readonly onMessage: (message: FromWorker) => void;
  /** The thread has ended by itself. */
  readonly onDeath: (error: unknown) => void;
}

/**
 * Bounds of a worker's heap, in megabytes. The most hostile of legal requests (6 MB as 50,000 records, as attributes, as
 * millions of empty arrays) fit; a thread that passes the bound ends alone, without the process. They also set how
 * readily memory is given back: with twice as much, the largest selects keep 150 MB more resident, and are no faster.
 */
const LIMITS = { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 24 };

export type ThreadOptions = Omit<WorkerSetup, "stopFlag">;

/** Starts a thread. */
export type StartThread = (listener: ThreadListener) => Thread;

/** As many as leave one core to the thread with the sockets. Two on two cores are slower than one. */
export function threadsByDefault(): number {
  return Math.max(1, availableParallelism() - 1);
}

/** @param script the worker's entry */
export function threadStarter(script: URL, options: ThreadOptions): StartThread {
  return ({ onMessage, onDeath }) => {
    const cell = newStopCell();
    const flag = stopFlag(cell);
    const workerData: WorkerSetup = { ...options, stopFlag: cell };
    // It needs nothing of the environment, and no flag of the process's own.
    const worker = new Worker(script, { workerData, resourceLimits: LIMITS, env: {}, execArgv: [], name: "winnow" });
    let ended = false;
    let cause: unknown = null;
    worker.on("message", (message: FromWorker) => {
      if (!ended) onMessage(message);
    });
    worker.on("error", (error) => {
      cause = error;
    });
    worker.on("exit", () => {
      if (!ended) onDeath(cause);
      ended = true;
    });
    return {
      send: (call) => {
        flag.clear();
        worker.postMessage(call);
      },
      askToStop: flag.raise,
      end: async () => {
        ended = true;
        await worker.terminate();
      },
    };
  };
}
