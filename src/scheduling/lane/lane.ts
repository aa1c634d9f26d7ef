// The calls that are answered on the thread with the sockets, one after the other. Before a large one, or a few small
// ones, the thread looks at the network until nothing new comes in, so that calls wait here, where they are counted,
// and not where nobody sees them: read and answered as they come, each would hold up all that have arrived behind it.
import { unavailable } from "../../protocols/refusals.ts";
import type { WholeRequest } from "../../protocols/reply.ts";
import type { Unary } from "../../protocols/unary.ts";
import type { Call } from "../../service/call.ts";
import type { Clock } from "../../time/clock.ts";
import { createLine, type Expected } from "../line.ts";
import { asLaneJob, type LaneJob, type LaneReply, waitsNoMore } from "./lane-job.ts";
import { createTurns } from "./turns.ts";

export interface Lane {
  /** For a call of so many bytes that would come now; null when it would wait for too long. */
  readonly expected: (bytes: number) => Expected | null;
  /** Remembers that a call of so many bytes has been turned away. */
  readonly turnedAway: (bytes: number) => void;
  /** The same of one for which there was no room among the calls in flight. */
  readonly noRoom: (bytes: number) => void;
  readonly answer: (request: WholeRequest, call: Call) => Promise<LaneReply>;
}

/** How long calls may wait outside an overload: a burst, and more than a client with dozens of connections has. */
const PATIENCE = { ms: 50, runs: 96 };

/**
 * Calls that may be under way: one that has held the thread for long lets others go on, or begin, between two of its
 * stages. Beyond, only one that is so many times smaller than each of them.
 */
const UNDER_WAY_MAX = 4;
const SMALLER = 4;

/** @param onAnswered is told after each call, before the next one begins */
export function createLane(unary: Unary, clock: Clock, onAnswered: () => void): Lane {
  const line = createLine<LaneJob>({
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
  const turns = createTurns(() => line.waiting() > 0, begin, clock);

  function begin(): number | null {
    const next = line.take(mayBegin);
    if (next === null) return null;
    line.begun(next);
    waitsNoMore(next);
    void run(next);
    return next.bytes;
  }

  function mayBegin({ bytes }: LaneJob): boolean {
    const underWay = line.running();
    return underWay.length < UNDER_WAY_MAX || underWay.every((other) => bytes * SMALLER <= other.bytes);
  }

  async function run(job: LaneJob): Promise<void> {
    try {
      job.resolve(await unary(job.request, job.call));
    } catch (fault) {
      job.reject(fault);
    }
    line.answered(job);
    onAnswered();
    turns.goOn();
  }

  function put(job: LaneJob): boolean {
    const waits = line.put(job);
    if (waits) turns.schedule();
    return waits;
  }

  return {
    expected: (bytes) => {
      turns.arrived();
      return line.expected(bytes);
    },
    turnedAway: line.turnedAway,
    noRoom: line.noRoom,
    answer: (request, call) => asLaneJob(request, call, clock.monotonicMs(), put, line.remove),
  };
}
