// The main thread's side of one worker thread: starts it, gives it calls, asks it to stop one, ends it.
import { availableParallelism } from "node:os";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { unsharedBytes } from "../protocols/reply.ts";
import { type CallForWorker, type FromWorker, newStopCells, stopFlag, type WorkerSetup } from "./messages.ts";
import { setWorkerHeapFlags, WORKER_HEAP_LIMITS } from "./runtime-tuning.ts";

export interface Thread {
  readonly send: (call: CallForWorker) => void;
  /**
   * Passes on what the thread has sent so far. The event loop does so only once per turn, and a turn takes hundreds of
   * milliseconds when thousands of calls arrive at once. Until then, a thread with small calls would be idle.
   */
  readonly poll: () => void;
  /** Asks the call of this stop cell to end at its next checkpoint. */
  readonly askToStop: (stopCell: number, reason: unknown) => void;
  /** Ends the thread in the middle of its work. The listener gets nothing more from it. */
  readonly end: () => Promise<void>;
}

export interface ThreadListener {
  readonly onMessage: (message: FromWorker) => void;
  /** The thread has ended by itself. @param error what it threw; null if it threw nothing */
  readonly onDeath: (error: unknown) => void;
}

/**
 * A body of at least this size is moved to the thread and lost with it. A copy would make the kernel provide memory and
 * take it back in most calls, which is 2 % of a call of 5.5 MB. Also, a call of this size that ends one thread would
 * probably end the next one too. In bytes.
 */
export const MOVED_BYTES_MIN = 1024 * 1024;

/** Calls that a thread may hold: the running one and the next. */
export const CALLS_HELD_MAX = 2;

/**
 * The only variable that a thread needs: where Node.js caches compiled code. Without it a thread compiles every module
 * again, which is more than half of its start.
 */
const { NODE_COMPILE_CACHE: compiled } = process.env;
const env = compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled };

type ThreadOptions = Omit<WorkerSetup, "stopFlags" | "port">;

/** Starts a thread. */
export type StartThread = (listener: ThreadListener) => Thread;

/** Leaves one core to the main thread: two workers on two cores are slower than one. */
export function threadsByDefault(): number {
  return Math.max(1, availableParallelism() - 1);
}

/** @param script the worker's entry */
export function threadStarter(script: URL, options: ThreadOptions): StartThread {
  setWorkerHeapFlags();
  return ({ onMessage, onDeath }) => {
    const stopFlags = newStopCells(CALLS_HELD_MAX);
    // The worker's own port cannot be polled.
    const { port1: port, port2 } = new MessageChannel();
    const workerData: WorkerSetup = { ...options, stopFlags, port: port2 };
    const worker = new Worker(script, {
      workerData,
      transferList: [port2],
      resourceLimits: WORKER_HEAP_LIMITS,
      env,
      // None of the process's own flags.
      execArgv: [],
      name: "winnow",
    });
    let ended = false;
    let cause: unknown = null;
    const receive = (message: FromWorker) => {
      if (!ended) onMessage(message);
    };
    port.on("message", receive);
    function poll(): void {
      for (let sent = receiveMessageOnPort(port); sent !== undefined; sent = receiveMessageOnPort(port)) {
        receive(sent.message);
      }
    }
    worker.on("error", (error) => {
      cause = error;
    });
    worker.on("exit", () => {
      poll();
      port.close();
      if (!ended) onDeath(cause);
      ended = true;
    });
    return {
      send: (call) => {
        stopFlag(stopFlags, call.stopCell).clear();
        // Moves a copy of a smaller body, because cloning would copy it twice.
        const { body: bytes } = call.request;
        const body = bytes.length < MOVED_BYTES_MIN ? new Uint8Array(bytes) : unsharedBytes(bytes);
        port.postMessage({ ...call, request: { ...call.request, body } }, [body.buffer]);
      },
      poll,
      askToStop: (stopCell, reason) => stopFlag(stopFlags, stopCell).raise(reason),
      end: async () => {
        ended = true;
        await worker.terminate();
      },
    };
  };
}
