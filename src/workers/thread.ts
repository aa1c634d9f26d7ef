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
 * Bounds of a worker's heap, in megabytes. The most hostile of legal requests (6 MB as 50,000 records, as attributes,
 * as millions of empty arrays) fit in the old generation; a thread that passes it ends alone, without the process.
 * Both trade memory against time. With 400 and 24, 400 and 64, 400 and 96, and without bounds, selects of 5.4 MB
 * leave 360, 430, 470 and 520 MB of the process resident, and one of 100 kB costs 1.36, 1.24, 1.20 and 1.07 times what
 * it costs a bare gRPC server.
 */
const LIMITS = { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 64 };

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
