// The REST routes, read from the `google.api.http` option of each method: there is no second table of them.
import { type DescMethod, getOption } from "@bufbuild/protobuf";
import { http } from "../../gen/google/api/annotations_pb.ts";
import { ContextService } from "../../gen/winnow/v1/context_pb.ts";
import { type Failure, notFound } from "../service/failure.ts";
import { findRpc, isReadOnly } from "./services.ts";

export interface Route {
  /** `GET` or `POST`. HEAD is not GET. */
  readonly httpMethod: string;
  /** Matched as it stands: no trailing slash, no percent-decoding. */
  readonly path: string;
  readonly rpc: DescMethod;
}

export const routes: readonly Route[] = ContextService.methods.map(routeOf);

/** @throws Error for a pattern beyond a fixed path: nothing here would match it */
function routeOf(rpc: DescMethod): Route {
  const { pattern } = getOption(rpc, http);
  if ((pattern.case !== "get" && pattern.case !== "post") || pattern.value.includes("{")) {
    throw new Error(`${rpc} has no route of a kind that is served`);
  }
  return { httpMethod: pattern.case.toUpperCase(), path: pattern.value, rpc };
}

/** What the health answer names as the deployment's selection path. */
export const selectPath: string = routeOf(ContextService.method.select).path;

const byPath = Map.groupBy(routes, (route) => route.path);

/** The path of a request target; query strings mean nothing to this service. */
export function pathOf(target: string): string {
  const query = target.indexOf("?");
  return query < 0 ? target : target.slice(0, query);
}

/** For who asks by hand, and sends a form as `curl -d` does. */
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
