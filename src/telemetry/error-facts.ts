// What of an error may be logged: its name, its code and where it was thrown. Never its message, which may quote what a
// caller sent.
import type { EventFacts } from "./log.ts";

/** Frames of a stack that say enough of where it was thrown. */
const FRAMES_MAX = 12;

export function errorFacts(error: unknown): EventFacts {
  if (!(error instanceof Error)) return { errorName: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  const code = "code" in error && typeof error.code === "string" ? { errorCode: error.code } : {};
  return { errorName: error.name, ...code, at: frames.slice(0, FRAMES_MAX).join("\n") };
}

/** The same of a store's error: its answer starts with a code, as READONLY or WRONGPASS, and the rest may quote. */
export function storeErrorFacts(error: unknown): EventFacts {
  const [answered] = error instanceof Error ? (/^[A-Z]{2,20}(?= )/.exec(error.message) ?? []) : [];
  const { at, ...facts } = errorFacts(error);
  return answered === undefined ? facts : { ...facts, errorCode: answered };
}
