// Serves RPCs that are not buffered: streams, health, reflection. It takes the place of Connect's adapter for Node.js,
// which prints to the console and answers gRPC with HTTP errors that have no body.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { ConnectError, type ConnectRouter, createContextValues } from "@connectrpc/connect";
import type { UniversalServerRequest } from "@connectrpc/connect/protocol";
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from "@connectrpc/connect-node";
import { Health } from "../../../gen/grpc/health/v1/health_pb.ts";
import { abortSignalOf, type Call, type ContextHandlers } from "../../service/call.ts";
import { statuses } from "../../statuses.ts";
import { bareStatusReply, errorReply, faultReply } from "../errors.ts";
import { targetOf } from "../protocol.ts";
import { sendReply } from "../reply.ts";
import { allServices, pathOf, probeServices } from "../routes.ts";
import { createHealth, type Serving } from "./health.ts";
import { serveReflection } from "./reflection.ts";
import { callKey, createRouter, serveContext } from "./router.ts";

export type RpcRequest = IncomingMessage | Http2ServerRequest;
export type RpcResponse = ServerResponse | Http2ServerResponse;
/** @param call the admitted call; without one, every method of the context service answers UNAUTHENTICATED */
export type RpcListener = (request: RpcRequest, response: RpcResponse, call?: Call) => void;

/** @param onFault receives the fault of a call that failed, unless its client left */
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
      const nodeRequest = universalRequestFromNodeRequest(request, response, undefined, values);
      const answer = await handler(
        handler.method.methodKind === "unary" ? withCallSignal(call, nodeRequest) : nodeRequest,
      );
      // Connect's own answers are 200 or have a body. An HTTP status without a body is not an answer in an RPC
      // protocol.
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

/** Adds the call's own signal. A stream keeps Connect's alone, which reports a deadline as a deadline. */
function withCallSignal(call: Call | undefined, request: UniversalServerRequest): UniversalServerRequest {
  if (call === undefined) return request;
  return { ...request, signal: AbortSignal.any([request.signal, abortSignalOf(call.signal)]) };
}

/**
 * Whether this is Connect's error for a connection or stream that closed before its response was sent. That is
 * not a fault.
 */
function clientLeft(fault: unknown): boolean {
  const { code, cause } = ConnectError.from(fault);
  // This error ends a pending write, and Connect would take it for an error of the service.
  const cancelled = cause instanceof Error && "code" in cause && cause.code === "ECANCELED";
  return code === statuses.aborted.code || code === statuses.cancelled.code || cancelled;
}

interface RpcOptions {
  readonly serving: Serving;
  /** Receives what a handler threw; callers never see it. */
  readonly onFault: (fault: unknown) => void;
}

/** Serves the context service, health and reflection. */
export function createRpc(handlers: ContextHandlers, { serving, onFault }: RpcOptions): RpcListener {
  const router = createRouter();
  serveContext(router, handlers, onFault);
  router.service(Health, createHealth(serving));
  serveReflection(router, allServices);
  return createRpcListener(router, onFault);
}

/** Serves only health and reflection, for a listener that requires no key. */
export function createProbeRpc({ serving, onFault }: RpcOptions): RpcListener {
  const router = createRouter();
  router.service(Health, createHealth(serving));
  serveReflection(router, probeServices);
  return createRpcListener(router, onFault);
}
