// One server span for each call, on every protocol, and a child span for each stage. Names and attributes follow the
// OpenTelemetry semantic conventions for HTTP and RPC servers. Spans are created through the OpenTelemetry API, so they
// reach the registered provider: ours, or that of an application that embeds the engine. A span never holds a caller's
// text: an unknown path or method is not recorded.
import type { IncomingHttpHeaders } from "node:http";
import {
  type Context,
  context,
  defaultTextMapGetter,
  propagation,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { protocols } from "../protocols/protocol.ts";
import { endAttributes, factAttributes, stageAttributes, startAttributes } from "./attributes.ts";
import type { CallRecord, CallStart } from "./call-record.ts";
import { machineMs, type StageRecord } from "./stages.ts";

/** A call's span while it runs. */
interface ServerSpan {
  /** Hexadecimal, as in `traceparent`; the call has one whether or not its trace is sampled. */
  readonly traceId: string;
  /** Records the span of a stage that has run, here or in a worker; null when the trace is not sampled. */
  readonly onStage: ((record: StageRecord) => void) | null;
  readonly end: (call: CallRecord) => void;
}

/** Drops the headers that callers can fill with anything, because every span of the trace would repeat them. */
const traceIdentity: TextMapGetter<IncomingHttpHeaders> = {
  keys: (headers) => defaultTextMapGetter.keys(headers),
  get: (headers, name) =>
    name === "tracestate" || name === "baggage" ? undefined : defaultTextMapGetter.get(headers, name),
};

export function startServerSpan(tracer: Tracer, start: CallStart, headers: IncomingHttpHeaders): ServerSpan {
  // The active context is the parent if the headers name none, so that a host application's span is continued.
  const parent = propagation.extract(context.active(), headers, traceIdentity);
  const startedAtMs = machineMs();
  // Milliseconds since 1970 at time 0 of `machineMs`: the stages, some of them timed in a worker, use that clock.
  const epochMs = Date.now() - startedAtMs;
  const attributes = startAttributes(start);
  const options = { kind: SpanKind.SERVER, startTime: epochMs + startedAtMs, attributes };
  const span = tracer.startSpan(spanName(start), options, parent);
  const { traceId } = span.spanContext();
  if (!span.isRecording()) return { traceId, onStage: null, end: () => {} };
  const within = trace.setSpan(parent, span);
  return {
    traceId,
    onStage: (record) => recordStage(tracer, record, epochMs, within),
    end: (call) => {
      span.setAttributes(endAttributes(call));
      span.setAttributes(factAttributes(call));
      // An error of the client leaves the status unset, as the conventions require.
      if (call.fault) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(epochMs + machineMs());
    },
  };
}

function spanName(call: CallStart): string {
  if (protocols[call.protocol].isRpc) return call.name ?? "_OTHER";
  const method = call.httpMethod === "_OTHER" ? "HTTP" : call.httpMethod;
  return call.name === null ? method : `${method} ${call.name}`;
}

function recordStage(tracer: Tracer, record: StageRecord, epochMs: number, parent: Context): void {
  const options = { startTime: epochMs + record.startedAtMs, attributes: stageAttributes(record) };
  const span = tracer.startSpan(`winnow.${record.name}`, options, parent);
  if (record.error !== null) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(epochMs + record.endedAtMs);
}
