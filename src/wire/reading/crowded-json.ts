// A select request in Connect's JSON that opens so many lists and objects that Connect would need far more for it than
// its bytes. What lies deeper than any field is made shallow, and of more records than their sender may send each is
// read, judged and let go, as in crowded-request.ts: 1.7 million empty objects take 500 MB as messages.
// In: the bytes of the message. Out: a request that is judged as the one sent would be; of too many records one that
// must not be worked on.
import { fromJson, fromJsonString, type JsonValue } from "@bufbuild/protobuf";
import { ContextRecordSchema, type ContextRequest, ContextRequestSchema } from "../../../gen/winnow/v1/context_pb.ts";
import { hasManyBrackets } from "./bracket-count.ts";
import { createJudgedRecords, type JudgedRecords } from "./judged-records.ts";
import { LEVELS_MAX, makeShallow } from "./shallow-json.ts";

/** As Connect reads it. */
const asConnect = { ignoreUnknownFields: true };

/**
 * @param bytes of which what lies too deep is overwritten
 * @returns null for one of fewer brackets
 * @throws what Connect would throw
 */
export function readCrowdedJson(bytes: Uint8Array, recordsMax: number): ContextRequest | null {
  if (!hasManyBrackets(bytes)) return null;
  if (!makeShallow(bytes, refuseAsConnect)) {
    throw new Error(`cannot decode ${ContextRequestSchema} from JSON: it is wrong below level ${LEVELS_MAX}`);
  }
  const text = new TextDecoder().decode(bytes);
  const judged = judgedIn(text, recordsMax);
  if (judged === null) return fromJsonString(ContextRequestSchema, text, asConnect);
  // The values of its records are parsed once more, and those of the first time would come on top of them.
  globalThis.gc?.();
  refuseAsConnect(text);
  const request = fromJson(ContextRequestSchema, judged.withoutRecords, asConnect);
  judged.standIn(request, judged.count);
  return request;
}

/** @throws for what Connect refuses before it reads a field: what is no JSON, and a name that an object has twice */
function refuseAsConnect(text: string): void {
  fromJsonString(ContextRequestSchema, `{"":${text}}`, asConnect);
}

/** null for what is no JSON, or no request of too many records. */
function judgedIn(text: string, recordsMax: number) {
  const sent = jsonIn(text);
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return null;
  const { records } = sent;
  if (!Array.isArray(records) || records.length <= recordsMax) return null;
  const { judge, standIn } = createJudgedRecords();
  const unreadable = judgeEach(records, judge);
  // Alone in its list it is refused in the same words, and where it stands among the fields of the request.
  return { standIn, count: records.length, withoutRecords: { ...sent, records: unreadable } };
}

function jsonIn(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @returns the first that cannot be read, behind which none is judged; nothing where there is none */
function judgeEach(records: readonly JsonValue[], judge: JudgedRecords["judge"]): JsonValue[] {
  for (let at = 0; at < records.length; at += 1) {
    const record = records[at] ?? null;
    const read = readable(record);
    if (read === null) return [record];
    judge(read, at);
  }
  return [];
}

function readable(record: JsonValue) {
  if (record === null) return null;
  try {
    return fromJson(ContextRecordSchema, record, asConnect);
  } catch {
    return null;
  }
}
