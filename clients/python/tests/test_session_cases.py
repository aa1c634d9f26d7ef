"""Every case of clients/session-cases.json, by the sync and the async session."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from winnow_client import AsyncSelectClient, AsyncSession, Prices, SelectClient, Session, view_openai
from winnow_client.errors import ForbiddenError

from .made import LEAST_ANSWER, AsyncScriptedTransport, ScriptedTransport

TABLE: dict[str, Any] = json.loads((Path(__file__).parents[2] / "session-cases.json").read_text())
NAMES = {
    "failedOpen": "failed_open",
    "cacheWrite": "cache_write",
    "cacheRead": "cache_read",
    "cacheMinTokens": "cache_min_tokens",
}


def named(value: Any) -> Any:
    """The value with the long text for each `$name`."""
    if isinstance(value, str) and value[:1] == "$" and value[1:] in TABLE["texts"]:
        text = TABLE["texts"][value[1:]]
        return text["repeat"] * text["times"]
    if isinstance(value, dict):
        return {name: named(each) for name, each in value.items()}
    return [named(each) for each in value] if isinstance(value, list) else value


def answer_for(answer: dict[str, Any], request: dict[str, Any]) -> object:
    least = {**LEAST_ANSWER, "request_id": request["request_id"]}
    if answer.get("stand_down"):
        return {**least, "fallback_used": True}
    if "excerpts" not in answer:
        raise ForbiddenError("the service fails")
    selected = [
        {"record_id": record["id"], "excerpt": answer["excerpts"][record["step_id"]]}
        for record in request["records"]
        if record["step_id"] in answer["excerpts"]
    ]
    return {**least, "selected": selected}


def options_of(case: dict[str, Any]) -> dict[str, Any]:
    given = case.get("options", {})
    options: dict[str, Any] = {}
    if "contextTokens" in given:
        options["context_tokens"] = given["contextTokens"]
    if "newest" in given:
        options["newest"] = given["newest"]
    if "prices" in given:
        options["prices"] = Prices(**{NAMES.get(name, name): value for name, value in given["prices"].items()})
    if "expectedSteps" in given:
        options["expected_steps"] = lambda _steps: given["expectedSteps"]
    pinned = case.get("pinned", [])
    return {**options, "pinned": lambda _message, index: index in pinned, "ledger": case.get("ledger")}


def held(expected: dict[str, Any], found: Any) -> dict[str, Any]:
    return {
        name: held(value, getattr(found, NAMES.get(name, name)))
        if isinstance(value, dict)
        else getattr(found, NAMES.get(name, name))
        for name, value in expected.items()
    }


def approximately(expected: Any) -> Any:
    if isinstance(expected, dict):
        return {name: approximately(value) for name, value in expected.items()}
    return pytest.approx(expected) if isinstance(expected, float) else expected


@pytest.mark.parametrize("way", ["sync", "async"])
@pytest.mark.parametrize("case", [pytest.param(named(case), id=case["name"]) for case in TABLE["cases"]])
def test_session(case: dict[str, Any], way: str) -> None:
    answers: list[dict[str, Any]] = []
    transport = (AsyncScriptedTransport if way == "async" else ScriptedTransport)(
        lambda request: answer_for(answers.pop(0), request)
    )
    prepare: Callable[[list[Any]], list[Any]]
    session: Session[Any] | AsyncSession[Any]
    if isinstance(transport, AsyncScriptedTransport):
        session = awaited = AsyncSession(AsyncSelectClient(transport), view_openai, **options_of(case))

        def prepare(messages: list[Any]) -> list[Any]:
            return asyncio.run(awaited.prepare(messages))
    else:
        session = threaded = Session(SelectClient(transport), view_openai, **options_of(case))
        prepare = threaded.prepare

    conversation: list[dict[str, Any]] = []
    for step in case["steps"]:
        want = step["want"]
        conversation = [*conversation, *step["messages"]]
        answer = step.get("answer", {})
        answers[:] = answer.get("each", [answer])
        asked = len(transport.requests)
        sent = [
            {**message, "content": want["sent"].get(message.get("tool_call_id"), message.get("content"))}
            if "content" in message
            else message
            for message in conversation
        ]
        assert prepare(conversation) == sent
        found = [
            {
                "calls": [record["step_id"] for record in request["records"]],
                "budget": request["budget"]["max_context_tokens"],
                "prompt": request["task"]["prompt"],
            }
            for request in transport.requests[asked:]
        ]
        assert len(found) == len(want["requests"])
        for expected, request in zip(want["requests"], found, strict=True):
            assert {name: request[name] for name in expected} == expected
        assert session.figures().compactions == want.get("compactions", 0)
    for handle, text in case.get("expand", {}).items():
        assert session.expand(handle) == text
    figures = case.get("figures", {})
    assert held(figures, session.figures()) == approximately(figures)
