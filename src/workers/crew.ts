// The seats of a pool as one: how many are at work, and whether any can have a thread at all. What becomes of a job, it
// leaves to its listener.
import type { Clock } from "../time/clock.ts";
import { createSeat, type Seat, type SeatListener } from "./seat.ts";
import type { StartThread } from "./thread.ts";

export interface Crew<Job> {
  readonly seats: readonly Seat<Job>[];
  /** @param onAble is told when no thread can be started any more, and when one can again */
  readonly start: (onAble: (able: boolean) => void) => void;
  /** False as long as no thread can be started. */
  readonly able: () => boolean;
  /** Whether some thread need not start first. */
  readonly ready: () => boolean;
  /** Whether a job that waits will come to be worked on. */
  readonly usable: () => boolean;
  /** Hears at once what threads have said by now. */
  readonly hear: () => void;
  /** Seats at work. */
  readonly busy: () => number;
  /** Ends a job, wherever it is worked on: see `Seat`. */
  readonly stop: (job: Job, reason: unknown, graceMs: number) => void;
  /** Ends every thread for good. @returns what they held */
  readonly close: () => Promise<readonly Job[]>;
}

export function createCrew<Job>(
  size: number,
  startThread: StartThread,
  clock: Clock,
  listener: Omit<SeatListener<Job>, "onReady">,
): Crew<Job> {
  let able = true;
  let tellAble: (able: boolean) => void = () => {};
  const seatListener: SeatListener<Job> = {
    ...listener,
    onLost: (job, why, cause) => {
      listener.onLost(job, why, cause);
      lookAtThreads();
    },
    onReady: lookAtThreads,
  };
  const seats = Array.from({ length: size }, () => createSeat(startThread, clock, seatListener));

  function lookAtThreads(): void {
    const isAble = !seats.every((seat) => seat.failing());
    if (isAble === able) return;
    able = isAble;
    tellAble(able);
  }

  return {
    seats,
    start: (onAble) => {
      tellAble = onAble;
      for (const seat of seats) seat.start();
    },
    able: () => able,
    ready: () => seats.some((seat) => seat.ready()),
    usable: () => seats.some((seat) => seat.usable()),
    hear: () => {
      for (const seat of seats) seat.hear();
    },
    busy: () => seats.filter((seat) => seat.busy()).length,
    stop: (job, reason, graceMs) => {
      for (const seat of seats) seat.stop(job, reason, graceMs);
    },
    close: async () => (await Promise.all(seats.map((seat) => seat.close()))).flat(),
  };
}
