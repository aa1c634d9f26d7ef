// Answers a unary call of the context service by Connect's handlers, from a buffered request to a buffered reply. It
// covers every RPC protocol with all its special cases, without a socket.
import { gzipSync } from "node:zlib";
import { createContextValues } from "@connectrpc/connect";
import { ContextService } from "../../../gen/winnow/v1/context_pb.ts";
import { abortSignalOf, type ContextHandlers } from "../../service/call.ts";
import { statuses } from "../../statuses.ts";
import { errorMessage } from "../../thrown.ts";
import { bareStatusReply, faultReply } from "../errors.ts";
import { firstTwoFrames, frameOf, isCompressed, isFramed, unaryMessage } from "../grpc/frames.ts";
import { readRequest } from "../grpc/request.ts";
import type { BufferedRequest, Unary } from "../reply.ts";
import { pathOf, rpcName } from "../routes.ts";
import { callKey, createRouter, type DecodedRequest, decodedKey, malformedMessage, serveContext } from "./router.ts";

interface ReadAhead {
  readonly request: DecodedRequest;
  /** The request's body with an empty message in it. */
  readonly body: Uint8Array;
}

/** The content types of protobuf; a framed protocol may leave the format out. */
const protobufType = /^application\/(?:proto|grpc(?:-web)?(?:\+proto)?)$/i;

/** An empty message, plain and in gzip. */
const empty = Buffer.alloc(0);
const emptyZipped = gzipSync(empty);

/** null if the request is not one protobuf message; Connect then reads it itself. */
async function readAhead(request: BufferedRequest): Promise<ReadAhead | null> {
  const { httpMethod, headers } = request;
  if (httpMethod !== "POST" || !protobufType.test(headers["content-type"] ?? "")) return null;
  const message = await unaryMessage(request);
  if (message === null) return null;
  const compressed = isCompressed(request);
  const body = compressed ? emptyZipped : empty;
  return { request: decode(message), body: isFramed(request) ? frameOf(body, compressed) : body };
}

function decode(message: Uint8Array): DecodedRequest {
  try {
    return { request: readRequest(message) };
  } catch (error) {
    return { failure: malformedMessage(`parse binary: ${errorMessage(error)}`) };
  }
}

/** @param onFault receives what a handler threw; callers never see it */
export function createConnectUnary(handlers: ContextHandlers, onFault: (fault: unknown) => void): Unary {
  const router = createRouter();
  serveContext(router, handlers, onFault);
  const byPath = new Map(router.handlers.map((handler) => [handler.requestPath, handler]));
  return async (request, call) => {
    const { protocol, httpVersion, httpMethod, target, headers, body } = request;
    const contentType = headers["content-type"] ?? "";
    const path = pathOf(target);
    const handler = byPath.get(path);
    try {
      if (handler === undefined) throw new Error("not a method of the context service");
      const signal = abortSignalOf(call.signal);
      const ahead = path === selectPath ? await readAhead(request) : null;
      const header = new Headers(headers);
      const part = isFramed(request) ? firstTwoFrames(body) : body;
      // Connect would compare this header with the replaced body.
      if (ahead !== null || part.length < body.length) header.delete("content-length");
      const contextValues = createContextValues().set(callKey, { ...call, signal });
      const answer = await handler({
        httpVersion,
        method: httpMethod,
        // For handlers, which use neither the authority nor the query.
        url: `http://localhost${path}`,
        header,
        body: chunksOf(ahead?.body ?? part),
        signal,
        contextValues: contextValues.set(decodedKey, ahead?.request),
      });
      if (answer.status !== statuses.ok.http && answer.body === undefined) {
        return bareStatusReply(protocol, contentType, answer.status);
      }
      // Read the body first, because Connect completes headers and trailers meanwhile.
      const bytes = await allOf(answer.body);
      const trailers = answer.trailer === undefined ? {} : { trailers: Object.fromEntries(answer.trailer) };
      return { status: answer.status, headers: Object.fromEntries(answer.header ?? []), body: bytes, ...trailers };
    } catch (fault) {
      onFault(fault);
      return faultReply(protocol, contentType);
    }
  };
}

const selectPath = `/${rpcName(ContextService.method.select)}`;

async function* chunksOf(body: Uint8Array): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (body.length > 0) yield new Uint8Array(body);
}

async function allOf(chunks: AsyncIterable<Uint8Array> | undefined): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks ?? []) all.push(chunk);
  const [only] = all;
  return only !== undefined && all.length === 1 ? only : Buffer.concat(all);
}
