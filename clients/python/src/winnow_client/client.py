"""The clients: take a request, return a selection, never later than the deadline. They fail open unless `strict` is
set.

They carry out the steps of a call; `_transport/call.py` decides on them.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Protocol

import anyio

from ._transport.call import (
    BREAKER_FAILURES,
    BREAKER_SECONDS,
    TIMEOUT_SECONDS,
    Attempt,
    Pause,
    Step,
    call_steps,
    carried_out,
    without_waiting,
)
from ._transport.rest import AsyncRestTransport, RestTransport
from ._transport.retry import CircuitBreaker
from .errors import WinnowError
from .selection import Selection, failed_open

if TYPE_CHECKING:
    from types import TracebackType

    import httpx
    from typing_extensions import Self

    from .shapes import ContextRequest


class _Encoder(Protocol):
    def encode(self, request: ContextRequest) -> bytes: ...


class Transport(_Encoder, Protocol):
    """How requests travel: encoded once, sent once for each attempt.

    `send` returns the answer as parsed JSON, and raises TimedOutError after `timeout` seconds.
    """

    def send(self, body: bytes, timeout: float) -> object: ...
    def close(self) -> None: ...


class AsyncTransport(_Encoder, Protocol):
    """The same for an event loop."""

    async def send(self, body: bytes, timeout: float) -> object: ...
    async def aclose(self) -> None: ...


class _Options(ABC):
    """What both clients keep for their calls. The breaker is shared by all calls of a client."""

    def __init__(self, transport: _Encoder, timeout: float, strict: bool) -> None:
        self._encode = transport.encode
        self._timeout = timeout
        self._strict = strict
        self._breaker = CircuitBreaker(BREAKER_FAILURES, BREAKER_SECONDS)

    @abstractmethod
    async def _carry_out(self, step: Step) -> object: ...

    async def _selected(self, request: ContextRequest, timeout: float | None, strict: bool | None) -> Selection:
        steps = call_steps(request, self._encode, self._breaker, self._timeout if timeout is None else timeout)
        try:
            return await carried_out(steps, self._carry_out)
        except WinnowError as error:
            if self._strict if strict is None else strict:
                raise
            return failed_open(request, error)


class SelectClient(_Options):
    """A client for threads, which may share it. Create a `WinnowClient` or a `GrpcWinnowClient`."""

    def __init__(self, transport: Transport, *, timeout: float = TIMEOUT_SECONDS, strict: bool = False) -> None:
        super().__init__(transport, timeout, strict)
        self._transport = transport

    def select(self, request: ContextRequest, *, timeout: float | None = None, strict: bool | None = None) -> Selection:
        """Asks which of the records go into the prompt, within `timeout` seconds for all attempts and pauses.

        Fails open: if no usable answer comes in time, the selection holds the request's own context and the cause.
        Raises WinnowError only in strict mode.
        """
        return without_waiting(self._selected(request, timeout, strict))

    async def _carry_out(self, step: Step) -> object:
        if isinstance(step, Attempt):
            return self._transport.send(step.body, step.timeout)
        time.sleep(step.seconds)
        return None

    def close(self) -> None:
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncSelectClient(_Options):
    """A client for an event loop. Create an `AsyncWinnowClient` or an `AsyncGrpcWinnowClient`."""

    def __init__(self, transport: AsyncTransport, *, timeout: float = TIMEOUT_SECONDS, strict: bool = False) -> None:
        super().__init__(transport, timeout, strict)
        self._transport = transport

    async def select(
        self, request: ContextRequest, *, timeout: float | None = None, strict: bool | None = None
    ) -> Selection:
        """The same as `SelectClient.select`. Cancellation ends the call and is raised."""
        return await self._selected(request, timeout, strict)

    async def _carry_out(self, step: Step) -> object:
        if isinstance(step, Pause):
            await anyio.sleep(step.seconds)
            return None
        return await self._transport.send(step.body, step.timeout)

    async def aclose(self) -> None:
        await self._transport.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class WinnowClient(SelectClient):
    """A client over REST. `http_client` brings your own proxies and certificates; you close it yourself.

    Raises ValueError if `base_url` is not an HTTP URL or no header can carry `api_key`.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = TIMEOUT_SECONDS,
        strict: bool = False,
        http_client: httpx.Client | None = None,
    ) -> None:
        super().__init__(RestTransport(base_url, api_key, http_client), timeout=timeout, strict=strict)


class AsyncWinnowClient(AsyncSelectClient):
    """The same for an event loop (asyncio or Trio)."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = TIMEOUT_SECONDS,
        strict: bool = False,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        super().__init__(AsyncRestTransport(base_url, api_key, http_client), timeout=timeout, strict=strict)
