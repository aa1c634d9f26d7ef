"""Turns the status and body of an answer that is not a 200 into an error that says what to do. Sends nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..errors import (
    BadRequestError,
    EngineError,
    ForbiddenError,
    NotFoundError,
    OutOfCreditError,
    QuotaExceededError,
    RequestTooLargeError,
    ThrottledError,
    TimedOutError,
    UnauthenticatedError,
    UnavailableError,
    UnexpectedStatusError,
    WinnowError,
)

QUOTA_MESSAGE = "Limit Exceeded"
"""The gateway's message if the daily quota is used up. Any other 429 is a throttle."""

_PLAIN: Mapping[int, tuple[Callable[..., WinnowError], str]] = {
    400: (BadRequestError, "the request is malformed ({}): fix the request"),
    401: (UnauthenticatedError, "no key arrived ({}): fix the client or the proxy that drops it"),
    402: (OutOfCreditError, "the organisation is out of credit ({})"),
    403: (ForbiddenError, "the key was refused ({}): fix the credential"),
    404: (NotFoundError, "no such call at this address ({}): fix base_url"),
    408: (TimedOutError, "the request took too long to arrive ({}): send less"),
    429: (ThrottledError, "too many calls a second ({}): send fewer"),
}


def error_of_status(status: int, body: object, retry_after: float | None = None) -> WinnowError:
    """The error for a status other than 200. `body` is parsed JSON, or None if the body was not JSON."""
    fields: Mapping[str, Any] = body if isinstance(body, dict) else {}
    # The service and its gateway always send one of these keys; a proxy's page has none.
    ours = any(fields.get(name) is not None for name in ("error", "message", "Message"))
    detail = next((fields[name] for name in ("detail", "message", "Message") if _str(fields.get(name))), "")
    source = f"{status}{detail and f', {detail}'}{'' if ours else ', not from the service itself'}"
    if status == 413:
        return RequestTooLargeError(
            f"the request is too large ({source}): send less",
            limit_name=_str(fields.get("limit_name")),
            limit=_int(fields.get("limit")),
            observed=_int(fields.get("observed")),
            status=status,
            retry_after=retry_after,
        )
    error_class, text = _class_and_text(status, fields)
    return error_class(text.format(source), status=status, retry_after=retry_after)


def _class_and_text(status: int, fields: Mapping[str, Any]) -> tuple[Callable[..., WinnowError], str]:
    if status == 429 and fields.get("message") == QUOTA_MESSAGE:
        return QuotaExceededError, "the organisation's quota for today (UTC) is spent ({}): wait until tomorrow"
    if status in _PLAIN:
        return _PLAIN[status]
    # The service's own 500 carries `error`. A 5xx of a proxy in front of it does not.
    if status >= 500 and fields.get("error") is not None:
        return EngineError, "the service cannot answer this request ({})"
    if status >= 500:
        return UnavailableError, "the service is unavailable ({}): try again later"
    return UnexpectedStatusError, "unexpected status {}: see what answers at base_url"


def _str(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _int(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
