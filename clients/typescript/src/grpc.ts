// `winnow-client/grpc`: the same select over gRPC, for Node.js. Options, answers and errors are those of REST: each
// gRPC error becomes the error that REST would have given.
import { toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import {
  ConnectionError,
  MalformedAnswerError,
  RequestTooLargeError,
  type RetryAfter,
  timedOut,
  type WinnowError,
} from "./errors.ts";
import { QuotaFailureSchema, RetryInfoSchema } from "./gen/google/rpc/error_details_pb.ts";
import { httpStatusOfCode, quotaMessage } from "./gen/statuses.ts";
import {
  ContextRequestSchema,
  ContextService,
  ErrorCodeSchema,
  ErrorEnvelopeSchema,
  LimitNameSchema,
} from "./gen/winnow/v1/context_pb.ts";
import { isFields } from "./json.ts";
import { enumName, requestMessage, responseJson } from "./protobuf.ts";
import { type ClientDefaults, clientOver, type WinnowClient } from "./select.ts";
import { errorOfStatus } from "./status-errors.ts";
import {
  ANSWER_BYTES_MAX,
  bearer,
  guardRequestBytes,
  REQUEST_BYTES_MAX,
  retryAfterOf,
  serviceUrl,
  type Transport,
} from "./transport.ts";

export interface GrpcClientOptions extends ClientDefaults {
  /** `http://` for HTTP/2 without TLS, `https://` with it. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/**
 * A client over gRPC. Its connection does not keep a process alive.
 * @throws TypeError if `baseUrl` is not an HTTP URL or `apiKey` is not a valid key
 */
export function createGrpcClient({ baseUrl, apiKey, ...defaults }: GrpcClientOptions): WinnowClient {
  return clientOver(grpcTransport(baseUrl, apiKey), defaults);
}

/**
 * Memory that an HTTP/2 connection may use, in MB: effectively unlimited. At the limit Node.js makes no call, and it
 * counts the unsent bytes of aborted calls while the connection is open. Two large ones reach its default of 10.
 */
const SESSION_MEMORY_MB = 1_000_000;

function grpcTransport(baseUrl: string, apiKey: string): Transport {
  const { origin } = serviceUrl(baseUrl);
  const headers = { authorization: bearer(apiKey) };
  const nodeOptions = { maxSessionMemory: SESSION_MEMORY_MB };
  const transport = createGrpcTransport({ baseUrl: origin, readMaxBytes: ANSWER_BYTES_MAX, nodeOptions });
  const rpc = createClient(ContextService, transport);
  return {
    prepare: (request) => {
      const message = requestMessage(request);
      guardRequestBytes(toBinary(ContextRequestSchema, message).byteLength);
      return async ({ signal, timeoutMs }) => {
        try {
          return responseJson(await rpc.select(message, { headers, signal, timeoutMs }));
        } catch (thrown) {
          throw errorOfRpc(ConnectError.from(thrown));
        }
      };
    },
  };
}

/**
 * Connect's message for an HTTP status without gRPC, for example from a proxy's page. Its codes cannot distinguish
 * statuses.
 */
const HTTP_STATUS = /^HTTP (\d{3})$/;

/** Connect's messages for a connection or stream that ended. */
const BROKEN = /^(?:http\/2|sentinel|connection|PING)\b/;

const brokenCodes: ReadonlySet<Code> = new Set([Code.Canceled, Code.Unavailable, Code.Aborted]);

function errorOfRpc(error: ConnectError): WinnowError {
  if (error.code === Code.DeadlineExceeded) return timedOut(error);
  // Connect uses the same codes for its own errors. Only a status that the server sent comes with the server's headers.
  if (error.metadata.has("grpc-status")) return errorOfServer(error);
  const httpStatus = HTTP_STATUS.exec(error.rawMessage)?.[1];
  if (httpStatus !== undefined) return errorOfStatus(Number(httpStatus), undefined, retryAfterOf(error.metadata));
  const isBroken = isSystemError(error.cause) || brokenCodes.has(error.code) || BROKEN.test(error.rawMessage);
  if (isBroken) return new ConnectionError(`no answer came: ${error.rawMessage}`, { cause: error });
  return new MalformedAnswerError(`the answer cannot be decoded: ${error.rawMessage}`, { cause: error });
}

function isSystemError(cause: unknown): boolean {
  return isFields(cause) && typeof cause.code === "string";
}

function errorOfServer(error: ConnectError): WinnowError {
  if (error.code === Code.ResourceExhausted) return exhausted(error);
  const status = httpStatusOfCode.get(error.code);
  if (status !== undefined) return errorOfStatus(status, bodyOf(error), retryAfterOfRpc(error));
  return new ConnectionError(`the call ended without an answer: ${error.message}`, { cause: error });
}

/** One code for three reasons. Quota and size both forbid a retry; only the quota has its detail. */
function exhausted(error: ConnectError): WinnowError {
  const [quota] = error.findDetails(QuotaFailureSchema);
  if (quota !== undefined) return errorOfStatus(429, { message: quotaMessage }, "never");
  const retryAfter = retryAfterOfRpc(error);
  if (retryAfter !== "never") return errorOfStatus(429, { message: error.rawMessage }, retryAfter);
  const ceiling = { limitName: "body_bytes", limit: REQUEST_BYTES_MAX, observed: null };
  return new RequestTooLargeError(`the request is too large: ${error.rawMessage}`, ceiling, { status: 413 });
}

/** The body that REST would have had: the service's envelope, or the bare message as a gateway sends it. */
function bodyOf(error: ConnectError): object {
  const [envelope] = error.findDetails(ErrorEnvelopeSchema);
  if (envelope === undefined) return { message: error.rawMessage };
  const { detail, limit, observed, limitName } = envelope;
  const limit_name = limitName === undefined ? undefined : enumName(LimitNameSchema, limitName);
  return { error: enumName(ErrorCodeSchema, envelope.error), detail, limit_name, limit, observed };
}

/** gRPC's pushback in milliseconds, negative for "never"; otherwise the delay in the details. */
function retryAfterOfRpc(error: ConnectError): RetryAfter {
  const pushback = error.metadata.get("grpc-retry-pushback-ms");
  if (pushback !== null) {
    const delayMs = Number(pushback);
    return delayMs >= 0 ? delayMs : "never";
  }
  const delay = error.findDetails(RetryInfoSchema)[0]?.retryDelay;
  return delay === undefined ? null : Number(delay.seconds) * 1000 + delay.nanos / 1_000_000;
}
