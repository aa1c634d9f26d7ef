// Failures and RPC errors as replies of each protocol. Every status, code and body is a row of the table of statuses.
import { create } from "@bufbuild/protobuf";
import { ConnectError } from "@connectrpc/connect";
import { codeToHttpStatus, errorToJson } from "@connectrpc/connect/protocol-connect";
import { setTrailerStatus } from "@connectrpc/connect/protocol-grpc";
import { BadRequestSchema } from "../../gen/google/rpc/error_details_pb.ts";
import { ErrorCode, type ErrorEnvelope, ErrorEnvelopeSchema, LimitName } from "../../gen/winnow/v1/context_pb.ts";
import { type Failure, unexpectedFault } from "../service/failure.ts";
import { type FailureName, statuses } from "../statuses.ts";
import { compileJsonWriter } from "./json/writer.ts";
import { grpcType, type Protocol, protocols } from "./protocol.ts";
import { jsonReply, type Reply } from "./reply.ts";

const errorCodes: Readonly<Record<FailureName, ErrorCode>> = {
  bad_request: ErrorCode.BAD_REQUEST,
  request_too_large: ErrorCode.REQUEST_TOO_LARGE,
  engine_error: ErrorCode.ENGINE_ERROR,
  not_found: ErrorCode.NOT_FOUND,
};
const limitNames = { input_tokens: LimitName.INPUT_TOKENS, records: LimitName.RECORDS };

const writeEnvelope = compileJsonWriter(ErrorEnvelopeSchema);

export function failureReply(failure: Failure, headers: Reply["headers"] = {}): Reply {
  return jsonReply(statuses[failure.error], writeEnvelope(envelopeOf(failure)), headers);
}

export function failureError(failure: Failure): ConnectError {
  const error = new ConnectError(failure.detail, statuses[failure.error].code);
  error.details.push({ desc: ErrorEnvelopeSchema, value: envelopeOf(failure) });
  if (failure.error === "bad_request") {
    const fieldViolations = [{ field: failure.field, description: failure.detail }];
    error.details.push({ desc: BadRequestSchema, value: { fieldViolations } });
  }
  return error;
}

function envelopeOf(failure: Failure): ErrorEnvelope {
  const { detail } = failure;
  const error = errorCodes[failure.error];
  if (failure.error !== "request_too_large") return create(ErrorEnvelopeSchema, { error, detail });
  const { limit, observed } = failure;
  return create(ErrorEnvelopeSchema, { error, detail, limitName: limitNames[failure.limitName], limit, observed });
}

/**
 * @param contentType of the request; a gRPC reply repeats it
 * @param httpStatus for Connect, if the status of the error's code does not fit; the gRPC protocols always answer 200
 */
export function errorReply(
  protocol: Protocol,
  contentType: string,
  error: ConnectError,
  httpStatus: number = codeToHttpStatus(error.code),
): Reply {
  if (protocols[protocol].errors === "trailers_only") return trailersOnly(error, contentType);
  const headers = { "content-type": "application/json" };
  return { status: httpStatus, headers, body: JSON.stringify(errorToJson(error, undefined)) };
}

/** For the HTTP statuses that Connect answers without a body, which no RPC protocol allows. */
export function bareStatusReply(protocol: Protocol, contentType: string, httpStatus: number): Reply {
  return errorReply(protocol, contentType, bareError(httpStatus), httpStatus);
}

/** @param contentType of the request; a gRPC reply repeats it */
export function faultReply(protocol: Protocol, contentType: string): Reply {
  if (protocols[protocol].errors === "gateway") return failureReply(unexpectedFault);
  return errorReply(protocol, contentType, failureError(unexpectedFault));
}

const bareStatuses = [
  [statuses.wrong_method, "the method takes POST"],
  [statuses.wrong_content_type, "unsupported content type, or unsupported encoding in a GET"],
  [statuses.needs_http2, "the method needs HTTP/2"],
] as const;

function bareError(httpStatus: number): ConnectError {
  const found = bareStatuses.find(([{ http }]) => http === httpStatus);
  if (found === undefined) return failureError(unexpectedFault);
  const [{ code }, text] = found;
  return new ConnectError(text, code);
}

/** @param contentType of the request */
export function trailersOnly(error: ConnectError, contentType: string): Reply {
  const status = setTrailerStatus(new Headers(), error);
  status.set("grpc-message", percentEncode(error.rawMessage));
  return {
    status: statuses.ok.http,
    headers: { "content-type": grpcType(contentType), ...Object.fromEntries(status) },
    body: "",
  };
}

/** Encodes `grpc-message` as gRPC over HTTP/2 says: bytes outside printable ASCII, and the percent sign. */
function percentEncode(text: string): string {
  let encoded = "";
  for (const byte of Buffer.from(text, "utf8")) {
    const plain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
    encoded += plain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return encoded;
}
