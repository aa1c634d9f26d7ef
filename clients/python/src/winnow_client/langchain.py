"""LangChain: a document compressor for retrievers, and messages for conversations and sessions. All fail open.

Needs the extra `winnow-client[langchain]`. The middleware for agents is in `winnow_client.langchain_agents`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from langchain_core.callbacks import Callbacks
from langchain_core.documents import Document
from langchain_core.documents.compressor import BaseDocumentCompressor
from langchain_core.messages import BaseMessage
from pydantic import ConfigDict

from ._documents import kept_of, request_for
from .client import AsyncSelectClient, SelectClient
from .conversation import Conversation, MessageView
from .messages import OPAQUE, Part, Role, as_text, text_part, view_of
from .selection import Selection
from .shapes import BudgetSpec, ContextRequest, RecordKind


class WinnowDocumentCompressor(BaseDocumentCompressor):
    """Keeps the parts of a retriever's documents that the query needs, within the budget.

    Documents keep their order, ids and metadata; `metadata["winnow"]` says what happened to each. Raises an error only
    if the client is strict.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    client: SelectClient
    async_client: AsyncSelectClient | None = None
    """Used by `acompress_documents`. Without it, `client` runs in a thread."""
    budget: dict[str, Any]
    """A `BudgetSpec`, such as `{"max_context_tokens": 1000}`."""
    on_selection: Callable[[Selection], None] | None = None
    """Receives every selection before it is used."""

    def compress_documents(
        self,
        documents: Sequence[Document],
        query: str,
        callbacks: Callbacks | None = None,
    ) -> Sequence[Document]:
        if not documents:
            return []
        request = self._request(documents, query)
        return self._kept(documents, request, self.client.select(request))

    async def acompress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        if self.async_client is None:
            return await super().acompress_documents(documents, query, callbacks)
        if not documents:
            return []
        request = self._request(documents, query)
        return self._kept(documents, request, await self.async_client.select(request))

    def _request(self, documents: Sequence[Document], query: str) -> ContextRequest:
        budget = cast("BudgetSpec", self.budget)
        return request_for(((each.page_content, each.metadata) for each in documents), query, budget)

    def _kept(self, documents: Sequence[Document], request: ContextRequest, selection: Selection) -> list[Document]:
        if self.on_selection is not None:
            self.on_selection(selection)
        return [
            Document(
                id=documents[kept.index].id,
                page_content=kept.text,
                metadata={**documents[kept.index].metadata, "winnow": kept.winnow},
            )
            for kept in kept_of(request, selection)
        ]


_ROLES: Mapping[str, tuple[Role, RecordKind]] = {
    "system": ("instructions", "external_data"),
    "developer": ("instructions", "external_data"),
    "human": ("user", "user_input"),
    "ai": ("assistant", "llm_response"),
    "tool": ("tool", "tool_result"),
}

_REPEATED_CALLS = frozenset({"tool_use", "tool_call", "function_call", "tool_call_chunk"})
"""Content blocks that repeat, in a provider's form, the calls in `tool_calls`."""

_THOUGHTS = frozenset({"reasoning", "thinking", "redacted_thinking"})


def langchain_conversation(
    messages: Sequence[BaseMessage], *, newest: int = 2, pinned: Callable[[BaseMessage, int], bool] | None = None
) -> Conversation[BaseMessage]:
    """A conversation of LangChain's messages.

    The `newest` groups of messages and the messages for which `pinned` is true stay as they are.
    """
    return Conversation(messages, [view_langchain(message) for message in messages], newest, pinned)


def view_langchain(message: BaseMessage) -> MessageView[BaseMessage]:
    """The view of LangChain's messages, for a session. A shortened message is a copy with all its other fields."""
    role, kind = _ROLES.get(message.type, ("other", "external_data"))
    given = [*getattr(message, "tool_calls", ()), *getattr(message, "invalid_tool_calls", ())]
    calls = [_call(call) for call in given]
    call_id = getattr(message, "tool_call_id", None) if message.type == "tool" else None

    def read_part(part: object) -> Part:
        kind = part.get("type") if isinstance(part, dict) else None
        if kind in _THOUGHTS or (calls and kind in _REPEATED_CALLS):
            return Part("attached")
        return text_part({"type": "text", "text": part} if isinstance(part, str) else part, call_id)

    return view_of(
        message.content or "",
        read_part,
        role=role,
        kind=kind,
        with_content=lambda content: message.model_copy(update={"content": content}),
        extra=calls if message.type in _ROLES else [*calls, OPAQUE],
    )


def _call(call: Mapping[str, Any]) -> Part:
    call_id = call.get("id")
    if not isinstance(call_id, str):
        return OPAQUE
    return Part("call", call_id, as_text(call.get("args", "")), as_text(call.get("name")))
