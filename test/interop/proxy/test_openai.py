"""The official OpenAI SDK through the proxy: what the upstream receives, and what the SDK gets back."""

from __future__ import annotations

import asyncio
import gzip
import json
import threading
from collections.abc import Iterator
from typing import Any

import openai
import pytest
from upstream import WAIT_SECONDS, Exchange, Received, event, scripted
from winnow_proxy import RULES, log, started

OPENING: list[Any] = [
    {"role": "system", "content": RULES},
    {"role": "user", "content": "When did the pump fail? \u00e9"},
]


def call(name: str) -> dict[str, Any]:
    function = {"name": "read_log", "arguments": '{"which": "caf\u00e9"}'}
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": name, "type": "function", "function": function}],
    }


def result(name: str, text: str | None = None) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": name, "content": log(name) if text is None else text}


def completion(text: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": text, "refusal": None}
    choices = [{"index": 0, "finish_reason": "stop", "message": message, "logprobs": None}]
    return {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": choices}


def ok(exchange: Exchange, _: Received) -> None:
    exchange.json(completion("ok"))


def client(url: str) -> openai.OpenAI:
    return openai.OpenAI(api_key="sk-secret", base_url=f"{url}/v1", max_retries=0)


def chunk(delta: dict[str, Any]) -> bytes:
    choices = [{"index": 0, "delta": delta, "finish_reason": None}]
    return event({"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": choices})


def ask(url: str, messages: list[Any]) -> Any:
    with client(url) as sdk:
        return sdk.chat.completions.create(model="m", messages=messages)


HOP_BY_HOP = {"connection", "host"}


@pytest.mark.parametrize("options", [(), ("--apply",)])
def test_a_first_request_arrives_as_the_sdk_sends_it(options: tuple[str, ...]) -> None:
    with scripted(ok) as upstream, started(upstream.url, *options) as proxy:
        messages = [*OPENING, {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:x"}}]}]
        assert ask(upstream.url, messages) == ask(proxy.url, messages)
        direct, through = upstream.received
        assert (direct.method, direct.path, direct.body) == (through.method, through.path, through.body)
        kept = [
            [(name.lower(), value) for name, value in each.headers if name.lower() not in HOP_BY_HOP]
            for each in (direct, through)
        ]
        assert sorted(kept[0]) == sorted(kept[1])


def test_observed_no_byte_changes_and_the_report_says_what_trimming_would_save() -> None:
    with scripted(ok) as upstream, started(upstream.url) as proxy:
        messages = [*OPENING, call("c1"), result("c1")]
        for count in (2, 4):
            ask(upstream.url, messages[:count])
            ask(proxy.url, messages[:count])
        bodies = [each.body for each in upstream.received]
        assert bodies[0::2] == bodies[1::2]
        (conversation,) = proxy.report()
        assert conversation["cuts"] == 1
        assert conversation["saved"] > 0
        assert "pump" not in json.dumps(conversation)


def test_in_200_steps_no_earlier_byte_changes_but_by_a_compaction() -> None:
    with scripted(ok) as upstream, started(upstream.url, "--apply") as proxy, client(proxy.url) as sdk:
        messages = [*OPENING]
        sdk.chat.completions.create(model="m", messages=messages)
        changed = 0
        before = b""
        for step in range(1, 201):
            name = f"c{step}"
            messages += [call(name), result(name, None if step % 40 == 0 else f"calm at {step}")]
            sdk.chat.completions.create(model="m", messages=messages)
            body = upstream.received[-1].body
            changed += not body.startswith(before)
            before = body[: body.rindex(b"]")]
        (conversation,) = proxy.report()
        assert changed == conversation["compactions"]
        assert conversation["saved"] > 0
        assert b"failed at 14:07" in upstream.received[-1].body
        assert len(upstream.received[-1].body) < len(json.dumps(messages)) / 2


def test_conversations_at_once_do_not_mix() -> None:
    names = [f"ship-{n}" for n in range(12)]

    async def hold(sdk: openai.AsyncOpenAI, name: str) -> None:
        messages = [*OPENING, {"role": "user", "content": name}]
        for step in range(4):
            await sdk.chat.completions.create(model="m", messages=messages)
            messages += [call(f"{name}-{step}"), result(f"{name}-{step}")]

    async def hold_all(url: str) -> None:
        async with openai.AsyncOpenAI(api_key="sk", base_url=f"{url}/v1", max_retries=0) as sdk:
            await asyncio.gather(*(hold(sdk, name) for name in names))

    with scripted(ok) as upstream, started(upstream.url, "--apply") as proxy:
        asyncio.run(hold_all(proxy.url))
        assert len(proxy.report()) == len(names)
        last: dict[str, bytes] = {}
        for received in upstream.received:
            _, _, who, *others = received.json()["messages"]
            name = who["content"]
            assert all(f"{name}-" in json.dumps(other) for other in others)
            assert received.body.startswith(last.get(name, b""))
            last[name] = received.body[: received.body.rindex(b"]")]
        assert all(len(body) < 60_000 for body in last.values())


def test_a_stream_passes_event_by_event_with_text_and_tool_calls() -> None:
    seen = threading.Event()

    def answer(exchange: Exchange, _: Received) -> None:
        def events() -> Iterator[bytes]:
            yield chunk({"content": "The "})
            # The next event is written once the SDK has the first: nothing between may collect them.
            assert seen.wait(WAIT_SECONDS)
            yield chunk({"tool_calls": [{"index": 0, "id": "c1", "function": {"name": "f", "arguments": "{}"}}]})
            yield event("[DONE]")

        exchange.stream(events())

    with scripted(answer) as upstream, started(upstream.url, "--apply") as proxy, client(proxy.url) as sdk:
        deltas = []
        for each in sdk.chat.completions.create(model="m", messages=OPENING, stream=True):
            deltas.append(each.choices[0].delta)
            seen.set()
        assert deltas[0].content == "The "
        assert [made.function and made.function.name for made in deltas[1].tool_calls or []] == ["f"]


def test_an_async_stream_passes() -> None:
    def answer(exchange: Exchange, _: Received) -> None:
        exchange.stream(iter([chunk({"content": text}) for text in "abc"] + [event("[DONE]")]))

    async def texts(url: str) -> list[str | None]:
        async with openai.AsyncOpenAI(api_key="sk", base_url=f"{url}/v1", max_retries=0) as sdk:
            stream = await sdk.chat.completions.create(model="m", messages=OPENING, stream=True)
            return [each.choices[0].delta.content async for each in stream]

    with scripted(answer) as upstream, started(upstream.url, "--apply") as proxy:
        assert asyncio.run(texts(proxy.url)) == ["a", "b", "c"]


def test_an_aborted_stream_is_aborted_upstream() -> None:
    def answer(exchange: Exchange, _: Received) -> None:
        def events() -> Iterator[bytes]:
            while True:
                yield chunk({"content": "again "})

        exchange.stream(events())

    with scripted(answer) as upstream, started(upstream.url, "--apply") as proxy, client(proxy.url) as sdk:
        stream = sdk.chat.completions.create(model="m", messages=OPENING, stream=True)
        next(iter(stream))
        stream.close()
        assert upstream.aborted.wait(WAIT_SECONDS)


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (400, openai.BadRequestError),
        (401, openai.AuthenticationError),
        (404, openai.NotFoundError),
        (429, openai.RateLimitError),
        (500, openai.InternalServerError),
    ],
)
def test_an_error_of_the_upstream_is_the_sdks_own(status: int, error: type[openai.APIStatusError]) -> None:
    body = {"error": {"message": "no", "type": "t", "code": "x", "param": None}}

    def answer(exchange: Exchange, _: Received) -> None:
        exchange.json(body, status, {"retry-after": "7", "x-ratelimit-remaining-tokens": "0"})

    with scripted(answer) as upstream, started(upstream.url, "--apply") as proxy:
        with pytest.raises(error) as caught:
            ask(proxy.url, OPENING)
        assert (caught.value.request_id, caught.value.code) == ("up-1", "x")
        assert caught.value.response.headers["retry-after"] == "7"
        assert caught.value.response.headers["x-ratelimit-remaining-tokens"] == "0"


def test_a_retry_of_the_sdk_sends_the_same_bytes() -> None:
    def answer(exchange: Exchange, _: Received) -> None:
        if len(upstream.received) % 2 == 1:
            exchange.json({"error": {"message": "busy"}}, 503, {"retry-after-ms": "1"})
        else:
            exchange.json(completion("ok"))

    with scripted(answer) as upstream, started(upstream.url, "--apply") as proxy:
        with openai.OpenAI(api_key="sk", base_url=f"{proxy.url}/v1", max_retries=1) as sdk:
            for messages in (OPENING, [*OPENING, call("c1"), result("c1")]):
                sdk.chat.completions.create(model="m", messages=messages)
        bodies = [each.body for each in upstream.received]
        assert bodies[0::2] == bodies[1::2]
        assert b"tokens omitted" in bodies[-1]


def test_a_compressed_answer_passes() -> None:
    def answer(exchange: Exchange, _: Received) -> None:
        exchange.whole(gzip.compress(json.dumps(completion("zipped")).encode()), 200, {"content-encoding": "gzip"})

    with scripted(answer) as upstream, started(upstream.url, "--apply") as proxy:
        assert ask(proxy.url, OPENING).choices[0].message.content == "zipped"


def test_responses_are_cut_and_streamed() -> None:
    response = {"id": "r", "object": "response", "created_at": 1, "model": "m", "status": "completed", "output": []}
    response |= {"parallel_tool_calls": True, "tool_choice": "auto", "tools": []}

    def answer(exchange: Exchange, received: Received) -> None:
        if received.json().get("stream"):
            done = {"type": "response.completed", "sequence_number": 1, "response": response}
            exchange.stream(iter([event(done, "response.completed")]))
        else:
            exchange.json(response)

    question: Any = {"role": "user", "content": f"{RULES}\nWhen did the pump fail?"}
    made: Any = {"type": "function_call", "call_id": "f1", "name": "read_log", "arguments": "{}"}
    output: Any = {"type": "function_call_output", "call_id": "f1", "output": log("f1")}
    with scripted(answer) as upstream, started(upstream.url, "--apply") as proxy, client(proxy.url) as sdk:
        sdk.responses.create(model="m", input=[question])
        events = list(sdk.responses.create(model="m", input=[question, made, output], stream=True))
        sdk.responses.create(model="m", input=[output], previous_response_id="r")
        assert [each.type for each in events] == ["response.completed"]
        _, second, third = (each.json()["input"] for each in upstream.received)
        assert "failed at 14:07" in second[2]["output"]
        assert len(second[2]["output"]) < len(log("f1")) / 2
        assert third == [output]
