// A finished HTTP answer as a value, and the protocols a call can speak.
import { STATUS_CODES } from "node:http";

export type Protocol = "rest" | "grpc" | "grpc-web" | "connect";

export interface Reply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for a gRPC refusal, which is headers alone (Trailers-Only). */
  readonly body: string;
}

/** @param headers beyond the content type */
export function jsonReply(status: number, body: string, headers: Reply["headers"] = {}): Reply {
  return { status, headers: { "content-type": "application/json", ...headers }, body };
}

/** The gateway's form of an answer, for what a status says by itself. */
export function statusReply(status: number, headers: Reply["headers"] = {}): Reply {
  return jsonReply(status, JSON.stringify({ message: STATUS_CODES[status] }), headers);
}
