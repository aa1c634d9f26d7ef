// Lines in, and the same lines out some at a time: a write for each would cost a small call a fifth of its time. None
// waits longer than a moment.
import type { DestinationStream } from "pino";

/** Characters that are handed on at once: some 40 lines. */
const GATHERED = 15 * 1024;

/** Longest wait of a line, in milliseconds. */
const WAIT_MS_MAX = 100;

export interface GatheredLines extends DestinationStream {
  /** Hands on what waits. */
  readonly handOn: () => void;
}

export function gatherLines(to: DestinationStream): GatheredLines {
  let waiting = "";
  let timed = false;

  function handOn(): void {
    const lines = waiting;
    waiting = "";
    if (lines !== "") to.write(lines);
  }

  return {
    write: (line) => {
      waiting += line;
      if (waiting.length >= GATHERED) handOn();
      if (timed || waiting === "") return;
      timed = true;
      // Left to run when the lines go before: to call it off would cost more than to find nothing.
      setTimeout(() => {
        timed = false;
        handOn();
      }, WAIT_MS_MAX).unref();
    },
    handOn,
  };
}
