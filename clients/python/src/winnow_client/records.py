"""Records that must reach the prompt, and the exact pieces of a text that a selection kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .selection import RECORD_SEPARATOR, Selection
from .shapes import ContextRecord, Span


@dataclass(frozen=True)
class PinnedRecords:
    """The records to send, and the texts that stay out of the request."""

    records: list[ContextRecord]
    """The records to send."""
    before: list[str]
    after: list[str]

    def assemble(self, selection: Selection) -> str:
        """The whole prompt: pinned records that came first, the selected context, then the other pinned records."""
        texts = [*self.before, selection.context, *self.after]
        return RECORD_SEPARATOR.join(text for text in texts if text)


def pin_records(
    records: Sequence[ContextRecord],
    *,
    pinned: Callable[[ContextRecord, int], bool] = lambda _record, _index: False,
    newest: int = 0,
) -> PinnedRecords:
    """Keeps the `pinned` and the `newest` last records out of the request: no field of a request pins a record."""
    kept = [index >= len(records) - newest or pinned(record, index) for index, record in enumerate(records)]
    first_sent = kept.index(False) if False in kept else len(records)
    texts = [(index, record["text"]) for index, record in enumerate(records) if kept[index]]
    return PinnedRecords(
        records=[record for index, record in enumerate(records) if not kept[index]],
        before=[text for index, text in texts if index < first_sent],
        after=[text for index, text in texts if index > first_sent],
    )


def cut_spans(text: str, spans: Sequence[Span]) -> list[str]:
    """The pieces of a text that `selected[...]["spans"]` names, in Unicode code points, as Python counts characters.

    Raises ValueError if a span is empty, out of order or beyond the text, because it then belongs to another text.
    """
    end = 0
    for span in spans:
        if not end <= span["start"] < span["end"] <= len(text):
            raise ValueError(f"span {span['start']} to {span['end']} is empty, out of order or beyond the text")
        end = span["end"]
    return [text[span["start"] : span["end"]] for span in spans]
