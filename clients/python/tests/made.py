"""Handmade requests, answers and selections."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from winnow_client import Answered, ContextRequest, Conversation, SelectClient, Selection
from winnow_client._transport.answer import verified_answer
from winnow_client.errors import EmptySelectionError
from winnow_client.selection import failed_open

LEAST_ANSWER: dict[str, Any] = {
    "request_id": "r-1",
    "rendered_context": "kept",
    "tokens_before": 9,
    "tokens_after": 3,
    "tokens_saved": 6,
    "records_available": 2,
    "records_selected": 1,
    "fallback_used": False,
    "engine_latency_ms": 1.5,
}
"""The smallest valid answer of a select call."""

REQUEST: ContextRequest = {
    "request_id": "r-1",
    "records": [{"text": "first"}, {"text": "second"}],
    "task": {"prompt": "which?"},
    "budget": {"max_context_tokens": 10},
}
"""The request that it answers."""


def answered(**changes: Any) -> Answered:
    response = verified_answer({**LEAST_ANSWER, **changes}, REQUEST)
    return Answered(response["rendered_context"], response)


def selecting(excerpts: Mapping[str, str]) -> Selection:
    """A record that is not named is not selected."""
    request: ContextRequest = {**REQUEST, "records": [{"text": "any"}]}
    selected = [{"record_id": record_id, "excerpt": excerpt} for record_id, excerpt in excerpts.items()]
    response = verified_answer({**LEAST_ANSWER, "selected": selected}, request)
    return Answered(response["rendered_context"], response)


def standing_down() -> Selection:
    return answered(fallback_used=True, gate={"engaged": False, "reason": "standdown:small"})


def failing() -> Selection:
    return failed_open(REQUEST, EmptySelectionError("nothing"))


class ScriptedTransport:
    """A transport whose answers a test decides: JSON for each request, or an exception."""

    def __init__(self, answer: Callable[[dict[str, Any]], object]) -> None:
        self.requests: list[dict[str, Any]] = []
        self._answer = answer

    def encode(self, request: ContextRequest) -> bytes:
        return json.dumps(request).encode()

    def send(self, body: bytes, timeout: float) -> object:
        assert timeout > 0
        self.requests.append(json.loads(body))
        return self._answer(self.requests[-1])

    def close(self) -> None:
        pass


class AsyncScriptedTransport(ScriptedTransport):
    async def send(self, body: bytes, timeout: float) -> object:
        return super().send(body, timeout)

    async def aclose(self) -> None:
        pass


def scripted_client(answer: Callable[[dict[str, Any]], object]) -> tuple[SelectClient, ScriptedTransport]:
    transport = ScriptedTransport(answer)
    return SelectClient(transport), transport


def keeping(excerpts: Mapping[str, str]) -> Callable[[dict[str, Any]], object]:
    """Answers every request with these excerpts, by record id."""

    def answer(request: dict[str, Any]) -> object:
        selected = [{"record_id": record_id, "excerpt": excerpt, "score": 1} for record_id, excerpt in excerpts.items()]
        return {**LEAST_ANSWER, "request_id": request["request_id"], "selected": selected}

    return answer


def texts_of(conversation: Conversation[Any]) -> list[str]:
    return [record["text"] for record in conversation.records]
