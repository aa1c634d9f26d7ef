"""Reads message lists of OpenAI's chat completions and of Anthropic's API as conversations.

Each format says what one part of a message is; `view_of` turns that into the view of a whole message.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, cast

from .conversation import Conversation, MessageText, MessageView
from .shapes import RecordKind

Message = TypeVar("Message")

Role = Literal["instructions", "user", "assistant", "tool", "other"]


@dataclass(frozen=True)
class Part:
    """What one part of a message is.

    `attached` stays with its message, such as a model's reasoning. `opaque` is not text, so its message stays as it is,
    and so does the call that it answers.
    """

    type: Literal["text", "call", "result", "attached", "opaque"]
    id: str | None = None
    text: str = ""
    name: str = ""
    with_text: Callable[[str], object] = lambda text: text


OPAQUE = Part("opaque")


def openai_conversation(
    messages: Sequence[Message], *, newest: int = 2, pinned: Callable[[Message, int], bool] | None = None
) -> Conversation[Message]:
    """A conversation of OpenAI's chat completions.

    The `newest` exchanges and the messages for which `pinned` is true stay as they are.
    """
    return Conversation(messages, [view_openai(message) for message in messages], newest, pinned)


def anthropic_conversation(
    messages: Sequence[Message], *, newest: int = 2, pinned: Callable[[Message, int], bool] | None = None
) -> Conversation[Message]:
    """A conversation of Anthropic's API, with the same options."""
    return Conversation(messages, [view_anthropic(message) for message in messages], newest, pinned)


def view_of(
    content: object,
    read_part: Callable[[object], Part],
    *,
    role: Role,
    kind: RecordKind,
    with_content: Callable[[Any], Message],
    extra: Sequence[Part] = (),
) -> MessageView[Message]:
    """The view of a message whose content is one text or a list of parts.

    `kind` is the kind of a text of this message; `extra` holds the calls and any other content outside the list.
    """
    raw: Sequence[object] = content if isinstance(content, list) else ()
    inside = (
        [read_part({"type": "text", "text": content})]
        if isinstance(content, str)
        else [read_part(part) for part in raw]
    )
    parts = [*inside, *extra]

    def with_texts(texts: Sequence[str | None]) -> Message:
        if isinstance(content, str):
            return with_content(texts[0] or "")
        left = iter(texts)
        kept: list[object] = []
        for given, part in zip(raw, inside, strict=True):
            text = next(left) if part.type in ("text", "result") else part.text
            if text is not None:
                # An uncut part stays the same object: its text may be a rendering of other data.
                kept.append(given if text == part.text else part.with_text(text))
        return with_content(kept)

    return MessageView(
        role=role,
        opaque=any(part.type == "opaque" for part in parts),
        calls=[part.id for part in parts if part.type == "call" and part.id is not None],
        results=[part.id for part in parts if part.type in ("result", "opaque") and part.id is not None],
        texts=[text for part in parts for text in _texts_of(part, kind)],
        with_texts=with_texts,
    )


def _texts_of(part: Part, kind: RecordKind) -> list[MessageText]:
    if part.type == "text":
        return [MessageText(kind, part.text)]
    if part.type == "result":
        return [MessageText("tool_result", part.text, part.id)]
    if part.type == "call":
        return [MessageText("tool_call", f"{part.name} {part.text}", part.id, part.name)]
    return []


def fields_of(value: object) -> Mapping[str, Any]:
    """The fields of a dict, or of a model of the official SDKs; empty for anything else."""
    if isinstance(value, dict):
        return value
    dump = getattr(value, "model_dump", None)
    fields = dump(mode="json", exclude_none=True) if callable(dump) else None
    return fields if isinstance(fields, dict) else {}


def as_text(value: object) -> str:
    """A text as it is, another value as JSON; empty for a value that JSON cannot hold."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError):
        return ""


ANTHROPIC_ROLES: Mapping[object, Role] = {"system": "instructions", "assistant": "assistant"}

OPENAI_ROLES: Mapping[object, tuple[Role, RecordKind]] = {
    "system": ("instructions", "external_data"),
    "developer": ("instructions", "external_data"),
    "user": ("user", "user_input"),
    "assistant": ("assistant", "llm_response"),
    "tool": ("tool", "tool_result"),
}


def view_openai(message: Message) -> MessageView[Message]:
    fields = fields_of(message)
    role, kind = OPENAI_ROLES.get(fields.get("role"), ("other", "external_data"))
    call_id = fields.get("tool_call_id")
    calls = [_openai_call(call) for call in fields.get("tool_calls") or ()]
    # An unknown role or an old form of calling leaves the message as it is.
    known = fields.get("role") in OPENAI_ROLES and not fields.get("function_call") and not fields.get("audio")
    return view_of(
        # An empty result still belongs to its call.
        fields.get("content") or "",
        lambda part: text_part(part, call_id if isinstance(call_id, str) else None),
        role=role,
        kind=kind,
        with_content=lambda content: cast("Message", {**fields, "content": content}),
        extra=calls if known else [*calls, OPAQUE],
    )


def text_part(part: object, call_id: str | None) -> Part:
    """A part of a message that is text or opaque. In a message with the result of a call, a text is the result."""
    fields = fields_of(part)
    text = fields.get("text")
    if fields.get("type") != "text" or not isinstance(text, str):
        return Part("opaque", call_id)
    kind: Literal["text", "result"] = "text" if call_id is None else "result"
    return Part(kind, call_id, text, with_text=lambda shorter: {**fields, "text": shorter})


def _openai_call(call: object) -> Part:
    fields = fields_of(call)
    called = fields_of(fields.get("custom" if fields.get("type") == "custom" else "function"))
    call_id = fields.get("id")
    if not isinstance(call_id, str) or not called:
        return OPAQUE
    given = called.get("arguments", called.get("input", ""))
    return Part("call", call_id, as_text(given), as_text(called.get("name")))


def view_anthropic(message: Message) -> MessageView[Message]:
    fields = fields_of(message)
    content = fields.get("content")
    by_user = fields.get("role") == "user"
    # A message that contains only results comes from tools, even if its role says otherwise.
    spoken = isinstance(content, str) or (
        isinstance(content, list) and any(fields_of(block).get("type") != "tool_result" for block in content)
    )
    return view_of(
        content,
        _anthropic_block,
        role=("user" if spoken else "tool") if by_user else ANTHROPIC_ROLES.get(fields.get("role"), "other"),
        kind="user_input" if by_user else "llm_response",
        with_content=lambda shorter: cast("Message", {**fields, "content": shorter}),
    )


def _anthropic_block(block: object) -> Part:
    fields = fields_of(block)
    kind = fields.get("type")
    if kind == "text":
        return text_part(fields, None)
    if kind == "tool_use" and isinstance(fields.get("id"), str):
        return Part("call", fields["id"], as_text(fields.get("input")), as_text(fields.get("name")))
    if kind == "tool_result" and isinstance(fields.get("tool_use_id"), str):
        text = _joined(fields.get("content", ""))
        if text is None:
            return Part("opaque", fields["tool_use_id"])
        return Part("result", fields["tool_use_id"], text, with_text=lambda shorter: {**fields, "content": shorter})
    return Part("attached") if kind in ("thinking", "redacted_thinking") else OPAQUE


def _joined(content: object) -> str | None:
    """None if the result contains more than text."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    texts = [fields_of(block).get("text") for block in content]
    strings = [text for text in texts if isinstance(text, str)]
    return "\n\n".join(strings) if len(strings) == len(texts) else None
