// Finished spans as the bytes of OTLP, each written as it ends into one buffer, which the writer keeps: byte for byte
// what the SDK's own serialiser makes of the SDK's spans, for the kinds of spans and attributes that there are here, at
// a fourth of the cost.
// Field numbers: opentelemetry-proto, trace/v1/trace.proto and common/v1/common.proto.
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { type Attributes, SpanKind } from "@opentelemetry/api";
import type { FinishedSpan } from "./span.ts";

const { Varint: VARINT, Bit64: BIT_64, LengthDelimited: DELIMITED, Bit32: BIT_32 } = WireType;

/** Of a span: sampled, and that it is known whether its parent is remote; the second, that it is. */
const [FLAGS, PARENT_IS_REMOTE] = [0x101, 0x200];

/** `STATUS_CODE_ERROR`. */
const STATUS_ERROR = 2;

export interface SpanBytes {
  readonly append: (span: FinishedSpan) => void;
  /** Spans that were appended and not taken. */
  readonly count: () => number;
  /** They become an `ExportTraceServiceRequest`. */
  readonly take: () => Uint8Array;
}

/** @param resource attributes of what the spans are about; lists are left out */
export function createSpanBytes(resource: Attributes, scopeName: string): SpanBytes {
  const spans = new BinaryWriter();
  const resourceBytes = new BinaryWriter().tag(1, DELIMITED).bytes(resourceOf(resource)).finish();
  const scopeBytes = new BinaryWriter().tag(1, DELIMITED).string(scopeName).finish();
  const scopeField = new BinaryWriter().tag(1, DELIMITED).bytes(scopeBytes).finish();
  let count = 0;
  return {
    append: (span) => {
      writeSpan(spans, span);
      count += 1;
    },
    count: () => count,
    take: () => {
      count = 0;
      const written = spans.finish();
      // Only lengths stand before them, so they are copied once more, and not for each message around them.
      const ofScope = headed(2, scopeField, written.length);
      const ofResource = headed(1, Buffer.concat([resourceBytes, ofScope]), written.length);
      return Buffer.concat([ofResource, written]);
    },
  };
}

/** Where a message begins that consists of `first` and so many bytes more. */
function headed(field: number, first: Uint8Array, more: number): Uint8Array {
  return new BinaryWriter()
    .tag(field, DELIMITED)
    .uint32(first.length + more)
    .raw(first)
    .finish();
}

function resourceOf(attributes: Attributes): Uint8Array {
  const writer = new BinaryWriter();
  for (const key in attributes) writeAttribute(writer, 1, key, attributes[key]);
  // None dropped.
  return writer.tag(2, VARINT).uint32(0).finish();
}

function writeSpan(writer: BinaryWriter, span: FinishedSpan): void {
  writer.tag(2, DELIMITED).fork();
  writeTraceId(writer, span.traceId);
  writeSpanId(writer, span.spanId);
  if (span.parentSpanId !== undefined) writeParentId(writer, span.parentSpanId);
  writer.tag(5, DELIMITED).string(span.name);
  writer.tag(6, VARINT).uint32(span.kind + 1);
  writeTime(writer, 7, span.startMs);
  // A clock that is set back must not make it end before it starts.
  writeTime(writer, 8, Math.max(span.startMs, span.endMs));
  for (const key in span.attributes) writeAttribute(writer, 9, key, span.attributes[key]);
  // None dropped of attributes, events and links, and no events or links.
  for (const dropped of [10, 12, 14]) writer.tag(dropped, VARINT).uint32(0);
  writer.tag(15, DELIMITED).fork();
  writer.tag(3, VARINT).uint32(span.failed ? STATUS_ERROR : 0);
  writer.join();
  // Only a server's parent is elsewhere.
  const isRemote = span.kind === SpanKind.SERVER && span.parentSpanId !== undefined;
  writer.tag(16, BIT_32).fixed32(isRemote ? FLAGS + PARENT_IS_REMOTE : FLAGS);
  writer.join();
}

const writeTraceId = idWriter(1, 16);
const writeSpanId = idWriter(2, 8);
const writeParentId = idWriter(4, 8);

/** Writes an id of hexadecimal digits. Those of a trace and of a parent are mostly the last ones again. */
function idWriter(field: number, length: number): (writer: BinaryWriter, digits: string) => void {
  const id = Buffer.alloc(length);
  let last = "";
  return (writer, digits) => {
    if (digits !== last) id.write(digits, "hex");
    last = digits;
    writer.tag(field, DELIMITED).bytes(id);
  };
}

/** Nanoseconds in 64 bits, of milliseconds with fractions that are good to the microsecond. */
function writeTime(writer: BinaryWriter, field: number, milliseconds: number): void {
  const microseconds = Math.round(milliseconds * 1000);
  // 1000 x microseconds, which a number does not hold, in parts: above 2^26 and below.
  const above = Math.floor(microseconds / 2 ** 26) * 1000;
  const below = (microseconds % 2 ** 26) * 1000 + (above % 64) * 2 ** 26;
  writer.tag(field, BIT_64).fixed32(below % 2 ** 32);
  writer.fixed32(Math.floor(above / 64) + Math.floor(below / 2 ** 32));
}

/** The highest integer that is written without an object for it. */
const UINT32_MAX = 2 ** 32 - 1;

function writeAttribute(writer: BinaryWriter, field: number, key: string, value: unknown): void {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return;
  writer.tag(field, DELIMITED).fork();
  writer.tag(1, DELIMITED).string(key);
  writer.tag(2, DELIMITED).fork();
  if (typeof value === "string") writer.tag(1, DELIMITED).string(value);
  else if (typeof value === "boolean") writer.tag(2, VARINT).bool(value);
  else if (!Number.isSafeInteger(value) || value < 0) writer.tag(4, BIT_64).double(value);
  else if (value <= UINT32_MAX) writer.tag(3, VARINT).uint32(value);
  else writer.tag(3, VARINT).uint64(value);
  writer.join();
  writer.join();
}
