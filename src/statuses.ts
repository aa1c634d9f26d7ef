// The table of statuses: one row for each way in which a call can end. Every wire, log, metric and document reads its
// status off a row. No other file names an HTTP status or an RPC code.
import { Code } from "@connectrpc/connect";

export interface Status {
  /** The HTTP status on REST, and on Connect if Connect does not choose one itself. */
  readonly http: number;
  /** The RPC code; null for a success. */
  readonly code: Code | null;
  /** `envelope`: the service's error body; `message` and `Message`: the gateway's; null: another body. */
  readonly body: "envelope" | "message" | "Message" | null;
  /** The text of the gateway's body. */
  readonly text: string;
  /** Whether the same call may succeed shortly after. */
  readonly retryable: boolean;
  /** The label `winnow.refused` of metrics if the service refuses the call with this status; otherwise null. */
  readonly label: string | null;
}

/** What a row must say; the gateway's bodies need a text. */
type Row = Pick<Status, "http" | "code"> &
  Partial<Status> &
  ({ readonly body: "message" | "Message"; readonly text: string } | { readonly body?: "envelope" | null });

function row<const Given extends Row>(given: Given): Omit<Status, "http" | "code"> & Given {
  return { body: null, text: "", retryable: false, label: null, ...given };
}

const denied = "User is not authorized to access this resource with an explicit deny";

export const statuses = {
  ok: row({ http: 200, code: null }),

  // The service's own errors.
  bad_request: row({ http: 400, code: Code.InvalidArgument, body: "envelope", label: "bad_request" }),
  not_found: row({ http: 404, code: Code.Unimplemented, body: "envelope", label: "not_found" }),
  request_too_large: row({ http: 413, code: Code.OutOfRange, body: "envelope", label: "request_too_large" }),
  engine_error: row({ http: 500, code: Code.Internal, body: "envelope" }),

  // Refusals of the gateway, before a body is read.
  unauthenticated: row({ http: 401, code: Code.Unauthenticated, body: "message", text: "Unauthorized" }),
  out_of_credit: row({ http: 402, code: Code.ResourceExhausted, body: "message", text: "Payment Required" }),
  forbidden: row({ http: 403, code: Code.PermissionDenied, body: "Message", text: denied }),
  body_too_long: row({ http: 413, code: Code.ResourceExhausted, body: "message", text: "Request Too Long" }),
  throttled: row({
    http: 429,
    code: Code.ResourceExhausted,
    body: "message",
    text: "Too Many Requests",
    retryable: true,
  }),
  quota_spent: row({ http: 429, code: Code.ResourceExhausted, body: "message", text: "Limit Exceeded" }),
  unavailable: row({
    http: 503,
    code: Code.Unavailable,
    body: "message",
    text: "Service Unavailable",
    retryable: true,
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
    label: "body_overdue",
  }),
  superseded: row({ http: 409, code: Code.Aborted, body: "message", text: "Conflict" }),
  wrong_content_type: row({ http: 415, code: Code.Unimplemented, body: "message", text: "Unsupported Media Type" }),
  headers_too_long: row({
    http: 431,
    code: Code.ResourceExhausted,
    body: "message",
    text: "Request Header Fields Too Large",
  }),
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

/** The labels that metrics use for the service's refusals, by the status in the call's log line. */
export const refusalLabels: ReadonlyMap<string, string> = new Map(
  Object.values<Status>(statuses).flatMap(({ http, code, label }) =>
    label === null
      ? []
      : [[String(http), label] as const, ...(code === Code.Canceled ? [] : [[codeName(code), label] as const])],
  ),
);

/** The first words of errors of Connect's parsers, and their codes. */
export const parserErrors: readonly (readonly [start: string, code: Code])[] = [
  ["parse binary: ", Code.Internal],
  ["decompression failed", Code.Internal],
  ["cannot decode ", Code.InvalidArgument],
];
