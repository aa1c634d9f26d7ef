"""The tool results of a conversation: the place of each, the task of a cut, and messages with results replaced.

Also the tool with which a model asks for the whole of a cut result, in the form of each provider.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from ..conversation import MessageView, group_bounds, last_user_text, tool_names
from ..shapes import TaskSpec
from .money import BilledMessage

Message = TypeVar("Message")

EXPAND_TOOL_NAME: Final = "winnow_expand"
_DESCRIPTION = "Returns the whole of a tool result that was shortened. Its handle is in the mark, as w3 in [w3: ...]."
_PARAMETERS: dict[str, Any] = {
    "type": "object",
    "properties": {"handle": {"type": "string"}},
    "required": ["handle"],
    "additionalProperties": False,
}

OPENAI_EXPAND_TOOL: dict[str, Any] = {
    "type": "function",
    "function": {"name": EXPAND_TOOL_NAME, "description": _DESCRIPTION, "parameters": _PARAMETERS},
}
"""For `tools` of OpenAI's Chat Completions."""

ANTHROPIC_EXPAND_TOOL: dict[str, Any] = {
    "name": EXPAND_TOOL_NAME,
    "description": _DESCRIPTION,
    "input_schema": _PARAMETERS,
}
"""For `tools` of Anthropic's Messages."""

EXPAND_TOOL: dict[str, Any] = {"name": EXPAND_TOOL_NAME, "description": _DESCRIPTION, "parameters": _PARAMETERS}
"""Name, description and JSON Schema, for every other framework."""


@dataclass(frozen=True)
class ToolResult:
    message: int
    """The index of its message; `text` is the index of its text in the message."""
    text: int
    call: str
    tool: str
    """The name of the called tool; empty if the call is not in the conversation."""
    content: str
    """The text as the caller has it."""
    is_new: bool
    """No model has received it yet, because it comes after the last message of the assistant."""
    is_recent: bool
    """It is in one of the newest groups."""


def results_of(views: Sequence[MessageView[Any]], newest: int) -> list[ToolResult]:
    last_assistant = max((index for index, view in enumerate(views) if view.role == "assistant"), default=-1)
    bounds = group_bounds(views)
    recent_from = bounds[max(0, len(bounds) - newest)][0] if newest > 0 and bounds else len(views)
    names = tool_names(views)
    return [
        ToolResult(
            message,
            order,
            text.call_id,
            names.get(text.call_id, ""),
            text.text,
            is_new=message > last_assistant,
            is_recent=message >= recent_from,
        )
        for message, view in enumerate(views)
        # A message with calls or images stays whole.
        if not view.calls and not view.opaque
        for order, text in enumerate(view.texts)
        if text.kind == "tool_result" and text.call_id is not None
    ]


def task_of(views: Sequence[MessageView[Any]]) -> TaskSpec:
    """The task of new results: the last user text, the assistant's stated plan, and its calls."""
    calling = next((view for view in reversed(views) if view.role == "assistant"), None)
    stated = [text.text for text in calling.texts] if calling else []
    return {"prompt": "\n\n".join(text for text in [last_user_text(views), *stated] if text.strip())}


def is_expansion(views: Sequence[MessageView[Any]]) -> Callable[[MessageView[Any]], bool]:
    """True for a message that calls the expand tool or holds its result. Without a session it would not exist."""
    names = tool_names(views)
    return lambda view: any(names.get(text.call_id) == EXPAND_TOOL_NAME for text in view.texts if text.call_id)


def billed_messages(
    views: Sequence[MessageView[Any]],
    results: Sequence[ToolResult],
    text_of: Callable[[ToolResult], str],
    count_tokens: Callable[[str], int],
) -> list[BilledMessage]:
    """The messages as they are billed, with the text that `text_of` has for each result."""
    replaced = {(result.message, result.text): text_of(result) for result in results}
    texts = (
        "\n".join(replaced.get((message, order), each.text) for order, each in enumerate(view.texts))
        for message, view in enumerate(views)
    )
    return [BilledMessage(text, count_tokens(text)) for text in texts]


def rewritten(
    messages: Sequence[Message],
    views: Sequence[MessageView[Message]],
    results: Sequence[ToolResult],
    text_of: Callable[[ToolResult], str],
) -> list[Message]:
    """The messages with the text that `text_of` has for each result. An unchanged message stays the same object."""
    texts = {(result.message, result.text): text_of(result) for result in results}
    changed = {result.message for result in results if texts[result.message, result.text] != result.content}
    return [
        view.with_texts([texts.get((index, order), each.text) for order, each in enumerate(view.texts)])
        if index in changed
        else message
        for index, (message, view) in enumerate(zip(messages, views, strict=True))
    ]
