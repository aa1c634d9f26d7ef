"""Converts a conversation to records and back, for any format of messages.

Instructions, messages with other content than text, the newest groups and the last user turn stay as they are, outside
the budget. The rest is sent. A tool call and its results are kept or dropped together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from .selection import Selection
from .shapes import ContextRecord, RecordKind

Message = TypeVar("Message")

OMITTED_MARK = "...[omitted]"
"""Replaces a text that was left out of a message that must stay."""


@dataclass(frozen=True)
class MessageText:
    """One text of a message."""

    kind: RecordKind
    text: str
    call_id: str | None = None
    """The id of its call, or of the call that it answers."""
    tool_name: str | None = None
    """The name of the tool that it calls."""


@dataclass(frozen=True)
class MessageView(Generic[Message]):
    """One message of any format."""

    role: Literal["instructions", "user", "assistant", "tool", "other"]
    opaque: bool
    """It contains something besides text and calls, such as an image."""
    calls: Sequence[str]
    """The ids of the tool calls that it makes."""
    results: Sequence[str]
    """The ids of the tool calls whose results it holds."""
    texts: Sequence[MessageText]
    with_texts: Callable[[Sequence[str | None]], Message]
    """The message with its texts replaced; None leaves one out. Never used on a message that makes calls."""


@dataclass(frozen=True)
class Group:
    """Messages `start` to `end`, exclusive, that are kept or dropped together."""

    start: int
    end: int
    whole: bool
    """It stays as it is, outside the budget."""


class Conversation(Generic[Message]):
    """The records to send for a conversation, and the conversation with what a selection keeps."""

    def __init__(
        self,
        messages: Sequence[Message],
        views: Sequence[MessageView[Message]],
        newest: int,
        pinned: Callable[[Message, int], bool] | None,
    ) -> None:
        self._messages = messages
        self._views = views
        self._groups = groups_of(messages, views, newest, pinned)
        self._tool_names = tool_names(views)
        self.records: list[ContextRecord] = [
            record for group in self._groups if not group.whole for record in self._records_of(group)
        ]
        """The `records` of the request. Leave `return_per_record` on."""
        self.last_user_text = last_user_text(views)
        """The last user turn, for the task's prompt; empty if there is none."""

    def apply(self, selection: Selection) -> list[Message]:
        """The messages that the selection keeps, shortened; all of them, unchanged, if nothing was selected."""
        excerpts = excerpts_of(selection)
        if excerpts is None:
            return list(self._messages)
        opening = next((index for index, view in enumerate(self._views) if view.role == "user"), -1)
        kept: list[Message] = []
        for group in self._groups:
            indexes = range(group.start, group.end)
            if group.whole:
                kept.extend(self._messages[index] for index in indexes)
            # Some models refuse a conversation that does not begin with the user.
            elif group.start == opening or any(record["id"] in excerpts for record in self._records_of(group)):
                kept.extend(self._shortened(index, excerpts) for index in indexes)
        return kept

    def _records_of(self, group: Group) -> list[ContextRecord]:
        """Blank texts are never selected, so they are not sent. A result is titled by the tool that was called."""
        return [
            {
                "id": _record_id(index, order),
                "kind": text.kind,
                "text": text.text,
                "title": self._tool_names.get(text.call_id or "") if text.kind == "tool_result" else None,
                "step_id": text.call_id,
            }
            for index in range(group.start, group.end)
            for order, text in enumerate(self._views[index].texts)
            if text.text.strip()
        ]

    def _shortened(self, index: int, excerpts: Mapping[str, str]) -> Message:
        """A message of a kept group. One with tool calls stays whole, because a shortened call would be invalid."""
        message, view = self._messages[index], self._views[index]
        if view.calls:
            return message
        kept = [
            text.text
            if not text.text.strip()
            else excerpts.get(_record_id(index, order), None if text.call_id is None else OMITTED_MARK)
            for order, text in enumerate(view.texts)
        ]
        if kept == [text.text for text in view.texts]:
            return message
        return view.with_texts([OMITTED_MARK, *kept[1:]] if all(text is None for text in kept) else kept)


def groups_of(
    messages: Sequence[Message],
    views: Sequence[MessageView[Message]],
    newest: int,
    pinned: Callable[[Message, int], bool] | None,
) -> list[Group]:
    last_user = max((index for index, view in enumerate(views) if view.role == "user"), default=-1)
    bounds = group_bounds(views)
    return [
        Group(
            start,
            end,
            whole=order >= len(bounds) - newest
            or start <= last_user < end
            or any(view.role == "instructions" or view.opaque for view in views[start:end])
            or not any(text.text.strip() for view in views[start:end] for text in view.texts)
            or (pinned is not None and any(pinned(messages[index], index) for index in range(start, end))),
        )
        for order, (start, end) in enumerate(bounds)
    ]


def group_bounds(views: Sequence[MessageView[Any]]) -> list[tuple[int, int]]:
    """Each message alone, or all messages from one that calls tools to the last of their results."""
    last_result = {call: index for index, view in enumerate(views) for call in view.results}
    bounds: list[tuple[int, int]] = []
    start = 0
    while start < len(views):
        index, end = start, start + 1
        while index < end:
            end = max([end, *(last_result.get(call, index) + 1 for call in views[index].calls)])
            index += 1
        bounds.append((start, end))
        start = end
    return bounds


def tool_names(views: Sequence[MessageView[Any]]) -> dict[str, str]:
    """The name of the called tool by the id of the call."""
    texts = [text for view in views for text in view.texts]
    return {text.call_id: text.tool_name for text in texts if text.call_id is not None and text.tool_name}


def last_user_text(views: Sequence[MessageView[Any]]) -> str:
    """The words of the last user turn, without tool results in it."""
    texts = next((view.texts for view in reversed(views) if view.role == "user"), ())
    return "\n\n".join(text.text for text in texts if text.kind == "user_input")


def _record_id(message: int, text: int) -> str:
    return f"m{message}.{text}"


def excerpts_of(selection: Selection) -> dict[str, str] | None:
    """The kept part of each record; None if nothing was selected or the answer has no detail."""
    response = selection.response
    if response is None or response["fallback_used"] or not response["selected"]:
        return None
    return {record["record_id"]: record["excerpt"] for record in response["selected"]}
