"""What an answer holds, as data: the type of each field and the value of a field that is left out.

Generated from the proto files by `make gen`; do not edit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal


@dataclass(frozen=True)
class ListOf:
    item: FieldType


@dataclass(frozen=True)
class MapOf:
    item: FieldType


@dataclass(frozen=True)
class MessageOf:
    name: str


FieldType = Literal["string", "number", "boolean", "object"] | ListOf | MapOf | MessageOf


@dataclass(frozen=True)
class AnswerField:
    type: FieldType
    required: bool = False
    absent: Any = None


SELECT_PATH: Final = "/v1/context/select"

ANSWER_FIELDS: Final[dict[str, dict[str, AnswerField]]] = {
    "ContextResponse": {
        "request_id": AnswerField("string", required=True),
        "rendered_context": AnswerField("string", required=True),
        "policy_version": AnswerField("string"),
        "selected": AnswerField(ListOf(MessageOf("SelectedRecord")), absent=[]),
        "tokens_before": AnswerField("number", required=True),
        "tokens_after": AnswerField("number", required=True),
        "tokens_saved": AnswerField("number", required=True),
        "records_available": AnswerField("number", required=True),
        "records_selected": AnswerField("number", required=True),
        "fallback_used": AnswerField("boolean", required=True),
        "selection_error": AnswerField("string"),
        "engine_latency_ms": AnswerField("number", required=True),
        "budget_tokens": AnswerField("number", absent=0),
        "attempted_budget_tokens": AnswerField(ListOf("number"), absent=[]),
        "reduction_ratio": AnswerField("number", absent=0),
        "safety": AnswerField(MessageOf("SafetySummary")),
        "gate": AnswerField(MessageOf("GateSummary")),
        "format_metrics": AnswerField("object", absent={}),
    },
    "SelectedRecord": {
        "record_id": AnswerField("string", required=True),
        "kind": AnswerField("string", absent="external_data"),
        "title": AnswerField("string"),
        "source": AnswerField("string"),
        "score": AnswerField("number", absent=0),
        "reason": AnswerField("string", absent=""),
        "excerpt": AnswerField("string", absent=""),
        "excerpt_format": AnswerField("string", absent="plain"),
        "selected_tokens": AnswerField("number", absent=0),
        "spans": AnswerField(ListOf(MessageOf("Span")), absent=[]),
        "omitted_tokens": AnswerField("number", absent=0),
        "position": AnswerField("number", absent=0),
        "score_parts": AnswerField(MapOf("number"), absent={}),
        "matched_terms": AnswerField(ListOf("string"), absent=[]),
    },
    "SafetySummary": {
        "selection_safe": AnswerField("boolean", absent=True),
        "fallback_required": AnswerField("boolean", absent=False),
        "fallback_reason": AnswerField("string", absent=""),
        "coverage_score": AnswerField("number", absent=0),
        "evidence_shape": AnswerField("string", absent="unknown"),
        "evidence_terms": AnswerField(MapOf(ListOf("string"))),
        "repair_reasons": AnswerField(ListOf("string"), absent=[]),
    },
    "GateSummary": {
        "engaged": AnswerField("boolean", absent=False),
        "reason": AnswerField("string", absent=""),
        "signals": AnswerField("object", absent={}),
    },
    "Span": {
        "start": AnswerField("number", required=True),
        "end": AnswerField("number", required=True),
    },
}
