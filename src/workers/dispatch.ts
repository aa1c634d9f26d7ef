// Between the line of calls that wait and the seats: who is given what, and what becomes of a call that comes back.
import { unavailable } from "../protocols/refusals.ts";
import type { Line } from "../scheduling/line.ts";
import { isBrief, type Job, settle } from "./job.ts";
import type { Seat } from "./seat.ts";

/**
 * Each free seat is given the next of the line; then each seat at a small call one more small one, to have at once when
 * it is done.
 * @param runMsMax longest run of one call, in milliseconds
 */
export function dispatch(line: Line<Job>, seats: readonly Seat<Job>[], runMsMax: number): void {
  for (const seat of seats) {
    if (line.waiting() === 0) return;
    const job = seat.free() ? line.take() : null;
    if (job !== null) give(seat, job, runMsMax);
  }
  for (const seat of seats) {
    const job = seat.takesAhead() ? line.take(isBrief) : null;
    if (job !== null) give(seat, job, runMsMax);
  }
}

function give(seat: Seat<Job>, job: Job, msMax: number): void {
  const { caller, traced } = job.call;
  seat.work(job, { request: job.request, caller, traced }, { msMax, brief: isBrief(job) });
}

/** A seat has answered it. One that nobody waits for says nothing of how long calls take. */
export function answered(line: Line<Job>, job: Job): void {
  if (job.settled) line.abandoned(job);
  else line.answered(job);
}

/** The thread that had it is no more. @param mayBegin whether another may have it */
export function putBack(line: Line<Job>, job: Job, mayBegin: boolean): void {
  line.abandoned(job);
  const waits = mayBegin && !job.settled && line.putBack(job);
  if (!waits) settle(job, unavailable);
}
