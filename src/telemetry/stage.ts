// The wrapper around every stage of the engine: one span each, an end between stages once the caller is gone, a turn
// for the other calls when this one has held the thread for long, and the fault that tests inject.
// It never looks at what a stage works on: only the facts that the stage itself counts become attributes.
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Context, SpanStatusCode, trace } from "@opentelemetry/api";
import { ATTR_ERROR_TYPE } from "@opentelemetry/semantic-conventions";
import type { Stage, StageFacts, StageName } from "../engine/model.ts";
import type { Clock } from "../gateway/clock.ts";
import { failOnPurpose } from "./injected-fault.ts";
import { recordStages, type StageRecord } from "./stage-record.ts";

/** Longest stretch without a turn of the event loop, as far as stages allow: below what a probe would notice. */
const TURN_MS = 4;

const tracer = trace.getTracer("winnow");

/** The names of attributes by those of facts, of which the engine has a dozen: none is put together twice. */
const attributeNames = new Map<string, string>();

/** `query_terms` -> `winnow.query_terms`. */
function attributeName(fact: string): string {
  let name = attributeNames.get(fact);
  if (name === undefined) {
    name = `winnow.${fact}`;
    attributeNames.set(fact, name);
  }
  return name;
}

function attributesOf(facts: StageFacts): Record<string, number | boolean> {
  const attributes: Record<string, number | boolean> = {};
  for (const name in facts) {
    const value = facts[name];
    if (value !== undefined) attributes[attributeName(name)] = value;
  }
  return attributes;
}

/** What the spans of a call's stages hang on. */
export interface StageParent {
  readonly context: Context;
  /** When the clock of `machineMs` stood at 0 as the call's span reckons, in milliseconds since 1970. */
  readonly epochMs: number;
}

/**
 * The stage wrapper of one call.
 * @param parent null when the call is not traced
 * @param signal aborts the call: the next stage throws the signal's reason instead of starting
 * @param faultStage the stage that fails in every call; null outside tests
 */
export function stagesOf(
  parent: StageParent | null,
  signal: AbortSignal,
  faultStage: StageName | null,
  clock: Clock,
): Stage {
  const checkpoint = () => signal.throwIfAborted();
  const traced = parent === null ? null : recordStages(checkpoint, faultStage, (record) => traceStage(parent, record));
  let turnStartedAt = clock.monotonicMs();
  return async (name, work, facts) => {
    if (clock.monotonicMs() - turnStartedAt > TURN_MS) {
      await nextTurn();
      turnStartedAt = clock.monotonicMs();
    }
    if (traced !== null) return traced(name, work, facts);
    checkpoint();
    failOnPurpose(name, faultStage);
    return work(checkpoint);
  };
}

/** The span of a stage that has run, here or in a worker, with the times at which it really ran. */
export function traceStage({ context, epochMs }: StageParent, record: StageRecord): void {
  const { name, startedAtMs, endedAtMs, facts, error } = record;
  const span = tracer.startSpan(`winnow.${name}`, { startTime: epochMs + startedAtMs }, context);
  if (span.isRecording()) span.setAttributes(attributesOf(facts));
  if (error !== null) {
    span.setAttribute(ATTR_ERROR_TYPE, error);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end(epochMs + endedAtMs);
}
