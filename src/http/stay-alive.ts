// Keeps the process while something is carried to its end. A clock's wait alone does not, nor does a signal: a drain
// whose last connection closes meanwhile would end in the middle, with its last spans unsent.

/** Between two ticks of the timer that holds the process, in milliseconds; what happens at a tick is nothing. */
const TICK_MS = 1_000;

/** @returns what the work comes to, or rejects with what it rejects with */
export async function stayAlive<Result>(work: () => Promise<Result>): Promise<Result> {
  const holding = setInterval(() => {}, TICK_MS);
  try {
    return await work();
  } finally {
    clearInterval(holding);
  }
}
