// Select requests as protobuf messages, for the RPC protocols.
import { fromJson, type JsonValue, toBinary } from "@bufbuild/protobuf";
import { ContextRequestSchema } from "../../gen/winnow/v1/context_pb.ts";
import type { RequestBody } from "./requests.ts";

/** Every record is a tool result, as in `requestOf` for `/v1`. */
export function asMessage(request: RequestBody): Buffer {
  const records = request.records.map((record) => ({ ...record, kind: "RECORD_KIND_TOOL_RESULT" }));
  const json: JsonValue = JSON.parse(JSON.stringify({ ...request, records }));
  return Buffer.from(toBinary(ContextRequestSchema, fromJson(ContextRequestSchema, json)));
}
