// The calls that are answered on the thread with the sockets, one after the other. Before a large one, or a few small
// ones, the thread looks at the network until nothing new comes in, so that calls wait here, where they are counted,
// and not where nobody sees them: read and answered as they come, each would hold up all that have arrived behind it.
import type { Refusal } from "../gateway/admission.ts";
import type { Clock } from "../gateway/clock.ts";
import type { Call } from "../service/answer.ts";
import { stoppedReply } from "../wire/stopped-reply.ts";
import type { Unary } from "../wire/unary.ts";
import { unavailable } from "../wire/unavailable.ts";
import type { WholeReply, WholeRequest } from "../wire/whole.ts";
import { createLine, type Expected } from "../workers/line.ts";

export interface Lane {
  /** For a call of so many bytes that would come now; null when it would wait for too long. */
  readonly expected: (bytes: number) => Expected | null;
  /** Remembers that a call of so many bytes has been turned away. */
  readonly turnedAway: (bytes: number) => void;
  readonly answer: (request: WholeRequest, call: Call) => Promise<WholeReply | Refusal>;
}

interface Job {
  readonly bytes: number;
  readonly sinceMs: number;
  readonly begin: () => void;
  readonly giveUp: () => void;
}

/**
 * Longest time for looking at the network between two calls, in milliseconds. One look accepts one new connection, and
 * its request comes with the next; a flood of what is all turned away must not keep the thread from answering any.
 */
const LOOK_MS_MAX = 2;

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
    onGivenUp: (job) => job.giveUp(),
    clock,
  });
  let [scheduled, arrived] = [false, false];
  /** Bytes of calls that may still begin in this turn. */
  let leftBytes = 0;
  /** When the thread came to look at the network again, in milliseconds; null when it has not since its last call. */
  let looksSince: number | null = null;

  function schedule(): void {
    if (scheduled || line.waiting() === 0) return;
    scheduled = true;
    setImmediate(turn);
  }

  function turn(): void {
    scheduled = false;
    const now = clock.monotonicMs();
    looksSince ??= now;
    const looksOn = arrived && now - looksSince < LOOK_MS_MAX;
    arrived = false;
    if (!looksOn) {
      looksSince = null;
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
    next.begin();
    return true;
  }

  function mayBegin({ bytes }: Job): boolean {
    const underWay = line.running();
    return underWay.length < UNDER_WAY_MAX || underWay.every((other) => bytes * SMALLER <= other.bytes);
  }

  function answer(request: WholeRequest, call: Call): Promise<WholeReply | Refusal> {
    const { signal } = call;
    return new Promise((resolve, reject) => {
      const next = (job: Job) => {
        line.answered(job);
        if (leftBytes <= 0 || !beginNext()) schedule();
      };
      const stop = () => {
        line.remove(job);
        resolve(stoppedReply(request, signal.reason));
      };
      const job: Job = {
        bytes: request.body.length,
        sinceMs: clock.monotonicMs(),
        begin: () => {
          signal.removeEventListener("abort", stop);
          unary(request, call).then(
            (reply) => {
              resolve(reply);
              next(job);
            },
            (fault: unknown) => {
              reject(fault);
              next(job);
            },
          );
        },
        giveUp: () => {
          signal.removeEventListener("abort", stop);
          resolve(unavailable);
        },
      };
      if (!line.put(job)) {
        line.turnedAway(job.bytes);
        resolve(unavailable);
        return;
      }
      signal.addEventListener("abort", stop);
      schedule();
    });
  }

  return {
    expected: (bytes) => {
      arrived = true;
      return line.expected(bytes);
    },
    turnedAway: line.turnedAway,
    answer,
  };
}
