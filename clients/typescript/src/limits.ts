// The sizes of one call that do not depend on a tier.
import { RequestTooLargeError } from "./errors.ts";

/** The service refuses larger bodies before it reads them, and its refusal may be unreadable. */
export const REQUEST_BYTES_MAX = 6 * 1024 * 1024;

/**
 * Larger answers are refused: many times a whole context with the detail of every record, so nothing honest is lost.
 * The 4 MiB that gRPC clients accept by default would be less than a stand-down can hold.
 */
export const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

/**
 * What a connection over HTTP/2 may hold in memory, in MB: more than there is. Beyond it Node.js makes no further call,
 * and it counts what was left to send of a call that was given up for as long as the connection lives: at its default
 * of 10, behind two large ones.
 */
export const SESSION_MEMORY_MB = 1_000_000;

/** @throws RequestTooLargeError for a body that the service would not read */
export function guardRequestBytes(bytes: number): void {
  if (bytes <= REQUEST_BYTES_MAX) return;
  const ceiling = { limitName: "body_bytes", limit: REQUEST_BYTES_MAX, observed: bytes };
  throw new RequestTooLargeError(`the request is ${bytes} bytes, more than ${REQUEST_BYTES_MAX}; not sent`, ceiling);
}
