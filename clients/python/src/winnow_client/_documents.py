"""Converts documents of a framework to records, and a selection back to documents in their original order.

It never returns a document that was not given, or a text that is not the document's own.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .selection import Selection
from .shapes import BudgetSpec, ContextRecord, ContextRequest


@dataclass(frozen=True)
class Kept:
    """One kept document: its index, its text, and what the selection says about it.

    `winnow` holds `outcome`: `selected` with `score`, `reason`, `spans`, `selected_tokens` and `omitted_tokens`;
    `stood_down` with `reason`; or `failed_open` with the `cause` and `message` of the error.
    """

    index: int
    text: str
    winnow: dict[str, Any]


def request_for(texts: Iterable[tuple[str, Mapping[str, Any]]], query: str, budget: BudgetSpec) -> ContextRequest:
    """A request of texts with their metadata. Only a title and a source are sent, if they are strings.

    Records are named by position, because documents need not have ids and ids need not be unique.
    """
    records: list[ContextRecord] = [
        {
            "id": f"d{index}",
            "text": text,
            "title": _str(metadata.get("title")),
            "source": _str(metadata.get("source")),
        }
        for index, (text, metadata) in enumerate(texts)
    ]
    return {"request_id": uuid.uuid4().hex, "records": records, "task": {"prompt": query}, "budget": budget}


def kept_of(request: ContextRequest, selection: Selection) -> list[Kept]:
    """All documents, whole, if nothing was selected or the answer has no detail."""
    if selection.failed_open:
        cause = selection.cause
        return _whole(request, {"outcome": "failed_open", "cause": cause.kind, "message": str(cause)})
    response = selection.response
    if response["fallback_used"]:
        gate = response["gate"]
        return _whole(request, {"outcome": "stood_down", "reason": gate["reason"] if gate else ""})
    if not response["selected"]:
        message = "the answer does not say which records it holds"
        return _whole(request, {"outcome": "failed_open", "cause": "malformed_answer", "message": message})
    selected = {record["record_id"]: record for record in response["selected"]}
    return [
        Kept(
            index,
            found["excerpt"],
            {
                "outcome": "selected",
                "score": found["score"],
                "reason": found["reason"],
                "spans": found["spans"],
                "selected_tokens": found["selected_tokens"],
                "omitted_tokens": found["omitted_tokens"],
            },
        )
        for index, record in enumerate(request["records"])
        if (found := selected.get(str(record.get("id")))) is not None
    ]


def _whole(request: ContextRequest, winnow: dict[str, Any]) -> list[Kept]:
    return [Kept(index, record["text"], winnow) for index, record in enumerate(request["records"])]


def _str(value: object) -> str | None:
    return value if isinstance(value, str) else None
