// The sizes of one call that do not depend on a tier.
import { RequestTooLargeError } from "./errors.ts";

/** The service refuses larger bodies before it reads them, and its refusal may be unreadable. */
export const REQUEST_BYTES_MAX = 6 * 1024 * 1024;

/**
 * Larger answers are refused: many times a whole context with the detail of every record, so nothing honest is lost.
 * The 4 MiB that gRPC clients accept by default would be less than a stand-down can hold.
 */
export const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

/** @throws RequestTooLargeError for a body that the service would not read */
export function guardRequestBytes(bytes: number): void {
  if (bytes <= REQUEST_BYTES_MAX) return;
  const ceiling = { limitName: "body_bytes", limit: REQUEST_BYTES_MAX, observed: bytes };
  throw new RequestTooLargeError(`the request is ${bytes} bytes, more than ${REQUEST_BYTES_MAX}; not sent`, ceiling);
}
