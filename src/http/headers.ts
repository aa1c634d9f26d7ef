// What is checked of a request's headers before any other code sees them. Connect builds a URL from the authority and
// the target, and an exception there would end the process, so a request that would cause one is rejected here. Also:
// the deadline that the headers name, and the value of Authorization.
import type { IncomingHttpHeaders } from "node:http";
import type { Exchange } from "./exchange.ts";

/** Stands in for the authority of a request that names none, which HTTP/1.0 allows. */
const NO_AUTHORITY = "localhost";

/** Would end the authority early in a URL, or stand for a user in front of the host. */
const NOT_AUTHORITY = /[/?#@\\]/;

/** A path that names no host, as nearly all do. */
const PLAIN_PATH = /^\/\w/;

/** The last authority that made a URL. Most calls name the same: to parse it anew was a thirtieth of a health call. */
let goodAuthority: string | undefined;

/** @returns false when the request has been turned away */
export function guard(exchange: Exchange): boolean {
  const { headers } = exchange;
  // A proxy in front might see the body end elsewhere than the parser here has, or route by another host.
  if (oddlyCoded(exchange) || oddlyHosted(exchange)) return turnAway(exchange);
  if (exchange.httpVersion !== "2.0") headers.host ||= NO_AUTHORITY;
  dropEndlessDeadline(headers);
  const { authority, target } = exchange;
  if (authority !== undefined && authority === goodAuthority && PLAIN_PATH.test(target)) return true;
  const named = authority !== undefined && !NOT_AUTHORITY.test(authority);
  const url = named ? URL.parse(target, `http://${authority}`) : null;
  if (url === null) return turnAway(exchange);
  goodAuthority = authority;
  // Absolute form (RFC 9112, section 3.2.2) names the same resource as its path.
  if (/^https?:\/\//i.test(target)) exchange.target = url.pathname + url.search;
  return true;
}

function turnAway(exchange: Exchange): false {
  exchange.rejectMalformed();
  return false;
}

/** Any transfer coding but `chunked`, and any at all over HTTP/1.0, which knows none (RFC 9112, section 6.1). */
function oddlyCoded({ headers, httpVersion }: Exchange): boolean {
  const coding = headers["transfer-encoding"];
  return coding !== undefined && (httpVersion === "1.0" || coding.trim().toLowerCase() !== "chunked");
}

const HOST = "host";
const AUTHORIZATION = "authorization";

/** More than one host, or none where HTTP/1.1 asks for it (RFC 9112, section 3.2). Over HTTP/2 the library looks. */
function oddlyHosted({ httpVersion, rawHeaders }: Exchange): boolean {
  if (httpVersion === "2.0") return false;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (isNamed(rawHeaders[i], HOST)) hosts += 1;
  return hosts > 1 || (hosts === 0 && httpVersion === "1.1");
}

/** Every name of every call comes by here: its length spares most of them being made lower case. */
function isNamed(raw = "", name: string): boolean {
  return raw.length === name.length && raw.toLowerCase() === name;
}

/**
 * The value of the Authorization header. Node.js would keep the first of several without a word, and a proxy in front
 * might have checked the last: several are joined, which no check accepts.
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

/** Longest delay of a Node.js timer: about 24 days. What lies beyond is no deadline. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** @returns milliseconds from the call's start; null when the caller set no deadline, or one that cannot be read */
export function deadlineMs(headers: IncomingHttpHeaders): number | null {
  const ms = statedMs(headers);
  return ms === null || ms > TIMER_MS_MAX ? null : ms;
}

/** Takes a deadline away that is none: Connect's timer would overflow, and the call be over at once. */
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
