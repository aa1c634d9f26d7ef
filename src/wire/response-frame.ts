// The answer of a select call as gRPC carries it: a message in, its frame out, the same to the byte as the library's
// own writer and a head in front. Written by hand: that one asks each field what it is, from a buffer of 128 bytes that
// it makes anew whenever it is full, which took a tenth of what a small call costs beside the engine.
// What few answers have is left to the library. It never keeps more than the bytes of one small answer, until the next.
import { fromJson, type JsonObject, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { ValueSchema } from "@bufbuild/protobuf/wkt";
import {
  type ContextResponse,
  ContextResponseSchema,
  type GateSummary,
  GateSummarySchema,
  SafetySummarySchema,
  type SelectedRecord,
  SelectedRecordSchema,
  type Span,
  SpanSchema,
} from "../../gen/winnow/v1/context_pb.ts";
import { FRAME_HEAD_BYTES } from "./frame.ts";

/** Larger answers leave no buffer behind, in bytes: one of a small call is a few thousand. */
const KEPT_BYTES_MAX = 64 * 1024;

const head = new Uint8Array(FRAME_HEAD_BYTES);
const fields = ContextResponseSchema.field;
const ofRecord = SelectedRecordSchema.field;
const ofSpan = SpanSchema.field;
const ofGate = GateSummarySchema.field;

/** Of an entry of a map, and of the kinds of a `google.protobuf.Value`. */
const [KEY, VALUE] = [1, 2];
const [NUMBER, TEXT, BOOL] = [2, 3, 4];

let writer = new BinaryWriter();

/** @throws Error on what has no form in protobuf, as a number beyond its type: a fault of the service */
export function responseFrame(response: ContextResponse): Uint8Array {
  try {
    writer.raw(head);
    writeResponse(response);
    const frame = writer.finish();
    new DataView(frame.buffer).setUint32(1, frame.length - FRAME_HEAD_BYTES);
    if (frame.length > KEPT_BYTES_MAX) writer = new BinaryWriter();
    return frame;
  } catch (fault) {
    writer = new BinaryWriter();
    throw fault;
  }
}

function writeResponse(response: ContextResponse): void {
  text(fields.requestId.number, response.requestId);
  text(fields.renderedContext.number, response.renderedContext);
  textWithPresence(fields.policyVersion.number, response.policyVersion);
  for (const record of response.selected) message(fields.selected.number, record, writeRecord);
  whole(fields.tokensBefore.number, response.tokensBefore);
  whole(fields.tokensAfter.number, response.tokensAfter);
  whole(fields.tokensSaved.number, response.tokensSaved);
  whole(fields.recordsAvailable.number, response.recordsAvailable);
  whole(fields.recordsSelected.number, response.recordsSelected);
  flag(fields.fallbackUsed.number, response.fallbackUsed);
  textWithPresence(fields.selectionError.number, response.selectionError);
  double(fields.engineLatencyMs.number, response.engineLatencyMs);
  whole(fields.budgetTokens.number, response.budgetTokens);
  if (response.attemptedBudgetTokens.length > 0) {
    open(fields.attemptedBudgetTokens.number);
    for (const tokens of response.attemptedBudgetTokens) writer.int32(tokens);
    writer.join();
  }
  double(fields.reductionRatio.number, response.reductionRatio);
  const { safety, gate, formatMetrics } = response;
  if (safety !== undefined) bytes(fields.safety.number, toBinary(SafetySummarySchema, safety));
  if (gate !== undefined) message(fields.gate.number, gate, writeGate);
  if (formatMetrics !== undefined) struct(fields.formatMetrics.number, formatMetrics);
}

function writeRecord(record: SelectedRecord): void {
  text(ofRecord.recordId.number, record.recordId);
  whole(ofRecord.kind.number, record.kind);
  textWithPresence(ofRecord.title.number, record.title);
  textWithPresence(ofRecord.source.number, record.source);
  double(ofRecord.score.number, record.score);
  text(ofRecord.reason.number, record.reason);
  text(ofRecord.excerpt.number, record.excerpt);
  text(ofRecord.excerptFormat.number, record.excerptFormat);
  whole(ofRecord.selectedTokens.number, record.selectedTokens);
  for (const span of record.spans) message(ofRecord.spans.number, span, writeSpan);
  whole(ofRecord.omittedTokens.number, record.omittedTokens);
  whole(ofRecord.position.number, record.position);
  // By name: lists of entries were a fifteenth of what a small call left to the collector.
  for (const part in record.scoreParts) {
    open(ofRecord.scoreParts.number);
    writer.tag(KEY, WireType.LengthDelimited).string(part);
    writer.tag(VALUE, WireType.Bit64).double(record.scoreParts[part] ?? 0);
    writer.join();
  }
}

function writeSpan({ start, end }: Span): void {
  whole(ofSpan.start.number, start);
  whole(ofSpan.end.number, end);
}

function writeGate(gate: GateSummary): void {
  flag(ofGate.engaged.number, gate.engaged);
  text(ofGate.reason.number, gate.reason);
  if (gate.signals !== undefined) struct(ofGate.signals.number, gate.signals);
}

/** A `google.protobuf.Struct`, which has one field, a map. */
function struct(field: number, values: JsonObject): void {
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

function message<Message>(field: number, value: Message, write: (value: Message) => void): void {
  open(field);
  write(value);
  writer.join();
}

/** Begins what has its length in front; `join` ends it. */
function open(field: number): void {
  writer.tag(field, WireType.LengthDelimited).fork();
}

function text(field: number, value: string): void {
  if (value !== "") writer.tag(field, WireType.LengthDelimited).string(value);
}

function textWithPresence(field: number, value: string | undefined): void {
  if (value !== undefined) writer.tag(field, WireType.LengthDelimited).string(value);
}

function whole(field: number, value: number): void {
  if (value !== 0) writer.tag(field, WireType.Varint).int32(value);
}

function flag(field: number, value: boolean): void {
  if (value) writer.tag(field, WireType.Varint).bool(value);
}

/** Minus zero is no zero to protobuf. */
function double(field: number, value: number): void {
  if (!Object.is(value, 0)) writer.tag(field, WireType.Bit64).double(value);
}

function bytes(field: number, value: Uint8Array): void {
  writer.tag(field, WireType.LengthDelimited).bytes(value);
}
