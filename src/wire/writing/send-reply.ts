// Writes a finished reply to a Node response of either HTTP version.
import type { ServerResponse } from "node:http";
import type { Http2ServerResponse } from "node:http2";
import type { WholeReply } from "../whole.ts";

/**
 * On HTTP/2 headers are set and not written ahead: a reply without a body then is one frame that ends the stream, which
 * is what makes a gRPC refusal Trailers-Only. On HTTP/1.1 they are written at once, which spares a copy of each.
 */
export function sendReply(response: ServerResponse | Http2ServerResponse, { status, headers, body }: WholeReply): void {
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
