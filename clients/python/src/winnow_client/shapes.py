"""The shapes of a select call as /v1 writes them. Generated from the proto files by `make gen`; do not edit."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired

RenderFormat = Literal[
    "plain",
    "hybrid",
]
"""How excerpts may be written."""

RecordKind = Literal[
    "user_input",
    "llm_response",
    "tool_call",
    "tool_result",
    "external_data",
    "error",
    "artifact",
    "tool_schema",
]
"""What a record is. Each kind has its own prior in selection."""

BudgetMode = Literal[
    "fixed",
    "adaptive",
]
"""How the budget is spent."""


class ContextRequest(TypedDict):
    """One call: the records that a caller holds, the task that they must serve, and the budget."""

    request_id: str
    """The caller's correlation id, echoed unchanged. It reaches the service's logs (at most 128 characters of
    `[A-Za-z0-9._:-]`; anything else is echoed as sent and logged sanitised)."""

    records: Sequence[ContextRecord]
    """The records to choose from. May be empty. Their order breaks ties."""

    task: TaskSpec
    """What the context must serve."""

    budget: BudgetSpec
    """What the selection may cost."""

    render: NotRequired[bool]
    """No effect today: `rendered_context` is always built."""

    render_format: NotRequired[RenderFormat]
    """How excerpts may be written."""

    return_per_record: NotRequired[bool]
    """False leaves `selected` empty, for a smaller answer."""


class ContextRecord(TypedDict):
    """One record. Only `text` is its content; the other fields improve the selection."""

    text: str
    """The content. Kept or excerpted, and re-encoded only if `render_format` is `hybrid`. Metered."""

    kind: NotRequired[RecordKind]
    """What the record is. A value outside the enum fails the call as an engine error."""

    id: NotRequired[str | None]
    """The caller's id, echoed as `record_id`. A record without one gets a generated id."""

    source: NotRequired[str | None]
    """Where the record comes from. Echoed."""

    title: NotRequired[str | None]
    """A short label. Echoed. Metered."""

    step_id: NotRequired[str | None]
    """The workflow step that produced the record. Shows recency, and keeps calls and results together."""

    importance: NotRequired[float]
    """How relevant the caller considers the record. A hint: it does not pin the record."""

    keywords: NotRequired[Sequence[str]]
    """Words for the topic of the record. Not metered."""

    tags: NotRequired[Sequence[str]]
    """Labels of the record. Not metered."""

    attributes: NotRequired[Mapping[str, Any]]
    """Free-form values, searched like keywords. Not metered."""


class TaskSpec(TypedDict):
    """The task that the context must serve."""

    prompt: str
    """What the model is asked to do. Metered."""

    tool_name: NotRequired[str | None]
    """The tool about to be called."""

    required_record_ids: NotRequired[Sequence[str]]
    """No effect today; does not pin a record. If a record must be sent, leave it out of `records` and add it
    yourself."""

    parent_record_ids: NotRequired[Sequence[str]]
    """No effect today."""

    keywords: NotRequired[Sequence[str]]
    """Words for the topic of the task."""

    tags: NotRequired[Sequence[str]]
    """Labels of the task."""

    step_id: NotRequired[str | None]
    """The workflow step that the task belongs to."""

    recent_prompts: NotRequired[Sequence[str]]
    """Prompts of earlier steps, oldest first. Metered; no other effect today."""

    output_mode: NotRequired[str | None]
    """A hint about the form of the answer."""

    output_token_budget: NotRequired[int | None]
    """Expected tokens of the downstream answer."""


class BudgetSpec(TypedDict):
    """What the selection may cost, and which configuration applies."""

    max_context_tokens: int
    """Most tokens of the whole rendered context."""

    operating_point: NotRequired[str | None]
    """The pinned configuration. Send one, because the default may move to a new label."""

    max_records: NotRequired[int | None]
    """Most records in the selection."""

    max_excerpt_tokens_per_record: NotRequired[int | None]
    """No effect today: the operating point decides the size of excerpts."""

    mode: NotRequired[BudgetMode]
    """How the budget is spent. Adaptive without `adaptive` runs as fixed."""

    adaptive: NotRequired[AdaptiveBudget | None]
    """The ladder of an adaptive call."""

    require_evidence_coverage: NotRequired[bool | None]
    """Makes the coverage verdict of an adaptive call strict. No effect on a fixed one."""


class AdaptiveBudget(TypedDict):
    """A ladder of budgets."""

    initial_tokens: int
    """The first rung."""

    escalation_tokens: NotRequired[Sequence[int]]
    """Further rungs, strictly ascending, above the first."""

    allow_full_context_fallback: NotRequired[bool]
    """Whether the ladder may end in the whole context."""


class ContextResponse(TypedDict):
    """The answer of a select call: a selection, or the whole context if trimming would not pay."""

    request_id: str
    """The id of the request, unchanged."""

    rendered_context: str
    """The block to put into the prompt."""

    policy_version: str | None
    """The frozen version behind the operating point that ran."""

    selected: list[SelectedRecord]
    """The selected records, best first. Empty on a stand-down, or if `return_per_record` is false."""

    tokens_before: int
    """Sum of the token counts of every record's text."""

    tokens_after: int
    """Tokens after selection."""

    tokens_saved: int
    """`tokens_before - tokens_after`."""

    records_available: int
    """Records with usable text."""

    records_selected: int
    """Records in the answer."""

    fallback_used: bool
    """True if the whole context was returned instead of a selection."""

    selection_error: str | None
    """A stable class name if the selection pass failed. The call still succeeds, with the whole context."""

    engine_latency_ms: float
    """Milliseconds the selection took."""

    budget_tokens: int
    """The budget of the answer."""

    attempted_budget_tokens: list[int]
    """Every rung that was tried, in order. Empty on a fixed call."""

    reduction_ratio: float
    """`tokens_saved / tokens_before`; 0 if the request had no tokens."""

    safety: SafetySummary | None
    """The coverage verdict of an adaptive call."""

    gate: GateSummary | None
    """The gate's decision, if it made one."""

    format_metrics: dict[str, Any]
    """Additive diagnostics."""


class SelectedRecord(TypedDict):
    """One selected record."""

    record_id: str
    """The caller's id, or a generated one."""

    kind: str
    """What the record is."""

    title: str | None
    """The caller's title."""

    source: str | None
    """The caller's source."""

    score: float
    """Comparable only within one answer."""

    reason: str
    """The strongest part of the score. An open set."""

    excerpt: str
    """The kept parts of the text, in document order. Each gap is marked in the text's own units."""

    excerpt_format: str
    """`plain`, or the name of a re-encoding. An open set."""

    selected_tokens: int
    """Tokens of `excerpt`."""

    spans: list[Span]
    """The places of the kept pieces in the record's text. Empty for a re-encoding."""

    omitted_tokens: int
    """Tokens of the record's text that are not in the excerpt."""

    position: int
    """Index of the record in the request."""

    score_parts: dict[str, float]
    """The parts of the score."""

    matched_terms: list[str]
    """At most eight words of the task that the record matches, strongest first."""


class SafetySummary(TypedDict):
    """The verdict on whether a selection contains what the task asks for."""

    selection_safe: bool
    """The verdict: the score is high enough. In a lenient call a term may still be missing; see `evidence_terms`."""

    fallback_required: bool
    """No rung of the ladder sufficed, so the whole context was returned."""

    fallback_reason: str
    """Why the verdict is insufficient. Empty if it is sufficient."""

    coverage_score: float
    """The estimated probability that nothing is missing from the selection, 0 to 1."""

    evidence_shape: str
    """What kind of evidence the task asks for."""

    evidence_terms: dict[str, list[str]] | None
    """What the task asks for, by whether the selection contains it."""

    repair_reasons: list[str]
    """What is missing from an insufficient selection."""


class GateSummary(TypedDict):
    """The gate's decision."""

    engaged: bool
    """True: a selection was made. False: the whole context was returned."""

    reason: str
    """`engage:<why>` or `standdown:<why>`. An open set."""

    signals: dict[str, Any]
    """Figures behind the decision. Informational."""


class Span(TypedDict):
    """A kept piece of a record's text, in Unicode code points, end exclusive."""

    start: int
    """First code point."""

    end: int
    """One past the last code point."""
