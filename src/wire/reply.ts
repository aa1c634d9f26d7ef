// A finished HTTP answer as a value, and the protocols a call can speak.
import { type Status, statuses } from "../statuses.ts";

export type Protocol = "rest" | "grpc" | "grpc-web" | "connect";

export interface Reply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for a gRPC refusal, which is headers alone (Trailers-Only). */
  readonly body: string;
}

/** A success with a JSON body. */
export function okReply(body: string): Reply {
  return jsonReply(statuses.ok, body);
}

/** @param headers beyond the content type */
export function jsonReply({ http }: Status, body: string, headers: Reply["headers"] = {}): Reply {
  return { status: http, headers: { "content-type": "application/json", ...headers }, body };
}

/** A status in the gateway's form. @throws Error for a row whose body is not the gateway's */
export function gatewayReply(status: Status, headers: Reply["headers"] = {}): Reply {
  const { body, text } = status;
  if (body !== "message" && body !== "Message") throw new Error(`status ${status.http} has no body of the gateway's`);
  return jsonReply(status, JSON.stringify({ [body]: text }), headers);
}
