// A select request out of the bytes of its message. A record's attributes may come in several parts, which protobuf
// merges; no client writes them so. The library makes a message of what it has, and an object again, for each part: 24
// kB took 160 ms, 155 kB took 22 s. Here the parts are joined first, as their bytes merge. A part that no request may
// hold is replaced by a smaller one that gets the same error.
import {
  type BinaryReadOptions,
  type DescMessage,
  fromBinary,
  fromJson,
  ScalarType,
  toBinary,
} from "@bufbuild/protobuf";
import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { StructSchema } from "@bufbuild/protobuf/wkt";
import { ContextRecordSchema, type ContextRequest, ContextRequestSchema } from "../../../gen/winnow/v1/context_pb.ts";
import { ruleOf } from "../json/rules.ts";

export const knownFields: Partial<BinaryReadOptions> = { readUnknownFields: false };

const RECORDS = ContextRequestSchema.field.records.number;
const ATTRIBUTES = ContextRecordSchema.field.attributes.number;

const { maxJsonBytes } = ruleOf(ContextRecordSchema.field.attributes);

/** Most bytes of a part that can be within the bound: JSON has no fewer than a sixth, for a list of digits. */
const PART_BYTES_MAX = 8 * maxJsonBytes;

const tooLarge = toBinary(StructSchema, fromJson(StructSchema, { "": "x".repeat(maxJsonBytes) }));

/** The library looks at a known field's number alone, and reads it as what it should be. */
type TypesRead = ReadonlyMap<number, WireType>;
const ofRequest = typesRead(ContextRequestSchema);
const ofRecord = typesRead(ContextRecordSchema);

/** No field has the number 0. */
const MALFORMED = Uint8Array.of(0);

/** What is known of a message by the time that it turns out to be none. */
interface Seen {
  /** Whether attributes have come that may cost more to read than others of as many bytes. */
  costly: boolean;
}

/** The very bytes that were given when there is nothing to join; of what is no message, some that are none either. */
export function joinAttributes(bytes: Uint8Array): Uint8Array {
  const seen = { costly: false };
  try {
    return joined(bytes, seen);
  } catch {
    // To be read up to where it breaks off would cost as much as if it did not.
    return seen.costly ? MALFORMED : bytes;
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
    if (!isCostly(reader, start + length, seen)) continue;
    // Up to where its last field ends, as the library has it.
    const record = recordWithOne(bytes.subarray(start, reader.pos));
    const whole = new BinaryWriter().tag(RECORDS, WireType.LengthDelimited).bytes(record).finish();
    pieces.push(bytes.subarray(copied, from), whole);
    copied = reader.pos;
  }
  return copied === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(copied)]);
}

/** Whether there are more parts of attributes than one up to `end`, where the reader is then, or one too large. */
function isCostly(reader: BinaryReader, end: number, seen: Seen): boolean {
  let [parts, largest] = [0, 0];
  while (reader.pos < end) {
    const [number, type] = reader.tag();
    const from = reader.pos;
    if (number === ATTRIBUTES) parts += 1;
    // Said before it is known to end.
    if (parts > 1 || (parts === 1 && end - from > PART_BYTES_MAX)) seen.costly = true;
    reader.skip(ofRecord.get(number) ?? type, number);
    if (number === ATTRIBUTES) largest = Math.max(largest, reader.pos - from);
  }
  return parts > 1 || largest > PART_BYTES_MAX;
}

/** The same record with its attributes at the end. */
function recordWithOne(record: Uint8Array): Uint8Array {
  const reader = new BinaryReader(record);
  const others = new BinaryWriter();
  const attributes = new BinaryWriter();
  while (reader.pos < reader.len) {
    const from = reader.pos;
    const [number, type] = reader.tag();
    if (number === ATTRIBUTES) {
      const part = reader.bytes();
      attributes.raw(part.length > PART_BYTES_MAX ? tooLarge : part);
    } else {
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

/** @throws Error for bytes that are no such message */
export function readRequest(bytes: Uint8Array): ContextRequest {
  return fromBinary(ContextRequestSchema, joinAttributes(bytes), knownFields);
}
