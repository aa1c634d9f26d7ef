// Buffered requests and finished replies, as values, and the type of the functions from one to the other. No socket is
// involved, so the same code answers on the main thread and in a worker. This file also frees the memory of bodies, or
// moves it to another thread.
import type { ServerResponse } from "node:http";
import type { Http2ServerResponse } from "node:http2";
import type { Call } from "../service/call.ts";
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

/** @param headers in addition to the content type */
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

/** Answers a unary call. Never throws. */
export type Unary = (request: BufferedRequest, call: Call) => Promise<BufferedReply>;

/**
 * On HTTP/2, headers are set but not yet written. A reply without a body is then one frame that ends the stream, and a
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

/** The same bytes, copied only if something else uses their memory. */
export function unsharedBytes(body: BufferedReply["body"]): Uint8Array<ArrayBuffer> {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const buffer = memoryOf(bytes);
  return buffer === null ? new Uint8Array(bytes) : new Uint8Array(buffer);
}

/**
 * Frees the memory of an array at once, if nothing else uses it. The array is then empty. Otherwise the garbage
 * collector counts received bodies as heap growth, and marks the whole heap every 170 calls of 100 kB.
 */
export function freeBytes(bytes: Uint8Array): void {
  if (bytes.length > 0) memoryOf(bytes)?.transfer(0);
}

function memoryOf({ buffer, byteLength }: Uint8Array): ArrayBuffer | null {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : null;
}
