// How the process ends: uncaught errors, and work that must finish before the process may exit. An uncaught exception
// leaves the process in an unknown state: it is logged, the server drains, and the process exits with 70 so that its
// supervisor starts another. An unhandled rejection has interrupted only one piece of work: it is logged, and the
// process continues. A warning of Node.js is logged as JSON, like every line. An error's message is never logged,
// because it may quote what a caller sent.
import { errorFacts } from "../telemetry/errors.ts";
import type { Log } from "../telemetry/log.ts";

/** EX_SOFTWARE of sysexits.h: an internal software error. */
const EXIT_SOFTWARE = 70;

/**
 * @param drain stops the server; must settle within a bound
 * @param exit ends the process
 * @returns removes the handlers
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
    // The Node.js version is pinned, so an experimental function cannot change under an operator.
    if (warning.name !== "ExperimentalWarning") log.event("warn", "process_warning", errorFacts(warning));
  }
  process.removeAllListeners("warning").on("warning", onWarning);
  process.on("uncaughtException", onException).on("unhandledRejection", onRejection);
  return () => {
    process.off("uncaughtException", onException).off("unhandledRejection", onRejection).off("warning", onWarning);
  };
}

/** Interval of the timer that keeps the process alive; a tick does nothing. */
const TICK_MS = 1_000;

/** Keeps the process alive until the work has settled. @returns the work's own result */
export async function stayAlive<Result>(work: () => Promise<Result>): Promise<Result> {
  const holding = setInterval(() => {}, TICK_MS);
  try {
    return await work();
  } finally {
    clearInterval(holding);
  }
}
