// The RPC wires: gRPC, gRPC-Web and Connect over one router, calling the same handlers as REST.
import { type ContextValues, createContextValues } from "@connectrpc/connect";
import { Health } from "../../gen/grpc/health/v1/health_pb.ts";
import { ContextService } from "../../gen/winnow/v1/context_pb.ts";
import type { Call, ContextHandlers } from "../service/answer.ts";
import { callKey, contextService, createRouter } from "./context-router.ts";
import { createHealth } from "./health.ts";
import { serveReflection } from "./reflection.ts";
import { createRpcListener, type RpcListener, type RpcRequest } from "./rpc-listener.ts";
import { allServices, probeServices } from "./services.ts";
import type { Serving } from "./serving.ts";

export interface ProbeOptions {
  readonly serving: Serving;
  /** Told of what a handler threw, which callers never see. */
  readonly onFault: (fault: unknown) => void;
}

export interface RpcOptions extends ProbeOptions {
  /** The admitted call behind a request; without one, nothing is answered but UNAUTHENTICATED. */
  readonly callOf: (request: RpcRequest) => Call | undefined;
}

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
