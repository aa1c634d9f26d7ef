"""LangChain's messages in a session, and the middleware in a real agent with a scripted model."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool

from winnow_client import AsyncSelectClient, AsyncSession, SelectClient, Session
from winnow_client.langchain import langchain_conversation, view_langchain
from winnow_client.langchain_agents import WinnowMiddleware

from .made import LEAST_ANSWER, AsyncScriptedTransport, ScriptedTransport, selecting, texts_of

LOG = "The pump of the north tower ran at noon.\n" * 1_000
CUT = "The pump ran at noon.\n...[w1: about 10245 tokens omitted]"


def cutting(request: dict[str, Any]) -> object:
    selected = [{"record_id": record["id"], "excerpt": "The pump ran at noon."} for record in request["records"]]
    return {**LEAST_ANSWER, "request_id": request["request_id"], "selected": selected}


class ScriptedModel(BaseChatModel):
    """Reads the log, expands it, answers; keeps every prompt that it received."""

    prompts: list[list[BaseMessage]]

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **_: Any) -> Any:
        assert sorted(each.name for each in tools) == ["read_log", "winnow_expand"]
        return self

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **_: Any,
    ) -> ChatResult:
        self.prompts.append(list(messages))
        script = [
            AIMessage("", tool_calls=[{"id": "c1", "name": "read_log", "args": {"day": 1}}]),
            AIMessage("", tool_calls=[{"id": "c2", "name": "winnow_expand", "args": {"handle": "w1"}}]),
            AIMessage("It ran at noon."),
        ]
        return ChatResult(generations=[ChatGeneration(message=script[len(self.prompts) - 1])])


@tool
def read_log(day: int) -> str:
    """Reads the log of a day."""
    return f"{LOG}{day}"


def results(prompt: list[BaseMessage]) -> list[Any]:
    return [message.content for message in prompt if message.type == "tool"]


def threaded() -> Session[BaseMessage]:
    return Session(SelectClient(ScriptedTransport(cutting)), view_langchain)


def awaited() -> AsyncSession[BaseMessage]:
    return AsyncSession(AsyncSelectClient(AsyncScriptedTransport(cutting)), view_langchain)


SESSIONS = [
    pytest.param(threaded, False, id="invoked"),
    pytest.param(threaded, True, id="awaited, in a thread"),
    pytest.param(awaited, True, id="awaited"),
]


@pytest.mark.parametrize(("make", "is_awaited"), SESSIONS)
def test_an_agent_sends_the_cut_and_can_expand_it(make: Any, is_awaited: bool) -> None:
    session = make()
    model = ScriptedModel(prompts=[])
    agent: Any = create_agent(
        model, [read_log], system_prompt="Rules. " * 5_000, middleware=[WinnowMiddleware(session)]
    )
    # The system prompt is not among the messages that middleware receives, so the user's has to fill the cache.
    question: Any = {"messages": [HumanMessage("When did the pump run? " * 1_000)]}
    state = asyncio.run(agent.ainvoke(question)) if is_awaited else agent.invoke(question)
    first, second, third = model.prompts
    assert results(first) == []
    assert results(second) == [CUT]
    assert results(third) == [*results(second), f"{LOG}1"]
    assert third[: len(second)] == second
    assert results(state["messages"]) == [f"{LOG}1", f"{LOG}1"]
    assert session.figures().expansions == 1
    assert session.figures().cuts == 1


def test_an_async_session_rejects_an_agent_without_await() -> None:
    agent: Any = create_agent(ScriptedModel(prompts=[]), [read_log], middleware=[WinnowMiddleware(awaited())])
    with pytest.raises(TypeError, match="awaited"):
        agent.invoke({"messages": [HumanMessage("When?")]})


def test_a_conversation_of_langchains_messages() -> None:
    messages: list[BaseMessage] = [
        SystemMessage("Be brief."),
        HumanMessage("List the trains."),
        AIMessage(
            [{"type": "thinking", "thinking": "hm"}, {"type": "tool_use", "id": "c1", "name": "trains", "input": {}}],
            tool_calls=[{"id": "c1", "name": "trains", "args": {"to": "Oulu"}}],
        ),
        ToolMessage("08:00\n12:00", tool_call_id="c1", name="trains", artifact={"kept": True}),
        HumanMessage([{"type": "image_url", "image_url": {"url": "data:,"}}]),
        AIMessage(["Two ", {"type": "text", "text": "trains."}]),
        HumanMessage("Thanks."),
        AIMessage("Ask more."),
        HumanMessage("Which is first?"),
    ]
    conversation = langchain_conversation(messages)
    texts = [
        "List the trains.",
        'trains {"to":"Oulu"}',
        "08:00\n12:00",
        "Two ",
        "trains.",
        "Thanks.",
    ]
    assert texts_of(conversation) == texts
    assert conversation.last_user_text == "Which is first?"
    back = conversation.apply(selecting({"m3.0": "08:00"}))
    assert [message.type for message in back] == ["system", "human", "ai", "tool", "human", "ai", "human"]
    assert back[2] is messages[2]
    assert isinstance(back[3], ToolMessage)
    assert (back[3].content, back[3].artifact, back[3].name) == ("08:00", {"kept": True}, "trains")
    assert json.dumps(back[1].content) == '"...[omitted]"'
