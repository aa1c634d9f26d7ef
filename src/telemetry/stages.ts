// The wrapper around every stage of the engine. It records when the stage ran and what it counted, stops the call if
// its caller is gone, and injects the fault of a test or drill. It never reads the data of a stage, only the facts that
// the stage itself counts. A worker thread sends these records to the main thread, which turns them into spans, so the
// worker loads no telemetry.
import type { Stage, StageFacts, StageName } from "../engine/model.ts";
import type { CallSignal } from "../service/call.ts";
import type { Checkpoint } from "../text/checkpoint.ts";

/** A stage that has run. */
export interface StageRecord {
  readonly name: StageName;
  /** On the clock of `machineMs`. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly facts: StageFacts;
  /** The class of the error that the stage threw; null if it threw none. */
  readonly error: string | null;
}

type OnRan = ((record: StageRecord) => void) | null;

/** Milliseconds on the clock that all threads of a process share, unlike `performance.now()`. */
export function machineMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

/**
 * The stage wrapper of a call on the main thread.
 * @param onRan receives each stage as it ends; null if the call is not traced
 * @param signal aborts the call: the next stage or checkpoint throws the signal's reason
 * @param faultStage the stage that fails in every call; null outside tests and drills
 */
export function stagesOf(onRan: OnRan, signal: CallSignal, faultStage: StageName | null): Stage {
  return recordStages(() => signal.throwIfAborted(), faultStage, onRan);
}

/**
 * The same for a worker, which has no signal.
 * @param checkpoint runs before each stage and within it, and throws when the call is over
 */
export function recordStages(checkpoint: Checkpoint, faultStage: StageName | null, onRan: OnRan): Stage {
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
      // The class and not the message, which may quote the caller's text.
      ran({}, error instanceof Error ? error.name : "unknown");
      throw error;
    }
  };
}

/** The fault that the setting `fault_stage` asks for. */
export class InjectedFault extends Error {
  override readonly name = "InjectedFault";
}

function failOnPurpose(stage: string, faultStage: string | null): void {
  if (stage === faultStage) throw new InjectedFault(`stage ${stage} fails on purpose`);
}
