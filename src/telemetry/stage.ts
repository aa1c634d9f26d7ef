// The wrapper around every stage of the engine: one span each, an end once the caller is gone, a turn
// for the other calls when this one has held the thread for long, and the fault that tests inject.
// It never looks at what a stage works on: only the facts that the stage itself counts become attributes.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Stage, StageName } from "../engine/model.ts";
import type { CallSignal } from "../service/call-signal.ts";
import type { Clock } from "../time/clock.ts";
import { recordStages, type StageRecord } from "./stage-record.ts";

/** Longest stretch without a turn of the event loop, as far as stages allow: below what a probe would notice. */
const TURN_MS = 4;

/**
 * The stage wrapper of one call.
 * @param onRan is told of each stage as it ends; null when the call is not traced
 * @param signal aborts the call: the next stage or checkpoint throws the signal's reason
 * @param faultStage the stage that fails in every call; null outside tests
 */
export function stagesOf(
  onRan: ((record: StageRecord) => void) | null,
  signal: CallSignal,
  faultStage: StageName | null,
  clock: Clock,
): Stage {
  const run = recordStages(() => signal.throwIfAborted(), faultStage, onRan);
  let turnStartedAt = clock.monotonicMs();
  return (name, work, facts) => {
    if (clock.monotonicMs() - turnStartedAt <= TURN_MS) return run(name, work, facts);
    return nextTurn().then(() => {
      turnStartedAt = clock.monotonicMs();
      return run(name, work, facts);
    });
  };
}
