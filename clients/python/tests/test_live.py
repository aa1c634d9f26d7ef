"""All four clients with a running service: the same answers, the same errors."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from winnow_client import AsyncWinnowClient, Selection, openai_conversation

from .conftest import Service
from .test_behaviours import CLIENTS

NEEDED = "Oulu is the first harbour of the bay to freeze, in November."
REQUEST: Any = {
    "request_id": "live-1",
    "task": {"prompt": "Which harbour freezes first?", "keywords": ["ice"], "output_token_budget": 2**40},
    "budget": {"max_context_tokens": 20, "mode": "fixed", "max_records": None},
    "records": [
        {"id": "ice", "text": NEEDED, "kind": "tool_result", "attributes": {"port": {"id": 7, "open": True}}},
        {"id": "fees", "text": "Fees are charged by gross tonnage and by the night.", "importance": 0.5},
        {"id": "power", "text": "Ships that use shore power pay a tenth less.", "title": "Power"},
    ],
}


def by_all(service: Service, key: str, changes: dict[str, Any]) -> list[Selection]:
    request = {**REQUEST, **changes}
    return [make(service.url, 60)(request, strict=False, key=key) for make in CLIENTS.values()]


def settled(selection: Selection) -> Any:
    """An answer without the parts that depend on a clock."""
    assert selection.response is not None, selection.cause
    metrics = {name: value for name, value in selection.response["format_metrics"].items() if "latency" not in name}
    return {**selection.response, "engine_latency_ms": 0, "format_metrics": metrics}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"render_format": "hybrid", "return_per_record": True},
        {"return_per_record": False},
        {"budget": {"max_context_tokens": 20_000}},
        {
            "budget": {
                "max_context_tokens": 40,
                "mode": "adaptive",
                "adaptive": {"initial_tokens": 10, "escalation_tokens": [20]},
                "require_evidence_coverage": True,
            }
        },
    ],
)
def test_all_clients_get_the_same_answer(service: Service, changes: dict[str, Any]) -> None:
    rest, *others = map(settled, by_all(service, service.key, changes))
    assert NEEDED in rest["rendered_context"]
    assert others == [rest] * 3


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"records": [{"text": "a", "kind": "rumour"}]}, "engine_error"),
        ({"budget": {"max_context_tokens": 9, "mode": "eager"}}, "bad_request"),
        ({"budget": {"max_context_tokens": -1}}, "bad_request"),
        ({"budget": {}}, "bad_request"),
        ({"budget": {"max_context_tokens": 9, "operating_point": "nope"}}, "engine_error"),
    ],
)
def test_all_clients_get_the_same_error(service: Service, changes: dict[str, Any], kind: str) -> None:
    causes = [selection.cause for selection in by_all(service, service.key, changes)]
    assert [cause and cause.kind for cause in causes] == [kind] * 4
    assert len({str(cause) for cause in causes}) == 1


def test_an_exceeded_ceiling_says_what_was_observed(service: Service) -> None:
    for selection in by_all(service, service.tiny_key, {}):
        cause: Any = selection.cause
        assert (cause.kind, cause.limit_name, cause.limit, cause.observed) == ("request_too_large", "records", 1, 3)


def test_a_refused_key_is_forbidden(service: Service) -> None:
    assert [each.cause and each.cause.kind for each in by_all(service, "wnw_unknown", {})] == ["forbidden"] * 4


def test_a_used_up_quota_differs_from_a_throttle(service: Service) -> None:
    assert [each.cause and each.cause.kind for each in by_all(service, service.frugal_key, {})][1:] == [
        "quota_exceeded"
    ] * 3


def test_a_whole_context_above_4_mib_comes_back(service: Service) -> None:
    records = [{"text": f"{index} " + "word " * 200_000} for index in range(5)]
    for selection in by_all(service, service.key, {"records": records, "task": {"prompt": "zebra"}}):
        assert len(selection.context) > 4_900_000
        assert not selection.failed_open


def test_a_conversation_goes_through_the_service(service: Service) -> None:
    messages: list[dict[str, Any]] = [
        {"role": "user", "content": "Look the harbours up."},
        {"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "harbours", "arguments": "{}"}}]},
        {
            "role": "tool",
            "tool_call_id": "c1",
            "content": "\n".join(
                f"Harbour {index}: nothing of note happened here in the winter of that year." for index in range(60)
            )
            + f"\n{NEEDED}",
        },
        {"role": "assistant", "content": "Here they are."},
        {"role": "user", "content": "Which harbour freezes first?"},
    ]
    conversation = openai_conversation(messages)
    request: Any = {
        "request_id": "live-2",
        "records": conversation.records,
        "task": {"prompt": conversation.last_user_text},
        "budget": {"max_context_tokens": 100},
    }
    for make in CLIENTS.values():
        back = conversation.apply(make(service.url, 60)(request, strict=True, key=service.key))
        result = next(message for message in back if message["role"] == "tool")
        assert NEEDED in result["content"]
        assert len(result["content"]) < 1_000
        assert back[-1] is messages[-1]


def test_an_async_client_makes_many_calls_at_once(service: Service) -> None:
    async def run() -> list[bool]:
        async with AsyncWinnowClient(service.url, service.key, timeout=60) as client:
            requests: list[Any] = [{**REQUEST, "request_id": f"live-{index}"} for index in range(32)]
            calls = [client.select(request) for request in requests]
            return [selection.failed_open for selection in await asyncio.gather(*calls)]

    assert asyncio.run(run()) == [False] * 32
