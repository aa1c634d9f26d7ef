"""The official Anthropic SDK through the proxy: what the upstream receives, and what the SDK gets back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import anthropic
import pytest
from upstream import WAIT_SECONDS, Exchange, Received, event, scripted
from winnow_proxy import RULES, log, started

USER: Any = {"role": "user", "content": f"{RULES}\nWhen did the pump fail?"}
IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}
MESSAGE: dict[str, Any] = {
    "id": "x",
    "type": "message",
    "role": "assistant",
    "model": "m",
    "content": [{"type": "text", "text": "ok"}],
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "usage": {"input_tokens": 1, "output_tokens": 1},
}


def use(name: str) -> Any:
    return {"role": "assistant", "content": [{"type": "tool_use", "id": name, "name": "read_log", "input": {}}]}


def output(name: str, *parts: Any) -> Any:
    content = [{"type": "text", "text": log(name)}, *parts]
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": name, "content": content}]}


def client(url: str) -> anthropic.Anthropic:
    return anthropic.Anthropic(api_key="sk-secret", base_url=url, max_retries=0)


def ok(exchange: Exchange, _: Received) -> None:
    exchange.json(MESSAGE)


def streamed() -> Iterator[bytes]:
    yield event({"type": "message_start", "message": MESSAGE | {"content": [], "stop_reason": None}}, "message_start")
    block = {"type": "tool_use", "id": "t9", "name": "read_log", "input": {}}
    yield event({"type": "content_block_start", "index": 0, "content_block": block}, "content_block_start")
    delta = {"type": "input_json_delta", "partial_json": '{"which": "north"}'}
    yield event({"type": "content_block_delta", "index": 0, "delta": delta}, "content_block_delta")
    yield event({"type": "content_block_stop", "index": 0}, "content_block_stop")
    end = {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 2}}
    yield event(end, "message_delta")
    yield event({"type": "message_stop"}, "message_stop")


def test_results_are_cut_and_images_pass_while_cache_marks_stay() -> None:
    mark = {"type": "text", "text": "Answer.", "cache_control": {"type": "ephemeral"}}
    last = {"role": "user", "content": [mark]}
    turns = [USER, use("t1"), output("t1"), use("t2"), output("t2", IMAGE), last]
    with scripted(ok) as upstream, started(upstream.url, "--apply") as proxy, client(proxy.url) as sdk:
        for count in (1, 3, 6):
            sdk.messages.create(model="m", max_tokens=9, messages=turns[:count])
        sent = upstream.received[-1].json()["messages"]
        assert "failed at 14:07" in json.dumps(sent[2])
        assert len(json.dumps(sent[2])) < len(log("t1")) / 2
        assert sent[4:] == turns[4:]
        second, third = (each.body for each in upstream.received[1:])
        assert third.startswith(second[: second.rindex(b"]")])


def test_a_stream_of_a_tool_call_passes() -> None:
    def answer(exchange: Exchange, _: Received) -> None:
        exchange.stream(streamed())

    with scripted(answer) as upstream, started(upstream.url, "--apply") as proxy, client(proxy.url) as sdk:
        with sdk.messages.stream(model="m", max_tokens=9, messages=[USER]) as stream:
            final = stream.get_final_message()
        (block,) = final.content
        assert isinstance(block, anthropic.types.ToolUseBlock)
        assert block.input == {"which": "north"}


def test_an_aborted_stream_is_aborted_upstream() -> None:
    def answer(exchange: Exchange, _: Received) -> None:
        def events() -> Iterator[bytes]:
            yield from streamed()
            while True:
                yield event({"type": "ping"}, "ping")

        exchange.stream(events())

    with scripted(answer) as upstream, started(upstream.url, "--apply") as proxy, client(proxy.url) as sdk:
        with sdk.messages.stream(model="m", max_tokens=9, messages=[USER]) as stream:
            next(iter(stream))
        assert upstream.aborted.wait(WAIT_SECONDS)


@pytest.mark.parametrize(
    ("status", "error"), [(400, anthropic.BadRequestError), (429, anthropic.RateLimitError), (529, anthropic.APIError)]
)
def test_an_error_of_the_upstream_is_the_sdks_own(status: int, error: type[anthropic.APIError]) -> None:
    def answer(exchange: Exchange, _: Received) -> None:
        exchange.json({"type": "error", "error": {"type": "t", "message": "no"}}, status, {"request-id": "req-1"})

    with scripted(answer) as upstream, started(upstream.url, "--apply") as proxy, client(proxy.url) as sdk:
        with pytest.raises(error) as caught:
            sdk.messages.create(model="m", max_tokens=9, messages=[USER])
        assert isinstance(caught.value, anthropic.APIStatusError)
        assert (caught.value.status_code, caught.value.request_id) == (status, "req-1")


def test_counting_tokens_passes_untouched() -> None:
    def answer(exchange: Exchange, _: Received) -> None:
        exchange.json({"input_tokens": 7})

    turns = [USER, use("t1"), output("t1")]
    with scripted(answer) as upstream, started(upstream.url, "--apply") as proxy, client(proxy.url) as sdk:
        assert sdk.messages.count_tokens(model="m", messages=turns).input_tokens == 7
        assert upstream.received[0].json()["messages"] == turns
