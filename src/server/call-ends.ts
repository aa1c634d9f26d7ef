// What is told of a call at its two ends: when its headers have come, and when its answer is over.
import { METHODS } from "node:http";
import { codeName, isFault, statuses } from "../statuses.ts";
import type { CallEnd, CallStart } from "../telemetry/call-record.ts";
import type { Target } from "../wire/target.ts";
import type { Exchange } from "./exchange.ts";

const HTTP_METHODS = new Set(METHODS);

/** What is known of a call from its headers. */
export function callStart(exchange: Exchange, target: Target): CallStart {
  const { httpMethod, httpVersion } = exchange;
  return {
    protocol: target.protocol,
    httpMethod: HTTP_METHODS.has(httpMethod) ? httpMethod : "_OTHER",
    scheme: exchange.isEncrypted() ? "https" : "http",
    httpVersion: httpVersion === "2.0" ? "2" : httpVersion,
    name: target.protocol === "rest" ? target.route : target.rpc,
  };
}

/**
 * What is known of a call whose answer is over.
 * @param rpcCode the code of an RPC's answer; null for none
 */
export function callEnd(
  exchange: Exchange,
  { protocol }: Target,
  clientGone: boolean,
  rpcCode: string | null,
): CallEnd {
  if (protocol !== "rest") {
    const status = rpcCode ?? codeName(statuses.cancelled.code);
    return { status, clientGone, fault: isFault(status) };
  }
  const status = String(clientGone ? statuses.cancelled.http : exchange.status());
  return { status, clientGone, fault: isFault(status) };
}
