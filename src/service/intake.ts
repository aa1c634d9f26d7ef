// A checked request as the engine's nouns. The engine never sees a message; fields without effect end here.
import {
  AdaptiveBudgetSchema,
  BudgetMode,
  type BudgetSpec,
  type ContextRecord,
  type ContextRequest,
  RenderFormat,
} from "../../gen/winnow/v1/context_pb.ts";
import type { Budget, JsonObject, SourceRecord, Task } from "../engine/model.ts";
import { booleanDefault } from "./defaults.ts";
import { type Ladder, rungsWithin } from "./ladder.ts";
import { engineKind } from "./record-kinds.ts";

/** One for all records that have none: there may be 50,000. */
const NO_ATTRIBUTES: JsonObject = {};

const mayReturnEverything = booleanDefault(AdaptiveBudgetSchema.field.allowFullContextFallback);

/** A kind outside the enum reads as external data: `unknownKind` refuses the call before the engine would see it. */
export function sourceRecord(record: ContextRecord): SourceRecord {
  return {
    text: record.text ?? "",
    kind: engineKind(record.kind) ?? "external_data",
    title: record.title ?? null,
    source: record.source ?? null,
    stepId: record.stepId ?? null,
    importance: record.importance,
    keywords: record.keywords,
    tags: record.tags,
    attributes: record.attributes ?? NO_ATTRIBUTES,
  };
}

/** Index of the first record whose kind is outside the enum, or -1. */
export function unknownKind(request: ContextRequest): number {
  return request.records.findIndex((record) => engineKind(record.kind) === null);
}

export function taskOf(request: ContextRequest): Task {
  const task = request.task;
  return {
    prompt: task?.prompt ?? "",
    toolName: task?.toolName ?? null,
    keywords: task?.keywords ?? [],
    tags: task?.tags ?? [],
    stepId: task?.stepId ?? null,
    outputMode: task?.outputMode ?? null,
    outputTokenBudget: task?.outputTokenBudget ?? null,
  };
}

export function budgetOf(request: ContextRequest): Budget {
  return {
    maxTokens: request.budget?.maxContextTokens ?? 0,
    maxRecords: request.budget?.maxRecords ?? null,
    renderFormat: request.renderFormat === RenderFormat.HYBRID ? "hybrid" : "plain",
  };
}

/** null: a fixed budget. Adaptive mode without a ladder is one, too. */
export function ladderOf(budget: BudgetSpec | undefined): Ladder | null {
  const adaptive = budget?.adaptive;
  if (adaptive === undefined || budget?.mode !== BudgetMode.ADAPTIVE) return null;
  return {
    rungs: rungsWithin(budget.maxContextTokens ?? 0, adaptive.initialTokens ?? 0, adaptive.escalationTokens),
    strict: budget.requireEvidenceCoverage ?? false,
    mayReturnEverything: adaptive.allowFullContextFallback ?? mayReturnEverything,
  };
}
