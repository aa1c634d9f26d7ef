// A finished HTTP answer as a value, and the protocols a call can speak.

export type Protocol = "rest" | "grpc" | "grpc-web" | "connect";

export interface Reply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for a gRPC refusal, which is headers alone (Trailers-Only). */
  readonly body: string;
}

/** @param headers beyond the content type */
export function jsonReply(status: number, body: string, headers: Reply["headers"] = {}): Reply {
  return { status, headers: { "content-type": "application/json", ...headers }, body };
}
