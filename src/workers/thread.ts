// One worker thread as seen from the main thread: started, given a call, told to stop, ended.
import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { unsharedBytes } from "../protocols/array-memory.ts";
import type { CallForWorker, FromWorker, WorkerSetup } from "./messages.ts";
import { newStopCells, stopFlag } from "./stop-flag.ts";

export interface Thread {
  readonly send: (call: CallForWorker) => void;
  /**
   * Hands on what it has told by now. It is heard of in any case, but only when the event loop comes round, which takes
   * hundreds of milliseconds where thousands of calls come in at once: a thread with small calls would stand idle.
   */
  readonly hear: () => void;
  /** Asks the call of this slot to end at its next checkpoint. */
  readonly askToStop: (slot: number, reason: unknown) => void;
  /** Ends the thread in the middle of whatever it does. Nothing is heard of it any more. */
  readonly end: () => Promise<void>;
}

export interface ThreadListener {
  readonly onMessage: (message: FromWorker) => void;
  /** The thread has ended by itself. */
  readonly onDeath: (error: unknown) => void;
}

/**
 * Bounds of a worker's heap, in megabytes. A thread that passes them mostly ends alone; where a loop makes ever more
 * small objects, V8 ends the process. The most hostile of legal requests (6 MB as 50,000 records, as words that are all
 * different, as millions of empty arrays) stay far below. An old generation of less than 2,000 makes V8 collect it
 * again and again although little lives there: with 400, selects cost 1.6 times the processor time and leave more
 * memory behind.
 */
const LIMITS = { maxOldGenerationSizeMb: 2000 };

/**
 * What else a worker's heap is made with, in megabytes: room for what one large call makes. V8 looks at these flags
 * when it makes a heap, and the main thread's is there already, with the smaller one that `bin/winnow` gives it.
 *
 * Half the young generation copies what a call of 5.5 MB keeps to its end out of it, and half the old one is full after
 * each second call: V8 then marks all that lives, drops what it had optimised of closures and loops, and compiles them
 * anew. Both together cost a fifth of such a call. Twice the old one gains little more, for 40 MB.
 *
 * The last one counts for every heap, from now on. What V8 learns from one call, that such objects live long, is wrong
 * of the next: it made them in the old generation from then on, which was full the sooner, and took a twentieth of a
 * call of 5.5 MB.
 */
const HEAP_FLAGS = [
  "--max-semi-space-size=32",
  "--initial-old-space-size=96",
  "--no-allocation-site-pretenuring",
] as const;

/**
 * A body from this size on is moved to the thread and lost with it. To copy it costs memory that the kernel has to give
 * and take back in most calls, which is 2 % of one of 5.5 MB; and when a thread dies under a call so large, more
 * likely than not the next one would, too. In bytes.
 */
export const MOVED_BYTES_MIN = 1024 * 1024;

/** Calls that a thread may hold: the one it works on, and the next. */
export const SLOTS = 2;

/**
 * All that a thread needs of the environment: where Node.js keeps what it has compiled. Without it a thread compiles
 * every module anew, which is more than half of its start.
 */
const { NODE_COMPILE_CACHE: compiled } = process.env;
const env = compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled };

export type ThreadOptions = Omit<WorkerSetup, "stopFlags" | "port">;

/** Starts a thread. */
export type StartThread = (listener: ThreadListener) => Thread;

/** As many as leave one core to the thread with the sockets. Two on two cores are slower than one. */
export function threadsByDefault(): number {
  return Math.max(1, availableParallelism() - 1);
}

/**
 * Threads that are started from now on have a heap with these flags.
 * @param script the worker's entry
 */
export function threadStarter(script: URL, options: ThreadOptions): StartThread {
  for (const flag of HEAP_FLAGS) setFlagsFromString(flag);
  return ({ onMessage, onDeath }) => {
    const stopFlags = newStopCells(SLOTS);
    // Not the worker's own port, of which nothing can be taken before its turn.
    const { port1: port, port2 } = new MessageChannel();
    const workerData: WorkerSetup = { ...options, stopFlags, port: port2 };
    const worker = new Worker(script, {
      workerData,
      transferList: [port2],
      resourceLimits: LIMITS,
      env,
      // No flag of the process's own.
      execArgv: [],
      name: "winnow",
    });
    let ended = false;
    let cause: unknown = null;
    const take = (message: FromWorker) => {
      if (!ended) onMessage(message);
    };
    port.on("message", take);
    function hear(): void {
      for (let told = receiveMessageOnPort(port); told !== undefined; told = receiveMessageOnPort(port)) {
        take(told.message);
      }
    }
    worker.on("error", (error) => {
      cause = error;
    });
    worker.on("exit", () => {
      hear();
      port.close();
      if (!ended) onDeath(cause);
      ended = true;
    });
    return {
      send: (call) => {
        stopFlag(stopFlags, call.slot).clear();
        // Of smaller ones a copy is moved: cloned, they would be copied twice.
        const { body: bytes } = call.request;
        const body = bytes.length < MOVED_BYTES_MIN ? new Uint8Array(bytes) : unsharedBytes(bytes);
        port.postMessage({ ...call, request: { ...call.request, body } }, [body.buffer]);
      },
      hear,
      askToStop: (slot, reason) => stopFlag(stopFlags, slot).raise(reason),
      end: async () => {
        ended = true;
        await worker.terminate();
      },
    };
  };
}
