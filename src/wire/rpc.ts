// The RPC wires: gRPC, gRPC-Web and Connect over one router, calling the same handlers as REST.
import {
  Code,
  ConnectError,
  type ConnectRouter,
  type ContextValues,
  createConnectRouter,
  createContextKey,
  createContextValues,
  type HandlerContext,
  type ServiceImpl,
} from "@connectrpc/connect";
import { compressionGzip } from "@connectrpc/connect-node";
import { Health } from "../../gen/grpc/health/v1/health_pb.ts";
import { ContextRequestSchema, ContextService } from "../../gen/winnow/v1/context_pb.ts";
import type { Answer, Call, ContextHandlers } from "../service/answer.ts";
import { unexpectedFault } from "../service/failure.ts";
import { failureError } from "./failure-reply.ts";
import { createHealth } from "./health.ts";
import { correctMalformed } from "./malformed.ts";
import { compilePresence } from "./presence.ts";
import { serveReflection } from "./reflection.ts";
import { createRpcListener, type RpcListener, type RpcRequest } from "./rpc-listener.ts";
import { allServices, probeServices } from "./services.ts";
import type { Serving } from "./serving.ts";

/** Most bytes of one request message, compressed or not: the body limit of the service. */
const readBytesMax = 6 * 1024 * 1024;

/**
 * Most bytes of one answer. An answer may hold the text of a 6 MiB request twice, rendered and as excerpts, and a few
 * hundred bytes more for each of up to 50,000 records.
 */
const writeBytesMax = 64 * 1024 * 1024;

export interface ProbeOptions {
  readonly serving: Serving;
  /** Told of what a handler threw, which callers never see. */
  readonly onFault: (fault: unknown) => void;
}

export interface RpcOptions extends ProbeOptions {
  /** The admitted call behind a request; without one, nothing is answered but UNAUTHENTICATED. */
  readonly callOf: (request: RpcRequest) => Call | undefined;
}

const callKey = createContextKey<Call | undefined>(undefined, { description: "the admitted call" });

/** Serves the context service, health and reflection. */
export function createRpc(handlers: ContextHandlers, { callOf, serving, onFault }: RpcOptions): RpcListener {
  const router = createRouter();
  router.service(ContextService, contextService(handlers, onFault));
  router.service(Health, createHealth(serving));
  serveReflection(router, allServices);
  const contextValues = (request: RpcRequest): ContextValues => createContextValues().set(callKey, callOf(request));
  return createRpcListener(router.handlers, { contextValues, onFault });
}

/** Serves health and reflection alone, for a listener that asks nobody for a key. */
export function createProbeRpc({ serving, onFault }: ProbeOptions): RpcListener {
  const router = createRouter();
  router.service(Health, createHealth(serving));
  serveReflection(router, probeServices);
  return createRpcListener(router.handlers, { contextValues: createContextValues, onFault });
}

function createRouter(): ConnectRouter {
  return createConnectRouter({
    readMaxBytes: readBytesMax,
    writeMaxBytes: writeBytesMax,
    // Not brotli: Connect compresses with its highest quality, which costs seconds on a large answer.
    acceptCompression: [compressionGzip],
    requestGate: correctMalformed,
  });
}

function contextService(
  handlers: ContextHandlers,
  onFault: (fault: unknown) => void,
): ServiceImpl<typeof ContextService> {
  const check = compilePresence(ContextRequestSchema);
  return {
    select: (request, context) =>
      finish(context, onFault, async (call) => {
        const failure = check(request);
        return failure === null ? handlers.select(request, call) : { failure };
      }),
    listOperatingPoints: (_, context) =>
      finish(context, onFault, async () => ({ message: handlers.listOperatingPoints() })),
    getHealth: (_, context) => finish(context, onFault, async () => ({ message: handlers.getHealth() })),
  };
}

/** Runs a handler under the call's signal joined with the RPC's own (deadline, cancel), and words what goes wrong. */
async function finish<Message>(
  context: HandlerContext,
  onFault: (fault: unknown) => void,
  work: (call: Call) => Promise<Answer<Message>>,
): Promise<Message> {
  const admitted = context.values.get(callKey);
  if (admitted === undefined) throw new ConnectError("Unauthorized", Code.Unauthenticated);
  const signal = AbortSignal.any([context.signal, admitted.signal]);
  let answer: Answer<Message>;
  try {
    answer = await work({ ...admitted, signal });
  } catch (fault) {
    if (signal.aborted) throw abortError(signal.reason);
    onFault(fault);
    throw failureError(unexpectedFault);
  }
  // Finished or not: nobody waits for it any more.
  if (signal.aborted) throw abortError(signal.reason);
  if ("failure" in answer) throw failureError(answer.failure);
  return answer.message;
}

function abortError(reason: unknown): ConnectError {
  if (reason instanceof ConnectError) return reason;
  const timedOut = reason instanceof Error && reason.name === "TimeoutError";
  return timedOut
    ? new ConnectError("the deadline has passed", Code.DeadlineExceeded)
    : new ConnectError("the call was cancelled", Code.Canceled);
}
