// What a pure service cannot have by itself: the time that passes, and ids that nobody else has given.
import { randomUUID } from "node:crypto";

export interface Surroundings {
  /** Milliseconds from a fixed point, monotonic. */
  readonly now: () => number;
  /** A fresh id for a record that came without one. */
  readonly newRecordId: () => string;
}

/** Wherever no test turns them. */
export const thisMachine: Surroundings = { now: () => performance.now(), newRecordId: randomUUID };
