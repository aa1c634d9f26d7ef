// Which requests the playground listens to: those of its own page, opened under its own address.
// In: a request's method and headers. Out: a refusal or null. Holds against other sites in the same browser: against
// DNS rebinding by `Host`, against forged posts by `Origin` and by a content type that no form can send.
import type { IncomingHttpHeaders } from "node:http";
import { statuses } from "../statuses.ts";

export interface Refused {
  readonly status: number;
  readonly detail: string;
}

/** @param authorities what `Host` may say, as in `127.0.0.1:8090` */
export function refusalOf(
  method: string,
  headers: IncomingHttpHeaders,
  authorities: readonly string[],
): Refused | null {
  const { host, origin, "content-type": type, "sec-fetch-site": site } = headers;
  if (host === undefined || !authorities.includes(host.toLowerCase())) {
    return { status: statuses.forbidden.http, detail: `open the playground as http://${authorities[0]}` };
  }
  if (method === "GET" || method === "HEAD") return null;
  if (method !== "POST") return { status: statuses.wrong_method.http, detail: "the method must be GET or POST" };
  if (origin !== `http://${host.toLowerCase()}` || (site !== undefined && site !== "same-origin")) {
    return { status: statuses.forbidden.http, detail: "only the playground's own page may post" };
  }
  if (type !== "application/json")
    return { status: statuses.wrong_content_type.http, detail: "the content type must be application/json" };
  return null;
}
