"""Decides whether and when to retry, and whether to send a call at all: the retry table and the circuit breaker.

Pure: randomness and time are arguments. Nothing here waits.
"""

from __future__ import annotations

import math
import threading
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

from ..errors import CircuitOpenError, WinnowError

ATTEMPTS_MAX = 4
"""Attempts of one call, including the first. More would turn an outage into a flood."""

FIRST_BACKOFF_SECONDS = 0.2
"""The longest wait after the first attempt. It doubles with each further one."""

BACKOFF_SECONDS_MAX = 5.0

_PASSING = frozenset({"throttled", "unavailable", "connection_failed"})
"""Failures that usually pass soon. Any other would happen again if the same request were sent again."""

_DEAD = frozenset({"unavailable", "connection_failed", "timed_out"})
"""How calls to a dead service end. With any other error the service has answered."""


def retry_wait(attempt: int, error: WinnowError, chance: float) -> float | None:
    """Seconds to wait before the next attempt, at least as long as the service asked for; None to stop.

    `attempt` is the one that just ended, counted from 1. `chance` in [0, 1) is the full jitter, so that many clients do
    not return together.
    """
    asked = error.retry_after or 0.0
    if error.kind not in _PASSING or math.isinf(asked) or attempt >= ATTEMPTS_MAX:
        return None
    return asked + chance * min(BACKOFF_SECONDS_MAX, FIRST_BACKOFF_SECONDS * 2.0 ** (attempt - 1))


def retry_after_of(header: str | None) -> float | None:
    """The wait in seconds that a Retry-After header asks for, given as seconds or as a date."""
    value = (header or "").strip()
    if value.isascii() and value.isdigit() and len(value) < 10:
        return float(value)
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (at.astimezone(timezone.utc) - datetime.now(timezone.utc)).total_seconds())


class CircuitBreaker:
    """Opens after `failures` calls in a row without an answer; then lets one probe through every `seconds`.

    So a dead service costs one call in `seconds` its deadline, and all other calls nothing. Threads may share it.
    """

    def __init__(self, failures: int, seconds: float) -> None:
        self._failures_max = failures
        self._seconds = seconds
        self._lock = threading.Lock()
        self._failures = 0
        self._last: WinnowError | None = None
        self._next_probe = 0.0

    def admit(self, now: float) -> None:
        """Lets a call through. Raises CircuitOpenError while the circuit is open and no probe is due."""
        with self._lock:
            if self._failures < self._failures_max:
                return
            wait = self._next_probe - now
            if wait > 0:
                text = f"not sent, because the last {self._failures} calls failed: {self._last}"
                raise CircuitOpenError(text, retry_after=wait)
            self._next_probe = now + self._seconds

    def record(self, error: WinnowError | None, now: float) -> None:
        """Counts how a call ended. Any answer of the service closes the circuit, even an error."""
        with self._lock:
            if error is None or error.kind not in _DEAD:
                self._failures = 0
                return
            self._failures += 1
            self._last = error
            if self._failures >= self._failures_max:
                self._next_probe = now + self._seconds
