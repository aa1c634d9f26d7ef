"""LlamaIndex: a node postprocessor for query engines. Needs the extra `winnow-client[llamaindex]`. Fails open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import MetadataMode, NodeWithScore, QueryBundle, TextNode

from ._documents import kept_of, request_for
from .client import AsyncSelectClient, SelectClient
from .selection import Selection
from .shapes import BudgetSpec, ContextRequest


class WinnowPostprocessor(BaseNodePostprocessor):
    """Keeps the parts of a retriever's nodes that the query needs, within the budget.

    Nodes keep their order, ids, scores and metadata. `metadata["winnow"]` says what happened to each, and is not sent
    to models or embedders. Without a query, nodes are returned unchanged.
    """

    client: SelectClient
    async_client: AsyncSelectClient | None = None
    """Used by `apostprocess_nodes`. Without it, `client` runs in a thread."""
    budget: dict[str, Any]
    """A `BudgetSpec`, such as `{"max_context_tokens": 1000}`."""
    on_selection: Callable[[Selection], None] | None = None
    """Receives every selection before it is used."""

    @classmethod
    def class_name(cls) -> str:
        return "WinnowPostprocessor"

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        request = self._request(nodes, query_bundle)
        return nodes if request is None else self._kept(nodes, request, self.client.select(request))

    async def _apostprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        if self.async_client is None:
            return await super()._apostprocess_nodes(nodes, query_bundle)
        request = self._request(nodes, query_bundle)
        return nodes if request is None else self._kept(nodes, request, await self.async_client.select(request))

    def _request(self, nodes: list[NodeWithScore], query: QueryBundle | None) -> ContextRequest | None:
        if not nodes or query is None:
            return None
        texts = ((each.node.get_content(MetadataMode.NONE), each.node.metadata) for each in nodes)
        budget = cast("BudgetSpec", self.budget)
        return request_for(texts, query.query_str, budget)

    def _kept(self, nodes: list[NodeWithScore], request: ContextRequest, selection: Selection) -> list[NodeWithScore]:
        if self.on_selection is not None:
            self.on_selection(selection)
        return [_annotated(nodes[kept.index], kept.text, kept.winnow) for kept in kept_of(request, selection)]


def _annotated(found: NodeWithScore, text: str, winnow: dict[str, Any]) -> NodeWithScore:
    node = found.node.model_copy(deep=True)
    node.metadata["winnow"] = winnow
    for excluded in (node.excluded_llm_metadata_keys, node.excluded_embed_metadata_keys):
        excluded.append("winnow")
    # A node of another kind, such as an image with a caption, keeps its content.
    if isinstance(node, TextNode):
        node.set_content(text)
    return NodeWithScore(node=node, score=found.score)
