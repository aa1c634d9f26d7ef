"""Every case of the table of server behaviours, over REST and gRPC, by the sync and the async client."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from winnow_client import AsyncSelectClient, AsyncWinnowClient, SelectClient, Selection, WinnowClient, WinnowError
from winnow_client.grpc import AsyncGrpcWinnowClient, GrpcWinnowClient

from .h2_server import h2_server
from .rest_server import rest_server
from .scripts import CASES, played_over_grpc, played_over_rest, request_of

KEY = "wnw_secret"
TIMEOUT_MS = 20_000

Select = Callable[..., Selection]


def select_by_thread(make: Callable[..., SelectClient]) -> Callable[[str, float], Select]:
    def client(url: str, timeout: float) -> Select:
        def select(request: Any, strict: bool, key: str = KEY) -> Selection:
            with make(url, key, timeout=timeout) as made:
                return made.select(request, strict=strict)

        return select

    return client


def select_by_loop(make: Callable[..., AsyncSelectClient]) -> Callable[[str, float], Select]:
    def client(url: str, timeout: float) -> Select:
        async def select(request: Any, strict: bool, key: str) -> Selection:
            async with make(url, key, timeout=timeout) as made:
                return await made.select(request, strict=strict)

        return lambda request, strict, key=KEY: asyncio.run(select(request, strict, key))

    return client


CLIENTS = {
    ("rest", "sync"): select_by_thread(WinnowClient),
    ("rest", "async"): select_by_loop(AsyncWinnowClient),
    ("grpc", "sync"): select_by_thread(GrpcWinnowClient),
    ("grpc", "async"): select_by_loop(AsyncGrpcWinnowClient),
}


@contextlib.contextmanager
def served(protocol: str, replies: Any) -> Iterator[tuple[str, list[Any]]]:
    """The address of a server that plays the replies, and the requests that it received."""
    if replies == "absent":
        with socket.create_server(("127.0.0.1", 0)) as held:
            port = held.getsockname()[1]
        yield f"http://127.0.0.1:{port}", []
    elif protocol == "rest":
        with rest_server(played_over_rest(replies)) as rest:
            yield rest.url, rest.exchanges
    else:
        with h2_server(played_over_grpc(replies)) as grpc:
            yield grpc.url, grpc.exchanges


def held(expected: Any, found: Any) -> Any:
    """The part of `found` that the table specifies."""
    if isinstance(expected, dict):
        return {name: held(value, found[name]) for name, value in expected.items()}
    if isinstance(expected, list) and expected:
        return [held(*pair) for pair in zip(expected, found, strict=True)]
    return found


PLAYED = [
    pytest.param(case, protocol, way, id=f"{case['name']} ({protocol}, {way})")
    for case in CASES
    for protocol, way in CLIENTS
    if protocol in case
]


@pytest.mark.parametrize(("case", "protocol", "way"), PLAYED)
def test_behaviour(case: dict[str, Any], protocol: str, way: str) -> None:
    want: dict[str, Any] = case["want"]
    with served(protocol, case[protocol]) as (url, received):
        select = CLIENTS[protocol, way](url, case.get("timeout_ms", TIMEOUT_MS) / 1000)
        started = time.monotonic()
        selection = select(request_of(case), strict=False)
        waited_ms = (time.monotonic() - started) * 1000
    assert len(received) == want["attempts"]
    assert waited_ms >= want.get("waited_ms", 0)
    assert selection.failed_open == (want["outcome"] == "fail_open")
    found = {"context": selection.context, "response": selection.response, **facts_of(selection.cause)}
    expected = {name: value for name, value in want.items() if name in found}
    assert held(expected, found) == expected
    assert want.get("message_has", "") in str(selection.cause)
    assert KEY not in repr(selection.cause)


def facts_of(cause: WinnowError | None) -> dict[str, Any]:
    names = ("kind", "status", "limit_name", "limit", "observed")
    return {name: getattr(cause, name) for name in names if hasattr(cause, name)}


@pytest.mark.parametrize(("protocol", "way"), CLIENTS)
@pytest.mark.parametrize("name", ["403", "an answer to another request", "a request without records"])
def test_strict_mode_raises_the_same_error(name: str, protocol: str, way: str) -> None:
    case = next(each for each in CASES if each["name"] == name)
    with served(protocol, case[protocol]) as (url, _), pytest.raises(WinnowError) as raised:
        CLIENTS[protocol, way](url, 10)(request_of(case), strict=True)
    assert raised.value.kind == case["want"]["kind"]


def test_the_table_is_played() -> None:
    assert len(PLAYED) > 200
