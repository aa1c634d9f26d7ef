// The shapes of a select call as /v1 writes them. Generated from the proto files by `make gen`; do not edit.

/** One call: the records that a caller holds, the task that they must serve, and the budget. */
export interface ContextRequest {
  /**
   * The caller's correlation id, echoed unchanged. It reaches the service's logs (at most 128 characters of
   * `[A-Za-z0-9._:-]`; anything else is echoed as sent and logged sanitised).
   */
  readonly request_id: string;
  /** The records to choose from. May be empty. Their order breaks ties. */
  readonly records: readonly ContextRecord[];
  /** What the context must serve. */
  readonly task: TaskSpec;
  /** What the selection may cost. */
  readonly budget: BudgetSpec;
  /** No effect today: `rendered_context` is always built. */
  readonly render?: boolean | undefined;
  /** How excerpts may be written. */
  readonly render_format?: "plain" | "hybrid" | undefined;
  /** False leaves `selected` empty, for a smaller answer. */
  readonly return_per_record?: boolean | undefined;
}

/** One record. Only `text` is its content; the other fields improve the selection. */
export interface ContextRecord {
  /** The content. Kept or excerpted, and re-encoded only if `render_format` is `hybrid`. Metered. */
  readonly text: string;
  /** What the record is. A value outside the enum fails the call as an engine error. */
  readonly kind?:
    | "user_input"
    | "llm_response"
    | "tool_call"
    | "tool_result"
    | "external_data"
    | "error"
    | "artifact"
    | "tool_schema"
    | undefined;
  /** The caller's id, echoed as `record_id`. A record without one gets a generated id. */
  readonly id?: string | null | undefined;
  /** Where the record comes from. Echoed. */
  readonly source?: string | null | undefined;
  /** A short label. Echoed. Metered. */
  readonly title?: string | null | undefined;
  /** The workflow step that produced the record. Shows recency, and keeps calls and results together. */
  readonly step_id?: string | null | undefined;
  /** How relevant the caller considers the record. A hint: it does not pin the record. */
  readonly importance?: number | undefined;
  /** Words for the topic of the record. Not metered. */
  readonly keywords?: readonly string[] | undefined;
  /** Labels of the record. Not metered. */
  readonly tags?: readonly string[] | undefined;
  /** Free-form values, searched like keywords. Not metered. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

/** The task that the context must serve. */
export interface TaskSpec {
  /** What the model is asked to do. Metered. */
  readonly prompt: string;
  /** The tool about to be called. */
  readonly tool_name?: string | null | undefined;
  /** No effect today; does not pin a record. If a record must be sent, leave it out of `records` and add it yourself. */
  readonly required_record_ids?: readonly string[] | undefined;
  /** No effect today. */
  readonly parent_record_ids?: readonly string[] | undefined;
  /** Words for the topic of the task. */
  readonly keywords?: readonly string[] | undefined;
  /** Labels of the task. */
  readonly tags?: readonly string[] | undefined;
  /** The workflow step that the task belongs to. */
  readonly step_id?: string | null | undefined;
  /** Prompts of earlier steps, oldest first. Metered; no other effect today. */
  readonly recent_prompts?: readonly string[] | undefined;
  /** A hint about the form of the answer. */
  readonly output_mode?: string | null | undefined;
  /** Expected tokens of the downstream answer. */
  readonly output_token_budget?: number | null | undefined;
}

/** What the selection may cost, and which configuration applies. */
export interface BudgetSpec {
  /** Most tokens of the whole rendered context. */
  readonly max_context_tokens: number;
  /** The pinned configuration. Send one, because the default may move to a new label. */
  readonly operating_point?: string | null | undefined;
  /** Most records in the selection. */
  readonly max_records?: number | null | undefined;
  /** No effect today: the operating point decides the size of excerpts. */
  readonly max_excerpt_tokens_per_record?: number | null | undefined;
  /** How the budget is spent. Adaptive without `adaptive` runs as fixed. */
  readonly mode?: "fixed" | "adaptive" | undefined;
  /** The ladder of an adaptive call. */
  readonly adaptive?: AdaptiveBudget | null | undefined;
  /** Makes the coverage verdict of an adaptive call strict. No effect on a fixed one. */
  readonly require_evidence_coverage?: boolean | null | undefined;
}

/** A ladder of budgets. */
export interface AdaptiveBudget {
  /** The first rung. */
  readonly initial_tokens: number;
  /** Further rungs, strictly ascending, above the first. */
  readonly escalation_tokens?: readonly number[] | undefined;
  /** Whether the ladder may end in the whole context. */
  readonly allow_full_context_fallback?: boolean | undefined;
}

/** The answer of a select call: a selection, or the whole context if trimming would not pay. */
export interface ContextResponse {
  /** The id of the request, unchanged. */
  readonly request_id: string;
  /** The block to put into the prompt. */
  readonly rendered_context: string;
  /** The frozen version behind the operating point that ran. */
  readonly policy_version: string | null;
  /** The selected records, best first. Empty on a stand-down, or if `return_per_record` is false. */
  readonly selected: readonly SelectedRecord[];
  /** Sum of the token counts of every record's text. */
  readonly tokens_before: number;
  /** Tokens after selection. */
  readonly tokens_after: number;
  /** `tokens_before - tokens_after`. */
  readonly tokens_saved: number;
  /** Records with usable text. */
  readonly records_available: number;
  /** Records in the answer. */
  readonly records_selected: number;
  /** True if the whole context was returned instead of a selection. */
  readonly fallback_used: boolean;
  /** A stable class name if the selection pass failed. The call still succeeds, with the whole context. */
  readonly selection_error: string | null;
  /** Milliseconds the selection took. */
  readonly engine_latency_ms: number;
  /** The budget of the answer. */
  readonly budget_tokens: number;
  /** Every rung that was tried, in order. Empty on a fixed call. */
  readonly attempted_budget_tokens: readonly number[];
  /** `tokens_saved / tokens_before`; 0 if the request had no tokens. */
  readonly reduction_ratio: number;
  /** The coverage verdict of an adaptive call. */
  readonly safety: SafetySummary | null;
  /** The gate's decision, if it made one. */
  readonly gate: GateSummary | null;
  /** Additive diagnostics. */
  readonly format_metrics: Readonly<Record<string, unknown>>;
}

/** One selected record. */
export interface SelectedRecord {
  /** The caller's id, or a generated one. */
  readonly record_id: string;
  /** What the record is. */
  readonly kind: string;
  /** The caller's title. */
  readonly title: string | null;
  /** The caller's source. */
  readonly source: string | null;
  /** Comparable only within one answer. */
  readonly score: number;
  /** The strongest part of the score. An open set. */
  readonly reason: string;
  /** The kept parts of the text, in document order. Each gap is marked in the text's own units. */
  readonly excerpt: string;
  /** `plain`, or the name of a re-encoding. An open set. */
  readonly excerpt_format: string;
  /** Tokens of `excerpt`. */
  readonly selected_tokens: number;
  /** The places of the kept pieces in the record's text. Empty for a re-encoding. */
  readonly spans: readonly Span[];
  /** Tokens of the record's text that are not in the excerpt. */
  readonly omitted_tokens: number;
  /** Index of the record in the request. */
  readonly position: number;
  /** The parts of the score. */
  readonly score_parts: Readonly<Record<string, number>>;
  /** At most eight words of the task that the record matches, strongest first. */
  readonly matched_terms: readonly string[];
}

/** The verdict on whether a selection contains what the task asks for. */
export interface SafetySummary {
  /** The verdict: the score is high enough. In a lenient call a term may still be missing; see `evidence_terms`. */
  readonly selection_safe: boolean;
  /** No rung of the ladder sufficed, so the whole context was returned. */
  readonly fallback_required: boolean;
  /** Why the verdict is insufficient. Empty if it is sufficient. */
  readonly fallback_reason: string;
  /** The estimated probability that nothing is missing from the selection, 0 to 1. */
  readonly coverage_score: number;
  /** What kind of evidence the task asks for. */
  readonly evidence_shape: string;
  /** What the task asks for, by whether the selection contains it. */
  readonly evidence_terms: Readonly<Record<string, readonly string[]>> | null;
  /** What is missing from an insufficient selection. */
  readonly repair_reasons: readonly string[];
}

/** The gate's decision. */
export interface GateSummary {
  /** True: a selection was made. False: the whole context was returned. */
  readonly engaged: boolean;
  /** `engage:<why>` or `standdown:<why>`. An open set. */
  readonly reason: string;
  /** Figures behind the decision. Informational. */
  readonly signals: Readonly<Record<string, unknown>>;
}

/** A kept piece of a record's text, in Unicode code points, end exclusive. */
export interface Span {
  /** First code point. */
  readonly start: number;
  /** One past the last code point. */
  readonly end: number;
}
