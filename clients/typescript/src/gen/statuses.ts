// The service's statuses that gRPC distinguishes.
// Generated from src/statuses.ts by `make gen`; do not edit.

/** The HTTP status of an RPC code, by the number of the code. */
export const httpStatusOfCode: ReadonlyMap<number, number> = new Map([
  [3, 400], // bad_request
  [16, 401], // unauthenticated
  [7, 403], // forbidden
  [12, 404], // not_found
  [11, 413], // request_too_large
  [13, 500], // engine_error
  [14, 503], // unavailable
]);

/** The gateway's message if the daily quota is used up. */
export const quotaMessage = "Limit Exceeded";
