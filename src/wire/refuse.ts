// A call that is turned away before its body is read, as each protocol says it. REST gets the gateway's own bodies;
// gRPC and gRPC-Web a Trailers-Only reply, which their clients may retry; Connect its error object.
import { Code, ConnectError } from "@connectrpc/connect";
import { QuotaFailureSchema, RetryInfoSchema } from "../../gen/google/rpc/error_details_pb.ts";
import type { Refusal, RefusalKind } from "../gateway/admission.ts";
import { BODY_BYTES_MAX } from "./body-limit.ts";
import { jsonReply, type Protocol, type Reply } from "./reply.ts";
import { errorReply } from "./writing/error-reply.ts";
import { grpcType } from "./writing/trailers-only.ts";

interface Wording {
  readonly httpStatus: number;
  /** The gateway writes one of its bodies with a capital. */
  readonly key: "message" | "Message";
  readonly text: string;
  /** What the RPC protocols add, whose words are not the gateway's. */
  readonly more?: string;
  readonly code: Code;
}

const wordings: Readonly<Record<RefusalKind, Wording>> = {
  unauthenticated: { httpStatus: 401, key: "message", text: "Unauthorized", code: Code.Unauthenticated },
  forbidden: {
    httpStatus: 403,
    key: "Message",
    text: "User is not authorized to access this resource with an explicit deny",
    code: Code.PermissionDenied,
  },
  throttled: { httpStatus: 429, key: "message", text: "Too Many Requests", code: Code.ResourceExhausted },
  quota_spent: { httpStatus: 429, key: "message", text: "Limit Exceeded", code: Code.ResourceExhausted },
  body_too_long: {
    httpStatus: 413,
    key: "message",
    text: "Request Too Long",
    // A client refuses an answer that is too long for it under the same code.
    more: `: more than ${BODY_BYTES_MAX} bytes`,
    code: Code.ResourceExhausted,
  },
  unavailable: { httpStatus: 503, key: "message", text: "Service Unavailable", code: Code.Unavailable },
};

/** Refusals that pass by themselves, soon. The rest need another request, another key or another day. */
const passing: ReadonlySet<RefusalKind> = new Set(["throttled", "unavailable"]);

/** What a passing refusal asks to wait when the gateway could not tell, in milliseconds. */
const WAIT_MS_UNKNOWN = 1000;

/** Replies that have been made, by all that they say but the content type; begun anew when they are many. */
const made = new Map<string, Reply>();

/** Rates of a call a second and more name at most as many waits as a second has milliseconds. */
const MADE_MAX = 1_000;

/**
 * In an overload it turns thousands of calls a second away: nothing of a reply is made twice.
 * @param contentType of the request: a gRPC reply echoes it
 */
export function refuse(refusal: Refusal, protocol: Protocol, contentType = ""): Reply {
  const waitMs = passing.has(refusal.refused) ? Math.max(0, Math.ceil(refusal.retryAfterMs ?? WAIT_MS_UNKNOWN)) : null;
  const key = `${protocol} ${refusal.refused} ${waitMs}`;
  let reply = made.get(key);
  if (reply === undefined) {
    if (made.size >= MADE_MAX) made.clear();
    reply = make(refusal.refused, protocol, waitMs);
    made.set(key, reply);
  }
  if (protocol === "rest" || protocol === "connect" || contentType === "") return reply;
  return { ...reply, headers: { ...reply.headers, "content-type": grpcType(contentType) } };
}

function make(refused: RefusalKind, protocol: Protocol, waitMs: number | null): Reply {
  const { httpStatus, key, text, more = "", code } = wordings[refused];
  const retryAfter = waitMs === null ? {} : { "retry-after": String(Math.max(1, Math.ceil(waitMs / 1000))) };
  if (protocol === "rest") return jsonReply(httpStatus, JSON.stringify({ [key]: text }), retryAfter);
  const reply = errorReply(protocol, `application/${protocol}`, refusalError(refused, text + more, code, waitMs));
  const pushback = code === Code.ResourceExhausted || waitMs !== null ? pushbackHeader(waitMs) : {};
  return { ...reply, headers: { ...reply.headers, ...(protocol === "connect" ? retryAfter : pushback) } };
}

/** Milliseconds a retrying gRPC client waits, -1 to keep it from retrying a code that it would retry otherwise. */
function pushbackHeader(waitMs: number | null): Reply["headers"] {
  return { "grpc-retry-pushback-ms": String(waitMs ?? -1) };
}

function refusalError(refused: RefusalKind, text: string, code: Code, waitMs: number | null): ConnectError {
  const error = new ConnectError(text, code);
  if (waitMs !== null) {
    const retryDelay = { seconds: BigInt(Math.floor(waitMs / 1000)), nanos: (waitMs % 1000) * 1_000_000 };
    error.details.push({ desc: RetryInfoSchema, value: { retryDelay } });
  }
  if (refused === "quota_spent") {
    const violations = [{ subject: "organisation", description: "the daily quota of select calls is spent" }];
    error.details.push({ desc: QuotaFailureSchema, value: { violations } });
  }
  return error;
}
