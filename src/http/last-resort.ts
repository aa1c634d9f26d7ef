// What happens to an error that nobody caught, and to a warning. The policy:
//   an uncaught exception leaves the process in an unknown state. It is logged, the server drains (calls in flight get
//   their answers, health says NOT_SERVING), and the process exits with 70; whoever supervises it starts another.
//   A rejected promise nobody waits for has interrupted one piece of work and nothing else. It is logged as an error,
//   and the process goes on.
//   A warning of Node.js is logged: printed as it comes, it would be the one line of the log that is no JSON.
// None writes the error's message anywhere: it may quote what a caller sent.
import { errorFacts } from "../telemetry/errors.ts";
import type { Log } from "../telemetry/log.ts";

/** EX_SOFTWARE of sysexits.h: an internal software error. */
const EXIT_SOFTWARE = 70;

/**
 * @param drain stops the server; must settle within a bound
 * @param exit ends the process
 * @returns takes the handlers away again
 */
export function installLastResort(log: Log, drain: () => Promise<void>, exit: (code: number) => void): () => void {
  let failing = false;
  function onException(error: unknown): void {
    log.event("error", "uncaught_exception", errorFacts(error));
    if (failing) return;
    failing = true;
    drain()
      .catch(() => {})
      .then(() => log.flush())
      .finally(() => exit(EXIT_SOFTWARE));
  }
  function onRejection(reason: unknown): void {
    log.event("error", "unhandled_rejection", errorFacts(reason));
  }
  function onWarning(warning: Error): void {
    // That a function of the pinned Node.js may change is nothing to an operator.
    if (warning.name !== "ExperimentalWarning") log.event("warn", "process_warning", errorFacts(warning));
  }
  process.removeAllListeners("warning").on("warning", onWarning);
  process.on("uncaughtException", onException).on("unhandledRejection", onRejection);
  return () => {
    process.off("uncaughtException", onException).off("unhandledRejection", onRejection).off("warning", onWarning);
  };
}
