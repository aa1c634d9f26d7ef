// Finished spans as the bytes of OTLP, each written as it ends: byte for byte what the SDK's own serialiser makes of
// the SDK's spans, for the kinds of spans and attributes that there are here, at a fourth of the cost.
// Field numbers: opentelemetry-proto, trace/v1/trace.proto and common/v1/common.proto.
import { type Attributes, SpanKind } from "@opentelemetry/api";
import { createProtobufBytes, type ProtobufBytes } from "./protobuf-bytes.ts";
import type { FinishedSpan } from "./span.ts";

/** What a batch takes: 512 spans of some 200 bytes. */
const BATCH_BYTES = 128 * 1024;

/** The bytes of a length: of attributes and values most are below 128, of spans below 16,384. */
const [SHORT, LONG] = [1, 2];

/** Of a span: sampled, and that it is known whether its parent is remote; the second, that it is. */
const [FLAGS, PARENT_IS_REMOTE] = [0x101, 0x200];

const STATUS_ERROR = 2;

export interface SpanBytes {
  readonly append: (span: FinishedSpan) => void;
  /** Spans that were appended and not taken. */
  readonly count: () => number;
  /** They become an `ExportTraceServiceRequest`. */
  readonly take: () => Buffer;
}

/** @param resource attributes of what the spans are about; lists are left out */
export function createSpanBytes(resource: Attributes, scopeName: string): SpanBytes {
  const bytes = createProtobufBytes(BATCH_BYTES);
  const resourceField = message(1, [attributesOf(resource), Buffer.from([0x10, 0])]);
  const scopeField = message(1, [message(1, [Buffer.from(scopeName)])]);
  let count = 0;
  return {
    append: (span) => {
      writeSpan(bytes, span);
      count += 1;
    },
    count: () => count,
    take: () => {
      count = 0;
      return message(1, [resourceField, message(2, [scopeField, bytes.take()])]);
    },
  };
}

function writeSpan(bytes: ProtobufBytes, span: FinishedSpan): void {
  bytes.byte(0x12);
  const opened = bytes.open(LONG);
  bytes.byte(0x0a);
  bytes.hex(span.traceId);
  bytes.byte(0x12);
  bytes.hex(span.spanId);
  if (span.parentSpanId !== undefined) {
    bytes.byte(0x22);
    bytes.hex(span.parentSpanId);
  }
  bytes.byte(0x2a);
  bytes.text(span.name);
  bytes.byte(0x30);
  bytes.byte(span.kind + 1);
  bytes.byte(0x39);
  writeTime(bytes, span.startMs);
  bytes.byte(0x41);
  // A clock that is set back must not make it end before it starts.
  writeTime(bytes, Math.max(span.startMs, span.endMs));
  for (const key in span.attributes) writeAttribute(bytes, 0x4a, key, span.attributes[key]);
  // None dropped of attributes, events and links, and no events or links.
  bytes.raw(noneDropped);
  bytes.byte(0x7a);
  bytes.byte(2);
  bytes.byte(0x18);
  bytes.byte(span.failed ? STATUS_ERROR : 0);
  // The tag of field 16 takes two bytes.
  bytes.varint(0x85);
  // Only a server's parent is elsewhere.
  bytes.fixed32(span.kind === SpanKind.SERVER && span.parentSpanId !== undefined ? FLAGS + PARENT_IS_REMOTE : FLAGS);
  bytes.close(opened, LONG);
}

const noneDropped = Buffer.from([0x50, 0, 0x60, 0, 0x70, 0]);

/** Nanoseconds in 64 bits, of milliseconds with fractions that are good to the microsecond. */
function writeTime(bytes: ProtobufBytes, milliseconds: number): void {
  const microseconds = Math.round(milliseconds * 1000);
  // 1000 x microseconds, which a number does not hold, in parts: above 2^26 and below.
  const above = Math.floor(microseconds / 2 ** 26) * 1000;
  const below = (microseconds % 2 ** 26) * 1000 + (above % 64) * 2 ** 26;
  bytes.fixed32(below % 2 ** 32);
  bytes.fixed32(Math.floor(above / 64) + Math.floor(below / 2 ** 32));
}

function writeAttribute(bytes: ProtobufBytes, tag: number, key: string, value: unknown): void {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return;
  bytes.byte(tag);
  const pair = bytes.open(SHORT);
  bytes.raw(keyBytes(key));
  const opened = bytes.open(SHORT);
  if (typeof value === "string") {
    bytes.byte(0x0a);
    bytes.text(value);
  } else if (typeof value === "boolean") {
    bytes.byte(0x10);
    bytes.byte(value ? 1 : 0);
  } else if (Number.isSafeInteger(value) && value >= 0) {
    bytes.byte(0x18);
    bytes.varint(value);
  } else {
    bytes.byte(0x21);
    bytes.double(value);
  }
  bytes.close(opened, SHORT);
  bytes.close(pair, SHORT);
}

/** Of a key and value: the key, and the value's tag. There are a few dozen keys. */
const keys = new Map<string, Uint8Array>();

function keyBytes(key: string): Uint8Array {
  let written = keys.get(key);
  if (written === undefined) {
    written = Buffer.concat([message(1, [Buffer.from(key)]), Buffer.from([0x12])]);
    keys.set(key, written);
  }
  return written;
}

function attributesOf(attributes: Attributes): Buffer {
  const bytes = createProtobufBytes(1024);
  for (const key in attributes) writeAttribute(bytes, 0x0a, key, attributes[key]);
  return bytes.take();
}

/** A field of wire type 2: what it holds, and its tag and length in front. */
function message(field: number, parts: readonly Uint8Array[]): Buffer {
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  const head = createProtobufBytes(16);
  head.byte(8 * field + 2);
  head.varint(size);
  return Buffer.concat([head.take(), ...parts]);
}
