// Turns an outcome into the response message. No other file writes response fields.
import { create } from "@bufbuild/protobuf";
import { ListValueSchema } from "@bufbuild/protobuf/wkt";
import {
  type ContextRequest,
  ContextRequestSchema,
  type ContextResponse,
  ContextResponseSchema,
  type GateSummary,
  GateSummarySchema,
  type SafetySummary,
  SafetySummarySchema,
  type SelectedRecord,
  SelectedRecordSchema,
} from "../../gen/winnow/v1/context_pb.ts";
import { renderWhole, spansOf } from "../engine/excerpt.ts";
import type { Excerpt, GateDecision } from "../engine/model.ts";
import type { OperatingPoint } from "../engine/select.ts";
import type { ReportedCoverage, SelectOutcome } from "./decide.ts";
import { booleanDefault } from "./field-defaults.ts";
import { protoKind } from "./request.ts";

export interface Totals {
  /** Tokens of every record's text. */
  readonly tokensBefore: number;
  /** Records with usable text. */
  readonly recordsAvailable: number;
  readonly latencyMs: number;
  /** The request id broke its bound, and logs hold a sanitised copy. */
  readonly requestIdSanitized: boolean;
}

const detailedByDefault = booleanDefault(ContextRequestSchema.field.returnPerRecord);

type Identify = (request: ContextRequest, position: number) => string;

export function respond(
  request: ContextRequest,
  point: OperatingPoint,
  outcome: SelectOutcome,
  totals: Totals,
  recordId: Identify,
): ContextResponse {
  const chosen = outcome.ended === "select" ? outcome.selection : null;
  const tokensAfter = chosen === null ? totals.tokensBefore : sum(chosen.excerpts);
  const tokensSaved = totals.tokensBefore - tokensAfter;
  const detailed = request.returnPerRecord ?? detailedByDefault;
  return create(ContextResponseSchema, {
    requestId: request.requestId ?? "",
    renderedContext: chosen?.rendered() ?? renderWhole(request.records.map((record) => record.text ?? "")),
    policyVersion: point.policyVersion,
    selected: detailed ? (chosen?.bestFirst() ?? []).map((excerpt) => selectedRecord(request, excerpt, recordId)) : [],
    tokensBefore: totals.tokensBefore,
    tokensAfter,
    tokensSaved,
    recordsAvailable: totals.recordsAvailable,
    recordsSelected: chosen?.excerpts.length ?? totals.recordsAvailable,
    fallbackUsed: chosen === null,
    ...(outcome.ended === "selection_error" ? { selectionError: outcome.error } : {}),
    engineLatencyMs: totals.latencyMs,
    budgetTokens: outcome.budgetTokens,
    attemptedBudgetTokens: [...outcome.attempted],
    reductionRatio: totals.tokensBefore === 0 ? 0 : tokensSaved / totals.tokensBefore,
    ...(outcome.coverage === null ? {} : { safety: safetySummary(outcome.coverage, outcome) }),
    ...(outcome.ended === "selection_error" || outcome.gate === null ? {} : { gate: gateSummary(outcome.gate) }),
    formatMetrics: formatMetrics(outcome, totals),
  });
}

function sum(excerpts: readonly Excerpt[]): number {
  return excerpts.reduce((tokens, excerpt) => tokens + excerpt.tokens, 0);
}

function selectedRecord(request: ContextRequest, excerpt: Excerpt, recordId: Identify): SelectedRecord {
  const { source, position, score, why } = excerpt.record;
  const { reason, parts, matchedTerms } = why(excerpt.record);
  return create(SelectedRecordSchema, {
    recordId: recordId(request, position),
    kind: protoKind(source.kind),
    ...(source.title === null ? {} : { title: source.title }),
    ...(source.source === null ? {} : { source: source.source }),
    score,
    reason,
    excerpt: excerpt.text,
    excerptFormat: excerpt.format,
    selectedTokens: excerpt.tokens,
    spans: spansOf(excerpt),
    omittedTokens: excerpt.omittedTokens,
    position,
    scoreParts: { ...parts },
    matchedTerms: [...matchedTerms],
  });
}

function safetySummary(coverage: ReportedCoverage, outcome: SelectOutcome): SafetySummary {
  const terms = Object.entries(coverage.evidence.terms).map(([name, values]) => {
    const list = values.map((value) => ({ kind: { case: "stringValue" as const, value } }));
    return [name, create(ListValueSchema, { values: list })] as const;
  });
  const fellBack = outcome.ended === "stand_down" && outcome.ladderFailed;
  return create(SafetySummarySchema, {
    selectionSafe: coverage.sufficient,
    fallbackRequired: fellBack,
    fallbackReason: coverage.sufficient ? "" : coverage.reason,
    coverageScore: coverage.score,
    evidenceShape: coverage.evidenceShape,
    evidenceTerms: Object.fromEntries(terms),
    repairReasons: [...coverage.evidence.repairReasons],
  });
}

function gateSummary(gate: GateDecision): GateSummary {
  return create(GateSummarySchema, {
    engaged: gate.engaged,
    reason: gate.reason,
    signals: { ...gate.signals },
  });
}

function formatMetrics(outcome: SelectOutcome, totals: Totals): Record<string, string | number | boolean> {
  const metrics: Record<string, string | number | boolean> = {};
  if (outcome.ended === "select") metrics.rendered_tokens = outcome.selection.renderedTokens;
  if (outcome.ended === "stand_down") metrics.engine_fallback_reason = outcome.reason;
  if (outcome.ended === "selection_error") metrics.engine_fallback_reason = "selection_error";
  if (totals.requestIdSanitized) metrics.request_id_sanitized = true;
  return metrics;
}
