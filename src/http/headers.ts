// Checks a request's headers before any other code sees them. Connect builds a URL from the authority and the target,
// and an exception there would end the process, so a request that would cause one is rejected here. Also reads the
// deadline and the value of Authorization, and answers cross-origin requests of browsers.
import type { IncomingHttpHeaders } from "node:http";
import type { BufferedReply } from "../protocols/reply.ts";
import { statuses } from "../statuses.ts";
import type { Exchange } from "./exchange.ts";

/** The authority of a request without one, which HTTP/1.0 allows. */
const NO_AUTHORITY = "localhost";

/** Characters that would end the authority early in a URL, or separate a user from the host. */
const NOT_AUTHORITY = /[/?#@\\]/;

/** A target that is a path, as nearly all are. */
const PLAIN_PATH = /^\/\w/;

/** The last valid authority. Most calls repeat it, and parsing it again took a thirtieth of a health call. */
let goodAuthority: string | undefined;

/** @returns false if the request was rejected */
export function guard(exchange: Exchange): boolean {
  const { headers } = exchange;
  // A proxy in front might find another end of the body than the parser here, or route by another host.
  if (isOddlyEncoded(exchange) || hasAmbiguousHost(exchange)) return reject(exchange);
  if (exchange.httpVersion !== "2.0") headers.host ||= NO_AUTHORITY;
  dropEndlessDeadline(headers);
  const { authority, target } = exchange;
  if (authority !== undefined && authority === goodAuthority && PLAIN_PATH.test(target)) return true;
  const named = authority !== undefined && !NOT_AUTHORITY.test(authority);
  const url = named ? URL.parse(target, `http://${authority}`) : null;
  if (url === null) return reject(exchange);
  goodAuthority = authority;
  // Absolute form (RFC 9112, section 3.2.2) names the same resource as its path.
  if (/^https?:\/\//i.test(target)) exchange.target = url.pathname + url.search;
  return true;
}

function reject(exchange: Exchange): false {
  exchange.rejectMalformed();
  return false;
}

/** Any transfer coding but `chunked`; on HTTP/1.0, which has none, any at all (RFC 9112, section 6.1). */
function isOddlyEncoded({ headers, httpVersion }: Exchange): boolean {
  const coding = headers["transfer-encoding"];
  return coding !== undefined && (httpVersion === "1.0" || coding.trim().toLowerCase() !== "chunked");
}

const HOST = "host";
const AUTHORIZATION = "authorization";

/** Several hosts, or none where HTTP/1.1 requires one (RFC 9112, section 3.2). On HTTP/2 Node.js checks this. */
function hasAmbiguousHost({ httpVersion, rawHeaders }: Exchange): boolean {
  if (httpVersion === "2.0") return false;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (isNamed(rawHeaders[i], HOST)) hosts += 1;
  return hosts > 1 || (hosts === 0 && httpVersion === "1.1");
}

/** Runs for every header of every call. Comparing lengths first avoids most conversions to lower case. */
function isNamed(raw = "", name: string): boolean {
  return raw.length === name.length && raw.toLowerCase() === name;
}

/**
 * The value of the Authorization header. Several values are joined, and no check accepts the result. Node.js would
 * silently keep the first, and a proxy in front might have checked the last.
 */
export function authorizationOf({ rawHeaders }: Exchange): string | undefined {
  let joined: string | undefined;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    if (!isNamed(rawHeaders[i], AUTHORIZATION)) continue;
    const value = rawHeaders[i + 1] ?? "";
    joined = joined === undefined ? value : `${joined}, ${value}`;
  }
  return joined;
}

/** Milliseconds in each unit of `grpc-timeout`. */
const UNITS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 1e-3, n: 1e-6 };

/** Longest delay of a Node.js timer, about 24 days; a longer deadline is ignored. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** @returns milliseconds from the call's start; null without a readable deadline */
export function deadlineMs(headers: IncomingHttpHeaders): number | null {
  const ms = statedMs(headers);
  return ms === null || ms > TIMER_MS_MAX ? null : ms;
}

/** Removes a deadline too long for Connect's timer, which would overflow and end the call at once. */
export function dropEndlessDeadline(headers: IncomingHttpHeaders): void {
  if ((statedMs(headers) ?? 0) <= TIMER_MS_MAX) return;
  delete headers["grpc-timeout"];
  delete headers["connect-timeout-ms"];
}

function statedMs({ "grpc-timeout": asGrpc, "connect-timeout-ms": asConnect }: IncomingHttpHeaders): number | null {
  if (asGrpc === undefined && asConnect === undefined) return null;
  const grpc = /^(\d{1,8})([HMSmun])$/.exec(String(asGrpc ?? ""));
  const connect = /^\d{1,10}$/.exec(String(asConnect ?? ""));
  const grpcMs = grpc === null ? null : Number(grpc[1]) * (UNITS[grpc[2] ?? ""] ?? Number.NaN);
  return grpcMs ?? (connect === null ? null : Number(connect[0]));
}

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

/**
 * The Fetch standard's CORS protocol. A preflight carries no key, so its response depends only on the origin. It is the
 * same for every path and reveals nothing about the service.
 * @param origins the setting `cors_origins`: origins separated by commas, or `*`; null for none
 */
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
