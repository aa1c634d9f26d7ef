// The context service behind Connect's router, which serves every RPC protocol: limits, compression, handlers. Bytes
// that do not decode to a message are an error of the caller, with the same text as on REST.
import {
  ConnectError,
  type ConnectRouter,
  createConnectRouter,
  createContextKey,
  type HandlerContext,
  type ServiceImpl,
} from "@connectrpc/connect";
import { type ContextRequest, ContextService } from "../../../gen/winnow/v1/context_pb.ts";
import { BODY_BYTES_MAX } from "../../limits.ts";
import type { Answer, Call, ContextHandlers } from "../../service/call.ts";
import { badRequest, type Failure } from "../../service/failure.ts";
import { parserErrors, statuses } from "../../statuses.ts";
import { failureError } from "../errors.ts";
import { COMPRESS_BYTES_MIN, fastGzip } from "../grpc/frames.ts";
import { readOptions } from "../grpc/request.ts";
import { checkedSelect, runHandler } from "../handler.ts";
import { parserMessage } from "../json/fields.ts";

/**
 * For the router's `requestGate`. Connect aborts the call's signal with a parser's error before it writes the error. No
 * interceptor receives that error, so it can be changed only through the signal.
 */
function rewordParserErrors({ signal }: HandlerContext): void {
  signal.addEventListener("abort", () => correct(signal.reason), { once: true });
}

function correct(thrown: unknown): void {
  if (!(thrown instanceof ConnectError)) return;
  const isParser = parserErrors.some(([start, code]) => thrown.code === code && thrown.rawMessage.startsWith(start));
  if (!isParser) return;
  const { code, rawMessage, details } = failureError(malformedMessage(thrown.rawMessage));
  Object.assign(thrown, { code, rawMessage, details });
}

/** @param reason in Connect's words */
export function malformedMessage(reason: string): Failure {
  return badRequest("", `the body is not a readable message: ${parserMessage(reason)}`);
}

/**
 * The longest response. It may hold the text of a 6 MiB request twice, rendered and as excerpts, plus a few hundred
 * bytes for each of up to 50,000 records.
 */
const WRITE_BYTES_MAX = 64 * 1024 * 1024;

/**
 * The longest request of every method but Select, plain or decompressed: their messages hold a name at most. The main
 * thread parses them, and a gzip body of 6 kB may hold 6 MB of JSON, which takes seconds.
 */
const SHORT_BYTES_MAX = 16 * 1024;

/** The admitted call behind a request. */
export const callKey = createContextKey<Call | undefined>(undefined, { description: "the admitted call" });

/** A select request that was decoded before Connect got the call, or why it cannot be decoded. */
export type DecodedRequest = { readonly request: ContextRequest } | { readonly failure: Failure };

/** Set if Connect gets an empty message instead of the request. */
export const decodedKey = createContextKey<DecodedRequest | undefined>(undefined, {
  description: "the decoded request",
});

export function createRouter(): ConnectRouter {
  return createConnectRouter({
    readMaxBytes: SHORT_BYTES_MAX,
    writeMaxBytes: WRITE_BYTES_MAX,
    compressMinBytes: COMPRESS_BYTES_MIN,
    acceptCompression: [fastGzip],
    binaryOptions: readOptions,
    requestGate: rewordParserErrors,
  });
}

/** @param onFault receives what a handler threw; callers never see it */
export function serveContext(
  router: ConnectRouter,
  handlers: ContextHandlers,
  onFault: (fault: unknown) => void,
): void {
  const { select, listOperatingPoints, getHealth } = ContextService.method;
  const service = contextService(handlers, onFault);
  router.rpc(select, service.select, { readMaxBytes: BODY_BYTES_MAX });
  router.rpc(listOperatingPoints, service.listOperatingPoints).rpc(getHealth, service.getHealth);
}

function contextService(
  handlers: ContextHandlers,
  onFault: (fault: unknown) => void,
): ServiceImpl<typeof ContextService> {
  const select = checkedSelect(handlers);
  const answer = <Message>(context: HandlerContext, work: (call: Call) => Promise<Answer<Message>>) =>
    runHandler(callOf(context), onFault, work);
  return {
    select: (received, context) =>
      answer(context, async (call) => {
        const decoded = context.values.get(decodedKey) ?? { request: received };
        return "failure" in decoded ? decoded : select(decoded.request, call);
      }),
    listOperatingPoints: (_, context) => answer(context, async () => ({ message: handlers.listOperatingPoints() })),
    getHealth: (_, context) => answer(context, async () => ({ message: handlers.getHealth() })),
  };
}

/**
 * The admitted call under the RPC's signal (deadline, cancellation), which includes the call's own. `AbortSignal.any`
 * would hold each call by weak references, and young collections would keep the signal and the call.
 */
function callOf(context: HandlerContext): Call {
  const admitted = context.values.get(callKey);
  if (admitted === undefined) throw new ConnectError(statuses.unauthenticated.text, statuses.unauthenticated.code);
  return { ...admitted, signal: context.signal };
}
