// What spans say of a call and of its stages, and duration metrics of a call: by the OpenTelemetry semantic conventions
// for HTTP and RPC servers, where these have a name for it. Never anything of a caller's text.
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_RPC_METHOD,
  ATTR_RPC_STATUS_CODE,
  ATTR_RPC_SYSTEM_NAME,
  ATTR_URL_SCHEME,
} from "@opentelemetry/semantic-conventions";
import type { CallRecord, CallStart } from "./call-record.ts";
import type { StageRecord } from "./stage-record.ts";

/** One that is undefined is left out. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

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

export function factAttributes({ facts, organisation, refused }: CallRecord): SpanAttributes {
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

/** Attributes by what a stage calls its facts, each made once: as keys, new strings are looked up by their letters. */
const factNames = new Map<string, string>();

function factName(fact: string): string {
  const known = factNames.get(fact);
  if (known !== undefined) return known;
  const name = `winnow.${fact}`;
  factNames.set(fact, name);
  return name;
}

export function stageAttributes({ facts, error }: StageRecord): SpanAttributes {
  const attributes: Record<string, string | number | boolean> = {};
  for (const fact in facts) {
    const value = facts[fact];
    if (value !== undefined) attributes[factName(fact)] = value;
  }
  if (error !== null) attributes[ATTR_ERROR_TYPE] = error;
  return attributes;
}
