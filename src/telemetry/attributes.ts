// The attributes of spans for calls and stages, and of the duration metrics, under the names of the OpenTelemetry
// semantic conventions for HTTP and RPC servers. Never a caller's text: the conventions' attributes that would hold it
// (`url.query`, `http.request.method_original`, `rpc.method_original`, `user_agent.original`) are left out.
import type { Attributes } from "@opentelemetry/api";
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_NETWORK_PROTOCOL_VERSION,
  ATTR_RPC_METHOD,
  ATTR_RPC_STATUS_CODE,
  ATTR_RPC_SYSTEM_NAME,
  ATTR_URL_PATH,
  ATTR_URL_SCHEME,
} from "@opentelemetry/semantic-conventions";
import { protocols } from "../protocols/protocol.ts";
import type { CallRecord, CallStart } from "./call-record.ts";
import type { StageRecord } from "./stages.ts";

/** Recorded instead of an unknown path: the conventions' word for an omitted part of a URL. */
const REDACTED = "REDACTED";

/** What was called. These attributes label the duration metrics too, so each has a bounded set of values. */
export function nameAttributes(call: CallStart): Attributes {
  const { rpcSystem } = protocols[call.protocol];
  if (rpcSystem !== null) {
    return {
      [ATTR_RPC_SYSTEM_NAME]: rpcSystem,
      [ATTR_RPC_METHOD]: call.name ?? "_OTHER",
    };
  }
  const attributes: Attributes = { [ATTR_HTTP_REQUEST_METHOD]: call.httpMethod, [ATTR_URL_SCHEME]: call.scheme };
  if (call.name !== null) attributes[ATTR_HTTP_ROUTE] = call.name;
  return attributes;
}

/** The attributes of a server span at its start, when samplers see it. */
export function startAttributes(call: CallStart): Attributes {
  const attributes = nameAttributes(call);
  if (!protocols[call.protocol].isRpc) attributes[ATTR_URL_PATH] = call.name ?? REDACTED;
  attributes[ATTR_NETWORK_PROTOCOL_VERSION] = call.httpVersion;
  return attributes;
}

/** How the call ended. */
export function endAttributes(call: CallRecord): Attributes {
  const attributes: Attributes = {};
  if (protocols[call.protocol].isRpc) attributes[ATTR_RPC_STATUS_CODE] = call.status;
  else if (!call.clientGone) attributes[ATTR_HTTP_RESPONSE_STATUS_CODE] = Number(call.status);
  if (call.fault) attributes[ATTR_ERROR_TYPE] = call.status;
  return attributes;
}

/** What the gateway and the service found out. An attribute that is undefined is left out. */
export function factAttributes({ facts, organisation, refused }: CallRecord): Attributes {
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

export function stageAttributes({ facts, error }: StageRecord): Attributes {
  const attributes: Attributes = {};
  for (const fact in facts) {
    const value = facts[fact];
    if (value !== undefined) attributes[`winnow.${fact}`] = value;
  }
  if (error !== null) attributes[ATTR_ERROR_TYPE] = error;
  return attributes;
}
