// A stage that has run, as a record that the main thread makes a span of: when it ran and what it counted. A worker
// thread sends such records and loads no telemetry.
// The wrapper that makes them ends the call at its next checkpoint and injects the fault of a drill.
import type { Stage, StageFacts, StageName } from "../engine/model.ts";
import type { Checkpoint } from "../text/checkpoint.ts";
import { failOnPurpose } from "./injected-fault.ts";

export interface StageRecord {
  readonly name: StageName;
  /** On the clock of `machineMs`. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly facts: StageFacts;
  /** The class of what the stage threw; null when it did not. */
  readonly error: string | null;
}

/** Milliseconds on the one clock that all threads of a process share, which `performance.now()` is not. */
export function machineMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

/**
 * @param checkpoint runs before each stage and within it, and throws when the call is over
 * @param onRan is told of each stage as it ends; null when nobody wants to hear of them
 */
export function recordStages(
  checkpoint: Checkpoint,
  faultStage: StageName | null,
  onRan: ((record: StageRecord) => void) | null,
): Stage {
  return async (name, work, facts) => {
    checkpoint();
    if (onRan === null) {
      failOnPurpose(name, faultStage);
      return work(checkpoint);
    }
    const startedAtMs = machineMs();
    const ran = (counted: StageFacts, error: string | null) =>
      onRan({ name, startedAtMs, endedAtMs: machineMs(), facts: counted, error });
    try {
      failOnPurpose(name, faultStage);
      const result = work(checkpoint);
      ran(facts?.(result) ?? {}, null);
      return result;
    } catch (error) {
      ran({}, errorClass(error));
      throw error;
    }
  };
}

/** The class and not the message: a message may quote the caller's text. */
function errorClass(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}
