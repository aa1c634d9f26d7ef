// A select request in protobuf with more records than its caller may send. Each is read, judged and let go: nobody
// looks at more than how many there are and the first that is wrong. 1.2 million records of a letter each fit one body,
// and take 400 MB as messages.
// In: the bytes of the message. Out: a request that is judged as the one sent would be, and must not be worked on.
import { fromBinary } from "@bufbuild/protobuf";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { ContextRecordSchema, type ContextRequest, ContextRequestSchema } from "../../../gen/winnow/v1/context_pb.ts";
import { createJudgedRecords } from "./judged-records.ts";
import { knownFields } from "./known-fields.ts";

const RECORDS = ContextRequestSchema.field.records.number;

/** A record without a field: its tag and its length. */
const RECORD_BYTES_MIN = 2;

/**
 * @returns null for a message of no more records than that, which is read as any other
 * @throws for bytes that are no such message
 */
export function readCrowded(bytes: Uint8Array, recordsMax: number): ContextRequest | null {
  if (bytes.length <= RECORD_BYTES_MIN * recordsMax) return null;
  const count = forEachField(bytes, passOver, passOver);
  if (count <= recordsMax) return null;
  const others = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  const { judge, standIn } = createJudgedRecords();
  forEachField(
    bytes,
    (record, at) => judge(fromBinary(ContextRecordSchema, record, knownFields), at),
    (field) => {
      others.set(field, length);
      length += field.length;
    },
  );
  const request = fromBinary(ContextRequestSchema, others.subarray(0, length), knownFields);
  standIn(request, count);
  return request;
}

function passOver(): void {}

/**
 * @param onRecord is given the bytes of a record and its place
 * @param onOther is given those of any other field, its tag included
 * @returns how many records there are
 */
function forEachField(
  bytes: Uint8Array,
  onRecord: (record: Uint8Array, at: number) => void,
  onOther: (field: Uint8Array) => void,
): number {
  const reader = new BinaryReader(bytes);
  let count = 0;
  while (reader.pos < reader.len) {
    const from = reader.pos;
    const [number, type] = reader.tag();
    if (number === RECORDS && type === WireType.LengthDelimited) onRecord(reader.bytes(), count++);
    else {
      reader.skip(type, number);
      onOther(bytes.subarray(from, reader.pos));
    }
  }
  return count;
}
