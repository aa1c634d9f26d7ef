"""A call over REST by httpx: sends bytes of JSON, returns parsed JSON. Every failure is a WinnowError."""

from __future__ import annotations

import contextvars
import json
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import TypeVar

import anyio
import httpx

from ..errors import ConnectionFailedError, MalformedAnswerError, WinnowError
from ..shapes import ContextRequest
from .answer_fields import SELECT_PATH
from .call import ANSWER_BYTES_MAX, address, bearer, timed_out
from .retry import retry_after_of
from .status_errors import error_of_status

Value = TypeVar("Value")


class _RestCodec:
    """What both transports share: the request as bytes, the reply as JSON or an error."""

    def __init__(self, base_url: str, api_key: str) -> None:
        self._url = address(base_url) + SELECT_PATH
        self._headers = {"authorization": bearer(api_key), "content-type": "application/json"}

    def encode(self, request: ContextRequest) -> bytes:
        return json.dumps(request, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


class RestTransport(_RestCodec):
    def __init__(self, base_url: str, api_key: str, client: httpx.Client | None) -> None:
        super().__init__(base_url, api_key)
        self._http = client or httpx.Client()
        self._owned = client is None

    def send(self, body: bytes, timeout: float) -> object:
        return within(timeout, lambda: self._send(body, timeout))

    def _send(self, body: bytes, timeout: float) -> object:
        reading = _Reading()
        try:
            with self._http.stream(
                "POST", self._url, content=body, headers=self._headers, timeout=timeout, follow_redirects=False
            ) as reply:
                for chunk in reply.iter_bytes():
                    reading.add(chunk)
        except httpx.HTTPError as error:
            raise _unanswered(error) from error
        return reading.json_of(reply)

    def close(self) -> None:
        if self._owned:
            self._http.close()


class AsyncRestTransport(_RestCodec):
    def __init__(self, base_url: str, api_key: str, client: httpx.AsyncClient | None) -> None:
        super().__init__(base_url, api_key)
        self._http = client or httpx.AsyncClient()
        self._owned = client is None

    async def send(self, body: bytes, timeout: float) -> object:
        with anyio.move_on_after(timeout):
            return await self._send(body, timeout)
        raise timed_out()

    async def _send(self, body: bytes, timeout: float) -> object:
        reading = _Reading()
        try:
            async with self._http.stream(
                "POST", self._url, content=body, headers=self._headers, timeout=timeout, follow_redirects=False
            ) as reply:
                async for chunk in reply.aiter_bytes():
                    reading.add(chunk)
        except httpx.HTTPError as error:
            raise _unanswered(error) from error
        return reading.json_of(reply)

    async def aclose(self) -> None:
        if self._owned:
            await self._http.aclose()


class _Reading:
    """Collects a body as it arrives, up to the bound of an answer."""

    def __init__(self) -> None:
        self._body = bytearray()

    def add(self, chunk: bytes) -> None:
        self._body += chunk
        if len(self._body) > ANSWER_BYTES_MAX:
            raise MalformedAnswerError(f"the answer is longer than {ANSWER_BYTES_MAX} bytes")

    def json_of(self, reply: httpx.Response) -> object:
        try:
            value = json.loads(self._body.decode(), parse_constant=_refuse_constant)
        except (ValueError, RecursionError):
            value = None
            if reply.status_code == 200:
                raise MalformedAnswerError("the answer is not JSON: see what answers at base_url") from None
        if reply.status_code != 200:
            raise error_of_status(reply.status_code, value, retry_after_of(reply.headers.get("retry-after")))
        return value


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def _unanswered(error: httpx.HTTPError) -> WinnowError:
    if isinstance(error, httpx.TimeoutException):
        return timed_out()
    return ConnectionFailedError(f"no answer came: {type(error).__name__}: {error}")


def within(seconds: float, work: Callable[[], Value]) -> Value:
    """Runs blocking work and waits for it at most this long. Raises TimedOutError, and does not stop the work.

    httpx limits each read and each write, but neither the lookup of a host nor the sum of many slow reads.
    """
    done: Future[Value] = Future()
    context = contextvars.copy_context()

    def run() -> None:
        try:
            done.set_result(context.run(work))
        except BaseException as error:
            done.set_exception(error)

    threading.Thread(target=run, name="winnow-client", daemon=True).start()
    try:
        return done.result(seconds)
    except FutureTimeout:
        raise timed_out() from None
