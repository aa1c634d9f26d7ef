// Where a select call is answered: on this thread, in a worker, or, when neither would come to it soon, nowhere: told
// at once, its caller can ask elsewhere while the answer is still worth something.
import type { Expected } from "../line.ts";

export type Place = "here" | "worker" | "nowhere";

/** From here on a small call may be better off in a worker: below what a health check would feel, in milliseconds. */
const BEHIND_MS = 4;

/** What a call may expect somewhere; null when it would wait for too long. */
type Asked = () => Expected | null;

/**
 * @param large too large to be answered on this thread, where there are workers
 * @param worker null where there are none
 */
export function placeOf(large: boolean, here: Asked, worker: Asked | null): Place {
  if (large && worker !== null) return worker() === null ? "nowhere" : "worker";
  const soon = here();
  if (worker === null) return soon === null ? "nowhere" : "here";
  if (soon !== null && soon.waitMs < BEHIND_MS) return "here";
  const elsewhere = worker();
  if (soon === null) return elsewhere === null ? "nowhere" : "worker";
  return elsewhere !== null && total(elsewhere) < total(soon) ? "worker" : "here";
}

function total({ waitMs, runMs }: Expected): number {
  return waitMs + runMs;
}
