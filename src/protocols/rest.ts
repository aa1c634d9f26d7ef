// REST: takes a buffered request and its call, returns a finished reply. It never throws and never shows a stack. For
// an unforeseen fault, the caller gets one fixed failure, and `onFault` receives the fault itself.
import { gunzipSync, inflateSync } from "node:zlib";
import type { DescMessage, DescMethod, MessageShape } from "@bufbuild/protobuf";
import {
  ContextRequestSchema,
  ContextResponseSchema,
  ContextService,
  GetHealthResponseSchema,
  ListOperatingPointsResponseSchema,
} from "../../gen/winnow/v1/context_pb.ts";
import { BODY_BYTES_MAX } from "../limits.ts";
import type { Call, ContextHandlers } from "../service/call.ts";
import { badRequest, unexpectedFault } from "../service/failure.ts";
import { failureReply } from "./errors.ts";
import { compileJsonReader } from "./json/reader.ts";
import { compileJsonWriter } from "./json/writer.ts";
import type { Protocol } from "./protocol.ts";
import { abortedReply, refuse } from "./refusals.ts";
import { freeBytes, okReply, type Reply, type Unary } from "./reply.ts";
import { findRoute, pathOf } from "./routes.ts";

/** @param onFault receives what a handler threw; callers never see it */
export function createRest(handlers: ContextHandlers, onFault: (fault: unknown) => void): Unary {
  const answers = new Map<DescMethod, Unary>([
    [ContextService.method.select, answerSelect(handlers)],
    [
      ContextService.method.listOperatingPoints,
      answerWith(ListOperatingPointsResponseSchema, handlers.listOperatingPoints),
    ],
    [ContextService.method.getHealth, answerWith(GetHealthResponseSchema, handlers.getHealth)],
  ]);
  return async (request, call) => {
    const found = findRoute(request.httpMethod, pathOf(request.target));
    if ("failure" in found) return failureReply(found.failure, found.allow === null ? {} : { allow: found.allow });
    try {
      const answer = answers.get(found.route.rpc);
      if (answer === undefined) throw new Error(`${found.route.rpc} has no handler`);
      return await answer(request, call);
    } catch (fault) {
      // The call was aborted, so this is not a fault.
      if (call.signal.aborted) return abortedReply(request, call.signal.reason);
      onFault(fault);
      return failureReply(unexpectedFault);
    }
  };
}

function answerSelect(handlers: ContextHandlers): Unary {
  const read = compileJsonReader(ContextRequestSchema);
  const write = compileJsonWriter(ContextResponseSchema);
  return async ({ protocol, headers, body: received }, call) => {
    const body = decodeBody(received, headers["content-encoding"] ?? "");
    if (typeof body === "string") return undecodable(body, protocol, call);
    const request = read(body);
    if (body !== received) freeBytes(body);
    if ("failure" in request) return failureReply(request.failure);
    const answer = await handlers.select(request.message, call);
    return "failure" in answer ? failureReply(answer.failure) : okReply(write(answer.message));
  };
}

function undecodable(problem: Undecodable, protocol: Protocol, call: Call): Reply {
  if (problem === "too_long") {
    call.report({ refused: "body_too_long" });
    return refuse({ refused: "body_too_long", retryAfterMs: null }, protocol);
  }
  const detail =
    problem === "corrupt"
      ? "the body cannot be decompressed as its content-encoding says"
      : "content-encoding must be gzip, deflate or identity";
  return failureReply(badRequest("", detail));
}

/** Answers a method without parameters, whose body is ignored. */
function answerWith<Desc extends DescMessage>(schema: Desc, handler: () => MessageShape<Desc>): Unary {
  const write = compileJsonWriter(schema);
  let written: { readonly message: MessageShape<Desc>; readonly reply: Reply } | null = null;
  return async () => {
    const message = handler();
    // The message seldom changes, so it is encoded once.
    if (written === null || written.message !== message) written = { message, reply: okReply(write(message)) };
    return written.reply;
  };
}

/** The header names another coding, the bytes do not match the coding, or they decode to too many bytes. */
type Undecodable = "unknown_encoding" | "corrupt" | "too_long";

const CHUNK_BYTES = 64 * 1024;
const options = { maxOutputLength: BODY_BYTES_MAX, chunkSize: CHUNK_BYTES };
const gunzip = (bytes: Uint8Array) => gunzipSync(bytes, options);
const inflate = (bytes: Uint8Array) => inflateSync(bytes, options);

/** By their names in a `content-encoding`. */
const codings = new Map([
  ["gzip", gunzip],
  ["x-gzip", gunzip],
  ["deflate", inflate],
]);

/**
 * Decodes a body on the thread that answers its call, in the call's own turn, so that the caller's organisation is
 * charged for it.
 * @param contentEncoding the header's value; "" for none
 */
export function decodeBody(body: Uint8Array, contentEncoding: string): Uint8Array | Undecodable {
  const coding = codingOf(contentEncoding);
  // An empty body is empty in every coding.
  if (coding === "" || body.length === 0) return body;
  const decode = codings.get(coding);
  if (decode === undefined) return "unknown_encoding";
  try {
    return decode(body);
  } catch (error) {
    return error instanceof RangeError ? "too_long" : "corrupt";
  }
}

/**
 * The only coding of a list besides identity, or the whole list if there are several; empty members do not count (RFC
 * 9110, 5.6.1).
 */
function codingOf(contentEncoding: string): string {
  const named = contentEncoding.split(",").map((member) => member.trim().toLowerCase());
  return named.filter((member) => member !== "" && member !== "identity").join();
}
