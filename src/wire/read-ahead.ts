// A select request in protobuf on its way to Connect's router, read before the router gets it: the library would need
// time that grows with the square of the parts in which attributes come. The router gets an empty request that came in
// the same way, and finds in the call what to answer instead. So everything else that it checks is as it was sent.
import { gzipSync } from "node:zlib";
import type { ContextRequest } from "../../gen/winnow/v1/context_pb.ts";
import type { Failure } from "../service/failure.ts";
import { unreadable } from "./malformed.ts";
import { readRequest } from "./reading/read-request.ts";
import { isCompressed, isFramed, soleMessage } from "./sole-message.ts";
import type { WholeRequest } from "./whole.ts";
import { frameOf } from "./writing/frame.ts";

export type Sent = { readonly request: ContextRequest } | { readonly failure: Failure };

export interface ReadAhead {
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
export async function readAhead(request: WholeRequest): Promise<ReadAhead | null> {
  const { httpMethod, headers } = request;
  if (httpMethod !== "POST" || !protobufType.test(headers["content-type"] ?? "")) return null;
  const message = await soleMessage(request);
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
