// Combines the span, log line and metrics of a call, so that the server reports each fact once. A call is observed from
// its headers to the end of its response.
import type { IncomingHttpHeaders } from "node:http";
import type { Tracer } from "@opentelemetry/api";
import type { Stage, StageName } from "../engine/model.ts";
import type { Caller, Refusal } from "../gateway/admission.ts";
import type { CallFacts, CallSignal } from "../service/call.ts";
import type { RefusalKind } from "../statuses.ts";
import type { Clock } from "../time/clock.ts";
import type { CallEnd, CallRecord, CallStart } from "./call-record.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { startServerSpan } from "./spans.ts";
import { type StageRecord, stagesOf } from "./stages.ts";

/** One call under observation. */
export interface Observation {
  readonly admitted: (caller: Caller) => void;
  readonly refused: (refusal: Refusal) => void;
  /** Later facts are added to earlier ones. */
  readonly report: (facts: CallFacts) => void;
  /** The stage wrapper of this call: see `stagesOf`. */
  readonly stages: (signal: CallSignal) => Stage;
  /** Whether its stages become spans. */
  readonly traced: boolean;
  /** A stage of this call that has run in a worker. */
  readonly stageRan: (record: StageRecord) => void;
  /** The call has waited this long for a thread. */
  readonly queued: (milliseconds: number) => void;
  /** The call has taken this processor time. May be reported after its end. */
  readonly computed: (cpuMs: number) => void;
  readonly end: (end: CallEnd) => void;
}

export type Observe = (start: CallStart, headers: IncomingHttpHeaders) => Observation;

const none: CallFacts = {};

/**
 * @param tracer null if no exporter takes traces
 * @param faultStage the stage that fails in every call; null outside tests
 */
export function createObserve(
  log: Log,
  metrics: Metrics,
  tracer: Tracer | null,
  faultStage: StageName | null,
  clock: Clock,
): Observe {
  return (start, headers) => {
    const startedAt = clock.monotonicMs();
    const span = tracer === null ? null : startServerSpan(tracer, start, headers);
    const onStage = span?.onStage ?? null;
    let organisation: string | undefined;
    let refused: RefusalKind | undefined;
    let facts = none;
    let queuedMs: number | undefined;
    return {
      admitted: (caller) => {
        organisation = caller.organisation;
      },
      refused: (refusal) => {
        refused = refusal.refused;
        organisation ??= refusal.organisation;
      },
      report: (more) => {
        facts = facts === none ? more : { ...facts, ...more };
      },
      stages: (signal) => stagesOf(onStage, signal, faultStage),
      traced: onStage !== null,
      queued: (milliseconds) => {
        queuedMs = milliseconds;
      },
      computed: (cpuMs) => {
        if (organisation !== undefined) metrics.computed(organisation, cpuMs);
      },
      stageRan: (record) => onStage?.(record),
      end: (end) => {
        const { protocol, httpMethod, scheme, httpVersion, name } = start;
        const { status, fault, clientGone } = end;
        const milliseconds = clock.monotonicMs() - startedAt;
        // Field by field: spreading objects took longer than everything else here.
        const call: CallRecord = {
          protocol,
          httpMethod,
          scheme,
          httpVersion,
          name,
          status,
          fault,
          clientGone,
          milliseconds,
          organisation,
          refused: refused ?? facts.refused,
          queuedMs,
          facts,
          traceId: span?.traceId,
        };
        span?.end(call);
        metrics.record(call);
        log.call(call);
      },
    };
  };
}
