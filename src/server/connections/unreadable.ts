// What an HTTP/1.1 client gets whose bytes are no request: a gateway-shaped answer where one can still be sent, and in
// every case the end of the connection, since nobody knows where the next request would start.
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { errorCode } from "../../config/error-code.ts";
import { statusReply } from "../../wire/reply.ts";

const STATUSES = new Map([
  ["HPE_HEADER_OVERFLOW", 431],
  ["ERR_HTTP_REQUEST_TIMEOUT", 408],
]);
/** Of all that is malformed in another way. */
const BAD_REQUEST = 400;

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
  const status = STATUSES.get(errorCode(error)) ?? BAD_REQUEST;
  const { headers, body } = statusReply(status, { connection: "close" });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
