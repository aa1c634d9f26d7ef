"""Runs the unchanged Python blocks of README.md and docs/guides/python.md against a running service."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.messages import HumanMessage
from langchain_core.retrievers import BaseRetriever
from llama_index.core import SummaryIndex
from llama_index.core.schema import TextNode
from openai import OpenAI

from winnow_client import SelectClient

from .conftest import Service
from .rest_server import RestExchange, rest_server
from .test_langchain_agents import ScriptedModel, read_log

ROOT = Path(__file__).parents[3]
README = (ROOT / "clients/python/README.md").read_text()
GUIDE = (ROOT / "docs/guides/python.md").read_text()

TEXTS = [
    "Oulu is the first harbour of the bay to freeze, in November.",
    *(f"Quay {index} was repaired in the summer of {1950 + index}, at the city's cost." for index in range(60)),
]
QUESTION = "Which harbour freezes first, and in which month?"
MESSAGES = [
    {"role": "user", "content": "List the quays."},
    {"role": "assistant", "content": "\n".join(TEXTS)},
    {"role": "user", "content": "Thank you."},
    {"role": "assistant", "content": "Ask me more."},
    {"role": "user", "content": QUESTION},
]


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


@contextlib.contextmanager
def running(page: str, service: Service, names: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Runs the blocks of a page one after the other; the names that they leave behind, their clients still open."""
    with contextlib.ExitStack() as opened:
        for block in blocks(page, "python"):
            code = block.replace("http://127.0.0.1:8080", service.url).replace("wnw_...", service.key)
            exec(compile(code, "page", "exec"), names)
            for client in [value for value in names.values() if isinstance(value, SelectClient)]:
                opened.callback(client.close)
        yield names


class Retriever(BaseRetriever):
    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        return [Document(page_content=text, metadata={"source": "quays.md"}) for text in TEXTS]


def test_the_readme(service: Service, capsys: pytest.CaptureFixture[str]) -> None:
    request = {
        "request_id": "page-1",
        "records": [{"id": str(index), "text": text} for index, text in enumerate(TEXTS)],
        "task": {"prompt": QUESTION},
        "budget": {"max_context_tokens": 40},
    }
    records = [{"id": "rules", "text": "Answer in one sentence."}, *request["records"]]
    with running(README, service, {"messages": MESSAGES, "request": request, "records": records}) as left:
        assert capsys.readouterr().out == blocks(README, "text")[0]
        assert TEXTS[0] in asyncio.run(left["context_for"](request))
    assert left["sent"] == MESSAGES
    assert left["selection"].failed_open is False
    assert left["prompt"].startswith("Answer in one sentence.\n\n")
    assert left["smaller"][-1] is MESSAGES[-1]


def test_the_guide(service: Service) -> None:
    def complete(exchange: RestExchange, _number: int) -> None:
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Oulu."}}
        body = {"id": "c", "object": "chat.completion", "created": 1, "model": "any", "choices": [choice]}
        data = json.dumps(body).encode()
        head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(data)
        exchange.write(head + data)

    index = SummaryIndex([TextNode(text=text) for text in TEXTS])
    with rest_server(complete) as upstream, OpenAI(base_url=upstream.url, api_key="any") as model:
        given = {
            "question": QUESTION,
            "retriever": Retriever(),
            "index_retriever": index.as_retriever(),
            "messages": MESSAGES,
            "openai": model,
            "model": ScriptedModel(prompts=[]),
            "search": read_log,
        }
        guide = GUIDE.replace("4000", "100").replace("1000", "100")
        with running(guide, service, given) as left:
            state = left["agent"].invoke({"messages": [HumanMessage("When did the pump run? " * 1_000)]})
        sent = json.loads(upstream.exchanges[0].body)["messages"]
    assert state["messages"][-1].content == "It ran at noon."
    assert left["session"].figures().cuts == 1
    for kept in (left["documents"], [each.node for each in left["nodes"]]):
        assert 0 < len(kept) < 20
        assert kept[0].metadata["winnow"]["outcome"] == "selected"
    assert left["documents"][0].page_content == TEXTS[0]
    assert left["nodes"][0].node.get_content() == TEXTS[0]
    assert left["answer"].choices[0].message.content == "Oulu."
    assert sent[-1] == MESSAGES[-1]
    assert TEXTS[0] in json.dumps(sent)
    assert TEXTS[30] not in json.dumps(sent)
