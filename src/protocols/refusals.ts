// Calls that are refused before their body is read, and calls that are stopped, as each protocol says it. REST gets the
// gateway's own bodies. gRPC and gRPC-Web get a Trailers-Only reply, which their clients may retry. Connect gets its
// error object.
import { ConnectError } from "@connectrpc/connect";
import { QuotaFailureSchema, RetryInfoSchema } from "../../gen/google/rpc/error_details_pb.ts";
import type { Refusal, RefusalKind } from "../gateway/admission.ts";
import { BODY_BYTES_MAX } from "../limits.ts";
import { statuses } from "../statuses.ts";
import { errorReply, grpcType } from "./errors.ts";
import { stoppedError } from "./handler.ts";
import { type Protocol, protocols } from "./protocol.ts";
import { type BufferedReply, type BufferedRequest, gatewayReply, type Reply } from "./reply.ts";

/** How long its caller is asked to wait at least, in milliseconds. */
const RETRY_AFTER_MS = 1_000;

export const unavailable: Refusal = { refused: "unavailable", retryAfterMs: RETRY_AFTER_MS };

/** What the RPC protocols add to the gateway's text, because their clients use the same code for an answer too long. */
const more: Partial<Record<RefusalKind, string>> = { body_too_long: `: more than ${BODY_BYTES_MAX} bytes` };

/** The wait of a retryable refusal if the gateway does not know one, in milliseconds. */
const WAIT_MS_UNKNOWN = 1000;

/** Clients that are refused together are asked to wait up to this much longer than the first of them. */
const SPREAD = 0.5;

/** The waits of consecutive refusals, as shares of the spread. The stride visits them all before one comes again. */
const SPREAD_STEPS = 16;
const SPREAD_STRIDE = 7;
let step = 0;

/**
 * Without it, clients that were refused together would come back together. Taken in turn: chance would leave clusters.
 */
function spreadWait(waitMs: number): number {
  step = (step + SPREAD_STRIDE) % SPREAD_STEPS;
  return Math.ceil(waitMs * (1 + (SPREAD * step) / SPREAD_STEPS));
}

/** Replies by everything that they hold but the content type. Cleared when there are too many. */
const made = new Map<string, Reply>();
const MADE_MAX = 4_000;

/**
 * An overload means thousands of refusals a second, so equal replies are made once.
 * @param contentType of the request: a gRPC reply echoes it
 */
export function refuse(refusal: Refusal, protocol: Protocol, contentType = ""): Reply {
  const waitMs = statuses[refusal.refused].retryable
    ? spreadWait(Math.max(0, refusal.retryAfterMs ?? WAIT_MS_UNKNOWN))
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
export function stoppedReply({ protocol, headers }: BufferedRequest, reason: unknown): BufferedReply {
  if (!protocols[protocol].isRpc) return stoppedRest();
  return errorReply(protocol, headers["content-type"] ?? "", stoppedError(reason));
}

/** The client may try again. */
export function stoppedRest(): Reply {
  return refuse({ refused: "unavailable", retryAfterMs: null }, "rest");
}
