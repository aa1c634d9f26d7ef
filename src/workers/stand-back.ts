// Puts the calling thread behind the one with the sockets where both want a processor. Never an error: a thread that
// cannot stand back works all the same.
import { getPriority, setPriority } from "node:os";

/** Steps of niceness behind the thread that started this one. */
const STEPS = 5;

/** The niceness beyond which there is none. */
const NICE_MAX = 19;

/**
 * On Linux a priority is a thread's own. Elsewhere it would be the whole process's, and is left as it is. It counts
 * from what the process was started with: only root may go in front of that.
 */
export function standBack(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Math.min(NICE_MAX, getPriority() + STEPS));
  } catch {
    // A sandbox that forbids it.
  }
}
