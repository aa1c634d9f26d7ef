// What an HTTP/1.1 client gets whose bytes are no request: a gateway-shaped answer where one can still be sent, and in
// every case the end of the connection, since nobody knows where the next request would start.
import type { Duplex } from "node:stream";
import { errorCode } from "../config/error-code.ts";

const REASONS = new Map([
  ["HPE_HEADER_OVERFLOW", { status: 431, message: "Request Header Fields Too Large" }],
  ["ERR_HTTP_REQUEST_TIMEOUT", { status: 408, message: "Request Timeout" }],
]);
const MALFORMED = { status: 400, message: "Bad Request" };

/** Whether a connection failed by what came in and when, and not because its client has gone. */
export function isUnreadable(error: Error): boolean {
  const code = errorCode(error);
  return code.startsWith("HPE_") || code === "ERR_HTTP_REQUEST_TIMEOUT" || code === "ERR_HTTP2_ERROR";
}

/**
 * @param answering true while an earlier request on the connection waits for its answer: then these bytes must not be
 *   answered, or the client would take the answer for that request's
 */
export function refuseUnreadable(error: Error, socket: Duplex, answering: boolean): void {
  if (answering || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, message } = REASONS.get(errorCode(error)) ?? MALFORMED;
  const body = JSON.stringify({ message });
  const head = [
    `HTTP/1.1 ${status} ${message}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
