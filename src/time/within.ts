// A promise with a time limit.
import type { Clock } from "./clock.ts";

/**
 * The promise's own outcome, or `late`. A result that arrived while the thread was busy is not late, because sockets
 * are read before the wait ends.
 */
export function within<Answer>(clock: Clock, milliseconds: number, asked: Promise<Answer>): Promise<Answer | "late"> {
  return new Promise((resolve, reject) => {
    const callOff = clock.after(milliseconds, () => setImmediate(() => resolve("late")));
    asked.finally(callOff).then(resolve, reject);
  });
}
