// A record's attributes may come in several parts, which protobuf merges; no client writes them so. The library makes a
// message of what it has, and an object again, for each part: 24 kB took 160 ms of the thread with the sockets, 155 kB
// 22 s of a worker. Parts that follow each other merge as their bytes do.
// In: the bytes of a select request. Out: those of the same request, the attributes of each record in one part.
import { type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { ContextRecordSchema, ContextRequestSchema } from "../../gen/winnow/v1/context_pb.ts";

const RECORDS = ContextRequestSchema.field.records.number;
const ATTRIBUTES = ContextRecordSchema.field.attributes.number;

/** The library looks at a known field's number alone, and reads it as what it should be. */
type TypesRead = ReadonlyMap<number, WireType>;
const ofRequest = typesRead(ContextRequestSchema);
const ofRecord = typesRead(ContextRecordSchema);

/** No field has the number 0. */
const MALFORMED = Uint8Array.of(0);

/** What is known of a message by the time that it turns out to be none. */
interface Seen {
  /** Whether attributes have come in more than one part. */
  scattered: boolean;
}

/** The very bytes that were given when there is nothing to join; of what is no message, some that are none either. */
export function joinAttributes(bytes: Uint8Array): Uint8Array {
  const seen = { scattered: false };
  try {
    return joined(bytes, seen);
  } catch {
    // To be read up to where it breaks off would cost as much as if it did not.
    return seen.scattered ? MALFORMED : bytes;
  }
}

function joined(bytes: Uint8Array, seen: Seen): Uint8Array {
  const reader = new BinaryReader(bytes);
  const pieces: Uint8Array[] = [];
  let copied = 0;
  while (reader.pos < reader.len) {
    const from = reader.pos;
    const [number, type] = reader.tag();
    if (number !== RECORDS) {
      reader.skip(ofRequest.get(number) ?? type, number);
      continue;
    }
    const length = reader.uint32();
    const start = reader.pos;
    if (!isScattered(reader, start + length, seen)) continue;
    // Up to where its last field ends, as the library has it.
    const record = recordWithOne(bytes.subarray(start, reader.pos));
    const whole = new BinaryWriter().tag(RECORDS, WireType.LengthDelimited).bytes(record).finish();
    pieces.push(bytes.subarray(copied, from), whole);
    copied = reader.pos;
  }
  return copied === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(copied)]);
}

/** Whether there are more parts of attributes than one up to `end`, where the reader is then. */
function isScattered(reader: BinaryReader, end: number, seen: Seen): boolean {
  let parts = 0;
  while (reader.pos < end) {
    const [number, type] = reader.tag();
    if (number === ATTRIBUTES) parts += 1;
    if (parts > 1) seen.scattered = true;
    reader.skip(ofRecord.get(number) ?? type, number);
  }
  return parts > 1;
}

/** The same record with its attributes at the end. */
function recordWithOne(record: Uint8Array): Uint8Array {
  const reader = new BinaryReader(record);
  const others = new BinaryWriter();
  const attributes = new BinaryWriter();
  while (reader.pos < reader.len) {
    const from = reader.pos;
    const [number, type] = reader.tag();
    if (number === ATTRIBUTES) attributes.raw(reader.bytes());
    else {
      reader.skip(ofRecord.get(number) ?? type, number);
      others.raw(record.subarray(from, reader.pos));
    }
  }
  return others.tag(ATTRIBUTES, WireType.LengthDelimited).bytes(attributes.finish()).finish();
}

function typesRead({ fields }: DescMessage): TypesRead {
  return new Map(
    fields.map(({ number, fieldKind, scalar }) => {
      if (fieldKind === "enum" || scalar === ScalarType.BOOL) return [number, WireType.Varint];
      return [number, scalar === ScalarType.DOUBLE ? WireType.Bit64 : WireType.LengthDelimited];
    }),
  );
}
