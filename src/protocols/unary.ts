// Every unary call on every protocol, as one function from a request that has arrived in full to a finished reply.
// It never throws. One exists on the thread with the sockets, and one in each worker.
import type { ContextHandlers } from "../service/call.ts";
import { createConnectUnary } from "./connect/unary.ts";
import { createGrpcUnary } from "./grpc/unary.ts";
import type { Unary } from "./handler.ts";
import { protocols } from "./protocol.ts";
import { createRest } from "./rest.ts";

/** @param onFault is told of what a handler threw, which callers never see */
export function createUnary(handlers: ContextHandlers, onFault: (fault: unknown) => void): Unary {
  const rest = createRest(handlers, onFault);
  const rpc = createGrpcUnary(handlers, onFault, createConnectUnary(handlers, onFault));
  return (request, call) => (protocols[request.protocol].isRpc ? rpc(request, call) : rest(request, call));
}
