// The tier's bound on the processor time of one request, checked before each stage and at every checkpoint within one.
// In: the stage wrapper of a call and its bound. Out: the same wrapper, which throws `ComputeLimitExceeded` beyond it.
import type { Stage } from "../engine/model.ts";
import type { Environment } from "./call.ts";

/** Callers see this name as `selection_error`. */
export class ComputeLimitExceeded extends Error {
  override readonly name = "ComputeLimitExceeded";
}

/**
 * Measuring counts towards the bound and is never stopped by it: the token ceiling and the bill need its result, and
 * its time is linear in the body. Reading the thread's processor time is a system call, so it is read only when the
 * stages have taken that long by the clock. On a thread that serves several calls in turn, both must exceed the bound:
 * the stages' own time, so that other calls are not counted, and the thread's, so that waiting is not.
 * @param limitMs in milliseconds of processor time
 */
export function withComputeLimit(stage: Stage, limitMs: number, { now, cpuMs }: Environment): Stage {
  const cpuStartedMs = cpuMs();
  let endedStagesMs = 0;
  return (name, work, facts) =>
    stage(
      name,
      (checkpoint) => {
        const startedMs = now();
        const checkLimit = () => {
          if (endedStagesMs + now() - startedMs <= limitMs) return;
          if (cpuMs() - cpuStartedMs > limitMs) throw new ComputeLimitExceeded();
        };
        const checkBoth = () => {
          checkpoint();
          checkLimit();
        };
        try {
          if (name === "measure") return work(checkpoint);
          checkLimit();
          return work(checkBoth);
        } finally {
          endedStagesMs += now() - startedMs;
        }
      },
      facts,
    );
}
