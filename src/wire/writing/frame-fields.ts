// A protobuf message in a frame, written by hand: each function adds a field to the message that is being written,
// unless the field says nothing. One writer for all, used again: it never keeps more than the bytes of one small
// message, until the next.
import { fromJson, type JsonObject, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { ValueSchema } from "@bufbuild/protobuf/wkt";
import { FRAME_HEAD_BYTES } from "./frame.ts";

/** Larger messages leave no buffer behind, in bytes: one of a small call is a few thousand. */
const KEPT_BYTES_MAX = 64 * 1024;

const head = new Uint8Array(FRAME_HEAD_BYTES);

/** Of an entry of a map, and of the kinds of a `google.protobuf.Value`. */
const [KEY, VALUE] = [1, 2];
const [NUMBER, TEXT, BOOL] = [2, 3, 4];

let writer = new BinaryWriter();

/** @throws Error on what has no form in protobuf, as a number beyond its type */
export function framed<Message>(value: Message, write: (value: Message) => void): Uint8Array {
  try {
    writer.raw(head);
    write(value);
    const frame = writer.finish();
    new DataView(frame.buffer).setUint32(1, frame.length - FRAME_HEAD_BYTES);
    if (frame.length > KEPT_BYTES_MAX) writer = new BinaryWriter();
    return frame;
  } catch (fault) {
    writer = new BinaryWriter();
    throw fault;
  }
}

/** A `google.protobuf.Struct`, which has one field, a map. */
export function struct(field: number, values: JsonObject): void {
  open(field);
  for (const key in values) {
    const value = values[key] ?? null;
    open(1);
    writer.tag(KEY, WireType.LengthDelimited).string(key);
    open(VALUE);
    if (typeof value === "number" && Number.isFinite(value)) writer.tag(NUMBER, WireType.Bit64).double(value);
    else if (typeof value === "string") writer.tag(TEXT, WireType.LengthDelimited).string(value);
    else if (typeof value === "boolean") writer.tag(BOOL, WireType.Varint).bool(value);
    else writer.raw(toBinary(ValueSchema, fromJson(ValueSchema, value)));
    writer.join();
    writer.join();
  }
  writer.join();
}

/** A map of numbers. By name: lists of entries were a fifteenth of what a small call left to the collector. */
export function doubles(field: number, values: Readonly<Record<string, number>>): void {
  for (const key in values) {
    open(field);
    writer.tag(KEY, WireType.LengthDelimited).string(key);
    writer.tag(VALUE, WireType.Bit64).double(values[key] ?? 0);
    writer.join();
  }
}

/** A list of integers, packed. */
export function integers(field: number, values: readonly number[]): void {
  if (values.length === 0) return;
  open(field);
  for (const value of values) writer.int32(value);
  writer.join();
}

export function message<Message>(field: number, value: Message, write: (value: Message) => void): void {
  open(field);
  write(value);
  writer.join();
}

/** Begins what has its length in front; `join` ends it. */
function open(field: number): void {
  writer.tag(field, WireType.LengthDelimited).fork();
}

export function text(field: number, value: string): void {
  if (value !== "") writer.tag(field, WireType.LengthDelimited).string(value);
}

export function textWithPresence(field: number, value: string | undefined): void {
  if (value !== undefined) writer.tag(field, WireType.LengthDelimited).string(value);
}

export function whole(field: number, value: number): void {
  if (value !== 0) writer.tag(field, WireType.Varint).int32(value);
}

export function flag(field: number, value: boolean): void {
  if (value) writer.tag(field, WireType.Varint).bool(value);
}

/** Minus zero is no zero to protobuf. */
export function double(field: number, value: number): void {
  if (!Object.is(value, 0)) writer.tag(field, WireType.Bit64).double(value);
}

export function bytes(field: number, value: Uint8Array): void {
  writer.tag(field, WireType.LengthDelimited).bytes(value);
}
