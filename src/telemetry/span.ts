// One server span a call, on every protocol, named and described by the OpenTelemetry semantic conventions for HTTP
// and RPC servers. The caller's trace context is taken from its headers. Never holds anything of a caller's text:
// a path or a method that is not ours is not recorded.
import type { IncomingHttpHeaders } from "node:http";
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  INVALID_SPAN_CONTEXT,
  ProxyTracerProvider,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from "@opentelemetry/api";
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
import { machineMs } from "./stage-record.ts";

const tracer = trace.getTracer("winnow");

export interface ServerSpan {
  /** For the spans of what the call does. */
  readonly context: Context;
  /** Absent when nothing is traced. */
  readonly traceId: string | undefined;
  readonly span: Span;
  /** When the clock of `machineMs` stood at 0 as this span reckons, in milliseconds since 1970. */
  readonly epochMs: number;
}

export type StartServerSpan = (call: CallStart, headers: IncomingHttpHeaders) => ServerSpan;

/** Attributes that say what was called. They label the duration metrics too, so each has a bounded set of values. */
export function nameAttributes(call: CallStart): Attributes {
  if (call.protocol === "rest") {
    const attributes: Attributes = { [ATTR_HTTP_REQUEST_METHOD]: call.httpMethod, [ATTR_URL_SCHEME]: call.scheme };
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
export function endAttributes(call: CallRecord): Attributes {
  const attributes: Attributes = {};
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

/** Not what callers can write at will beside their trace's id: every span of the trace would show it. */
const identityOnly: TextMapGetter<IncomingHttpHeaders> = {
  keys: (headers) => defaultTextMapGetter.keys(headers),
  get: (headers, name) =>
    name === "tracestate" || name === "baggage" ? undefined : defaultTextMapGetter.get(headers, name),
};

/** Stands in for all where nobody traces: the API's contexts were a third of what small calls left to be collected. */
const noSpan: ServerSpan = {
  span: trace.wrapSpanContext(INVALID_SPAN_CONTEXT),
  epochMs: 0,
  context: ROOT_CONTEXT,
  traceId: undefined,
};

/** Starts server spans; where no SDK has been started by now, for nothing. */
export function serverSpans(): StartServerSpan {
  const provider = trace.getTracerProvider();
  const idle = provider instanceof ProxyTracerProvider && provider.getDelegateTracer("winnow") === undefined;
  return idle ? () => noSpan : startServerSpan;
}

function startServerSpan(call: CallStart, headers: IncomingHttpHeaders): ServerSpan {
  const parent = propagation.extract(ROOT_CONTEXT, headers, identityOnly);
  const attributes = { ...nameAttributes(call), [ATTR_NETWORK_PROTOCOL_VERSION]: call.httpVersion };
  const span = tracer.startSpan(spanName(call), { kind: SpanKind.SERVER, attributes }, parent);
  const epochMs = span.isRecording() ? Date.now() - machineMs() : 0;
  const { traceId } = span.spanContext();
  return { span, epochMs, context: trace.setSpan(parent, span), traceId: /^0+$/.test(traceId) ? undefined : traceId };
}

/** Describes what the call came to. A client's mistake leaves the span's status unset, as the conventions ask. */
export function endServerSpan({ span }: ServerSpan, call: CallRecord): void {
  if (span.isRecording()) {
    span.setAttributes(endAttributes(call));
    span.setAttributes(factAttributes(call));
    if (call.fault) span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

function factAttributes({ facts, organisation, refused }: CallRecord): Attributes {
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
