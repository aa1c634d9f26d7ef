// Select requests as protobuf messages, for the wires that carry those.
import { fromJson, type JsonValue, toBinary } from "@bufbuild/protobuf";
import { ContextRequestSchema } from "../../gen/winnow/v1/context_pb.ts";
import type { RequestBody } from "./requests.ts";

/** Every record as a tool's result, which is what `requestOf` makes them on `/v1`. */
export function asMessage(request: RequestBody): Buffer {
  const records = request.records.map((record) => ({ ...record, kind: "RECORD_KIND_TOOL_RESULT" }));
  const json: JsonValue = JSON.parse(JSON.stringify({ ...request, records }));
  return Buffer.from(toBinary(ContextRequestSchema, fromJson(ContextRequestSchema, json)));
}

/** A message as gRPC frames it. */
export function inFrame(message: Buffer, compressed: boolean): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(compressed ? 1 : 0);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}
