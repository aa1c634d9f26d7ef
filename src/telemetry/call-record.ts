// What is known of one call, from its first byte to its last: the one value that span, log line and metrics are made
// of. Types only, and none of its fields can hold a caller's text.
import type { RefusalKind } from "../gateway/admission.ts";
import type { Protocol } from "../protocols/protocol.ts";
import type { CallFacts } from "../service/call.ts";

/** What is known of a call when its headers have arrived. */
export interface CallStart {
  readonly protocol: Protocol;
  /** One of HTTP's own methods, anything else is `_OTHER`. */
  readonly httpMethod: string;
  /** What the caller's connection to this process speaks. */
  readonly scheme: "http" | "https";
  /** `1.0`, `1.1` or `2`. */
  readonly httpVersion: string;
  /** REST: the route's path. RPC: `package.Service/Method`. Null when it is none of ours. */
  readonly name: string | null;
}

/** How a call ended. */
export interface CallEnd {
  /** REST: the HTTP status, 499 when the client left first. RPC: the name of the code, as `OK` or `OUT_OF_RANGE`. */
  readonly status: string;
  /** True when the service is to blame, not the caller: the only calls that count as errors. */
  readonly fault: boolean;
  /** True when the client was gone before its answer was sent in full. */
  readonly clientGone: boolean;
}

/** A finished call. */
export interface CallRecord extends CallStart, CallEnd {
  readonly milliseconds: number;
  /** Empty for a call that was not admitted. */
  readonly organisation?: string | undefined;
  /** Why the gateway turned the call away, if it did. */
  readonly refused?: RefusalKind | undefined;
  /** How long the call waited for a worker; absent when it went to none. */
  readonly queuedMs?: number | undefined;
  readonly facts: CallFacts;
  /** Absent when nothing is traced. */
  readonly traceId?: string | undefined;
}
