// Work on many elements that must not hold up everything else: a generator that yields now and then, run to its end at
// once or a slice at a time.

/** Elements between two yields: about 3 ms of checking keys. */
export const ELEMENTS_A_SLICE = 1_000;

/** All at once: for a start or a command, when nobody waits for anything else. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** A slice at a time, with the event loop turning in between. */
export async function inSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await new Promise(setImmediate);
  }
}
