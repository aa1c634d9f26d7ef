// A select request on its way to Connect's router, read before the router has it, which has no way of reading it at the
// cost of its bytes alone (read-request.ts, crowded-json.ts). The router is given an empty one that came in the same
// way, and finds in the call what to answer in its place: so all that it looks at besides is as it was sent.
import { gzipSync } from "node:zlib";
import type { ContextRequest } from "../../gen/winnow/v1/context_pb.ts";
import type { Failure } from "../service/failure.ts";
import { unreadable } from "./malformed.ts";
import { readCrowdedJson } from "./reading/crowded-json.ts";
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

interface Format {
  readonly type: RegExp;
  /** null for what is left to Connect. */
  readonly read: (message: Uint8Array, recordsMax: number) => Sent | null;
  /** A message that says nothing, as it is and in gzip. */
  readonly nothing: Uint8Array;
  readonly nothingZipped: Uint8Array;
}

function formatOf(type: RegExp, read: Format["read"], empty: string): Format {
  const nothing = Buffer.from(empty);
  return { type, read, nothing, nothingZipped: gzipSync(nothing) };
}

const formats: readonly Format[] = [
  // In frames the format may be left unsaid: it is protobuf then.
  formatOf(/^application\/(?:proto|grpc(?:-web)?(?:\+proto)?)$/i, sentInProtobuf, ""),
  formatOf(/^application\/(?:json|grpc(?:-web)?\+json)(?:;|$)/i, sentInJson, "{}"),
];

/** null for what is not one message in either, and for JSON that is nothing special: that is for Connect. */
export async function readAhead(request: WholeRequest, recordsMax: number): Promise<ReadAhead | null> {
  const { httpMethod, headers } = request;
  const format = formats.find(({ type }) => type.test(headers["content-type"] ?? ""));
  if (httpMethod !== "POST" || format === undefined) return null;
  const message = await soleMessage(request);
  const sent = message === null ? null : format.read(message, recordsMax);
  if (sent === null) return null;
  const compressed = isCompressed(request);
  const empty = compressed ? format.nothingZipped : format.nothing;
  return { sent, body: isFramed(request) ? frameOf(empty, compressed) : empty };
}

function sentInProtobuf(message: Uint8Array, recordsMax: number): Sent {
  try {
    return { request: readRequest(message, recordsMax) };
  } catch (error) {
    return { failure: unreadable(`parse binary: ${wordsOf(error)}`) };
  }
}

function sentInJson(message: Uint8Array, recordsMax: number): Sent | null {
  try {
    const request = readCrowdedJson(message, recordsMax);
    return request === null ? null : { request };
  } catch (error) {
    return { failure: unreadable(wordsOf(error)) };
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
