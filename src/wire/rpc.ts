// The RPC wires: gRPC, gRPC-Web and Connect over one router, calling the same handlers as REST.
import { Health } from "../../gen/grpc/health/v1/health_pb.ts";
import { ContextService } from "../../gen/winnow/v1/context_pb.ts";
import type { ContextHandlers } from "../service/answer.ts";
import { contextService, createRouter } from "./context-router.ts";
import { createHealth } from "./health.ts";
import { serveReflection } from "./reflection.ts";
import { createRpcListener, type RpcListener } from "./rpc-listener.ts";
import { allServices, probeServices } from "./services.ts";
import type { Serving } from "./serving.ts";

export interface RpcOptions {
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
