// What an HTTP/1.1 client gets whose bytes are no request: a gateway-shaped answer where one can still be sent, and in
// every case the end of the connection, since nobody knows where the next request would start.
import type { Duplex } from "node:stream";
import { errorCode } from "../../config/error-code.ts";
import { gatewayReply } from "../../protocols/reply.ts";
import { type Status, statuses } from "../../statuses.ts";

const byCode = new Map<string, Status>([
  ["HPE_HEADER_OVERFLOW", statuses.headers_too_long],
  ["ERR_HTTP_REQUEST_TIMEOUT", statuses.body_overdue],
]);

/** Whether the bytes of a request break the grammar of HTTP/1.1. */
export function isMalformed(error: Error): boolean {
  return errorCode(error).startsWith("HPE_");
}

/** Whether a connection failed by what came in and when, and not because its client has gone. */
export function isUnreadable(error: Error): boolean {
  const code = errorCode(error);
  return isMalformed(error) || code === "ERR_HTTP_REQUEST_TIMEOUT" || code === "ERR_HTTP2_ERROR";
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
  const status = byCode.get(errorCode(error)) ?? statuses.malformed;
  const { headers, body } = gatewayReply(status, { connection: "close" });
  const head = [
    `HTTP/1.1 ${status.http} ${status.text}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
