// Decodes a select request. A record's attributes may arrive in several parts, which protobuf merges, although no
// client sends them that way. The library builds the merged object again for each part: 24 kB took 160 ms, and 155 kB
// took 22 s. Here the parts are first joined as bytes. A part above the bound is replaced by a smaller one with the
// same error.
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
import { ruleOf } from "../json/fields.ts";

export const readOptions: Partial<BinaryReadOptions> = { readUnknownFields: false };

const RECORDS = ContextRequestSchema.field.records.number;
const ATTRIBUTES = ContextRecordSchema.field.attributes.number;

const { maxJsonBytes } = ruleOf(ContextRecordSchema.field.attributes);

/** A longer part is above the bound: the shortest JSON, a list of digits, has a sixth of its bytes. */
const PART_BYTES_MAX = 8 * maxJsonBytes;

const tooLarge = toBinary(StructSchema, fromJson(StructSchema, { "": "x".repeat(maxJsonBytes) }));

/** The library reads a known field by its number and ignores the wire type in its tag. */
type TypesRead = ReadonlyMap<number, WireType>;
const ofRequest = typesRead(ContextRequestSchema);
const ofRecord = typesRead(ContextRecordSchema);

/** No field has the number 0, so this is not a message. */
const MALFORMED = Uint8Array.of(0);

/** What was found in bytes before they turned out not to be a message. */
interface Seen {
  /** Whether there are attributes that may cost more to decode than others of their size. */
  costly: boolean;
}

/**
 * Returns the given bytes if there is nothing to join. If they are not a message, returns bytes that are not one
 * either.
 */
export function joinAttributes(bytes: Uint8Array): Uint8Array {
  const seen = { costly: false };
  try {
    return joined(bytes, seen);
  } catch {
    // Decoding up to the error would cost as much as decoding everything.
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
    // Up to the end of its last field, as the library reads it.
    const record = recordWithOne(bytes.subarray(start, reader.pos));
    const whole = new BinaryWriter().tag(RECORDS, WireType.LengthDelimited).bytes(record).finish();
    pieces.push(bytes.subarray(copied, from), whole);
    copied = reader.pos;
  }
  return copied === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(copied)]);
}

/** Whether attributes up to `end` have several parts or one that is too large. Moves the reader to the end. */
function isCostly(reader: BinaryReader, end: number, seen: Seen): boolean {
  let [parts, largest] = [0, 0];
  while (reader.pos < end) {
    const [number, type] = reader.tag();
    const from = reader.pos;
    if (number === ATTRIBUTES) parts += 1;
    // Set before the field's end is known.
    if (parts > 1 || (parts === 1 && end - from > PART_BYTES_MAX)) seen.costly = true;
    reader.skip(ofRecord.get(number) ?? type, number);
    if (number === ATTRIBUTES) largest = Math.max(largest, reader.pos - from);
  }
  return parts > 1 || largest > PART_BYTES_MAX;
}

/** The record with its attributes joined, at the end. */
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

/** @throws Error for bytes that are not a select request */
export function readRequest(bytes: Uint8Array): ContextRequest {
  return fromBinary(ContextRequestSchema, joinAttributes(bytes), readOptions);
}
