// The paths that are served: the RPC methods of every service, and the REST routes, which come from the
// `google.api.http` option of each method.
import { type DescMethod, type DescService, getOption } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { http } from "../../gen/google/api/annotations_pb.ts";
import { Health } from "../../gen/grpc/health/v1/health_pb.ts";
import { ServerReflection } from "../../gen/grpc/reflection/v1/reflection_pb.ts";
import { ServerReflection as ServerReflectionAlpha } from "../../gen/grpc/reflection/v1alpha/reflection_pb.ts";
import { ContextService } from "../../gen/winnow/v1/context_pb.ts";
import { type Failure, notFound } from "../service/failure.ts";

/** Services for tools and probes, which reveal nothing about callers. */
export const probeServices: readonly DescService[] = [Health, ServerReflection, ServerReflectionAlpha];

export const allServices: readonly DescService[] = [ContextService, ...probeServices];

/** Fully qualified without a leading slash, as in `winnow.v1.ContextService/Select`. */
export function rpcName(method: DescMethod): string {
  return `${method.parent.typeName}/${method.name}`;
}

const methods = new Map(
  allServices.flatMap((service) => service.methods).map((method) => [`/${rpcName(method)}`, method]),
);

/** Connect also serves these over GET. */
export function isReadOnly({ idempotency }: DescMethod): boolean {
  return idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;
}

export function findRpc(path: string): DescMethod | undefined {
  return methods.get(path);
}

export interface Route {
  /** `GET` or `POST`. HEAD is not GET. */
  readonly httpMethod: string;
  /** Matched literally: no trailing slash, no percent-decoding. */
  readonly path: string;
  readonly rpc: DescMethod;
}

export const routes: readonly Route[] = ContextService.methods.map(routeOf);

/** @throws Error for a pattern that is not a fixed path, because nothing here would match it */
function routeOf(rpc: DescMethod): Route {
  const { pattern } = getOption(rpc, http);
  if ((pattern.case !== "get" && pattern.case !== "post") || pattern.value.includes("{")) {
    throw new Error(`${rpc} has no route of a kind that is served`);
  }
  return { httpMethod: pattern.case.toUpperCase(), path: pattern.value, rpc };
}

/** The health response names this path. */
export const selectPath: string = routeOf(ContextService.method.select).path;

/** The same call over gRPC. */
export const selectRpcPath: string = `/${rpcName(ContextService.method.select)}`;

const byPath = Map.groupBy(routes, (route) => route.path);

/** The path of a request target. Query strings are ignored. */
export function pathOf(target: string): string {
  const query = target.indexOf("?");
  return query < 0 ? target : target.slice(0, query);
}

/** For people who try the path with `curl -d`, which sends a form. */
const RPC_ONLY = "the path takes gRPC, gRPC-Web and Connect, as content-type says";

export type Found = { readonly route: Route } | { readonly failure: Failure; readonly allow: string | null };

export function findRoute(httpMethod: string, path: string): Found {
  const candidates = byPath.get(path) ?? [];
  const route = candidates.find((candidate) => candidate.httpMethod === httpMethod);
  if (route !== undefined) return { route };
  const rpc = findRpc(path);
  if (rpc !== undefined) return { failure: notFound(RPC_ONLY), allow: isReadOnly(rpc) ? "GET, POST" : "POST" };
  if (candidates.length === 0) return { failure: notFound("no such path"), allow: null };
  const allow = candidates.map((candidate) => candidate.httpMethod).join(", ");
  return { failure: notFound(`the path exists for ${allow} only`), allow };
}
