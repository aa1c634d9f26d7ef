// Writes a finished reply to a Node response of either HTTP version.
import type { ServerResponse } from "node:http";
import type { Http2ServerResponse } from "node:http2";
import type { WholeReply } from "./whole.ts";

/**
 * Headers are set and not written ahead: on HTTP/2 a reply without a body then is one frame that ends the stream,
 * which is what makes a gRPC refusal Trailers-Only.
 */
export function sendReply(response: ServerResponse | Http2ServerResponse, { status, headers, body }: WholeReply): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (body.length === 0) response.end();
  else response.end(body);
}
