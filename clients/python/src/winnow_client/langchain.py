"""LangChain: a document compressor for retrievers. Of the extra `winnow-client[langchain]`. Fails open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from langchain_core.callbacks import Callbacks
from langchain_core.documents import Document
from langchain_core.documents.compressor import BaseDocumentCompressor
from pydantic import ConfigDict

from ._documents import kept_of, request_for
from .client import AsyncSelectClient, SelectClient
from .selection import Selection
from .shapes import BudgetSpec, ContextRequest


class WinnowDocumentCompressor(BaseDocumentCompressor):
    """Keeps what the query needs of the documents that a retriever found, within the budget.

    Documents keep their order, ids and metadata; `metadata["winnow"]` says what happened to each. Raises only what a
    strict client raises.
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
