// A select request out of the bytes of its message. Attributes in many parts are joined first, since the library's cost
// grows with the square of their number.
import { fromBinary } from "@bufbuild/protobuf";
import { type ContextRequest, ContextRequestSchema } from "../../../gen/winnow/v1/context_pb.ts";
import { joinAttributes } from "./joined-attributes.ts";
import { knownFields } from "./known-fields.ts";

/** @throws Error for bytes that are no such message */
export function readRequest(bytes: Uint8Array): ContextRequest {
  return fromBinary(ContextRequestSchema, joinAttributes(bytes), knownFields);
}
