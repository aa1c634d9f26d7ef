// What a request asks for and how, told from its first line and content type: enough to admit or refuse it before its
// body is read.
import type { DescMethod } from "@bufbuild/protobuf";
import { ContextService } from "../../gen/winnow/v1/context_pb.ts";
import type { Protocol } from "./reply.ts";
import { findRoute, pathOf } from "./routes.ts";
import { findRpc, isReadOnly, rpcName } from "./services.ts";
import { mediaType } from "./writing/trailers-only.ts";

export interface Target {
  readonly protocol: Protocol;
  /** Fully qualified, as in `winnow.v1.ContextService/Select`, for REST as well; null when nothing is there. */
  readonly rpc: string | null;
  /** The REST route's path; null on other protocols and when there is none. */
  readonly route: string | null;
  /** One message in, one out, so that the call can be answered once it has arrived in full. */
  readonly unary: boolean;
  /** Only select calls count against the daily quota, on whichever protocol. */
  readonly spendsQuota: boolean;
}

/** @param target the request target, with or without a query string */
export function targetOf(httpMethod: string, target: string, contentType: string | undefined): Target {
  const path = pathOf(target);
  const named = findRpc(path);
  const protocol = protocolOf(httpMethod, named, mediaType(contentType ?? ""));
  const found = protocol === "rest" ? findRoute(httpMethod, path) : null;
  const route = found !== null && "route" in found ? found.route : null;
  const rpc = route === null ? (protocol === "rest" ? undefined : named) : route.rpc;
  return {
    protocol,
    rpc: rpc === undefined ? null : rpcName(rpc),
    route: route?.path ?? null,
    unary: protocol === "rest" || (httpMethod === "POST" && rpc?.parent === ContextService),
    spendsQuota: rpc === ContextService.method.select,
  };
}

/** Content types of Connect. Its other forms of a request are not Connect's, and REST answers that nothing is there. */
const connectTypes = new Set([
  "application/json",
  "application/proto",
  "application/connect+json",
  "application/connect+proto",
]);

function protocolOf(httpMethod: string, named: DescMethod | undefined, type: string): Protocol {
  if (type.startsWith("application/grpc-web")) return "grpc-web";
  if (type.startsWith("application/grpc")) return "grpc";
  if (named === undefined) return "rest";
  if (httpMethod === "POST" && connectTypes.has(type)) return "connect";
  return httpMethod === "GET" && isReadOnly(named) ? "connect" : "rest";
}
