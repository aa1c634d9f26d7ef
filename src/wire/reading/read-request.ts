// A select request out of the bytes of its message. Two things are spared here that would cost the library more than
// their bytes: attributes in many parts, and more records than their sender may send.
import { fromBinary } from "@bufbuild/protobuf";
import { type ContextRequest, ContextRequestSchema } from "../../../gen/winnow/v1/context_pb.ts";
import { readCrowded } from "./crowded-request.ts";
import { joinAttributes } from "./joined-attributes.ts";
import { knownFields } from "./known-fields.ts";

/** @throws Error for bytes that are no such message */
export function readRequest(sent: Uint8Array, recordsMax: number): ContextRequest {
  const bytes = joinAttributes(sent);
  return readCrowded(bytes, recordsMax) ?? fromBinary(ContextRequestSchema, bytes, knownFields);
}
