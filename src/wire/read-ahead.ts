// A select request in protobuf on its way to Connect's router, read before the router has it, which has no way of
// reading it at the cost of its bytes alone (read-request.ts). The router is given an empty one that came in the same
// way, and finds in the call what to answer in its place: so all that it looks at besides is as it was sent.
import { gzipSync } from "node:zlib";
import type { ContextRequest } from "../../gen/winnow/v1/context_pb.ts";
import type { Failure } from "../service/failure.ts";
import { frameOf } from "./frame.ts";
import { unreadable } from "./malformed.ts";
import { readRequest } from "./read-request.ts";
import { isCompressed, isFramed, soleMessage } from "./sole-message.ts";
import type { WholeRequest } from "./whole.ts";

export type Sent = { readonly request: ContextRequest } | { readonly failure: Failure };

export interface ReadAhead {
  readonly sent: Sent;
  /** The body with an empty request. */
  readonly body: Uint8Array;
}

/** In frames the format may be left unsaid: it is protobuf then. */
const inProtobuf = /^application\/(?:proto|grpc(?:-web)?(?:\+proto)?)$/i;

const nothing = Buffer.alloc(0);
const nothingZipped = gzipSync(nothing);

/** null for what is not one message in protobuf: whatever is wrong with that, Connect says it. */
export async function readAhead(request: WholeRequest, recordsMax: number): Promise<ReadAhead | null> {
  if (request.httpMethod !== "POST" || !inProtobuf.test(request.headers["content-type"] ?? "")) return null;
  const message = await soleMessage(request);
  if (message === null) return null;
  const compressed = isCompressed(request);
  const empty = compressed ? nothingZipped : nothing;
  return { sent: sentIn(message, recordsMax), body: isFramed(request) ? frameOf(empty, compressed) : empty };
}

function sentIn(message: Uint8Array, recordsMax: number): Sent {
  try {
    return { request: readRequest(message, recordsMax) };
  } catch (error) {
    return { failure: unreadable(`parse binary: ${error instanceof Error ? error.message : error}`) };
  }
}
