// One server span a call, on every protocol, named and described by the OpenTelemetry semantic conventions for HTTP
// and RPC servers, and one below it for each stage. Never holds anything of a caller's text: a path or a method that is
// not ours is not recorded.
import type { IncomingHttpHeaders } from "node:http";
import { SpanKind } from "@opentelemetry/api";
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_NETWORK_PROTOCOL_VERSION,
  ATTR_RPC_METHOD,
  ATTR_RPC_STATUS_CODE,
  ATTR_RPC_SYSTEM_NAME,
  ATTR_URL_SCHEME,
} from "@opentelemetry/semantic-conventions";
import type { CallRecord, CallStart } from "./call-record.ts";
import { machineMs, type StageRecord } from "./stage-record.ts";

/** One that is undefined is left out. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

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

/** Attributes that say what was called. They label the duration metrics too, so each has a bounded set of values. */
export function nameAttributes(call: CallStart): Record<string, string> {
  if (call.protocol === "rest") {
    const attributes: Record<string, string> = {
      [ATTR_HTTP_REQUEST_METHOD]: call.httpMethod,
      [ATTR_URL_SCHEME]: call.scheme,
    };
    if (call.name !== null) attributes[ATTR_HTTP_ROUTE] = call.name;
    return attributes;
  }
  return {
    // gRPC-Web is gRPC in another framing; the conventions know no third name.
    [ATTR_RPC_SYSTEM_NAME]: call.protocol === "connect" ? "connectrpc" : "grpc",
    [ATTR_RPC_METHOD]: call.name ?? "_OTHER",
  };
}

/** Attributes that say how the call ended. */
export function endAttributes(call: CallRecord): Record<string, string | number> {
  const attributes: Record<string, string | number> = {};
  if (call.protocol !== "rest") attributes[ATTR_RPC_STATUS_CODE] = call.status;
  else if (!call.clientGone) attributes[ATTR_HTTP_RESPONSE_STATUS_CODE] = Number(call.status);
  if (call.fault) attributes[ATTR_ERROR_TYPE] = call.status;
  return attributes;
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

function factAttributes({ facts, organisation, refused }: CallRecord): SpanAttributes {
  return {
    "winnow.request_id": facts.requestId,
    "winnow.organisation": organisation,
    "winnow.refused": refused,
    "winnow.outcome": facts.outcome,
    "winnow.gate_reason": facts.gateReason,
    "winnow.selection_error": facts.selectionError,
    "winnow.operating_point": facts.operatingPoint,
    "winnow.records_available": facts.recordsAvailable,
    "winnow.records_selected": facts.recordsSelected,
    "winnow.metered_tokens": facts.meteredTokens,
    "winnow.tokens_before": facts.tokensBefore,
    "winnow.tokens_after": facts.tokensAfter,
  };
}

function stageAttributes({ facts, error }: StageRecord): SpanAttributes {
  const attributes: Record<string, string | number | boolean> = {};
  for (const fact in facts) {
    const value = facts[fact];
    if (value !== undefined) attributes[`winnow.${fact}`] = value;
  }
  if (error !== null) attributes[ATTR_ERROR_TYPE] = error;
  return attributes;
}
