// A failure as each wire says it: REST status and body, or an RPC error whose details hold that same body as a message.
import { create } from "@bufbuild/protobuf";
import { ConnectError } from "@connectrpc/connect";
import { BadRequestSchema } from "../../../gen/google/rpc/error_details_pb.ts";
import { ErrorCode, type ErrorEnvelope, ErrorEnvelopeSchema, LimitName } from "../../../gen/winnow/v1/context_pb.ts";
import type { Failure, FailureName } from "../../service/failure.ts";
import { statuses } from "../../statuses.ts";
import { jsonReply, type Reply } from "../reply.ts";
import { compileJsonWriter } from "./json-writer.ts";

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
