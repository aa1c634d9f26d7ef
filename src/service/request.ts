// A checked request as values of the engine. The engine never sees a message, and fields without effect end here. Also
// the copy of the request id that logs may hold.
import {
  AdaptiveBudgetSchema,
  BudgetMode,
  type BudgetSpec,
  type ContextRecord,
  type ContextRequest,
  RecordKind,
  RenderFormat,
} from "../../gen/winnow/v1/context_pb.ts";
import type { Budget, RecordKind as EngineKind, JsonObject, SourceRecord, Task } from "../engine/model.ts";
import { type Ladder, rungsWithin } from "./decide.ts";
import { booleanDefault } from "./field-defaults.ts";

/** Shared by all records without attributes: there may be 50,000. */
const NO_ATTRIBUTES: JsonObject = {};

const allowsFullContext = booleanDefault(AdaptiveBudgetSchema.field.allowFullContextFallback);

/**
 * A kind outside the enum reads as external data, because `unknownKind` refuses the call before the engine would see
 * it.
 */
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
    maxContextTokens: request.budget?.maxContextTokens ?? 0,
    maxRecords: request.budget?.maxRecords ?? null,
    renderFormat: request.renderFormat === RenderFormat.HYBRID ? "hybrid" : "plain",
  };
}

/** null for a fixed budget. Adaptive mode without a ladder is a fixed budget, too. */
export function ladderOf(budget: BudgetSpec | undefined): Ladder | null {
  const adaptive = budget?.adaptive;
  if (adaptive === undefined || budget?.mode !== BudgetMode.ADAPTIVE) return null;
  return {
    rungs: rungsWithin(budget.maxContextTokens ?? 0, adaptive.initialTokens ?? 0, adaptive.escalationTokens),
    strict: budget.requireEvidenceCoverage ?? false,
    allowsFullContext: adaptive.allowFullContextFallback ?? allowsFullContext,
  };
}

const kinds: readonly (readonly [RecordKind, EngineKind])[] = [
  // An absent kind reads as the default. This entry is first, so that `protoKinds` keeps the later entry for that kind.
  [RecordKind.UNSPECIFIED, "external_data"],
  [RecordKind.USER_INPUT, "user_input"],
  [RecordKind.LLM_RESPONSE, "llm_response"],
  [RecordKind.TOOL_CALL, "tool_call"],
  [RecordKind.TOOL_RESULT, "tool_result"],
  [RecordKind.EXTERNAL_DATA, "external_data"],
  [RecordKind.ERROR, "error"],
  [RecordKind.ARTIFACT, "artifact"],
  [RecordKind.TOOL_SCHEMA, "tool_schema"],
];
const engineKinds = new Map<number, EngineKind>(kinds);
const protoKinds = new Map(kinds.map(([proto, engine]) => [engine, proto]));

/** For error texts. */
export const kindNames = [...protoKinds.keys()].join(", ");

/** null for a value outside the enum. */
export function engineKind(kind: number): EngineKind | null {
  return engineKinds.get(kind) ?? null;
}

export function protoKind(engine: EngineKind): RecordKind {
  return protoKinds.get(engine) ?? RecordKind.UNSPECIFIED;
}

/** Most characters of an id that logs hold unchanged (interface: `request_id`). */
const LOGGED_CHARACTERS_MAX = 128;
const withinBound = new RegExp(`^[A-Za-z0-9._:-]{0,${LOGGED_CHARACTERS_MAX}}$`);

interface LoggedRequestId {
  readonly text: string;
  /** The original broke its bound, so `text` differs from it. */
  readonly sanitized: boolean;
}

export function loggedRequestId(requestId: string): LoggedRequestId {
  if (withinBound.test(requestId)) return { text: requestId, sanitized: false };
  // Cut before replacing, because an id may have megabytes. A code point is at most two units.
  const head = Array.from(requestId.slice(0, 2 * LOGGED_CHARACTERS_MAX)).slice(0, LOGGED_CHARACTERS_MAX);
  return { text: head.join("").replaceAll(/[^A-Za-z0-9._:-]/gu, "_"), sanitized: true };
}
