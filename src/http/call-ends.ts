// What is told of a call at its two ends: when its headers have come, and when its answer is over.
import { METHODS } from "node:http";
import type { Target } from "../protocols/protocol.ts";
import { protocols } from "../protocols/protocol.ts";
import { codeName, isFault, statuses } from "../statuses.ts";
import type { CallEnd, CallStart } from "../telemetry/call-record.ts";
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
    name: protocols[target.protocol].isRpc ? target.rpc : target.route,
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
  if (protocols[protocol].isRpc) {
    const status = rpcCode ?? codeName(statuses.cancelled.code);
    return { status, clientGone, fault: isFault(status) };
  }
  const status = String(clientGone ? statuses.cancelled.http : exchange.status());
  return { status, clientGone, fault: isFault(status) };
}
