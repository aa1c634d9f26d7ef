"""A conversation in each format: what is sent of it, and what is returned."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from anthropic.types import Message as AnthropicReply
from hypothesis import given, settings
from hypothesis import strategies as st
from openai.types.chat import ChatCompletionMessage

from winnow_client import OMITTED_MARK, Conversation, anthropic_conversation, openai_conversation

from .made import failing, selecting, standing_down, texts_of

OPENAI: list[dict[str, Any]] = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Plan a trip to Oulu."},
    {
        "role": "assistant",
        "content": "Let me look.",
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "trains", "arguments": '{"to":"Oulu"}'}},
            {"id": "c2", "type": "function", "function": {"name": "weather", "arguments": "{}"}},
        ],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "08:00\n12:00\n16:00"},
    {"role": "tool", "tool_call_id": "c2", "content": [{"type": "text", "text": "Snow until Monday."}]},
    {"role": "assistant", "content": "There are three trains."},
    {"role": "user", "content": [{"type": "text", "text": "And hotels?"}]},
    {"role": "assistant", "content": "Two of them."},
    {"role": "user", "content": "Which train is the fastest?"},
]

ANTHROPIC: list[dict[str, Any]] = [
    {"role": "user", "content": "Plan a trip to Oulu."},
    {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "hm", "signature": "s"},
            {"type": "text", "text": "Let me look."},
            {"type": "tool_use", "id": "c1", "name": "trains", "input": {"to": "Oulu"}},
            {"type": "tool_use", "id": "c2", "name": "weather", "input": {}},
        ],
    },
    {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": "c1", "content": "08:00\n12:00\n16:00"},
            {"type": "tool_result", "tool_use_id": "c2", "content": [{"type": "text", "text": "Snow until Monday."}]},
        ],
    },
    {"role": "assistant", "content": "There are three trains."},
    {"role": "user", "content": [{"type": "text", "text": "And hotels?"}]},
    {"role": "assistant", "content": [{"type": "text", "text": "Two of them."}]},
    {"role": "user", "content": "Which train is the fastest?"},
]

IMAGE: dict[str, Any] = {"role": "user", "content": [{"type": "image_url"}]}
Read = Callable[..., Conversation[Any]]
DIALECTS = [
    pytest.param(OPENAI, openai_conversation, {"trains": "m3.0", "weather": "m4.0", "opening": "m1.0"}, id="openai"),
    pytest.param(
        ANTHROPIC, anthropic_conversation, {"trains": "m2.0", "weather": "m2.1", "opening": "m0.0"}, id="anthropic"
    ),
]
dialects = pytest.mark.parametrize(("messages", "read", "ids"), DIALECTS)
USER: dict[str, Any] = {"role": "user", "content": "now"}


@dialects
def test_sends_calls_with_their_results_but_no_instructions_and_no_newest_messages(
    messages: list[Any], read: Read, ids: dict[str, str]
) -> None:
    records = read(messages).records
    assert [(record["kind"], record["step_id"], record["title"]) for record in records] == [
        ("user_input", None, None),
        ("llm_response", None, None),
        ("tool_call", "c1", None),
        ("tool_call", "c2", None),
        ("tool_result", "c1", "trains"),
        ("tool_result", "c2", "weather"),
        ("llm_response", None, None),
        ("user_input", None, None),
    ]
    assert 'trains {"to":"Oulu"}' in texts_of(read(messages))
    assert len({record["id"] for record in records}) == len(records)
    assert set(ids.values()) <= {record["id"] for record in records}


@dialects
def test_returns_the_same_messages_if_everything_is_kept(messages: list[Any], read: Read, ids: dict[str, str]) -> None:
    conversation = read(messages)
    everything = selecting({str(record["id"]): record["text"] for record in conversation.records})
    for selection in (standing_down(), failing(), everything):
        back = conversation.apply(selection)
        assert len(back) == len(messages)
        assert all(one is other for one, other in zip(back, messages, strict=True))
    assert ids


@dialects
def test_one_result_is_cut_the_other_marked_as_omitted_calls_stay_and_the_rest_goes(
    messages: list[Any], read: Read, ids: dict[str, str]
) -> None:
    back = read(messages).apply(selecting({ids["trains"]: "...[2 lines omitted]\n16:00"}))
    text = json.dumps(back)
    assert "...[2 lines omitted]\\n16:00" in text
    assert OMITTED_MARK in text
    assert "Which train is the fastest?" in text
    for dropped in ("08:00", "Snow until Monday.", "There are three trains."):
        assert dropped not in text
    calling = next(message for message in messages if "Let me look." in json.dumps(message))
    assert any(message is calling for message in back)


@dialects
def test_drops_calls_and_results_together(messages: list[Any], read: Read, ids: dict[str, str]) -> None:
    text = json.dumps(read(messages).apply(selecting({ids["opening"]: "Plan a trip to Oulu."})))
    assert "trains" not in text
    assert "c2" not in text


@dialects
def test_still_opens_with_the_user(messages: list[Any], read: Read, ids: dict[str, str]) -> None:
    back = read(messages).apply(selecting({ids["weather"]: "Snow until Monday."}))
    assert "Plan a trip" not in json.dumps(back)
    first = next(message for message in back if message["role"] == "user")
    assert OMITTED_MARK in json.dumps(first)


@pytest.mark.parametrize(("messages", "read"), [(OPENAI, openai_conversation), (ANTHROPIC, anthropic_conversation)])
@settings(deadline=None)
@given(data=st.data())
def test_never_separates_a_call_from_its_result(messages: list[Any], read: Read, data: st.DataObject) -> None:
    conversation = read(messages)
    kept = data.draw(st.lists(st.sampled_from(conversation.records), min_size=1, unique_by=lambda each: each["id"]))
    text = json.dumps(conversation.apply(selecting({str(each["id"]): each["text"][:3] for each in kept})))
    assert [text.count(f'"{call}"') in (0, 2) for call in ("c1", "c2")] == [True, True]
    assert "Which train is the fastest?" in text


@pytest.mark.parametrize(
    "conversation",
    [
        pytest.param(openai_conversation([IMAGE, USER, USER, USER]), id="image"),
        pytest.param(openai_conversation([{"role": "critic", "content": "hm"}, USER, USER, USER]), id="unknown role"),
        pytest.param(
            openai_conversation([{"role": "assistant", "function_call": {"name": "n"}}, USER, USER, USER]),
            id="old form of calling",
        ),
        pytest.param(
            anthropic_conversation(
                [
                    {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "n", "input": {}}]},
                    {
                        "role": "user",
                        "content": [{"type": "tool_result", "tool_use_id": "c", "content": [{"type": "image"}]}],
                    },
                    USER,
                    USER,
                    USER,
                ]
            ),
            id="exchange whose result holds an image",
        ),
        pytest.param(
            openai_conversation(
                [
                    {
                        "role": "assistant",
                        "tool_calls": [{"id": "c", "type": "custom", "custom": {"name": "n", "input": "i"}}],
                    },
                    {"role": "tool", "tool_call_id": "c", "content": [{"type": "file"}]},
                    USER,
                    USER,
                    USER,
                ]
            ),
            id="exchange whose result is a file",
        ),
    ],
)
def test_what_is_not_text_stays_as_it_is(conversation: Conversation[Any]) -> None:
    assert texts_of(conversation) == ["now"]


def test_pinned_messages_stay() -> None:
    pinned = openai_conversation(OPENAI, newest=0, pinned=lambda message, _: message["role"] == "assistant")
    assert texts_of(pinned) == ["Plan a trip to Oulu.", "And hotels?"]


def test_the_last_user_turn_stays_however_far_back() -> None:
    long: list[dict[str, Any]] = [USER, *({"role": "assistant", "content": f"step {index}"} for index in range(9))]
    assert len(openai_conversation(long).records) == 7


def test_an_empty_conversation() -> None:
    nothing: list[dict[str, Any]] = []
    conversation = openai_conversation(nothing)
    assert conversation.records == []
    assert conversation.apply(standing_down()) == []


def test_an_empty_result_goes_with_its_call() -> None:
    call = {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "function": {"name": "n"}}]}
    messages: list[Any] = [call, {"role": "tool", "tool_call_id": "c", "content": []}, *OPENAI]
    conversation = openai_conversation(messages)
    assert conversation.records[0]["kind"] == "tool_call"
    call_id = str(conversation.records[0]["id"])
    assert conversation.apply(selecting({call_id: "n"}))[:2] == messages[:2]
    assert '"c"' not in json.dumps(conversation.apply(selecting({"m8.0": "And hotels?"})))


@pytest.mark.parametrize(
    ("conversation", "words"),
    [
        (openai_conversation(OPENAI), "Which train is the fastest?"),
        (
            anthropic_conversation(
                [
                    {
                        "role": "user",
                        "content": [
                            {"type": "tool_result", "tool_use_id": "c", "content": "08:00"},
                            {"type": "text", "text": "And hotels?"},
                        ],
                    }
                ]
            ),
            "And hotels?",
        ),
        (openai_conversation([{"role": "user", "content": [{"type": "image_url"}]}]), ""),
        (openai_conversation([{"role": "assistant", "content": "Hello"}]), ""),
    ],
)
def test_the_last_user_text(conversation: Conversation[Any], words: str) -> None:
    assert conversation.last_user_text == words


def test_reads_the_models_of_openais_sdk() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "trains", "arguments": "{}"}}
    messages: list[Any] = [
        ChatCompletionMessage.model_validate({"role": "assistant", "content": None, "tool_calls": [call]}),
        {"role": "tool", "tool_call_id": "c1", "content": "08:00\n12:00"},
        ChatCompletionMessage.model_validate({"role": "assistant", "content": "There are two trains."}),
        USER,
        USER,
    ]
    conversation = openai_conversation(messages)
    assert texts_of(conversation) == ["trains {}", "08:00\n12:00", "There are two trains."]
    back = conversation.apply(selecting({"m1.0": "12:00", "m2.0": "There"}))
    assert back[0] is messages[0]
    assert back[1:3] == [
        {"role": "tool", "tool_call_id": "c1", "content": "12:00"},
        {"role": "assistant", "content": "There"},
    ]


def test_reads_the_models_of_anthropics_sdk() -> None:
    reply = AnthropicReply.model_validate(
        {
            "id": "m",
            "type": "message",
            "role": "assistant",
            "model": "any",
            "usage": {"input_tokens": 1, "output_tokens": 1},
            "content": [
                {"type": "text", "text": "Let me look."},
                {"type": "tool_use", "id": "c1", "name": "trains", "input": {"to": "Oulu"}},
            ],
        }
    )
    messages: list[Any] = [
        {"role": "assistant", "content": reply.content},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "08:00\n12:00"}]},
        USER,
        USER,
        USER,
    ]
    conversation = anthropic_conversation(messages)
    assert texts_of(conversation) == ["Let me look.", 'trains {"to":"Oulu"}', "08:00\n12:00", "now"]
    back = conversation.apply(selecting({"m1.0": "12:00"}))
    assert back[0] is messages[0]
    assert back[1]["content"][0]["content"] == "12:00"
