// The table of statuses: one row for each way in which a call can end. Every protocol, log, metric and document reads
// its status off a row. No other file in `src/` names an HTTP status or an RPC code.
import { Code } from "@connectrpc/connect";
import { BODY_BYTES_MAX, HEADER_ENTRIES_MAX } from "./limits.ts";

export interface Status {
  /** The HTTP status on REST, and on Connect if Connect does not choose one itself. */
  readonly http: number;
  /** The RPC code; null for a success. */
  readonly code: Code | null;
  /** `envelope`: the service's error body; `message` and `Message`: the gateway's; null: another body. */
  readonly body: "envelope" | "message" | "Message" | null;
  /** The text of the gateway's body. */
  readonly text: string;
  /** Whether the same call may succeed soon afterwards. */
  readonly retryable: boolean;
  /**
   * Who refuses a call with this status: the gateway before any handler sees the call, usually before its body is
   * read, or the server after it. Logs and metrics name the refusal by its row. A refusal by the server is recognised
   * by its status or code, so no two of these share one. Null if it is not a refusal.
   */
  readonly refusedBy: "gateway" | "server" | null;
  /** Which calls over `/v1` can end with it; OpenAPI describes them. */
  readonly calls: "all" | "select" | "none";
  /** What the status tells the caller, for OpenAPI. */
  readonly meaning: string;
}

type Described = { readonly calls: "all" | "select"; readonly meaning: string } | { readonly calls: "none" };

/** What a row must state. */
type Row = Pick<Status, "http" | "code"> &
  Partial<Status> &
  (
    | ({ readonly refusedBy: "gateway"; readonly body: "message" | "Message"; readonly text: string } & Described)
    | ({ readonly refusedBy?: "server" | null; readonly body: "envelope" } & Described)
    | { readonly refusedBy?: "server" | null; readonly body: "message" | "Message"; readonly text: string }
    | { readonly refusedBy?: "server" | null; readonly body?: null }
  );

function row<const Given extends Row>(given: Given): Omit<Status, "http" | "code"> & Given {
  const none = { body: null, text: "", retryable: false, refusedBy: null, calls: "none", meaning: "" } as const;
  return { ...none, ...given };
}

const denied = "User is not authorized to access this resource with an explicit deny";

export const statuses = {
  ok: row({ http: 200, code: null }),

  // Refusals of the gateway.
  unauthenticated: row({
    http: 401,
    code: Code.Unauthenticated,
    body: "message",
    text: "Unauthorized",
    refusedBy: "gateway",
    calls: "all",
    meaning: "No `Authorization` header arrived: fix the client",
  }),
  forbidden: row({
    http: 403,
    code: Code.PermissionDenied,
    body: "Message",
    text: denied,
    refusedBy: "gateway",
    calls: "all",
    meaning: "The credential arrived and was refused: fix it; trying again cannot help",
  }),
  body_too_long: row({
    http: 413,
    code: Code.ResourceExhausted,
    body: "message",
    text: "Request Too Long",
    refusedBy: "gateway",
    calls: "select",
    meaning: `The body is over ${BODY_BYTES_MAX / 2 ** 20} MiB`,
  }),
  headers_too_long: row({
    http: 431,
    code: Code.ResourceExhausted,
    body: "message",
    text: "Request Header Fields Too Large",
    refusedBy: "gateway",
    calls: "all",
    meaning: `Over ${HEADER_ENTRIES_MAX} header fields over HTTP/2`,
  }),
  throttled: row({
    http: 429,
    code: Code.ResourceExhausted,
    body: "message",
    text: "Too Many Requests",
    retryable: true,
    refusedBy: "gateway",
    calls: "all",
    meaning: "Over the rate of the organisation's tier: try again after a wait",
  }),
  quota_spent: row({
    http: 429,
    code: Code.ResourceExhausted,
    body: "message",
    text: "Limit Exceeded",
    refusedBy: "gateway",
    calls: "select",
    meaning: "The organisation's daily quota is used up",
  }),
  unavailable: row({
    http: 503,
    code: Code.Unavailable,
    body: "message",
    text: "Service Unavailable",
    retryable: true,
    refusedBy: "gateway",
    calls: "all",
    meaning: "Overloaded or about to stop: try again after a wait",
  }),

  // The service's own errors.
  bad_request: row({
    http: 400,
    code: Code.InvalidArgument,
    body: "envelope",
    refusedBy: "server",
    calls: "select",
    meaning: "The body is not a well-formed request; `detail` names the field",
  }),
  request_too_large: row({
    http: 413,
    code: Code.OutOfRange,
    body: "envelope",
    refusedBy: "server",
    calls: "select",
    meaning: "Over a ceiling of the tier; `limit_name` says which",
  }),
  engine_error: row({
    http: 500,
    code: Code.Internal,
    body: "envelope",
    // Without `refusedBy`: it counts as a fault, not as a refusal.
    calls: "all",
    meaning: "The service cannot answer this request; the same one fails again",
  }),
  not_found: row({
    http: 404,
    code: Code.Unimplemented,
    body: "envelope",
    refusedBy: "server",
    // No path in OpenAPI has this status.
    calls: "none",
  }),

  // Reserved by the interface.
  out_of_credit: row({
    http: 402,
    code: Code.ResourceExhausted,
    body: "message",
    text: "Payment Required",
    calls: "select",
    meaning: "Reserved for out of credit; not sent today",
  }),

  // Errors of HTTP.
  malformed: row({ http: 400, code: Code.InvalidArgument, body: "message", text: "Bad Request" }),
  unknown_path: row({ http: 404, code: Code.Unimplemented, body: "message", text: "Not Found" }),
  wrong_method: row({ http: 405, code: Code.Unimplemented, body: "message", text: "Method Not Allowed" }),
  body_overdue: row({
    http: 408,
    code: Code.Canceled,
    body: "message",
    text: "Request Timeout",
    refusedBy: "server",
  }),
  superseded: row({ http: 409, code: Code.Aborted, body: "message", text: "Conflict" }),
  wrong_content_type: row({ http: 415, code: Code.Unimplemented, body: "message", text: "Unsupported Media Type" }),
  fault: row({ http: 500, code: Code.Internal, body: "message", text: "Internal Server Error" }),
  bad_gateway: row({ http: 502, code: Code.Unavailable, body: "message", text: "Bad Gateway" }),
  needs_http2: row({ http: 505, code: Code.Unimplemented, body: "message", text: "HTTP Version Not Supported" }),

  // Statuses of RPCs alone.
  unknown_name: row({ http: 404, code: Code.NotFound }),
  cancelled: row({ http: 499, code: Code.Canceled }),
  aborted: row({ http: 409, code: Code.Aborted }),
  deadline_exceeded: row({ http: 504, code: Code.DeadlineExceeded }),
} as const;

export type StatusName = keyof typeof statuses;

/** The names of the rows in which a field has a value. */
type NamesWith<Field extends keyof Status, Value> = {
  [Name in StatusName]: (typeof statuses)[Name][Field] extends Value ? Name : never;
}[StatusName];

/** Why the gateway refuses a call. */
export type RefusalKind = NamesWith<"refusedBy", "gateway">;

/** The error of a call that the gateway has admitted. */
export type FailureName = NamesWith<"body", "envelope">;

/** The names of gRPC's codes by number. */
const CODE_NAMES = [
  "OK",
  "CANCELLED",
  "UNKNOWN",
  "INVALID_ARGUMENT",
  "DEADLINE_EXCEEDED",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "PERMISSION_DENIED",
  "RESOURCE_EXHAUSTED",
  "FAILED_PRECONDITION",
  "ABORTED",
  "OUT_OF_RANGE",
  "UNIMPLEMENTED",
  "INTERNAL",
  "UNAVAILABLE",
  "DATA_LOSS",
  "UNAUTHENTICATED",
] as const;

/** gRPC's number for a success, for which Connect has no code. */
export const OK_NUMBER = 0;

/** The name of a code; `OK` for null, `UNKNOWN` for a number that gRPC does not define. */
export function codeName(code: Code | number | null): string {
  return CODE_NAMES[code ?? OK_NUMBER] ?? "UNKNOWN";
}

/** The codes that OpenTelemetry's conventions count as errors of an RPC server. */
const FAULTS = new Set(["UNKNOWN", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS"]);

/** The codes among these that need no repair: an unknown method, the caller's deadline, a drain. */
const CAUSED_OUTSIDE = new Set(["UNIMPLEMENTED", "DEADLINE_EXCEEDED", "UNAVAILABLE"]);

/** Whether the conventions count a call as failed by the server. @param status as in the call's log line */
export function isFault(status: string): boolean {
  return FAULTS.has(status) || Number(status) >= statuses.fault.http;
}

/** Whether an operator should investigate how such a call ended. @param status as in the call's log line */
export function needsAttention(status: string): boolean {
  return isFault(status) && !CAUSED_OUTSIDE.has(status);
}

/** Whether a call succeeded. @param status as in the call's log line */
export function isSuccess(status: string): boolean {
  return status === codeName(statuses.ok.code) || status === String(statuses.ok.http);
}

/** The refusals by the server, by the status in the call's log line. */
export const serverRefusals: ReadonlyMap<string, string> = new Map(
  Object.entries<Status>(statuses).flatMap(([name, { http, code, refusedBy }]) => {
    if (refusedBy !== "server") return [];
    // A cancelled RPC is not a refusal: its client left.
    return [[String(http), name] as const, ...(code === Code.Canceled ? [] : [[codeName(code), name] as const])];
  }),
);

/** The first words of errors of Connect's parsers, and their codes. */
export const parserErrors: readonly (readonly [start: string, code: Code])[] = [
  ["parse binary: ", Code.Internal],
  ["decompression failed", Code.Internal],
  ["cannot decode ", Code.InvalidArgument],
];
