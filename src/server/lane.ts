// The calls that are answered on the thread with the sockets, one after the other. Before a large one, or a few small
// ones, the thread looks at the network until nothing new comes in, so that calls wait here, where they are counted,
// and not where nobody sees them: read and answered as they come, each would hold up all that have arrived behind it.
import type { Refusal } from "../gateway/admission.ts";
import type { Call } from "../service/answer.ts";
import type { Clock } from "../time/clock.ts";
import { createLine, type Expected } from "../waiting/line.ts";
import type { Waiting } from "../waiting/queue.ts";
import { stoppedReply } from "../wire/stopped-reply.ts";
import type { Unary } from "../wire/unary.ts";
import { unavailable } from "../wire/unavailable.ts";
import type { WholeReply, WholeRequest } from "../wire/whole.ts";
import { workBytes } from "../workers/large.ts";
import { createNetworkLook } from "./network-look.ts";

export interface Lane {
  /** For a call of so many bytes that would come now; null when it would wait for too long. */
  readonly expected: (bytes: number) => Expected | null;
  /** Remembers that a call of so many bytes has been turned away. */
  readonly turnedAway: (bytes: number) => void;
  readonly answer: (request: WholeRequest, call: Call) => Promise<WholeReply | Refusal>;
}

interface Job extends Waiting {
  readonly request: WholeRequest;
  readonly call: Call;
  readonly resolve: (reply: WholeReply | Refusal) => void;
  readonly reject: (fault: unknown) => void;
  /** Of the call, while it waits. */
  readonly onAbort: () => void;
}

/** How long calls may wait outside an overload: a burst, and more than a client with dozens of connections has. */
const PATIENCE = { ms: 50, runs: 96 };

/**
 * Calls follow each other in one turn until they have so many bytes together, which take about 2 ms: their answers go
 * out in one write and the requests upon them come in with one read, which saves each of four calls of 2 kB a fifth of
 * its processor time.
 */
const TURN_BYTES = 16 * 1024;

/**
 * Calls that may be under way: one that has held the thread for long lets others go on, or begin, between two of its
 * stages. Beyond, only one that is so many times smaller than each of them.
 */
const UNDER_WAY_MAX = 4;
const SMALLER = 4;

export function createLane(unary: Unary, clock: Clock): Lane {
  const line = createLine<Job>({
    threads: 1,
    // As many as there may be in flight.
    queueMax: Number.POSITIVE_INFINITY,
    patience: PATIENCE,
    onGivenUp: (job) => {
      waitsNoMore(job);
      job.resolve(unavailable);
    },
    clock,
  });
  const look = createNetworkLook(clock);
  let scheduled = false;
  /** Bytes of calls that may still begin in this turn. */
  let leftBytes = 0;

  function schedule(): void {
    if (scheduled || line.waiting() === 0) return;
    scheduled = true;
    setImmediate(turn);
  }

  function turn(): void {
    scheduled = false;
    if (!look.goesOn()) {
      leftBytes = TURN_BYTES;
      // Until one of those under way is answered.
      if (!beginNext()) return;
    }
    schedule();
  }

  function beginNext(): boolean {
    const next = line.take(mayBegin);
    if (next === null) return false;
    leftBytes -= next.bytes;
    line.begun(next);
    waitsNoMore(next);
    void run(next);
    return true;
  }

  function mayBegin({ bytes }: Job): boolean {
    const underWay = line.running();
    return underWay.length < UNDER_WAY_MAX || underWay.every((other) => bytes * SMALLER <= other.bytes);
  }

  async function run(job: Job): Promise<void> {
    try {
      job.resolve(await unary(job.request, job.call));
    } catch (fault) {
      job.reject(fault);
    }
    line.answered(job);
    if (leftBytes <= 0 || !beginNext()) schedule();
  }

  function answer(request: WholeRequest, call: Call): Promise<WholeReply | Refusal> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        line.remove(job);
        resolve(stoppedReply(request, call.signal.reason));
      };
      const [bytes, sinceMs] = [workBytes(request), clock.monotonicMs()];
      const job: Job = { bytes, sinceMs, request, call, resolve, reject, onAbort };
      if (!line.put(job)) return resolve(unavailable);
      call.signal.addEventListener("abort", onAbort);
      schedule();
    });
  }

  return {
    expected: (bytes) => {
      look.arrived();
      return line.expected(bytes);
    },
    turnedAway: line.turnedAway,
    answer,
  };
}

function waitsNoMore({ call, onAbort }: Job): void {
  call.signal.removeEventListener("abort", onAbort);
}
