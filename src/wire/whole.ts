// A request that has arrived in full, and its finished answer, both as values: whoever holds one needs no socket, so
// that the same answering runs on the thread that has the sockets and on one that has none.
import type { Protocol } from "./reply.ts";

export interface WholeRequest {
  readonly protocol: Protocol;
  /** `1.0`, `1.1` or `2.0`. */
  readonly httpVersion: string;
  readonly httpMethod: string;
  /** The request target: a path, perhaps with a query string. */
  readonly target: string;
  /** Lower-case names. Never the authorization: the gateway alone reads it. */
  readonly headers: Readonly<Record<string, string>>;
  /** As the protocol frames it; that of a REST call is decompressed already. */
  readonly body: Uint8Array;
}

export interface WholeReply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for headers alone. */
  readonly body: string | Uint8Array;
  /** After the body; absent where the protocol has none. */
  readonly trailers?: Readonly<Record<string, string>>;
}
