// Cross-origin requests of browsers (the Fetch standard, "CORS protocol"): an allow-list of origins in; headers of
// responses and the responses to preflights out. A preflight carries no key, so its response depends on the origin
// alone: it is the same for every path and reveals nothing about the service.
import type { BufferedReply } from "../protocols/reply.ts";
import { statuses } from "../statuses.ts";
import type { Exchange } from "./exchange.ts";

/** The request headers of the four protocols, and those of a trace. */
const REQUEST_HEADERS = [
  ...["authorization", "content-type", "content-encoding", "grpc-timeout", "x-grpc-web", "x-user-agent"],
  ...["connect-protocol-version", "connect-timeout-ms", "traceparent", "tracestate"],
].join(", ");

/** The response headers that a script may read besides type and length. */
const RESPONSE_HEADERS = [
  ...["grpc-status", "grpc-message", "grpc-status-details-bin", "grpc-encoding"],
  ...["grpc-retry-pushback-ms", "retry-after", "content-encoding"],
].join(", ");

/** How long a browser may cache a preflight: two hours, the most that Chromium allows. */
const PREFLIGHT_SECONDS = 7_200;

/**
 * Adds the headers to the response if the request's origin is allowed.
 * @returns the response to a preflight from an allowed origin; null for any other request
 */
export type Cors = (exchange: Pick<Exchange, "headers" | "httpMethod" | "addHeaders">) => BufferedReply | null;

/** @param origins the setting `cors_origins`: origins separated by commas, or `*`; null for none */
export function createCors(origins: string | null): Cors {
  if (origins === null) return () => null;
  const allowed = new Set(origins.split(",").map((origin) => origin.trim().toLowerCase()));
  const everyone = allowed.has("*");
  return (exchange) => {
    const { origin, "access-control-request-method": preflight } = exchange.headers;
    if (origin === undefined || !(everyone || allowed.has(origin.toLowerCase()))) return null;
    exchange.addHeaders({
      "access-control-allow-origin": everyone ? "*" : origin,
      "access-control-expose-headers": RESPONSE_HEADERS,
      ...(everyone ? {} : { vary: "origin" }),
    });
    if (exchange.httpMethod !== "OPTIONS" || preflight === undefined) return null;
    const headers = {
      "access-control-allow-methods": "GET, POST",
      "access-control-allow-headers": REQUEST_HEADERS,
      "access-control-max-age": String(PREFLIGHT_SECONDS),
    };
    return { status: statuses.ok.http, headers, body: "" };
  };
}
