// Sends a finished answer: that of REST compressed when it pays, that of an RPC with its trailers.
import { gzipped } from "../wire/compression.ts";
import type { Reply } from "../wire/reply.ts";
import { sendReply } from "../wire/send-reply.ts";
import type { WholeReply } from "../wire/whole.ts";
import type { AnyRequest, AnyResponse } from "./exchange.ts";

/** Below this, compressing costs more time than the bytes it saves. */
const GZIP_LENGTH_MIN = 4 * 1024;

/** Drops the answer when one is out already, or nobody is there to take it. */
export function sendOnce(res: AnyResponse, reply: Reply | WholeReply): void {
  if (!res.headersSent && !res.destroyed) sendReply(res, reply);
}

export async function sendRest(req: AnyRequest, res: AnyResponse, reply: WholeReply): Promise<void> {
  if (reply.body.length < GZIP_LENGTH_MIN) return sendOnce(res, reply);
  // A cache between us must not hand the compressed form to a client that did not ask for it.
  const headers = { ...reply.headers, vary: "accept-encoding" };
  if (!acceptsGzip(req.headers["accept-encoding"])) return sendOnce(res, { ...reply, headers });
  const body = await gzipped(reply.body);
  if (res.headersSent || res.destroyed) return;
  res.statusCode = reply.status;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.setHeader("content-encoding", "gzip");
  res.setHeader("content-length", body.length);
  res.end(body);
}

/** Message encodings are the wire's matter: what comes here is sent as it is. */
export function sendRpc(res: AnyResponse, reply: WholeReply): void {
  const { status, headers, body, trailers } = reply;
  if (res.headersSent || res.destroyed) return;
  if (trailers === undefined) {
    sendReply(res, reply);
    return;
  }
  // Headers before the body, or HTTP/1.1 would declare a length and send no trailers, and HTTP/2 end the stream with
  // the headers.
  if ("stream" in res) {
    const { stream } = res;
    if (stream.destroyed || stream.closed) return;
    // As a list and past the response's own copy of them: that and a copy of the copy took a tenth of a call of 100 kB.
    stream.respond([":status", String(status), ...Object.entries(headers).flat()], { waitForTrailers: true });
    if (body.length > 0) res.write(body);
  } else {
    res.writeHead(status, headers);
    if (body.length > 0) res.write(body);
  }
  res.addTrailers(trailers);
  res.end();
}

/** RFC 9110, section 12.5.3: listed, or covered by `*`, and not weighted 0. What names gzip wins over the `*`. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  let accepted = false;
  for (const item of String(header ?? "")
    .toLowerCase()
    .split(",")) {
    const [coding = "", ...parameters] = item.split(";").map((part) => part.trim());
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    if (coding === "gzip" || coding === "x-gzip") return !refused;
    if (coding === "*") accepted = !refused;
  }
  return accepted;
}
