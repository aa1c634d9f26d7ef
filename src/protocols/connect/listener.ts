// The RPC services behind Node's requests, for calls that are not buffered: streams, health, reflection. It replaces
// the adapter that Connect brings, which prints to the console and answers gRPC with bare HTTP errors.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { ConnectError, type ConnectRouter, createContextValues } from "@connectrpc/connect";
import type { UniversalServerRequest } from "@connectrpc/connect/protocol";
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from "@connectrpc/connect-node";
import { Health } from "../../../gen/grpc/health/v1/health_pb.ts";
import { ContextService } from "../../../gen/winnow/v1/context_pb.ts";
import { abortSignalOf, type Call, type ContextHandlers } from "../../service/call.ts";
import { statuses } from "../../statuses.ts";
import { bareStatusReply, errorReply, faultReply } from "../errors.ts";
import { targetOf } from "../protocol.ts";
import { sendReply } from "../reply.ts";
import { allServices, pathOf, probeServices } from "../routes.ts";
import { createHealth, type Serving } from "./health.ts";
import { serveReflection } from "./reflection.ts";
import { callKey, contextService, createRouter } from "./router.ts";

export type RpcRequest = IncomingMessage | Http2ServerRequest;
export type RpcResponse = ServerResponse | Http2ServerResponse;
/** @param call as it was admitted; of the context service nothing is answered without one but UNAUTHENTICATED */
export type RpcListener = (request: RpcRequest, response: RpcResponse, call?: Call) => void;

/** @param onFault is told of what could not be answered for a reason other than a client that left */
function createRpcListener({ handlers }: ConnectRouter, onFault: (fault: unknown) => void): RpcListener {
  const byPath = new Map(handlers.map((handler) => [handler.requestPath, handler]));
  return (request, response, call) => {
    const handler = byPath.get(pathOf(request.url ?? ""));
    const contentType = request.headers["content-type"] ?? "";
    const { protocol } = targetOf(request.method ?? "", request.url ?? "", contentType);
    if (handler === undefined) {
      const unknown = new ConnectError("no such method", statuses.not_found.code);
      return sendReply(response, errorReply(protocol, contentType, unknown, statuses.not_found.http));
    }
    const serve = async () => {
      const values = createContextValues().set(callKey, call);
      const asked = universalRequestFromNodeRequest(request, response, undefined, values);
      const answer = await handler(handler.method.methodKind === "unary" ? joinedWith(call, asked) : asked);
      // Whatever Connect answers itself is 200 or has a body. Its bare statuses are no answer in any of the protocols.
      if (answer.status === statuses.ok.http || answer.body !== undefined)
        return universalResponseToNodeResponse(answer, response);
      sendReply(response, bareStatusReply(protocol, contentType, answer.status));
    };
    serve().catch((fault: unknown) => {
      if (clientLeft(fault)) return;
      onFault(fault);
      if (response.headersSent) response.destroy();
      else sendReply(response, faultReply(protocol, contentType));
    });
  };
}

/** Under the call's own signal, too. A stream has Connect's alone, which knows that its deadline is one. */
function joinedWith(call: Call | undefined, asked: UniversalServerRequest): UniversalServerRequest {
  if (call === undefined) return asked;
  return { ...asked, signal: AbortSignal.any([asked.signal, abortSignalOf(call.signal)]) };
}

/** Connect's word for a connection or stream that closed under an answer. Not a fault, and nobody is left to tell. */
function clientLeft(fault: unknown): boolean {
  const { code, cause } = ConnectError.from(fault);
  // A write that waited for its reader ends so, which Connect takes for an error of the service.
  const cancelled = cause instanceof Error && "code" in cause && cause.code === "ECANCELED";
  return code === statuses.aborted.code || code === statuses.cancelled.code || cancelled;
}

interface RpcOptions {
  readonly serving: Serving;
  /** Told of what a handler threw, which callers never see. */
  readonly onFault: (fault: unknown) => void;
}

/** Serves the context service, health and reflection. */
export function createRpc(handlers: ContextHandlers, { serving, onFault }: RpcOptions): RpcListener {
  const router = createRouter();
  router.service(ContextService, contextService(handlers, onFault));
  router.service(Health, createHealth(serving));
  serveReflection(router, allServices);
  return createRpcListener(router, onFault);
}

/** Serves health and reflection alone, for a listener that asks nobody for a key. */
export function createProbeRpc({ serving, onFault }: RpcOptions): RpcListener {
  const router = createRouter();
  router.service(Health, createHealth(serving));
  serveReflection(router, probeServices);
  return createRpcListener(router, onFault);
}
