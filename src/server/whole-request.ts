// A request that has arrived in full as a value: what answers it, on this thread or another, never sees its socket.
import type { Protocol } from "../wire/reply.ts";
import type { WholeRequest } from "../wire/whole.ts";
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
    headers: protocol === "rest" ? noHeaders : plainHeaders(exchange),
    body,
  };
}

/** All that a protocol of RPC says in its headers to whoever answers it. */
const rpcHeaders = [
  "content-type",
  "content-encoding",
  "accept-encoding",
  "te",
  "user-agent",
  "grpc-timeout",
  "grpc-encoding",
  "grpc-accept-encoding",
  "connect-protocol-version",
  "connect-timeout-ms",
  "connect-content-encoding",
  "connect-accept-encoding",
];

function plainHeaders({ headers }: Exchange): WholeRequest["headers"] {
  const plain: Record<string, string> = {};
  for (const name of rpcHeaders) {
    const value = headers[name];
    if (value !== undefined) plain[name] = String(value);
  }
  return plain;
}
