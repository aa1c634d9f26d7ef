"""Each part is ended in the middle of a stream: the proxy, the upstream, the caller; and the proxy is started again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import openai
import pytest
from test_openai import OPENING, ask, call, chunk, client, completion, ok, result
from upstream import WAIT_SECONDS, Exchange, Received, event, scripted
from winnow_proxy import log, started

BROKEN = (openai.APIConnectionError, httpx.RemoteProtocolError, httpx.ReadError)


def endless() -> Iterator[bytes]:
    while True:
        yield chunk({"content": "again "})


def test_a_proxy_that_is_killed_is_an_error_for_the_caller_and_an_abort_for_the_upstream() -> None:
    def answer(exchange: Exchange, _: Received) -> None:
        exchange.stream(endless())

    with scripted(answer) as upstream, started(upstream.url, "--apply") as proxy, client(proxy.url) as sdk:
        stream = sdk.chat.completions.create(model="m", messages=OPENING, stream=True)
        next(iter(stream))
        proxy.kill()
        with pytest.raises(BROKEN):
            list(stream)
        assert upstream.aborted.wait(WAIT_SECONDS)


def test_an_upstream_that_breaks_off_a_stream_is_an_error_and_never_a_short_answer() -> None:
    def answer(exchange: Exchange, _: Received) -> None:
        exchange.start(200, {"content-type": "text/event-stream", "transfer-encoding": "chunked"})
        exchange.write(chunk({"content": "half an "}))
        exchange.break_off()

    with scripted(answer) as upstream, started(upstream.url, "--apply") as proxy, client(proxy.url) as sdk:
        stream = sdk.chat.completions.create(model="m", messages=OPENING, stream=True)
        texts: list[str | None] = []
        with pytest.raises(BROKEN):
            texts.extend(each.choices[0].delta.content for each in stream)
        (conversation,) = proxy.report()
        assert conversation["steps"] == 1


def test_an_upstream_that_breaks_off_before_its_answer_is_an_error_in_words() -> None:
    def answer(exchange: Exchange, _: Received) -> None:
        exchange.break_off()

    words = pytest.raises(openai.InternalServerError, match="could not reach the upstream")
    with scripted(answer) as upstream, started(upstream.url, "--apply") as proxy, words:
        ask(proxy.url, OPENING)


def test_an_upstream_that_was_away_is_reached_again() -> None:
    answers = iter([False, True])

    def answer(exchange: Exchange, _: Received) -> None:
        if next(answers):
            exchange.json(completion("back"))
        else:
            exchange.break_off()

    with scripted(answer) as upstream, started(upstream.url, "--apply") as proxy:
        with pytest.raises(openai.InternalServerError):
            ask(proxy.url, OPENING)
        assert ask(proxy.url, OPENING).choices[0].message.content == "back"


def test_a_restarted_proxy_passes_what_it_does_not_know_and_cuts_what_is_new() -> None:
    known = [*OPENING, call("c1"), result("c1")]
    later = [*known, call("c2"), result("c2")]
    latest = [*later, call("c3"), result("c3")]
    with scripted(ok) as upstream:
        with started(upstream.url, "--apply") as proxy:
            ask(proxy.url, OPENING)
            ask(proxy.url, known)
        with started(upstream.url, "--apply") as proxy:
            ask(proxy.url, known)
            ask(proxy.url, later)
            ask(proxy.url, latest)
    direct = json.loads(json.dumps(latest))
    _, cut, restarted, second, third = (each.json()["messages"] for each in upstream.received)
    assert len(cut[3]["content"]) < len(log("c1")) / 2
    assert restarted == direct[:4]
    assert second[:5] == direct[:5]
    assert len(second[5]["content"]) < len(log("c2")) / 2
    assert third[:6] == second


def test_a_caller_that_leaves_before_its_answer_leaves_the_proxy_well() -> None:
    def answer(exchange: Exchange, received: Received) -> None:
        if b"leave" in received.body:
            exchange.stream(endless())
        else:
            exchange.json(completion("ok"))

    leaving: list[Any] = [*OPENING, {"role": "user", "content": "leave"}]
    with scripted(answer) as upstream, started(upstream.url, "--apply") as proxy, client(proxy.url) as sdk:
        for _ in range(10):
            sdk.chat.completions.create(model="m", messages=leaving, stream=True).close()
        assert upstream.aborted.wait(WAIT_SECONDS)
        assert ask(proxy.url, OPENING).choices[0].message.content == "ok"


def test_no_credential_and_no_text_is_printed() -> None:
    def answer(exchange: Exchange, _: Received) -> None:
        exchange.stream(iter([event("[DONE]")]))

    with scripted(answer) as upstream, started(upstream.url, "--apply") as proxy, client(proxy.url) as sdk:
        messages: list[Any] = [*OPENING, call("c1"), result("c1")]
        for count in (2, 4):
            list(sdk.chat.completions.create(model="m", messages=messages[:count], stream=True))
        proxy.process.terminate()
        printed = "".join(proxy.process.communicate())
        assert "conversations" in printed
        assert "sk-secret" not in printed
        assert "pump" not in printed
