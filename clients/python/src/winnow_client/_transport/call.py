"""One call from request to answer as a generator of steps, so that the sync and the async client share every decision.

The generator yields `Attempt` and `Pause` steps. It receives the parsed JSON of an attempt's answer, or the exception
in which the attempt ended. It sends nothing and waits for nothing itself.
"""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable, Coroutine, Generator
from dataclasses import dataclass
from typing import Any, TypeVar

from ..errors import (
    BadRequestError,
    ConnectionFailedError,
    RequestTooLargeError,
    TimedOutError,
    WinnowError,
)
from ..selection import Answered
from ..shapes import ContextRequest
from .answer import verified_answer
from .retry import CircuitBreaker, retry_wait

REQUEST_BYTES_MAX = 6 * 1024 * 1024
"""The service rejects larger bodies before it reads them, and its reply may be unreadable."""

ANSWER_BYTES_MAX = 64 * 1024 * 1024
"""Longer answers are rejected. This is many times a whole context with the detail of every record."""

TIMEOUT_SECONDS = 3.0
"""How long a call may take by default."""

BREAKER_FAILURES = 5
BREAKER_SECONDS = 5.0


@dataclass(frozen=True)
class Attempt:
    """Send the encoded request once, within `timeout` seconds."""

    body: bytes
    timeout: float


@dataclass(frozen=True)
class Pause:
    seconds: float


Step = Attempt | Pause
Encode = Callable[[ContextRequest], bytes]


Done = TypeVar("Done")
Asked = TypeVar("Asked")


async def carried_out(steps: Generator[Asked, Any, Done], carry_out: Callable[[Asked], Awaitable[object]]) -> Done:
    """Carries out the steps of a generator, hands it their results and exceptions, and returns its own result."""
    try:
        step = next(steps)
        while True:
            try:
                received = await carry_out(step)
            except Exception as error:
                step = steps.throw(error)
            else:
                step = steps.send(received)
    except StopIteration as stop:
        done: Done = stop.value
        return done


def without_waiting(coroutine: Coroutine[Any, Any, Done]) -> Done:
    """Runs a coroutine that blocks its thread and never waits for an event loop."""
    try:
        coroutine.send(None)
    except StopIteration as stop:
        done: Done = stop.value
        return done
    coroutine.close()
    raise RuntimeError("a blocking call waits for an event loop")


def call_steps(
    request: ContextRequest, encode: Encode, breaker: CircuitBreaker, timeout: float
) -> Generator[Step, Any, Answered]:
    """The steps of one call within `timeout` seconds, with all attempts and pauses. Raises WinnowError."""
    started = time.monotonic()
    body = _encoded(request, encode)
    breaker.admit(started)
    try:
        json = yield from _attempts(body, started + timeout)
        answer = verified_answer(json, request)
    except WinnowError as error:
        breaker.record(error, time.monotonic())
        raise
    now = time.monotonic()
    breaker.record(None, now)
    answer["format_metrics"]["client_latency_ms"] = (now - started) * 1000
    return Answered(answer["rendered_context"], answer)


def _attempts(body: bytes, deadline: float) -> Generator[Step, Any, object]:
    attempt = 1
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            raise timed_out()
        try:
            return (yield Attempt(body, left))
        except WinnowError as caught:
            error = caught
        except Exception as caught:
            # Any exception of a transport means that no answer came, so the call can fail open.
            error = ConnectionFailedError(f"no answer came: {type(caught).__name__}: {caught}")
            error.__cause__ = caught
        wait = retry_wait(attempt, error, random.random())
        # After a wait beyond the deadline nothing could be sent.
        if wait is None or time.monotonic() + wait >= deadline:
            raise error
        yield Pause(wait)
        attempt += 1


def timed_out() -> TimedOutError:
    return TimedOutError("no answer came in time: raise timeout, or send less")


def _encoded(request: ContextRequest, encode: Encode) -> bytes:
    _refuse_misshapen(request)
    try:
        body = encode(request)
    except (TypeError, ValueError, RecursionError) as caught:
        raise BadRequestError(f"the request cannot be encoded: {caught}") from caught
    size = len(body)
    if size > REQUEST_BYTES_MAX:
        raise RequestTooLargeError(
            f"the request is {size} bytes, more than {REQUEST_BYTES_MAX}; not sent",
            limit_name="body_bytes",
            limit=REQUEST_BYTES_MAX,
            observed=size,
        )
    return body


def _refuse_misshapen(request: object) -> None:
    """Checks the fields that the client itself needs: types do not protect it. The service checks the others."""
    if not isinstance(request, dict):
        raise BadRequestError("the request must be a dict")
    records = request.get("records")
    if not isinstance(records, (list, tuple)):
        raise BadRequestError("the request is malformed: records must be a list")
    for index, record in enumerate(records):
        if not isinstance(record, dict) or not isinstance(record.get("text"), str):
            raise BadRequestError(f"the request is malformed: records[{index}].text must be a string")
    if not isinstance(request.get("request_id"), str):
        raise BadRequestError("the request is malformed: request_id must be a string")


def address(base_url: str) -> str:
    """The base URL without a slash at its end. Raises ValueError if it is not an HTTP URL."""
    if not base_url.startswith(("http://", "https://")):
        raise ValueError("base_url must begin with http:// or https://")
    return base_url.rstrip("/")


def bearer(api_key: str) -> str:
    """The value of the authorization header. Raises ValueError, without the key, if no header can carry it."""
    if not api_key:
        raise ValueError("api_key is empty")
    if not all("!" <= character <= "~" for character in api_key):
        raise ValueError("api_key holds spaces or characters that are not ASCII")
    return f"Bearer {api_key}"
