// A request that has arrived in full as a value: what answers it, on this thread or another, never sees its socket.
import { type Protocol, protocols } from "../protocols/protocol.ts";
import type { WholeRequest } from "../protocols/reply.ts";
import type { Exchange } from "./exchange.ts";

const noHeaders = {};

/** @param body as `readBody` gives it */
export function wholeRequest(exchange: Exchange, protocol: Protocol, body: Uint8Array): WholeRequest {
  return {
    protocol,
    httpVersion: exchange.httpVersion,
    httpMethod: exchange.httpMethod,
    target: exchange.target,
    // A REST call is its route and its body.
    headers: protocols[protocol].isRpc ? plainHeaders(exchange) : noHeaders,
    body,
  };
}

function plainHeaders({ headers }: Exchange): WholeRequest["headers"] {
  const plain: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || name.startsWith(":") || name === "authorization") continue;
    plain[name] = typeof value === "string" ? value : value.join(", ");
  }
  return plain;
}
