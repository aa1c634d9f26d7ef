"""LangChain agents: middleware that sends every prompt through a session.

Needs the extra `winnow-client[langchain-agents]`. The agent's own state keeps the whole conversation.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from anyio import to_thread
from langchain.agents.middleware import AgentMiddleware, ModelRequest, ModelResponse
from langchain_core.messages import AnyMessage, BaseMessage
from langchain_core.tools import StructuredTool

from .session.results import EXPAND_TOOL
from .session.session import AsyncSession, Session


class WinnowMiddleware(AgentMiddleware[Any, Any, Any]):
    """For `middleware` of `create_agent`: cuts large tool results, and gives the model the tool to expand them.

    Use one session for one conversation. A sync agent needs a `Session`. An async agent takes either, and runs a
    `Session` in a thread. Raises WinnowError only if the session's client is strict.
    """

    def __init__(self, session: Session[BaseMessage] | AsyncSession[BaseMessage]) -> None:
        super().__init__()
        self.session = session
        self.tools = [winnow_expand_tool(session)]

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        if isinstance(self.session, AsyncSession):
            raise TypeError("an AsyncSession needs an awaited agent: call ainvoke or astream")
        return handler(_with(request, self.session.prepare(request.messages)))

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        if isinstance(self.session, AsyncSession):
            prepared = await self.session.prepare(request.messages)
        else:
            prepared = await to_thread.run_sync(self.session.prepare, request.messages)
        return await handler(_with(request, prepared))


def winnow_expand_tool(session: Session[BaseMessage] | AsyncSession[BaseMessage]) -> StructuredTool:
    """The tool with which a model asks for the whole of a cut result. A model may invent a handle."""

    def expand(handle: str) -> str:
        return session.expand(handle) or f"no tool result was shortened under the handle {handle}"

    return StructuredTool.from_function(
        expand, name=EXPAND_TOOL["name"], description=EXPAND_TOOL["description"], args_schema=EXPAND_TOOL["parameters"]
    )


def _with(request: ModelRequest[Any], messages: list[BaseMessage]) -> ModelRequest[Any]:
    kept: list[AnyMessage] = [*messages]  # type: ignore[list-item]
    return request.override(messages=kept)
