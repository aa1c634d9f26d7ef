// Code that REST and gRPC share: how to send a request once, the service's address, its key, its size limits and the
// wait that it asks for. Error texts never show a key.
import { RequestTooLargeError, type RetryAfter } from "./errors.ts";
import type { ContextRequest } from "./gen/shapes.ts";

/** How requests travel. */
export interface Transport {
  /** Encodes once for all attempts. @throws RequestTooLargeError before anything is sent */
  readonly prepare: (request: ContextRequest) => Send;
}

/** Sends the encoded request once. Returns the answer as JSON in the form of /v1. @throws WinnowError */
export type Send = (attempt: Attempt) => Promise<unknown>;

export interface Attempt {
  readonly signal: AbortSignal;
  /** The time that is left for the call, in milliseconds. */
  readonly timeoutMs: number;
}

/** The service rejects larger bodies before it reads them, and its reply may be unreadable. In bytes. */
export const REQUEST_BYTES_MAX = 6 * 1024 * 1024;

/**
 * Longer answers are rejected. This is many times a whole context with the detail of every record. The 4 MiB that gRPC
 * clients accept by default would be too little for a stand-down. In bytes.
 */
export const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

/** @throws RequestTooLargeError for a body that the service would not read */
export function guardRequestBytes(bytes: number): void {
  if (bytes <= REQUEST_BYTES_MAX) return;
  const ceiling = { limitName: "body_bytes", limit: REQUEST_BYTES_MAX, observed: bytes };
  throw new RequestTooLargeError(`the request is ${bytes} bytes, more than ${REQUEST_BYTES_MAX}; not sent`, ceiling);
}

/** @throws TypeError if it is not an HTTP URL */
export function serviceUrl(baseUrl: string): URL {
  const url = new URL(baseUrl);
  // `localhost:8080` is a valid URL too, with the scheme `localhost:`.
  if (!/^https?:$/.test(url.protocol)) throw new TypeError(`baseUrl begins with ${url.protocol}, not http: or https:`);
  return url;
}

/**
 * The value of the `authorization` header.
 * @throws TypeError if the key is empty or cannot be in a header; the runtime's own error would show the key
 */
export function bearer(apiKey: string): string {
  if (typeof apiKey !== "string" || apiKey === "") throw new TypeError("apiKey is empty");
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError("apiKey contains spaces or characters outside ASCII");
  return `Bearer ${apiKey}`;
}

/** The wait that `retry-after` asks for, in milliseconds: seconds or a date, as in RFC 9110. Null for anything else. */
export function retryAfterOf(headers: Headers): RetryAfter {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
