// Refusals and aborted calls in the form of each protocol. REST gets the gateway's bodies. gRPC and gRPC-Web get a
// Trailers-Only reply, which their clients may retry. Connect gets its error object.
import { ConnectError } from "@connectrpc/connect";
import { QuotaFailureSchema, RetryInfoSchema } from "../../gen/google/rpc/error_details_pb.ts";
import type { Refusal } from "../gateway/admission.ts";
import { BODY_BYTES_MAX } from "../limits.ts";
import { type RefusalKind, statuses } from "../statuses.ts";
import { errorReply } from "./errors.ts";
import { abortError } from "./handler.ts";
import { grpcType, type Protocol, protocols } from "./protocol.ts";
import { type BufferedReply, type BufferedRequest, gatewayReply, type Reply } from "./reply.ts";

/** The shortest wait asked of a refused caller if nothing says how long to wait. Milliseconds. */
const RETRY_AFTER_MS = 1_000;

export const unavailable: Refusal = { refused: "unavailable", retryAfterMs: RETRY_AFTER_MS };

/** RPC clients use the same code for a response that is too long, so the text says more. */
const more: Partial<Record<RefusalKind, string>> = { body_too_long: `: more than ${BODY_BYTES_MAX} bytes` };

/**
 * Waits differ by up to this share of the shortest. Otherwise clients that were refused together would return together.
 */
const SPREAD = 0.5;

/** Consecutive refusals take these steps of the spread. The stride visits every step before it repeats one. */
const SPREAD_STEPS = 16;
const SPREAD_STRIDE = 7;
let step = 0;

/** Takes the steps in turn: random waits would form clusters. */
function spreadWait(waitMs: number): number {
  step = (step + SPREAD_STRIDE) % SPREAD_STEPS;
  return Math.ceil(waitMs * (1 + (SPREAD * step) / SPREAD_STEPS));
}

/** A cache of replies without their content type, by everything else in them. Cleared when there are too many. */
const made = new Map<string, Reply>();
const MADE_MAX = 4_000;

/**
 * Equal replies are built once, because an overload means thousands of refusals a second.
 * @param contentType of the request; a gRPC reply repeats it
 */
export function refuse(refusal: Refusal, protocol: Protocol, contentType = ""): Reply {
  const { refused, retryAfterMs } = refusal;
  const waitMs = statuses[refused].retryable ? spreadWait(Math.max(0, retryAfterMs ?? RETRY_AFTER_MS)) : null;
  const key = `${protocol} ${refused} ${waitMs}`;
  let reply = made.get(key);
  if (reply === undefined) {
    if (made.size >= MADE_MAX) made.clear();
    reply = make(refused, protocol, waitMs);
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

/** The wait of a gRPC client that retries, in milliseconds; -1 keeps it from retrying this code. */
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

/** REST clients may retry. @param reason with which the call's signal was aborted */
export function abortedReply({ protocol, headers }: BufferedRequest, reason: unknown): BufferedReply {
  if (!protocols[protocol].isRpc) return refuse(unavailable, protocol);
  return errorReply(protocol, headers["content-type"] ?? "", abortError(reason));
}
