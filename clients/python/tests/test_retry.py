"""The retry table, the waits and the circuit breaker, as pure functions."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnow_client import CircuitOpenError, ConnectionFailedError, ForbiddenError, ThrottledError, TimedOutError
from winnow_client import errors as all_errors
from winnow_client._transport.retry import ATTEMPTS_MAX, CircuitBreaker, retry_after_of, retry_wait
from winnow_client.errors import WinnowError

THROTTLED = ThrottledError("any")
ERRORS = [each for each in vars(all_errors).values() if isinstance(each, type) and issubclass(each, WinnowError)]


@pytest.mark.parametrize("error_class", [each for each in ERRORS if each is not WinnowError])
def test_only_transient_failures_are_tried_again(error_class: type[WinnowError]) -> None:
    passes = error_class.kind in ("throttled", "unavailable", "connection_failed")
    assert (retry_wait(1, error_class("any"), 0.5) is not None) == passes


@pytest.mark.parametrize(("attempt", "seconds"), [(1, 0.1), (2, 0.2), (3, 0.4)])
def test_the_wait_doubles_and_is_random(attempt: int, seconds: float) -> None:
    assert retry_wait(attempt, THROTTLED, 0) == 0
    assert retry_wait(attempt, THROTTLED, 0.5) == pytest.approx(seconds)


def test_the_wait_is_never_shorter_than_the_service_asks() -> None:
    assert retry_wait(1, ThrottledError("any", retry_after=3), 0) == 3
    assert retry_wait(1, ThrottledError("any", retry_after=3), 0.5) == pytest.approx(3.1)
    assert retry_wait(1, ThrottledError("any", retry_after=math.inf), 0) is None
    assert retry_wait(ATTEMPTS_MAX, THROTTLED, 0) is None


@given(st.integers(1, ATTEMPTS_MAX - 1), st.floats(0, 1, exclude_max=True))
def test_the_wait_is_bounded(attempt: int, chance: float) -> None:
    wait = retry_wait(attempt, THROTTLED, chance)
    assert wait is not None
    assert 0 <= wait < 5


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("3", 3),
        (" 0 ", 0),
        ("Thu, 01 Jan 2015 00:00:00 GMT", 0),
        ("soon", None),
        ("", None),
        (None, None),
        ("-1", None),
        ("1.5", None),
        ("\u0663", None),
    ],
)
def test_retry_after(header: str | None, seconds: float | None) -> None:
    assert retry_after_of(header) == seconds


def test_retry_after_as_a_future_date() -> None:
    wait = retry_after_of("Fri, 01 Jan 2999 00:00:00 GMT")
    assert wait is not None
    assert wait > 1e9


def opened(now: float = 10.0) -> CircuitBreaker:
    breaker = CircuitBreaker(3, 5.0)
    for _ in range(3):
        breaker.admit(now)
        breaker.record(TimedOutError("any"), now)
    return breaker


def test_the_circuit_opens_after_failures_in_a_row() -> None:
    with pytest.raises(CircuitOpenError) as raised:
        opened().admit(11.0)
    assert raised.value.retry_after == 4


def test_one_probe_passes_when_it_is_due() -> None:
    breaker = opened()
    breaker.admit(15.0)
    with pytest.raises(CircuitOpenError):
        breaker.admit(15.0)
    breaker.record(ConnectionFailedError("any"), 16.0)
    with pytest.raises(CircuitOpenError):
        breaker.admit(20.9)
    breaker.admit(21.0)


@pytest.mark.parametrize("outcome", [None, ForbiddenError("any")])
def test_any_answer_closes_the_circuit(outcome: WinnowError | None) -> None:
    breaker = opened()
    breaker.admit(15.0)
    breaker.record(outcome, 15.1)
    for _ in range(3):
        breaker.admit(15.2)


def test_an_answer_between_failures_keeps_it_closed() -> None:
    breaker = CircuitBreaker(2, 5.0)
    for outcome in (TimedOutError("any"), None, TimedOutError("any")):
        breaker.record(outcome, 1.0)
    breaker.admit(1.0)
    breaker.record(TimedOutError("any"), 1.0)
    with pytest.raises(CircuitOpenError):
        breaker.admit(1.0)


def test_a_probe_that_never_ends_is_followed_by_another() -> None:
    breaker = opened()
    breaker.admit(15.0)
    breaker.admit(20.0)
