"""The clients around one call: deadlines, the circuit breaker, cancellation, threads, event loops and invalid
arguments.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
import trio

from winnow_client import AsyncWinnowClient, ContextRequest, SelectClient, Selection, WinnowClient
from winnow_client.grpc import AsyncGrpcWinnowClient, GrpcWinnowClient

from .h2_server import h2_server
from .made import LEAST_ANSWER, REQUEST, scripted_client
from .rest_server import RestExchange, rest_server

WHOLE = "first\n\nsecond"
DEADLINE = 0.5
"""The time limit of calls that end by it, in seconds."""
LATE = 5.0
"""A call that ends this late ignored its deadline, however busy the machine."""


def kind_of(selection: Selection) -> str | None:
    return selection.cause.kind if selection.failed_open else None


def reply(exchange: RestExchange, answer: dict[str, Any] = LEAST_ANSWER) -> None:
    body = json.dumps(answer).encode()
    exchange.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % len(body) + body)


def trickle(exchange: RestExchange, first: bytes) -> None:
    exchange.write(first)
    for _ in range(200):
        threading.Event().wait(0.05)
        exchange.write(b" ")


def trickle_headers(exchange: RestExchange, _number: int) -> None:
    trickle(exchange, b"HTTP/1.1 200 OK\r\nx-slow: ")


def trickle_body(exchange: RestExchange, _number: int) -> None:
    trickle(exchange, b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")


@pytest.mark.parametrize("answer", [trickle_headers, trickle_body])
def test_the_deadline_bounds_the_sum_of_slow_reads(answer: Callable[[RestExchange, int], None]) -> None:
    async def select(url: str) -> str | None:
        async with AsyncWinnowClient(url, "key", timeout=DEADLINE) as client:
            return kind_of(await client.select(REQUEST))

    with rest_server(answer) as server, WinnowClient(server.url, "key") as client:
        started = time.monotonic()
        selection = client.select(REQUEST, timeout=DEADLINE)
        assert kind_of(selection) == "timed_out"
        assert asyncio.run(select(server.url)) == "timed_out"
        assert time.monotonic() - started < LATE


def test_a_deadline_that_has_passed_sends_nothing() -> None:
    client, transport = scripted_client(lambda _: LEAST_ANSWER)
    selection = client.select(REQUEST, timeout=0)
    assert kind_of(selection) == "timed_out"
    assert transport.requests == []


def test_the_server_receives_the_deadline_over_grpc() -> None:
    with h2_server(lambda _exchange, _number: None) as server, GrpcWinnowClient(server.url, "key") as client:
        selection = client.select(REQUEST, timeout=DEADLINE)
        assert kind_of(selection) == "timed_out"
        assert server.exchanges[0].headers["grpc-timeout"][-1] in "mun"
        assert server.exchanges[0].headers["authorization"] == "Bearer key"


def test_a_dead_service_costs_only_the_first_calls() -> None:
    def dead(_request: dict[str, Any]) -> object:
        raise RuntimeError("no such host")

    client, transport = scripted_client(dead)
    kinds = []
    for _ in range(8):
        selection = client.select(REQUEST)
        assert selection.context == WHOLE
        kinds.append(kind_of(selection))
    assert kinds == ["connection_failed"] * 5 + ["circuit_open"] * 3
    assert len(transport.requests) == 5 * 4


def test_a_request_that_cannot_be_sent_does_not_count_against_the_service() -> None:
    client, transport = scripted_client(lambda _: LEAST_ANSWER)
    misshapen: Any = {**REQUEST, "records": None}
    for _ in range(9):
        assert kind_of(client.select(misshapen)) == "bad_request"
    assert client.select(REQUEST).context == "kept"
    assert len(transport.requests) == 1


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"task": {"prompt": "\ud800"}}, "cannot be encoded"),
        ({"budget": {"max_context_tokens": float("nan")}}, "cannot be encoded"),
        ({"records": [{"text": "a", "attributes": {"x": {1, 2}}}]}, "cannot be encoded"),
    ],
)
@pytest.mark.parametrize("make", [WinnowClient, GrpcWinnowClient])
def test_a_value_that_cannot_be_encoded_is_a_bad_request(
    changes: dict[str, Any], says: str, make: type[WinnowClient] | type[GrpcWinnowClient]
) -> None:
    request: Any = {**REQUEST, **changes}
    with make("http://127.0.0.1:9", "key") as client:
        selection = client.select(request)
    assert kind_of(selection) == "bad_request"
    assert says in str(selection.cause)


def test_no_argument_makes_a_call_raise() -> None:
    client, transport = scripted_client(lambda _: LEAST_ANSWER)
    misshapen: list[Any] = [None, [], "text", {"records": 5}]
    for request in misshapen:
        selection = client.select(request)
        assert kind_of(selection) == "bad_request"
        assert selection.context == ""
    assert transport.requests == []


@pytest.mark.parametrize("make", [WinnowClient, AsyncWinnowClient, GrpcWinnowClient, AsyncGrpcWinnowClient])
@pytest.mark.parametrize(
    ("base_url", "api_key"),
    [("localhost:8080", "key"), ("ftp://host", "key"), ("http://host", ""), ("http://host", "secret\n")],
)
def test_a_client_rejects_an_unusable_address_or_key(make: Callable[..., object], base_url: str, api_key: str) -> None:
    with pytest.raises(ValueError, match=r"base_url|api_key") as raised:
        make(base_url, api_key)
    assert "secret" not in str(raised.value)


def test_the_options_of_a_call_override_those_of_the_client() -> None:
    def refused(_request: dict[str, Any]) -> object:
        return {**LEAST_ANSWER, "request_id": "other"}

    transport = scripted_client(refused)[1]
    strict = SelectClient(transport, strict=True)
    assert strict.select(REQUEST, strict=False).failed_open
    with pytest.raises(Exception, match="another request_id"):
        strict.select(REQUEST)


def test_the_answer_says_how_long_the_call_took() -> None:
    response = scripted_client(lambda _: {**LEAST_ANSWER, "format_metrics": {"a": 1}})[0].select(REQUEST).response
    assert response is not None
    assert response["format_metrics"]["a"] == 1
    assert response["format_metrics"]["client_latency_ms"] >= 0


def test_answers_share_no_default_value() -> None:
    client = scripted_client(lambda _: dict(LEAST_ANSWER))[0]
    responses = [client.select(REQUEST).response for _ in range(2)]
    assert responses[0] is not None
    responses[0]["selected"].append({})  # type: ignore[typeddict-item]
    assert responses[1] is not None
    assert responses[1]["selected"] == []


def test_threads_share_a_client() -> None:
    def echo(exchange: RestExchange, _number: int) -> None:
        reply(exchange, {**LEAST_ANSWER, "request_id": json.loads(exchange.body)["request_id"]})

    requests: list[ContextRequest] = [{**REQUEST, "request_id": f"r-{index}"} for index in range(64)]
    with rest_server(echo) as server, WinnowClient(server.url, "key", timeout=30) as client:
        with ThreadPoolExecutor(8) as pool:
            selections = list(pool.map(client.select, requests))
        assert [each.response and each.response["request_id"] for each in selections] == [
            each["request_id"] for each in requests
        ]


def test_cancellation_is_raised() -> None:
    async def cancelled(make: type[AsyncWinnowClient] | type[AsyncGrpcWinnowClient], url: str) -> bool:
        async with make(url, "key", timeout=30) as client:
            call = asyncio.ensure_future(client.select(REQUEST))
            while not server.exchanges:
                await asyncio.sleep(0)
            call.cancel()
            await asyncio.wait([call])
            return call.cancelled()

    with rest_server(lambda _exchange, _number: None) as server:
        assert asyncio.run(cancelled(AsyncWinnowClient, server.url))
    with h2_server(lambda _exchange, _number: None) as server:  # type: ignore[assignment]
        assert asyncio.run(cancelled(AsyncGrpcWinnowClient, server.url))


def test_trio_runs_the_client_over_rest() -> None:
    async def select(url: str) -> str:
        async with AsyncWinnowClient(url, "key", timeout=30) as client:
            return (await client.select(REQUEST)).context

    with rest_server(lambda exchange, _number: reply(exchange)) as server:
        assert trio.run(select, server.url) == "kept"


def test_a_client_of_your_own_stays_open() -> None:
    with rest_server(lambda exchange, _number: reply(exchange)) as server, httpx.Client() as own:
        with WinnowClient(server.url, "key", http_client=own) as client:
            assert client.select(REQUEST).context == "kept"
        assert not own.is_closed
        assert "authorization: Bearer key" in server.exchanges[0].head.lower().replace("bearer", "Bearer")


def test_an_endless_answer_is_not_read_to_its_end() -> None:
    def endless(exchange: RestExchange, _number: int) -> None:
        exchange.write(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
        for _ in range(65):
            exchange.write(b"100000\r\n" + b" " * 0x100000 + b"\r\n")

    with rest_server(endless) as server, WinnowClient(server.url, "key", timeout=60) as client:
        selection = client.select(REQUEST)
    assert selection.cause is not None
    assert "longer than" in str(selection.cause)
