"""A conversation as records and back, whatever shape its messages have.

Instructions, messages that hold more than text, the newest exchanges and the last user turn stay as they are, outside
the budget. The rest is sent. A tool call and its results are kept or dropped together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from .selection import Selection
from .shapes import ContextRecord, RecordKind

Message = TypeVar("Message")

OMITTED_MARK = "...[omitted]"
"""Stands where a text was left out of a message that has to stay."""


@dataclass(frozen=True)
class MessageText:
    """One text of a message."""

    kind: RecordKind
    text: str
    call_id: str | None = None
    """The call that the text makes or answers."""
    tool_name: str | None = None
    """The name of the tool that it calls."""


@dataclass(frozen=True)
class MessageReading(Generic[Message]):
    """One message as its dialect reads it."""

    role: Literal["instructions", "user", "other"]
    opaque: bool
    """It holds something besides text and calls, such as an image."""
    calls: Sequence[str]
    answers: Sequence[str]
    texts: Sequence[MessageText]
    with_texts: Callable[[Sequence[str | None]], Message]
    """The message with its texts replaced; None leaves one out. Never used on a message that makes calls."""


@dataclass(frozen=True)
class Exchange:
    """Messages `start` to `end`, exclusive, that are kept or dropped together."""

    start: int
    end: int
    whole: bool
    """It stays as it is, outside the budget."""


class Conversation(Generic[Message]):
    """What to send of a conversation, and the conversation with what a selection keeps of it."""

    def __init__(
        self,
        messages: Sequence[Message],
        readings: Sequence[MessageReading[Message]],
        newest: int,
        pinned: Callable[[Message, int], bool] | None,
    ) -> None:
        self._messages = messages
        self._readings = readings
        self._exchanges = exchanges_of(messages, readings, newest, pinned)
        self._tool_names = {
            text.call_id: text.tool_name for reading in readings for text in reading.texts if text.tool_name
        }
        self.records: list[ContextRecord] = [
            record for exchange in self._exchanges if not exchange.whole for record in self._records_of(exchange)
        ]
        """The `records` of the request. Leave `return_per_record` on."""
        self.last_user_text = last_user_text(readings)
        """The last user turn, for the task's prompt; empty if there is none."""

    def apply(self, selection: Selection) -> list[Message]:
        """The messages that the selection keeps, shortened; all of them, unchanged, if nothing was selected."""
        excerpts = _excerpts_of(selection)
        if excerpts is None:
            return list(self._messages)
        opening = next((index for index, reading in enumerate(self._readings) if reading.role == "user"), -1)
        kept: list[Message] = []
        for exchange in self._exchanges:
            indexes = range(exchange.start, exchange.end)
            if exchange.whole:
                kept.extend(self._messages[index] for index in indexes)
            # Some models refuse a conversation that does not open with the user.
            elif exchange.start == opening or any(record["id"] in excerpts for record in self._records_of(exchange)):
                kept.extend(self._shortened(index, excerpts) for index in indexes)
        return kept

    def _records_of(self, exchange: Exchange) -> list[ContextRecord]:
        """Blank texts are never selected, so they are not sent. A result is titled by the tool that was called."""
        return [
            {
                "id": _record_id(index, order),
                "kind": text.kind,
                "text": text.text,
                "title": self._tool_names.get(text.call_id) if text.kind == "tool_result" else None,
                "step_id": text.call_id,
            }
            for index in range(exchange.start, exchange.end)
            for order, text in enumerate(self._readings[index].texts)
            if text.text.strip()
        ]

    def _shortened(self, index: int, excerpts: Mapping[str, str]) -> Message:
        """A message of an exchange that stays. One that calls tools stays whole: a call cut short is no call."""
        message, reading = self._messages[index], self._readings[index]
        if reading.calls:
            return message
        kept = [
            text.text
            if not text.text.strip()
            else excerpts.get(_record_id(index, order), None if text.call_id is None else OMITTED_MARK)
            for order, text in enumerate(reading.texts)
        ]
        if kept == [text.text for text in reading.texts]:
            return message
        return reading.with_texts([OMITTED_MARK, *kept[1:]] if all(text is None for text in kept) else kept)


def exchanges_of(
    messages: Sequence[Message],
    readings: Sequence[MessageReading[Message]],
    newest: int,
    pinned: Callable[[Message, int], bool] | None,
) -> list[Exchange]:
    """Each message alone, or from a message that calls tools to the last one that answers it, with all in between."""
    last_answer = {call: index for index, reading in enumerate(readings) for call in reading.answers}
    last_user = max((index for index, reading in enumerate(readings) if reading.role == "user"), default=-1)
    bounds: list[tuple[int, int]] = []
    start = 0
    while start < len(readings):
        index, end = start, start + 1
        while index < end:
            end = max([end, *(last_answer.get(call, index) + 1 for call in readings[index].calls)])
            index += 1
        bounds.append((start, end))
        start = end
    return [
        Exchange(
            start,
            end,
            whole=order >= len(bounds) - newest
            or start <= last_user < end
            or any(reading.role == "instructions" or reading.opaque for reading in readings[start:end])
            or not any(text.text.strip() for reading in readings[start:end] for text in reading.texts)
            or (pinned is not None and any(pinned(messages[index], index) for index in range(start, end))),
        )
        for order, (start, end) in enumerate(bounds)
    ]


def last_user_text(readings: Sequence[MessageReading[Message]]) -> str:
    """The words of the last user turn, without the tool results that it may hold."""
    texts = next((reading.texts for reading in reversed(readings) if reading.role == "user"), ())
    return "\n\n".join(text.text for text in texts if text.kind == "user_input")


def _record_id(message: int, text: int) -> str:
    return f"m{message}.{text}"


def _excerpts_of(selection: Selection) -> dict[str, str] | None:
    """What was kept of each record; None if nothing was selected or the answer does not say what."""
    response = selection.response
    if response is None or response["fallback_used"] or not response["selected"]:
        return None
    return {record["record_id"]: record["excerpt"] for record in response["selected"]}
