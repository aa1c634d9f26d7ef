"""The adapters in the real LangChain and LlamaIndex, with a scripted service."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.documents import Document
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from winnow_client import AsyncSelectClient, ForbiddenError, Selection
from winnow_client.langchain import WinnowDocumentCompressor
from winnow_client.llamaindex import WinnowPostprocessor

from .made import LEAST_ANSWER, AsyncScriptedTransport, keeping, scripted_client

BUDGET = {"max_context_tokens": 20}
TEXTS = ["Fees are charged by the night.", "Oulu freezes first.\nKemi freezes last.", "Shore power is cheaper."]
KEEPING = keeping({"d2": "Shore power is cheaper.", "d1": "Oulu freezes first."})


def refusing(_request: dict[str, Any]) -> object:
    raise ForbiddenError("the key was refused", status=403)


def standing_down(request: dict[str, Any]) -> object:
    gate = {"engaged": False, "reason": "standdown:small"}
    return {**LEAST_ANSWER, "request_id": request["request_id"], "fallback_used": True, "gate": gate}


def silent(request: dict[str, Any]) -> object:
    return {**LEAST_ANSWER, "request_id": request["request_id"]}


WHOLE: list[tuple[Callable[[dict[str, Any]], object], dict[str, str]]] = [
    (refusing, {"outcome": "failed_open", "cause": "forbidden", "message": "the key was refused"}),
    (standing_down, {"outcome": "stood_down", "reason": "standdown:small"}),
    (
        silent,
        {
            "outcome": "failed_open",
            "cause": "malformed_answer",
            "message": "the answer does not say which records it holds",
        },
    ),
]


def documents() -> list[Document]:
    return [
        Document(id=f"doc-{index}", page_content=text, metadata={"source": "port.md", "page": index})
        for index, text in enumerate(TEXTS)
    ]


def nodes() -> list[NodeWithScore]:
    return [
        NodeWithScore(node=TextNode(id_=f"node-{index}", text=text, metadata={"title": "Port"}), score=0.5)
        for index, text in enumerate(TEXTS)
    ]


def test_the_compressor_keeps_order_ids_and_metadata() -> None:
    client, transport = scripted_client(KEEPING)
    received: list[Selection] = []
    compressor = WinnowDocumentCompressor(client=client, budget=BUDGET, on_selection=received.append)
    kept = compressor.compress_documents(documents(), "Which harbour freezes first?")
    assert [(each.id, each.page_content) for each in kept] == [
        ("doc-1", "Oulu freezes first."),
        ("doc-2", "Shore power is cheaper."),
    ]
    assert kept[0].metadata["page"] == 1
    assert kept[0].metadata["winnow"]["outcome"] == "selected"
    assert transport.requests[0]["task"] == {"prompt": "Which harbour freezes first?"}
    assert transport.requests[0]["budget"] == BUDGET
    assert transport.requests[0]["records"][0] == {"id": "d0", "text": TEXTS[0], "title": None, "source": "port.md"}
    assert [selection.failed_open for selection in received] == [False]


@pytest.mark.parametrize(("answer", "winnow"), WHOLE)
def test_the_compressor_keeps_everything_if_nothing_was_selected(answer: Any, winnow: dict[str, str]) -> None:
    compressor = WinnowDocumentCompressor(client=scripted_client(answer)[0], budget=BUDGET)
    kept = compressor.compress_documents(documents(), "any")
    assert [each.page_content for each in kept] == TEXTS
    assert [each.metadata["winnow"] for each in kept] == [winnow] * 3


def test_the_compressor_sends_no_empty_list() -> None:
    client, transport = scripted_client(KEEPING)
    assert WinnowDocumentCompressor(client=client, budget=BUDGET).compress_documents([], "any") == []
    assert transport.requests == []


def test_the_postprocessor_keeps_order_ids_scores_and_metadata() -> None:
    client, transport = scripted_client(KEEPING)
    given = nodes()
    kept = WinnowPostprocessor(client=client, budget=BUDGET).postprocess_nodes(given, query_str="Which one?")
    assert [(each.node.node_id, each.node.get_content(), each.score) for each in kept] == [
        ("node-1", "Oulu freezes first.", 0.5),
        ("node-2", "Shore power is cheaper.", 0.5),
    ]
    assert kept[0].metadata["winnow"]["outcome"] == "selected"
    assert "winnow" not in kept[0].node.get_metadata_str("llm")  # type: ignore[arg-type]
    assert given[1].node.get_content() == TEXTS[1]
    assert transport.requests[0]["records"][0] == {"id": "d0", "text": TEXTS[0], "title": "Port", "source": None}


@pytest.mark.parametrize(("answer", "winnow"), WHOLE)
def test_the_postprocessor_keeps_everything_if_nothing_was_selected(answer: Any, winnow: dict[str, str]) -> None:
    postprocessor = WinnowPostprocessor(client=scripted_client(answer)[0], budget=BUDGET)
    kept = postprocessor.postprocess_nodes(nodes(), QueryBundle("any"))
    assert [each.node.get_content() for each in kept] == TEXTS
    assert [each.metadata["winnow"] for each in kept] == [winnow] * 3


def test_the_postprocessor_needs_a_query() -> None:
    client, transport = scripted_client(KEEPING)
    given = nodes()
    assert WinnowPostprocessor(client=client, budget=BUDGET).postprocess_nodes(given) == given
    assert transport.requests == []


def test_both_have_an_async_way() -> None:
    async def run(async_client: AsyncSelectClient | None) -> list[str]:
        client = scripted_client(KEEPING)[0]
        compressor = WinnowDocumentCompressor(client=client, async_client=async_client, budget=BUDGET)
        postprocessor = WinnowPostprocessor(client=client, async_client=async_client, budget=BUDGET)
        kept = await compressor.acompress_documents(documents(), "any")
        left = await postprocessor.apostprocess_nodes(nodes(), query_str="any")
        return [*(each.page_content for each in kept), *(each.node.get_content() for each in left)]

    transport = AsyncScriptedTransport(KEEPING)
    expected = ["Oulu freezes first.", "Shore power is cheaper."] * 2
    assert asyncio.run(run(AsyncSelectClient(transport))) == expected
    assert len(transport.requests) == 2
    assert asyncio.run(run(None)) == expected
