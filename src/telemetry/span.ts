// One server span a call, on every protocol, named and described by the OpenTelemetry semantic conventions for HTTP
// and RPC servers, and one below it for each stage. Never holds anything of a caller's text: a path or a method that is
// not ours is not recorded.
import type { IncomingHttpHeaders } from "node:http";
import { SpanKind } from "@opentelemetry/api";
import { ATTR_NETWORK_PROTOCOL_VERSION } from "@opentelemetry/semantic-conventions";
import type { CallRecord, CallStart } from "./call-record.ts";
import {
  endAttributes,
  factAttributes,
  nameAttributes,
  type SpanAttributes,
  stageAttributes,
} from "./span-attributes.ts";
import { machineMs, type StageRecord } from "./stage-record.ts";

/** A span that is over, in full. */
export interface FinishedSpan {
  /** Hexadecimal, as in `traceparent`; so are the next two. */
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** In milliseconds since 1970, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: SpanAttributes;
  /** Its status: an error, or unset. */
  readonly failed: boolean;
}

/** Where a call's span stands in its trace. */
export interface ServerTrace extends Pick<FinishedSpan, "traceId" | "spanId" | "parentSpanId"> {
  /** Whether its spans are to be written. */
  readonly kept: boolean;
}

export interface Tracing {
  /** @param name of the call's span */
  readonly join: (name: string, headers: IncomingHttpHeaders) => ServerTrace;
  readonly newSpanId: () => string;
  readonly write: (span: FinishedSpan) => void;
}

/** A call's span while it runs. */
export interface ServerSpan {
  readonly traceId: string;
  /** Writes the span of a stage that has run, here or in a worker; null when the trace is not kept. */
  readonly onStage: ((record: StageRecord) => void) | null;
  readonly end: (call: CallRecord) => void;
}

function spanName(call: CallStart): string {
  if (call.protocol !== "rest") return call.name ?? "_OTHER";
  const method = call.httpMethod === "_OTHER" ? "HTTP" : call.httpMethod;
  return call.name === null ? method : `${method} ${call.name}`;
}

export function startServerSpan(tracing: Tracing, start: CallStart, headers: IncomingHttpHeaders): ServerSpan {
  const name = spanName(start);
  const { traceId, spanId, parentSpanId, kept } = tracing.join(name, headers);
  if (!kept) return { traceId, onStage: null, end: () => {} };
  const startedAtMs = machineMs();
  // When the clock of `machineMs` stood at 0, in milliseconds since 1970.
  const epochMs = Date.now() - startedAtMs;
  return {
    traceId,
    onStage: (record) =>
      tracing.write({
        traceId,
        spanId: tracing.newSpanId(),
        parentSpanId: spanId,
        startMs: epochMs + record.startedAtMs,
        endMs: epochMs + record.endedAtMs,
        name: `winnow.${record.name}`,
        kind: SpanKind.INTERNAL,
        attributes: stageAttributes(record),
        failed: record.error !== null,
      }),
    // A client's mistake leaves the span's status unset, as the conventions ask.
    end: (call) =>
      tracing.write({
        traceId,
        spanId,
        parentSpanId,
        startMs: epochMs + startedAtMs,
        endMs: epochMs + machineMs(),
        name,
        kind: SpanKind.SERVER,
        attributes: {
          ...nameAttributes(call),
          [ATTR_NETWORK_PROTOCOL_VERSION]: call.httpVersion,
          ...endAttributes(call),
          ...factAttributes(call),
        },
        failed: call.fault,
      }),
  };
}
