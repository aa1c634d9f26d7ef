// Where a select call is answered: on this thread, in a worker, or, when neither would come to it soon, nowhere: told
// at once, its caller can ask elsewhere while the answer is still worth something.
import type { Expected } from "../workers/pool.ts";
import type { Turn } from "./turn.ts";

export type Place = "here" | "worker" | "nowhere";

/** From here on a small call is better off in a worker: below what a health check would feel, in milliseconds. */
const BEHIND_MS = 4;

/** Nor does a small call go to a worker that needs longer, in milliseconds. */
const SOON_MS = 15;

/**
 * @param large too large to be answered on this thread, where there are workers
 * @param worker what a worker would take, or null when none would come to it soon; null where there are none
 */
export function placeOf(turn: Turn, large: boolean, worker: (() => Expected | null) | null): Place {
  if (large && worker !== null) return worker() === null ? "nowhere" : "worker";
  if (turn.ageMs() < BEHIND_MS) return "here";
  const expected = worker?.() ?? null;
  if (expected !== null && expected.waitMs + expected.runMs < SOON_MS) return "worker";
  return turn.overloaded() ? "nowhere" : "here";
}
