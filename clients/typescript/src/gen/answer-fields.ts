// What an answer holds, as data: the type of each field and its value if it is left out.
// Generated from the proto files by `make gen`; do not edit.

export type FieldType =
  | "string"
  | "number"
  | "boolean"
  | "object"
  | { readonly list: FieldType }
  | { readonly map: FieldType }
  | { readonly message: string };

export interface AnswerField {
  readonly type: FieldType;
  /** Its value when an answer leaves it out; undefined for a field that every answer must hold. */
  readonly absent?: unknown;
}

/** The path of the select call. */
export const selectPath = "/v1/context/select";

/** The fields of each message of an answer, by the message's name. */
export const answerFields: Readonly<Record<string, Readonly<Record<string, AnswerField>>>> = {
  ContextResponse: {
    request_id: { type: "string" },
    rendered_context: { type: "string" },
    policy_version: { type: "string", absent: null },
    selected: { type: { list: { message: "SelectedRecord" } }, absent: [] },
    tokens_before: { type: "number" },
    tokens_after: { type: "number" },
    tokens_saved: { type: "number" },
    records_available: { type: "number" },
    records_selected: { type: "number" },
    fallback_used: { type: "boolean" },
    selection_error: { type: "string", absent: null },
    engine_latency_ms: { type: "number" },
    budget_tokens: { type: "number", absent: 0 },
    attempted_budget_tokens: { type: { list: "number" }, absent: [] },
    reduction_ratio: { type: "number", absent: 0 },
    safety: { type: { message: "SafetySummary" }, absent: null },
    gate: { type: { message: "GateSummary" }, absent: null },
    format_metrics: { type: "object", absent: {} },
  },
  SelectedRecord: {
    record_id: { type: "string" },
    kind: { type: "string", absent: "external_data" },
    title: { type: "string", absent: null },
    source: { type: "string", absent: null },
    score: { type: "number", absent: 0 },
    reason: { type: "string", absent: "" },
    excerpt: { type: "string", absent: "" },
    excerpt_format: { type: "string", absent: "plain" },
    selected_tokens: { type: "number", absent: 0 },
    spans: { type: { list: { message: "Span" } }, absent: [] },
    omitted_tokens: { type: "number", absent: 0 },
    position: { type: "number", absent: 0 },
    score_parts: { type: { map: "number" }, absent: {} },
    matched_terms: { type: { list: "string" }, absent: [] },
  },
  SafetySummary: {
    selection_safe: { type: "boolean", absent: true },
    fallback_required: { type: "boolean", absent: false },
    fallback_reason: { type: "string", absent: "" },
    coverage_score: { type: "number", absent: 0 },
    evidence_shape: { type: "string", absent: "unknown" },
    evidence_terms: { type: { map: { list: "string" } }, absent: null },
    repair_reasons: { type: { list: "string" }, absent: [] },
  },
  GateSummary: {
    engaged: { type: "boolean", absent: false },
    reason: { type: "string", absent: "" },
    signals: { type: "object", absent: {} },
  },
  Span: {
    start: { type: "number" },
    end: { type: "number" },
  },
};
