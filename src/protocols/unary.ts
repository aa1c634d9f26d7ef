// Answers every unary call on every protocol: a buffered request in, a finished reply out. It never throws. The main
// thread has one, and each worker has one.
import type { ContextHandlers } from "../service/call.ts";
import { createConnectUnary } from "./connect/unary.ts";
import { createGrpcUnary } from "./grpc/unary.ts";
import { type Codec, protocols } from "./protocol.ts";
import type { Unary } from "./reply.ts";
import { createRest } from "./rest.ts";

/** @param onFault receives what a handler threw; callers never see it */
export function createUnary(handlers: ContextHandlers, onFault: (fault: unknown) => void): Unary {
  const router = createConnectUnary(handlers, onFault);
  const codecs: Readonly<Record<Codec, Unary>> = {
    v1_json: createRest(handlers, onFault),
    one_frame: createGrpcUnary(handlers, onFault, router),
    router,
  };
  return (request, call) => codecs[protocols[request.protocol].codec](request, call);
}
