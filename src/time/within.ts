// A promise and a bound on how long it is waited for.
import type { Clock } from "./clock.ts";

/**
 * The promise's own outcome, or `late`. An answer that has arrived while the thread was busy with other things is not
 * late: what lies in the socket is read before the wait is given up.
 */
export function within<Answer>(clock: Clock, milliseconds: number, asked: Promise<Answer>): Promise<Answer | "late"> {
  return new Promise((resolve, reject) => {
    const callOff = clock.after(milliseconds, () => setImmediate(() => resolve("late")));
    asked.finally(callOff).then(resolve, reject);
  });
}
