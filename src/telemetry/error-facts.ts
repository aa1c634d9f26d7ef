// What of an error may be logged: its name, its code and where it was thrown. Never its message, which may quote what a
// caller sent.
import { framesOf } from "../service/frames.ts";
import type { EventFacts, Log } from "./log.ts";

export function errorFacts(error: unknown): EventFacts {
  if (!(error instanceof Error)) return { errorName: typeof error };
  const code = "code" in error && typeof error.code === "string" ? { errorCode: error.code } : {};
  return { errorName: error.name, ...code, at: framesOf(error) };
}

/** The same of a store's error: its answer starts with a code, as READONLY or WRONGPASS, and the rest may quote. */
export function storeErrorFacts(error: unknown): EventFacts {
  const [answered] = error instanceof Error ? (/^[A-Z]{2,20}(?= )/.exec(error.message) ?? []) : [];
  const { at, ...facts } = errorFacts(error);
  return answered === undefined ? facts : { ...facts, errorCode: answered };
}

/** Logs what a handler threw, which callers never see. */
export function faultLog(log: Log): (fault: unknown) => void {
  return (fault) => log.event("error", "call_failed", errorFacts(fault));
}
