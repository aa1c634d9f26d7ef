"""A session over generated conversations: for any answers of the service, restarts and repeated steps, sent messages
stay the same, and only tool results ever change. Also what a session stores."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from winnow_client import (
    OPENAI_EXPAND_TOOL,
    PRICE_PRESETS,
    ForbiddenError,
    SelectClient,
    Session,
    WinnowError,
    view_anthropic,
    view_openai,
)
from winnow_client.session.ledger import FORMER_CHARACTERS_MAX, Ledger

from .made import LEAST_ANSWER, ScriptedTransport

Messages = list[dict[str, Any]]
Plain = Session[dict[str, Any]]

BACKGROUND: Messages = [
    {"role": "system", "content": "rules " * 2_000},
    {"role": "user", "content": "Read everything."},
]

STEP = st.fixed_dictionaries(
    {
        "sizes": st.lists(st.integers(0, 30_000), min_size=1, max_size=3),
        "user": st.booleans(),
        "answer": st.sampled_from(["select", "half", "stand down", "fail"]),
        "restart": st.booleans(),
        "repeat": st.booleans(),
        # The caller continues with the messages that were sent instead of with its own.
        "carry_on": st.booleans(),
    }
)


class Service:
    """Answers in the way that the current step names."""

    def __init__(self) -> None:
        self.way = "select"

    def __call__(self, request: dict[str, Any]) -> object:
        least = {**LEAST_ANSWER, "request_id": request["request_id"]}
        if self.way == "fail":
            raise ForbiddenError("the service fails")
        if self.way == "stand down":
            return {**least, "fallback_used": True}
        records = request["records"]
        kept = records[: -(-len(records) // 2)] if self.way == "half" else records
        selected = [{"record_id": each["id"], "excerpt": each["text"][: len(each["text"]) // 4]} for each in kept]
        return {**least, "selected": selected}


def messages_of(step: dict[str, Any], n: int) -> Messages:
    sizes: list[int] = step["sizes"]
    calls = [
        {"id": f"c{n}.{index}", "type": "function", "function": {"name": "read", "arguments": f'{{"n":{n}}}'}}
        for index in range(len(sizes))
    ]
    results = [
        {"role": "tool", "tool_call_id": f"c{n}.{index}", "content": (f"c{n}.{index} " * size)[:size]}
        for index, size in enumerate(sizes)
    ]
    user = [{"role": "user", "content": f"question {n}"}] if step["user"] else []
    return [*user, {"role": "assistant", "content": None, "tool_calls": calls}, *results]


def without_results(messages: Sequence[dict[str, Any]]) -> Messages:
    return [{**each, "content": None} if each["role"] == "tool" else each for each in messages]


@settings(deadline=None, max_examples=60)
@given(st.lists(STEP, min_size=1, max_size=8), st.sampled_from([20_000, 60_000, 1_000_000]))
def test_what_was_sent_stays_the_same(steps: list[dict[str, Any]], context_tokens: int) -> None:
    service = Service()
    client = SelectClient(ScriptedTransport(service))
    session: Plain = Session(client, view_openai, context_tokens=context_tokens, newest=1)
    own = given_ = BACKGROUND
    sent: Messages = []
    for n, step in enumerate(steps):
        service.way = step["answer"]
        added = messages_of(step, n)
        own = [*own, *added]
        given_ = [*(sent if step["carry_on"] and sent else given_), *added]
        if step["restart"]:
            stored = json.loads(json.dumps(session.to_json()))
            session = Session(client, view_openai, context_tokens=context_tokens, newest=1, ledger=stored)
        for _ in range(2 if step["repeat"] else 1):
            before = session.figures().compactions
            prepared = session.prepare(given_)
            assert without_results(prepared) == without_results(own)
            cut = [index for index, each in enumerate(prepared) if each["content"] != own[index]["content"]]
            handles = [re.search(r"\[(w\d+): about \d+ tokens omitted\]$", prepared[index]["content"]) for index in cut]
            assert [handle and session.expand(handle[1]) for handle in handles] == [
                own[index]["content"] for index in cut
            ]
            was_compacted = session.figures().compactions > before
            assert was_compacted or prepared[: len(sent)] == sent
            sent = prepared


def conversation_with(*sizes: int) -> Messages:
    return [*BACKGROUND, *messages_of({"sizes": list(sizes), "user": False}, 0)]


def test_a_strict_client_raises_and_the_step_can_be_repeated() -> None:
    service = Service()
    service.way = "fail"
    session: Plain = Session(SelectClient(ScriptedTransport(service), strict=True), view_openai)
    with pytest.raises(WinnowError):
        session.prepare(conversation_with(20_000))
    service.way = "select"
    assert session.prepare(conversation_with(20_000))[-1]["content"].endswith("tokens omitted]")


def test_a_ledger_of_another_version_is_refused() -> None:
    with pytest.raises(ValueError, match="version is 2"):
        Session(
            SelectClient(ScriptedTransport(Service())), view_openai, ledger={"version": 2, "next": 1, "entries": []}
        )


def test_a_ledger_is_bounded_but_keeps_what_the_conversation_has() -> None:
    ledger = Ledger()
    half = FORMER_CHARACTERS_MAX // 2
    for call in ("a", "b", "c", "d"):
        ledger.record(call, call * half, lambda _handle: "cut")
    ledger.prune({"w1"})
    assert [entry["handle"] for entry in ledger.to_json()["entries"]] == ["w3", "w4", "w1"]
    assert ledger.find("b", "b" * half) is None


def test_threads_that_prepare_the_same_step_get_one_decision() -> None:
    transport = ScriptedTransport(Service())
    session: Plain = Session(SelectClient(transport), view_openai)
    start = threading.Barrier(4)

    def prepare(_: int) -> Messages:
        start.wait()
        return session.prepare(conversation_with(20_000, 12_000))

    with ThreadPoolExecutor(4) as pool:
        prepared = list(pool.map(prepare, range(4)))
    assert all(each == prepared[0] for each in prepared)
    assert len(transport.requests) == 1


def test_anthropics_results_are_cut_inside_their_message() -> None:
    session: Plain = Session(SelectClient(ScriptedTransport(Service())), view_anthropic)
    image = {"type": "image", "source": {}}
    messages: Messages = [
        {"role": "user", "content": "Read both. " * 2_000},
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": name, "name": "read", "input": {}} for name in ("c1", "c2")],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "c1", "content": "x " * 10_000},
                {"type": "tool_result", "tool_use_id": "c2", "content": "short", "is_error": False},
            ],
        },
    ]
    prepared = session.prepare(messages)
    assert prepared[:2] == messages[:2]
    assert prepared[2]["content"][0]["content"].endswith("tokens omitted]")
    assert prepared[2]["content"][1] is messages[2]["content"][1]
    messages[2]["content"][1] = {"type": "tool_result", "tool_use_id": "c2", "content": [image]}
    other: Plain = Session(SelectClient(ScriptedTransport(Service())), view_anthropic)
    assert other.prepare(messages) == messages


def test_the_presets_are_the_shared_table_of_prices() -> None:
    table = json.loads((Path(__file__).parents[3] / "docs/examples/prices.json").read_text())
    camel = {"cache_write": "cacheWrite", "cache_read": "cacheRead", "cache_min_tokens": "cacheMinTokens"}
    found = {
        name: {camel.get(field, field): value for field, value in asdict(preset).items()}
        for name, preset in PRICE_PRESETS.items()
    }
    assert found == table


def test_the_expand_tool_is_small() -> None:
    assert len(json.dumps(OPENAI_EXPAND_TOOL)) / 4 < 80
