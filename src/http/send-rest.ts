// Sends the finished answer of a REST call, compressed when it pays.
import { COMPRESS_BYTES_MIN, gzipped } from "../protocols/grpc/frames.ts";
import type { WholeReply } from "../protocols/reply.ts";
import type { Exchange } from "./exchange.ts";

export async function sendRest(exchange: Exchange, reply: WholeReply): Promise<void> {
  if (reply.body.length < COMPRESS_BYTES_MIN) return exchange.send(reply);
  // A cache between us must not hand the compressed form to a client that did not ask for it.
  const headers = { ...reply.headers, vary: "accept-encoding" };
  if (!acceptsGzip(exchange.headers["accept-encoding"])) return exchange.send({ ...reply, headers });
  const body = await gzipped(reply.body);
  const coded = { "content-encoding": "gzip", "content-length": String(body.length) };
  exchange.send({ ...reply, headers: { ...headers, ...coded }, body });
}

/** RFC 9110, section 12.5.3: listed, or covered by `*`, and not weighted 0. What names gzip wins over the `*`. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  let accepted = false;
  const items = String(header ?? "").toLowerCase();
  for (const item of items.split(",")) {
    const [coding = "", ...parameters] = item.split(";").map((part) => part.trim());
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    if (coding === "gzip" || coding === "x-gzip") return !refused;
    if (coding === "*") accepted = !refused;
  }
  return accepted;
}
