// Simulated worker threads: each runs a worker's functions and answers after a random time, or dies, hangs, or fails to
// start. For the pool they behave as threads: messages arrive later, in order, and none arrives from an ended thread.
import type { Random } from "../../bench/corpus/random.ts";
import type { Unary } from "../../src/protocols/reply.ts";
import type { Clock } from "../../src/time/clock.ts";
import { answerCall } from "../../src/workers/answer-call.ts";
import { type CallForWorker, type FromWorker, newStopCells, stopFlag } from "../../src/workers/messages.ts";
import { CALLS_HELD_MAX, type StartThread, type ThreadListener } from "../../src/workers/thread.ts";

interface ThreadFaults {
  /** Chance that a thread dies while it starts. */
  readonly failsAtStart: number;
  /** Chance that a call kills its thread. */
  readonly killsThread: number;
  /** Chance that a call never ends. */
  readonly hanging: number;
}

const START_MS_MAX = 400;
const RUN_MS_MAX = 3_000;

export function simulatedThreads(unary: Unary, clock: Clock, random: Random, faults: ThreadFaults): StartThread {
  return ({ onMessage, onDeath }: ThreadListener) => {
    const stopFlags = newStopCells(CALLS_HELD_MAX);
    const inbox: CallForWorker[] = [];
    let [working, ended] = [false, false];
    const tell = (message: FromWorker) => {
      if (!ended) onMessage(message);
    };
    function die(): void {
      if (ended) return;
      ended = true;
      onDeath(new Error("out of memory"));
    }
    async function run(call: CallForWorker, ranMs: number): Promise<void> {
      const flag = stopFlag(stopFlags, call.stopCell);
      const parts = { unary, flag, faultStage: null, post: tell, now: clock.monotonicMs };
      tell({ kind: "answered", ...(await answerCall(call, parts)), cpuMs: ranMs });
      working = false;
      workOn();
    }
    function workOn(): void {
      const call = working ? undefined : inbox.shift();
      if (call === undefined) return;
      working = true;
      const takes = random.below(RUN_MS_MAX);
      if (random.chance(faults.hanging)) return;
      clock.after(takes, random.chance(faults.killsThread) ? die : () => void run(call, takes));
    }
    clock.after(random.below(START_MS_MAX), () =>
      random.chance(faults.failsAtStart) ? die() : tell({ kind: "ready" }),
    );
    return {
      send: (call) => {
        stopFlag(stopFlags, call.stopCell).clear();
        // A copy, as for a real thread: the original may be freed before this one is read.
        const body = new Uint8Array(call.request.body);
        inbox.push({ ...call, request: { ...call.request, body } });
        workOn();
      },
      // Simulated messages are never waiting in a port.
      poll: () => {},
      askToStop: (stopCell, reason) => stopFlag(stopFlags, stopCell).raise(reason),
      end: async () => {
        ended = true;
      },
    };
  };
}
