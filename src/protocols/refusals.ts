// Calls that are refused before their body is read, and calls that are stopped, as each protocol says it. REST gets the
// gateway's own bodies. gRPC and gRPC-Web get a Trailers-Only reply, which their clients may retry. Connect gets its
// error object.
import { ConnectError } from "@connectrpc/connect";
import { QuotaFailureSchema, RetryInfoSchema } from "../../gen/google/rpc/error_details_pb.ts";
import type { Refusal, RefusalKind } from "../gateway/admission.ts";
import { statuses } from "../statuses.ts";
import { errorReply, grpcType } from "./errors.ts";
import { stoppedError } from "./handler.ts";
import { BODY_BYTES_MAX, type Protocol, protocols } from "./protocol.ts";
import { gatewayReply, type Reply, type WholeReply, type WholeRequest } from "./reply.ts";

/** What its caller is asked to wait, in milliseconds. */
const RETRY_AFTER_MS = 1_000;

export const unavailable: Refusal = { refused: "unavailable", retryAfterMs: RETRY_AFTER_MS };

/** What the RPC protocols add to the gateway's words. Their clients refuse a long answer under the same code. */
const more: Partial<Record<RefusalKind, string>> = { body_too_long: `: more than ${BODY_BYTES_MAX} bytes` };

/** What a retryable refusal asks to wait when the gateway could not tell, in milliseconds. */
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
  const waitMs = statuses[refusal.refused].retryable
    ? Math.max(0, Math.ceil(refusal.retryAfterMs ?? WAIT_MS_UNKNOWN))
    : null;
  const key = `${protocol} ${refusal.refused} ${waitMs}`;
  let reply = made.get(key);
  if (reply === undefined) {
    if (made.size >= MADE_MAX) made.clear();
    reply = make(refusal.refused, protocol, waitMs);
    made.set(key, reply);
  }
  if (protocols[protocol].errors !== "trailers_only" || contentType === "") return reply;
  return { ...reply, headers: { ...reply.headers, "content-type": grpcType(contentType) } };
}

function make(refused: RefusalKind, protocol: Protocol, waitMs: number | null): Reply {
  const status = statuses[refused];
  const retryAfter = waitMs === null ? {} : { "retry-after": String(Math.max(1, Math.ceil(waitMs / 1000))) };
  const { errors } = protocols[protocol];
  if (errors === "gateway") return gatewayReply(status, retryAfter);
  const reply = errorReply(protocol, `application/${protocol}`, refusalError(refused, waitMs));
  const pushback = status.code === statuses.quota_spent.code || waitMs !== null ? pushbackHeader(waitMs) : {};
  return { ...reply, headers: { ...reply.headers, ...(errors === "rpc_json" ? retryAfter : pushback) } };
}

/** Milliseconds a retrying gRPC client waits, -1 to keep it from retrying a code that it would retry otherwise. */
function pushbackHeader(waitMs: number | null): Reply["headers"] {
  return { "grpc-retry-pushback-ms": String(waitMs ?? -1) };
}

function refusalError(refused: RefusalKind, waitMs: number | null): ConnectError {
  const { text, code } = statuses[refused];
  const error = new ConnectError(text + (more[refused] ?? ""), code);
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

/** @param reason what the call's signal was aborted with */
export function stoppedReply({ protocol, headers }: WholeRequest, reason: unknown): WholeReply {
  if (!protocols[protocol].isRpc) return stoppedRest();
  return errorReply(protocol, headers["content-type"] ?? "", stoppedError(reason));
}

/** Whoever does read it may try again. */
export function stoppedRest(): Reply {
  return refuse({ refused: "unavailable", retryAfterMs: null }, "rest");
}
