// The context service behind Connect's router, which serves every RPC protocol: its limits, its compression, its
// handlers. Bytes that no message can be read from are the caller's error, in the words that REST uses.
import {
  ConnectError,
  type ConnectRouter,
  createConnectRouter,
  createContextKey,
  type HandlerContext,
  type ServiceImpl,
} from "@connectrpc/connect";
import type { ContextRequest, ContextService } from "../../../gen/winnow/v1/context_pb.ts";
import { BODY_BYTES_MAX } from "../../limits.ts";
import type { Answer, Call, ContextHandlers } from "../../service/call.ts";
import { badRequest, type Failure } from "../../service/failure.ts";
import { parserErrors, statuses } from "../../statuses.ts";
import { failureError } from "../errors.ts";
import { COMPRESS_BYTES_MIN, fastGzip } from "../grpc/frames.ts";
import { knownFields } from "../grpc/request.ts";
import { checkedSelect, settleCall } from "../handler.ts";
import { parserWords } from "../json/violation.ts";

/**
 * For the router's `requestGate`. A parser's error reaches the call's signal as its reason before Connect writes it
 * out, and no interceptor sees it: the signal is the one place where it can still be changed.
 */
function correctMalformed({ signal }: HandlerContext): void {
  signal.addEventListener("abort", () => correct(signal.reason), { once: true });
}

function correct(thrown: unknown): void {
  if (!(thrown instanceof ConnectError)) return;
  const isParser = parserErrors.some(([start, code]) => thrown.code === code && thrown.rawMessage.startsWith(start));
  if (!isParser) return;
  const { code, rawMessage, details } = failureError(unreadable(thrown.rawMessage));
  Object.assign(thrown, { code, rawMessage, details });
}

/** @param reason as Connect words it */
export function unreadable(reason: string): Failure {
  return badRequest("", `the body is not a readable message: ${parserWords(reason)}`);
}

/**
 * Most bytes of one answer. An answer may hold the text of a 6 MiB request twice, rendered and as excerpts, and a few
 * hundred bytes more for each of up to 50,000 records.
 */
const WRITE_BYTES_MAX = 64 * 1024 * 1024;

/** The admitted call behind a request. */
export const callKey = createContextKey<Call | undefined>(undefined, { description: "the admitted call" });

/** A select request that was read before Connect got the call, or why it cannot be read. */
export type Sent = { readonly request: ContextRequest } | { readonly failure: Failure };

/** Set if Connect gets an empty message in place of the request. */
export const sentKey = createContextKey<Sent | undefined>(undefined, { description: "the request, read ahead" });

export function createRouter(): ConnectRouter {
  return createConnectRouter({
    readMaxBytes: BODY_BYTES_MAX,
    writeMaxBytes: WRITE_BYTES_MAX,
    compressMinBytes: COMPRESS_BYTES_MIN,
    acceptCompression: [fastGzip],
    binaryOptions: knownFields,
    requestGate: correctMalformed,
  });
}

/** @param onFault is told of what a handler threw, which callers never see */
export function contextService(
  handlers: ContextHandlers,
  onFault: (fault: unknown) => void,
): ServiceImpl<typeof ContextService> {
  const select = checkedSelect(handlers);
  const answer = <Message>(context: HandlerContext, work: (call: Call) => Promise<Answer<Message>>) =>
    settleCall(callOf(context), onFault, work);
  return {
    select: (received, context) =>
      answer(context, async (call) => {
        const sent = context.values.get(sentKey) ?? { request: received };
        return "failure" in sent ? sent : select(sent.request, call);
      }),
    listOperatingPoints: (_, context) => answer(context, async () => ({ message: handlers.listOperatingPoints() })),
    getHealth: (_, context) => answer(context, async () => ({ message: handlers.getHealth() })),
  };
}

/**
 * The admitted call under the RPC's signal (deadline, cancel), with which whoever asks the router has joined the call's
 * own. Not by `AbortSignal.any` in each call: what that makes is held by weak references, which collections of the
 * young generation take for living, with all of the call behind them.
 */
function callOf(context: HandlerContext): Call {
  const admitted = context.values.get(callKey);
  if (admitted === undefined) throw new ConnectError(statuses.unauthenticated.text, statuses.unauthenticated.code);
  return { ...admitted, signal: context.signal };
}
