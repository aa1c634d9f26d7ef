// Buffered requests and finished replies, as values. No socket is involved, so the same code answers on the main thread
// and in a worker.
import type { ServerResponse } from "node:http";
import type { Http2ServerResponse } from "node:http2";
import { type Status, statuses } from "../statuses.ts";
import type { Protocol } from "./protocol.ts";

export interface Reply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for a gRPC refusal, which consists of headers (Trailers-Only). */
  readonly body: string;
}

/** A success with a JSON body. */
export function okReply(body: string): Reply {
  return jsonReply(statuses.ok, body);
}

/** @param headers besides the content type */
export function jsonReply({ http }: Status, body: string, headers: Reply["headers"] = {}): Reply {
  return { status: http, headers: { "content-type": "application/json", ...headers }, body };
}

/** A status in the gateway's form. @throws Error for a status whose body has another form */
export function gatewayReply(status: Status, headers: Reply["headers"] = {}): Reply {
  const { body, text } = status;
  if (body !== "message" && body !== "Message") throw new Error(`status ${status.http} has no body of the gateway's`);
  return jsonReply(status, JSON.stringify({ [body]: text }), headers);
}

export interface BufferedRequest {
  readonly protocol: Protocol;
  /** `1.0`, `1.1` or `2.0`. */
  readonly httpVersion: string;
  readonly httpMethod: string;
  /** The request target: a path, perhaps with a query string. */
  readonly target: string;
  /** Lower-case names. `authorization` is left out: only the gateway reads it. */
  readonly headers: Readonly<Record<string, string>>;
  /** As received: framed and compressed as the protocol and the headers say. */
  readonly body: Uint8Array;
}

export interface BufferedReply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty if the reply consists of headers. */
  readonly body: string | Uint8Array;
  /** After the body; absent if the protocol has none. */
  readonly trailers?: Readonly<Record<string, string>>;
}

/**
 * On HTTP/2, headers are set and not written: a reply without a body is then one frame that ends the stream, and a
 * gRPC refusal is Trailers-Only. On HTTP/1.1, headers are written at once, which saves a copy of each.
 */
export function sendReply(
  response: ServerResponse | Http2ServerResponse,
  { status, headers, body }: BufferedReply,
): void {
  if (!("stream" in response)) {
    response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
    response.end(body);
    return;
  }
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (body.length === 0) response.end();
  else response.end(body);
}
