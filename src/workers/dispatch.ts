// Gives calls that wait to the seats that can take them: each free seat the next of the line; then each seat at a small
// call one more small one, to have at once when it is done.
import type { Line } from "../waiting/line.ts";
import { isBrief, type Job } from "./job.ts";
import type { Seat } from "./seat.ts";

/** @param runMsMax longest run of one call, in milliseconds */
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
