// A unary call of the context service, answered by Connect's own handlers from a buffered request to a buffered reply:
// every RPC protocol, every oddity of theirs, no socket.
import { gzipSync } from "node:zlib";
import { createContextValues } from "@connectrpc/connect";
import { ContextService } from "../../../gen/winnow/v1/context_pb.ts";
import { abortSignalOf, type ContextHandlers } from "../../service/call.ts";
import { statuses } from "../../statuses.ts";
import { bareStatusReply, faultReply } from "../errors.ts";
import { frameOf, isCompressed, isFramed, unaryMessage } from "../grpc/frames.ts";
import { readRequest } from "../grpc/request.ts";
import type { Unary } from "../handler.ts";
import type { BufferedRequest } from "../reply.ts";
import { pathOf, rpcName } from "../routes.ts";
import { callKey, contextService, createRouter, type Sent, sentKey, unreadable } from "./router.ts";

interface ReadAhead {
  readonly sent: Sent;
  /** The body with an empty request. */
  readonly body: Uint8Array;
}

/** Protobuf's content types; a framed one may leave the format out. */
const protobufType = /^application\/(?:proto|grpc(?:-web)?(?:\+proto)?)$/i;

/** An empty message, as it is and in gzip. */
const empty = Buffer.alloc(0);
const emptyZipped = gzipSync(empty);

/** null for a request that is not one message in protobuf: Connect reads that itself. */
async function readAhead(request: BufferedRequest): Promise<ReadAhead | null> {
  const { httpMethod, headers } = request;
  if (httpMethod !== "POST" || !protobufType.test(headers["content-type"] ?? "")) return null;
  const message = await unaryMessage(request);
  if (message === null) return null;
  const compressed = isCompressed(request);
  const body = compressed ? emptyZipped : empty;
  return { sent: sentIn(message), body: isFramed(request) ? frameOf(body, compressed) : body };
}

function sentIn(message: Uint8Array): Sent {
  try {
    return { request: readRequest(message) };
  } catch (error) {
    return { failure: unreadable(`parse binary: ${wordsOf(error)}`) };
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** @param onFault is told of what a handler threw, which callers never see */
export function createConnectUnary(handlers: ContextHandlers, onFault: (fault: unknown) => void): Unary {
  const router = createRouter();
  router.service(ContextService, contextService(handlers, onFault));
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
      // Connect compares the two.
      if (ahead !== null) header.delete("content-length");
      const contextValues = createContextValues().set(callKey, { ...call, signal });
      const answer = await handler({
        httpVersion,
        method: httpMethod,
        // Connect hands it on to handlers, which here look at neither authority nor query.
        url: `http://localhost${path}`,
        header,
        body: chunksOf(ahead === null ? body : ahead.body),
        signal,
        contextValues: contextValues.set(sentKey, ahead?.sent),
      });
      if (answer.status !== statuses.ok.http && answer.body === undefined) {
        return bareStatusReply(protocol, contentType, answer.status);
      }
      // The body first: Connect settles headers and trailers while it is read.
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
