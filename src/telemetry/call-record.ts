// Everything known about one call: the value from which its span, log line and metrics are made. Types only; no field
// can hold a caller's text.
import type { Protocol } from "../protocols/protocol.ts";
import type { CallFacts } from "../service/call.ts";
import type { RefusalKind } from "../statuses.ts";

/** What the headers say. */
export interface CallStart {
  readonly protocol: Protocol;
  /** A standard HTTP method, otherwise `_OTHER`. */
  readonly httpMethod: string;
  /** Of the caller's connection to this process. */
  readonly scheme: "http" | "https";
  /** `1.0`, `1.1` or `2`. */
  readonly httpVersion: string;
  /** REST: the route's path. RPC: `package.Service/Method`. null if it is not served. */
  readonly name: string | null;
}

/** How a call ended. */
export interface CallEnd {
  /** REST: the HTTP status, 499 if the client left first. RPC: the code's name, such as `OUT_OF_RANGE`. */
  readonly status: string;
  /** True for a fault of the service: only these count as errors. */
  readonly fault: boolean;
  /** True if the client left before its response was complete. */
  readonly clientGone: boolean;
}

/** A finished call. */
export interface CallRecord extends CallStart, CallEnd {
  readonly milliseconds: number;
  /** Absent if the key was refused. */
  readonly organisation?: string | undefined;
  /** Why the call was refused before its request was read, if it was. */
  readonly refused?: RefusalKind | undefined;
  /** How long the call waited for a thread; absent if it did not wait. */
  readonly queuedMs?: number | undefined;
  readonly facts: CallFacts;
  /** Absent if nothing is traced. */
  readonly traceId?: string | undefined;
}
