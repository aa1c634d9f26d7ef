// The wrapper around every stage of the engine: one span each, an end between stages once the caller is gone, a turn
// for the other calls when this one has held the thread for long, and the fault that tests inject.
// It never looks at what a stage works on: only the facts that the stage itself counts become attributes.
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Context, SpanStatusCode, trace } from "@opentelemetry/api";
import { ATTR_ERROR_TYPE } from "@opentelemetry/semantic-conventions";
import type { Stage, StageFacts, StageName } from "../engine/model.ts";
import type { Clock } from "../gateway/clock.ts";
import { failOnPurpose } from "./injected-fault.ts";
import { errorClass, type StageRecord } from "./stage-record.ts";

/** Longest stretch without a turn of the event loop, as far as stages allow: below what a probe would notice. */
const TURN_MS = 4;

const tracer = trace.getTracer("winnow");

/** `scoredRecords` -> `winnow.scored_records`: attribute names are snake_case by convention. */
function attributesOf(facts: StageFacts): Record<string, number | boolean> {
  const attributes: Record<string, number | boolean> = {};
  for (const [name, value] of Object.entries(facts)) {
    attributes[`winnow.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`] = value;
  }
  return attributes;
}

/**
 * The stage wrapper of one call.
 * @param parent the context of the call's server span; null when the call is not traced
 * @param signal aborts the call: the next stage throws the signal's reason instead of starting
 * @param faultStage the stage that fails in every call; null outside tests
 */
export function stagesOf(
  parent: Context | null,
  signal: AbortSignal,
  faultStage: StageName | null,
  clock: Clock,
): Stage {
  let turnStartedAt = clock.monotonicMs();
  return async (name, work, facts) => {
    if (clock.monotonicMs() - turnStartedAt > TURN_MS) {
      await nextTurn();
      turnStartedAt = clock.monotonicMs();
    }
    signal.throwIfAborted();
    const run = () => {
      failOnPurpose(name, faultStage);
      return work();
    };
    return parent === null ? run() : traced(parent, name, run, facts);
  };
}

function traced<T>(parent: Context, name: StageName, run: () => T, facts?: (result: T) => StageFacts): T {
  const span = tracer.startSpan(`winnow.${name}`, {}, parent);
  try {
    const result = run();
    if (facts !== undefined && span.isRecording()) span.setAttributes(attributesOf(facts(result)));
    return result;
  } catch (error) {
    span.setAttribute(ATTR_ERROR_TYPE, errorClass(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/**
 * The span of a stage that has run in a worker, with the times at which it really ran.
 * @param epochMs when the clock of `machineMs` stood at 0, in milliseconds since 1970
 */
export function traceStage(parent: Context, epochMs: number, record: StageRecord): void {
  const { name, startedAtMs, endedAtMs, facts, error } = record;
  const span = tracer.startSpan(`winnow.${name}`, { startTime: epochMs + startedAtMs }, parent);
  if (span.isRecording()) span.setAttributes(attributesOf(facts));
  if (error !== null) {
    span.setAttribute(ATTR_ERROR_TYPE, error);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end(epochMs + endedAtMs);
}
