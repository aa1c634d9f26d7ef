// The first look at a request, before anything else sees it: what would make a later layer throw or go wrong is mended
// where HTTP allows it and turned away where it does not. Connect builds a URL from the authority and the target of a
// request, and an exception there would end the process.
import { constants } from "node:http2";
import { sendReply } from "../wire/send-reply.ts";
import { dropEndlessDeadline } from "./deadline.ts";
import type { AnyRequest, AnyResponse } from "./exchange.ts";

/** Stands in for the authority of a request that names none, which HTTP/1.0 allows. */
const NO_AUTHORITY = "localhost";

/** Would end the authority early in a URL, or stand for a user in front of the host. */
const NOT_AUTHORITY = /[/?#@\\]/;

/** A path that names no host, as nearly all do. */
const PLAIN_PATH = /^\/\w/;

/** The last authority that made a URL. Most calls name the same: to parse it anew was a thirtieth of a health call. */
let goodAuthority: string | undefined;

/** @returns false when the request has been turned away */
export function guard(req: AnyRequest, res: AnyResponse): boolean {
  // An error of a request or an answer that nobody listens to would be an uncaught one. Both end in `close` anyway.
  req.on("error", () => {});
  res.on("error", () => {});
  // A proxy in front might see the body end elsewhere than the parser here has, or route by another host.
  if (oddlyCoded(req) || oddlyHosted(req)) {
    turnAway(req, res);
    return false;
  }
  if (!("stream" in req)) req.headers.host ||= NO_AUTHORITY;
  dropEndlessDeadline(req.headers);
  const authority = "stream" in req ? req.authority : req.headers.host;
  if (authority !== undefined && authority === goodAuthority && PLAIN_PATH.test(req.url ?? "")) return true;
  const named = authority !== undefined && !NOT_AUTHORITY.test(authority);
  const target = named ? URL.parse(req.url ?? "", `http://${authority}`) : null;
  if (target === null) {
    turnAway(req, res);
    return false;
  }
  goodAuthority = authority;
  // Absolute form (RFC 9112, section 3.2.2) names the same resource as its path.
  if (req.url !== undefined && /^https?:\/\//i.test(req.url)) req.url = target.pathname + target.search;
  return true;
}

/** Any transfer coding but `chunked`, alone: no other is in use (RFC 9112, section 6.1). */
function oddlyCoded(req: AnyRequest): boolean {
  const coding = req.headers["transfer-encoding"];
  return coding !== undefined && coding.trim().toLowerCase() !== "chunked";
}

const HOST = "host";

/** More than one host, or none where HTTP/1.1 asks for it (RFC 9112, section 3.2). Over HTTP/2 the library looks. */
function oddlyHosted(req: AnyRequest): boolean {
  if ("stream" in req) return false;
  let hosts = 0;
  for (let i = 0; i < req.rawHeaders.length; i += 2) {
    const name = req.rawHeaders[i] ?? "";
    // Every call comes by here: the length spares most names being made lower case.
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  return hosts > 1 || (hosts === 0 && req.httpVersion === "1.1");
}

/** RFC 9113, section 8.1.1: a malformed request is a protocol error of its stream. */
function turnAway(req: AnyRequest, res: AnyResponse): void {
  if ("stream" in req) {
    req.stream.close(constants.NGHTTP2_PROTOCOL_ERROR);
    return;
  }
  const headers = { "content-type": "application/json", connection: "close" };
  sendReply(res, { status: 400, headers, body: '{"message":"Bad Request"}' });
}

/**
 * The value of the Authorization header. Node.js would keep the first of several without a word, and a proxy in front
 * might have checked the last: several are joined, which no check accepts.
 */
export function authorizationOf(req: AnyRequest): string | undefined {
  const values: string[] = [];
  const { rawHeaders } = req;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const value = rawHeaders[i + 1];
    if (value !== undefined && rawHeaders[i]?.toLowerCase() === "authorization") values.push(value);
  }
  return values.length === 0 ? undefined : values.join(", ");
}
