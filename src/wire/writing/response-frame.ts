// The answer of a select call as gRPC carries it: a message in, its frame out, the same to the byte as the library's
// own writer and a head in front. Written field by field: that one asks each field what it is, from a buffer of 128
// bytes that it makes anew whenever it is full, which took a tenth of what a small call costs beside the engine.
// What few answers have is left to the library.
import { toBinary } from "@bufbuild/protobuf";
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
} from "../../../gen/winnow/v1/context_pb.ts";
import {
  bytes,
  double,
  doubles,
  flag,
  framed,
  integers,
  message,
  struct,
  text,
  textWithPresence,
  whole,
} from "./frame-fields.ts";

const fields = ContextResponseSchema.field;
const ofRecord = SelectedRecordSchema.field;
const ofSpan = SpanSchema.field;
const ofGate = GateSummarySchema.field;

/** @throws Error on what has no form in protobuf, as a number beyond its type: a fault of the service */
export function responseFrame(response: ContextResponse): Uint8Array {
  return framed(response, writeResponse);
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
  integers(fields.attemptedBudgetTokens.number, response.attemptedBudgetTokens);
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
  doubles(ofRecord.scoreParts.number, record.scoreParts);
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
