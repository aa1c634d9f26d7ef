// Decides which requests the playground answers: those of its own page, opened under its own address on this machine.
// In: addresses, a request's method and headers. Out: true or false, a refusal or null. It keeps out other sites in the
// same browser: the check of `Host` stops DNS rebinding, and the checks of `Origin` and of a content type that no form
// can send stop forged posts. A name never decides what is local, because any name can be made to point here.
import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP } from "node:net";
import { statuses } from "../statuses.ts";

export interface Refused {
  readonly status: number;
  readonly detail: string;
}

/** @param authorities the allowed values of `Host`, as in `127.0.0.1:8090` */
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

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether only this machine can reach an IP address. A name never counts, not even `localhost`. */
export function isLoopback(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** The `Host` headers that the playground's own page sends. A site whose name points here sends that name instead. */
export function authoritiesOf(address: string, port: number): readonly string[] {
  return [isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`, `localhost:${port}`];
}
