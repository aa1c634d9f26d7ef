"""The errors of a call: one class for each reaction that a caller may want, the same over REST and gRPC.

`kind` names the class for logs. Messages never hold a key.
"""

from __future__ import annotations

from typing import ClassVar


class WinnowError(Exception):
    """Why no usable answer came.

    `status` is the HTTP status, or its counterpart on gRPC; None if no answer came or a 200 was unusable.
    `retry_after` is the wait in seconds that the service asked for; infinite if it asked for no further attempt.
    """

    kind: ClassVar[str]

    def __init__(self, message: str, *, status: int | None = None, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after


class BadRequestError(WinnowError):
    """400: the request is malformed; the message names the field. Fix the request."""

    kind = "bad_request"


class UnauthenticatedError(WinnowError):
    """401: no key arrived. Fix the client, or the proxy that drops the header."""

    kind = "unauthenticated"


class OutOfCreditError(WinnowError):
    """402: out of credit. Reserved: no service sends it today."""

    kind = "out_of_credit"


class ForbiddenError(WinnowError):
    """403: the key arrived and was refused. Fix the credential; a retry cannot help."""

    kind = "forbidden"


class NotFoundError(WinnowError):
    """404: no such call at this address. Fix `base_url`."""

    kind = "not_found"


class RequestTooLargeError(WinnowError):
    """413: over a ceiling. Shrink or split the request by `limit` and `observed`.

    `limit_name` is `input_tokens` or `records`, or `body_bytes` for a request above 6 MiB; each of the three is None
    if the service did not say.
    """

    kind = "request_too_large"

    def __init__(
        self,
        message: str,
        *,
        limit_name: str | None = None,
        limit: int | None = None,
        observed: int | None = None,
        status: int | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message, status=status, retry_after=retry_after)
        self.limit_name = limit_name
        self.limit = limit
        self.observed = observed


class ThrottledError(WinnowError):
    """429: too many calls a second. Passes by itself."""

    kind = "throttled"


class QuotaExceededError(WinnowError):
    """429: the daily quota is used up. Passes at the end of the day (UTC)."""

    kind = "quota_exceeded"


class EngineError(WinnowError):
    """500 of the service itself: the same request would fail again."""

    kind = "engine_error"


class UnavailableError(WinnowError):
    """503, or a 5xx of a proxy or platform in front of the service. Passes by itself."""

    kind = "unavailable"


class UnexpectedStatusError(WinnowError):
    """An unknown status. See what answers at `base_url`."""

    kind = "unexpected_status"


class ConnectionFailedError(WinnowError):
    """No answer: refused, reset, cut off, or no such host."""

    kind = "connection_failed"


class TimedOutError(WinnowError):
    """The deadline passed before an answer came; or a 408: the request took too long to arrive."""

    kind = "timed_out"


class MalformedAnswerError(WinnowError):
    """A 200 that is not JSON, lacks a required field or holds a field of another type."""

    kind = "malformed_answer"


class WrongEchoError(WinnowError):
    """The answer belongs to another request."""

    kind = "wrong_echo"


class EmptySelectionError(WinnowError):
    """The answer is empty although the records are not."""

    kind = "empty_selection"


class CircuitOpenError(WinnowError):
    """Not sent, because the last calls all failed. The next probe is due in `retry_after` seconds."""

    kind = "circuit_open"
