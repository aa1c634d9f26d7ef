"""The result of a call: an answer or, without a usable one, the caller's own context and the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from .errors import WinnowError
from .shapes import ContextResponse

RECORD_SEPARATOR = "\n\n"
"""The service puts the same separator between two records."""


@dataclass(frozen=True)
class Answered:
    """The service answered: with a selection, or with the whole context if trimming would not pay."""

    context: str
    """The block to put into the prompt."""
    response: ContextResponse
    failed_open: Literal[False] = False
    cause: None = None


@dataclass(frozen=True)
class FailedOpen:
    """No usable answer came: `context` holds the whole text of every record, in order."""

    context: str
    cause: WinnowError
    failed_open: Literal[True] = True
    response: None = None


Selection = Answered | FailedOpen


def failed_open(request: object, cause: WinnowError) -> FailedOpen:
    """Joins the texts of all records whose text is a string."""
    records = request.get("records") if isinstance(request, Mapping) else None
    texts = (record.get("text") for record in records or () if isinstance(record, Mapping)) if _is_list(records) else ()
    return FailedOpen(RECORD_SEPARATOR.join(text for text in texts if isinstance(text, str)), cause)


def _is_list(value: object) -> bool:
    return isinstance(value, (list, tuple))
