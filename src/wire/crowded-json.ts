// A select request in Connect's JSON with more records than its caller may send. Each is read, judged and let go, as in
// crowded-request.ts: 1.7 million empty objects fit one body, and take 500 MB as messages.
// In: the bytes of the message. Out: a request that is judged as the one sent would be, and must not be worked on.
import { create, fromJson, fromJsonString, type JsonValue } from "@bufbuild/protobuf";
import { EmptySchema } from "@bufbuild/protobuf/wkt";
import { ContextRecordSchema, type ContextRequest, ContextRequestSchema } from "../../gen/winnow/v1/context_pb.ts";
import { hasManyBrackets } from "./bracket-count.ts";
import { lengthAlone } from "./length-alone.ts";
import { compilePresence } from "./presence.ts";

/** As Connect reads it. */
const asConnect = { ignoreUnknownFields: true };

const failureOf = compilePresence(ContextRecordSchema);

/**
 * @returns null for all that Connect reads without such a cost, and for what is no JSON to it
 * @throws what Connect would throw, for JSON that is no such message
 */
export function readCrowdedJson(bytes: Uint8Array, recordsMax: number): ContextRequest | null {
  if (!hasManyBrackets(bytes)) return null;
  const text = new TextDecoder().decode(bytes);
  const judged = judgedIn(text, recordsMax);
  if (judged === null) return null;
  // The values of its records are parsed once more, and those of the first time would come on top of them.
  globalThis.gc?.();
  if (!isJsonToConnect(text)) return null;
  const request = fromJson(ContextRequestSchema, judged.withoutRecords, asConnect);
  request.records = lengthAlone(judged.count, judged.sound);
  if (judged.unsoundAt >= 0) request.records[judged.unsoundAt] = judged.unsound;
  return request;
}

/** Connect refuses a name that an object has twice, too, before it reads a field. */
function isJsonToConnect(text: string): boolean {
  try {
    fromJsonString(EmptySchema, text, asConnect);
    return true;
  } catch {
    return false;
  }
}

/** null for what is no JSON, or no request of too many records. */
function judgedIn(text: string, recordsMax: number) {
  const sent = jsonIn(text);
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return null;
  const { records } = sent;
  if (!Array.isArray(records) || records.length <= recordsMax) return null;
  const { unreadable, ...judged } = judge(records);
  // Alone in its list it is refused in the same words, and where it stands among the fields of the request.
  return { ...judged, count: records.length, withoutRecords: { ...sent, records: unreadable } };
}

function jsonIn(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function judge(records: readonly JsonValue[]) {
  let [sound, unsound] = [create(ContextRecordSchema), create(ContextRecordSchema)];
  let unsoundAt = -1;
  for (let at = 0; at < records.length; at += 1) {
    const record = records[at] ?? null;
    const read = readable(record);
    if (read === null) return { unreadable: [record], sound, unsound, unsoundAt };
    if (unsoundAt >= 0) continue;
    if (failureOf(read) === null) sound = read;
    else [unsound, unsoundAt] = [read, at];
  }
  return { unreadable: [], sound, unsound, unsoundAt };
}

function readable(record: JsonValue) {
  if (record === null) return null;
  try {
    return fromJson(ContextRecordSchema, record, asConnect);
  } catch {
    return null;
  }
}
