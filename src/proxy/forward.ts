// Passes one HTTP request on to the upstream and its answer back, headers and streams unchanged. In: the request, its
// answer to write, the upstream, and a body to send instead of the request's own. Never reads what it passes.
import { type IncomingMessage, request as requestHttp, type ServerResponse } from "node:http";
import { request as requestHttps } from "node:https";
import { statuses } from "../statuses.ts";

/** Headers of one connection, which a proxy must not pass on (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

interface Forwarding {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly upstream: URL;
  /** null passes the request's own body on as it arrives. */
  readonly body: Uint8Array | null;
}

/** Ends the call upstream if the caller leaves, and the caller's connection if the upstream's answer breaks off. */
export function forward({ request, response, upstream, body }: Forwarding): void {
  const send = upstream.protocol === "https:" ? requestHttps : requestHttp;
  const path = upstream.pathname.replace(/\/$/, "") + (request.url ?? "/");
  const ownLength =
    body === null
      ? { dropped: [], added: [] }
      : { dropped: ["content-length"], added: ["Content-Length", String(body.length)] };
  const outgoing = send({
    hostname: upstream.hostname,
    port: upstream.port,
    path,
    method: request.method,
    headers: [...passed(request.rawHeaders, ["host", ...ownLength.dropped]), "Host", upstream.host, ...ownLength.added],
  });
  outgoing.on("response", (answer) => {
    const { statusCode = statuses.bad_gateway.http, statusMessage = "", rawHeaders } = answer;
    response.writeHead(statusCode, statusMessage, passed(rawHeaders, []));
    // The headers of a stream go out before its first event.
    response.flushHeaders();
    answer.pipe(response);
    answer.on("error", () => response.destroy());
    answer.on("aborted", () => response.destroy());
  });
  outgoing.on("error", (error) => refuse(response, error));
  response.on("close", () => outgoing.destroy());
  if (body === null) request.pipe(outgoing);
  else outgoing.end(body);
}

/** Names and values in turn, without the headers of the connection and those in `dropped`. */
function passed(rawHeaders: readonly string[], dropped: readonly string[]): string[] {
  const listed = connectionOptions(rawHeaders);
  const left: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? "").toLowerCase();
    if (HOP_BY_HOP.has(name) || listed.includes(name) || dropped.includes(name)) continue;
    left.push(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  }
  return left;
}

/** Further headers of one connection, which `Connection` names. */
function connectionOptions(rawHeaders: readonly string[]): readonly string[] {
  return rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && name.toLowerCase() === "connection"
      ? (rawHeaders[at + 1] ?? "").split(",").map((option) => option.trim().toLowerCase())
      : [],
  );
}

/** The body has the shape that the SDKs of all three APIs read. */
function refuse(response: ServerResponse, error: NodeJS.ErrnoException): void {
  if (response.destroyed) return;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const message = `winnow proxy could not reach the upstream: ${error.code ?? error.name}`;
  const body = JSON.stringify({ type: "error", error: { type: "api_error", message } });
  response.writeHead(statuses.bad_gateway.http, { "content-type": "application/json" }).end(body);
}
