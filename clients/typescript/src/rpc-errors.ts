// An error of the gRPC wire as the error that REST would have given: same class, same status, same advice.
import { Code, ConnectError } from "@connectrpc/connect";
import { ConnectionError, RequestTooLargeError, type RetryAfter, timedOut, type WinnowError } from "./errors.ts";
import { isFields } from "./fields.ts";
import { QuotaFailureSchema, RetryInfoSchema } from "./gen/google/rpc/error_details_pb.ts";
import { ErrorCodeSchema, ErrorEnvelopeSchema, LimitNameSchema } from "./gen/winnow/v1/context_pb.ts";
import { REQUEST_BYTES_MAX } from "./limits.ts";
import { retryAfterOf } from "./retry-after.ts";
import { errorOfStatus } from "./status-errors.ts";
import { enumName } from "./v1-messages.ts";

/** The status that stands for each code which can have no other reason. */
const statusOfCode: ReadonlyMap<Code, number> = new Map([
  [Code.InvalidArgument, 400],
  [Code.Unauthenticated, 401],
  [Code.PermissionDenied, 403],
  [Code.Unimplemented, 404],
  [Code.OutOfRange, 413],
  [Code.Internal, 500],
  [Code.Unavailable, 503],
]);

export function errorOfRpc(thrown: unknown): WinnowError {
  const error = ConnectError.from(thrown);
  if (error.code === Code.DeadlineExceeded) return timedOut(error);
  if (error.code === Code.ResourceExhausted) return exhausted(error);
  const page = PAGE.exec(error.rawMessage)?.[1];
  if (page !== undefined) return errorOfStatus(Number(page), undefined, retryAfterOf(error.metadata));
  const status = isOfSystem(error.cause) ? undefined : statusOfCode.get(error.code);
  if (status === undefined) return new ConnectionError(`no answer came: ${error.rawMessage}`, { cause: error });
  return errorOfStatus(status, envelopeOf(error) ?? { message: error.rawMessage }, pushbackOf(error));
}

/** What Connect says of an answer that is no gRPC, as a page of a proxy: most statuses have no code that tells them. */
const PAGE = /^HTTP (\d{3})$/;

/** Where no service was reached, Connect puts the system's error under one of the codes that a service has. */
function isOfSystem(cause: unknown): boolean {
  return isFields(cause) && typeof cause.code === "string";
}

/** One code for three reasons; the details and the pushback tell them apart. */
function exhausted(error: ConnectError): WinnowError {
  const [quota] = error.findDetails(QuotaFailureSchema);
  const retryAfter = pushbackOf(error);
  if (quota !== undefined) return errorOfStatus(429, { message: "Limit Exceeded" }, "never");
  if (typeof retryAfter === "number") return errorOfStatus(429, { message: error.rawMessage }, retryAfter);
  const ceiling = { limitName: "body_bytes", limit: REQUEST_BYTES_MAX, observed: null };
  return new RequestTooLargeError(`the request is too large: ${error.rawMessage}`, ceiling, { status: 413 });
}

/** The body that REST would have had, of the service's own errors. */
function envelopeOf(error: ConnectError): unknown {
  const [envelope] = error.findDetails(ErrorEnvelopeSchema);
  if (envelope === undefined) return undefined;
  const { detail, limit, observed, limitName } = envelope;
  const limit_name = limitName === undefined ? undefined : enumName(LimitNameSchema, limitName);
  return { error: enumName(ErrorCodeSchema, envelope.error), detail, limit_name, limit, observed };
}

/** gRPC's pushback in milliseconds, negative for "never"; else the wait that the details name. */
function pushbackOf(error: ConnectError): RetryAfter {
  const pushback = error.metadata.get("grpc-retry-pushback-ms");
  if (pushback !== null) {
    const waitMs = Number(pushback);
    return waitMs >= 0 ? waitMs : "never";
  }
  const delay = error.findDetails(RetryInfoSchema)[0]?.retryDelay;
  return delay === undefined ? null : Number(delay.seconds) * 1000 + delay.nanos / 1_000_000;
}
