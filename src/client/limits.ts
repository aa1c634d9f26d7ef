// The sizes of one call that do not depend on a tier.
import { RequestTooLargeError } from "./errors.ts";

/** The service refuses larger bodies before it reads them, and its refusal may be unreadable. */
export const requestBytesMax = 6 * 1024 * 1024;

/**
 * Larger answers are refused: many times a whole context with the detail of every record, so nothing honest is lost.
 * The 4 MiB that gRPC clients accept by default would be less than a stand-down can hold.
 */
export const answerBytesMax = 64 * 1024 * 1024;

/** @throws RequestTooLargeError for a body that the service would not read */
export function guardRequestBytes(bytes: number): void {
  if (bytes <= requestBytesMax) return;
  const ceiling = { limitName: "body_bytes", limit: requestBytesMax, observed: bytes };
  throw new RequestTooLargeError(`the request is ${bytes} bytes, more than ${requestBytesMax}; not sent`, ceiling);
}
