"""The clients over gRPC, in the extra `winnow-client[grpc]`. Options, answers and errors are those of REST."""

from __future__ import annotations

import math
import re
import urllib.parse
from typing import Any

import grpc
import grpc.aio
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from ._transport.call import ANSWER_BYTES_MAX, REQUEST_BYTES_MAX, TIMEOUT_SECONDS, address, bearer, timed_out
from ._transport.protobuf import SERVICE, enum_name, new_message, request_bytes, response_json
from ._transport.retry import retry_after_of
from ._transport.status_errors import QUOTA_MESSAGE, error_of_status
from .client import AsyncSelectClient, SelectClient
from .errors import ConnectionFailedError, MalformedAnswerError, RequestTooLargeError, WinnowError
from .shapes import ContextRequest

_METHOD = f"/{SERVICE.full_name}/{SERVICE.methods_by_name['Select'].name}"

_OPTIONS = [
    # An answer may be larger than the 4 MiB that clients accept by default.
    ("grpc.max_receive_message_length", ANSWER_BYTES_MAX),
    ("grpc.max_send_message_length", -1),
    # The client uses its own retry table.
    ("grpc.enable_retries", 0),
    # A service that returns is reached within the time between two probes.
    ("grpc.initial_reconnect_backoff_ms", 200),
    ("grpc.max_reconnect_backoff_ms", 2000),
]

_STATUS_OF_CODE = {
    grpc.StatusCode.INVALID_ARGUMENT: 400,
    grpc.StatusCode.UNAUTHENTICATED: 401,
    grpc.StatusCode.PERMISSION_DENIED: 403,
    grpc.StatusCode.UNIMPLEMENTED: 404,
    grpc.StatusCode.OUT_OF_RANGE: 413,
    grpc.StatusCode.RESOURCE_EXHAUSTED: 429,
    grpc.StatusCode.INTERNAL: 500,
    grpc.StatusCode.UNAVAILABLE: 503,
}
"""The HTTP status for each code that has one meaning."""

_PAGE = re.compile(r"http2 header with status: (\d{3})")
"""grpcio's message for an answer that is not gRPC, such as a proxy's page."""

_NOT_ANSWERED = re.compile(
    r"^(failed to connect|stream removed|socket closed|dns resolution failed|recvmsg|sendmsg|.*rst_stream|.*goaway"
    r"|connection (reset|refused|closed|dropped)|broken pipe|endpoint closing|ping timeout|keepalive)",
    re.IGNORECASE,
)
"""grpcio's messages if no service answered. It uses codes for them that a service sends as well."""

_UNREADABLE = re.compile(
    r"compression|decompress|deserializ|received message larger|data frame with end_stream", re.IGNORECASE
)
"""grpcio's messages for an answer that it could not read, such as one without a final status."""


class GrpcWinnowClient(SelectClient):
    """A client over gRPC: `http://` for HTTP/2 without TLS, `https://` with it.

    Raises ValueError if `base_url` is not an HTTP URL or no header can carry `api_key`.
    """

    def __init__(self, base_url: str, api_key: str, *, timeout: float = TIMEOUT_SECONDS, strict: bool = False) -> None:
        super().__init__(_GrpcTransport(base_url, api_key), timeout=timeout, strict=strict)


class AsyncGrpcWinnowClient(AsyncSelectClient):
    """The same for asyncio. Use it in one event loop."""

    def __init__(self, base_url: str, api_key: str, *, timeout: float = TIMEOUT_SECONDS, strict: bool = False) -> None:
        super().__init__(_AsyncGrpcTransport(base_url, api_key), timeout=timeout, strict=strict)


class _Target:
    def __init__(self, base_url: str, api_key: str) -> None:
        url = urllib.parse.urlsplit(address(base_url))
        self.secure = url.scheme == "https"
        self.host = url.netloc if url.port else f"{url.netloc}:{443 if self.secure else 80}"
        self.metadata = (("authorization", bearer(api_key)),)

    def encode(self, request: ContextRequest) -> bytes:
        return request_bytes(request)


class _GrpcTransport(_Target):
    def __init__(self, base_url: str, api_key: str) -> None:
        super().__init__(base_url, api_key)
        self._channel = (
            grpc.secure_channel(self.host, grpc.ssl_channel_credentials(), _OPTIONS)
            if self.secure
            else grpc.insecure_channel(self.host, _OPTIONS)
        )
        # Bytes in, bytes out: this client decodes them, so that a failure to decode is an error of its own.
        self._select: grpc.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(_METHOD)

    def send(self, body: bytes, timeout: float) -> object:
        try:
            return _decoded(self._select(body, timeout=timeout, metadata=self.metadata))
        except grpc.RpcError as error:
            raise _error_of(error) from error

    def close(self) -> None:
        self._channel.close()


class _AsyncGrpcTransport(_Target):
    def __init__(self, base_url: str, api_key: str) -> None:
        super().__init__(base_url, api_key)
        self._channel: grpc.aio.Channel | None = None

    async def send(self, body: bytes, timeout: float) -> object:
        # A channel belongs to the event loop in which it was created.
        channel = self._channel or (
            grpc.aio.secure_channel(self.host, grpc.ssl_channel_credentials(), _OPTIONS)
            if self.secure
            else grpc.aio.insecure_channel(self.host, _OPTIONS)
        )
        self._channel = channel
        select: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(_METHOD)
        try:
            return _decoded(await select(body, timeout=timeout, metadata=self.metadata))
        except grpc.aio.AioRpcError as error:
            raise _error_of(error) from error

    async def aclose(self) -> None:
        if self._channel is not None:
            await self._channel.close()


def _decoded(data: bytes | None) -> dict[str, Any]:
    # grpcio returns None for a success without a complete message.
    if data is None:
        raise MalformedAnswerError("the answer breaks off before its end")
    try:
        return response_json(data)
    except DecodeError as error:
        raise MalformedAnswerError("the answer is not a message of this service") from error


def _error_of(error: Any) -> WinnowError:
    """The error that REST would have given: same class, same status, same advice."""
    code: grpc.StatusCode = error.code()
    message: str = error.details() or ""
    metadata = dict([*(error.initial_metadata() or ()), *(error.trailing_metadata() or ())])
    page = _PAGE.search(message)
    if page is not None:
        return error_of_status(int(page[1]), None, retry_after_of(metadata.get("retry-after")))
    if code == grpc.StatusCode.DEADLINE_EXCEEDED:
        return timed_out()
    if _UNREADABLE.search(message):
        return MalformedAnswerError(f"the answer cannot be read: {message}")
    status = _STATUS_OF_CODE.get(code)
    if status is None or _NOT_ANSWERED.match(message):
        return ConnectionFailedError(f"no answer came: {message or code.name}")
    details = _details_of(metadata.get("grpc-status-details-bin"))
    retry_after = _pushback_of(metadata.get("grpc-retry-pushback-ms"), details.get("google.rpc.RetryInfo"))
    if "google.rpc.QuotaFailure" in details:
        return error_of_status(429, {"message": QUOTA_MESSAGE}, math.inf)
    if code == grpc.StatusCode.RESOURCE_EXHAUSTED and retry_after == math.inf:
        text = f"the request is too large ({message}): send less"
        return RequestTooLargeError(text, limit_name="body_bytes", limit=REQUEST_BYTES_MAX, status=413)
    envelope = details.get("winnow.v1.ErrorEnvelope")
    body = {"message": message} if envelope is None else _envelope_json(envelope)
    return error_of_status(status, body, retry_after)


def _details_of(data: bytes | None) -> dict[str, bytes]:
    """The encoded details of a status, by the name of their type. Details that cannot be read are left out."""
    try:
        status = status_pb2.Status.FromString(data or b"")
    except DecodeError:
        return {}
    return {detail.type_url.rsplit("/", 1)[-1]: detail.value for detail in status.details}


def _envelope_json(data: bytes) -> dict[str, Any] | None:
    """The body that REST would have had for an error of the service."""
    envelope: Any = new_message("ErrorEnvelope")
    try:
        envelope.ParseFromString(data)
    except DecodeError:
        return None
    fields = envelope.DESCRIPTOR.fields_by_name
    body: dict[str, Any] = {
        "error": enum_name(fields["error"].enum_type, envelope.error),
        "detail": envelope.detail,
    }
    if envelope.HasField("limit_name"):
        body["limit_name"] = enum_name(fields["limit_name"].enum_type, envelope.limit_name)
    return body | {name: getattr(envelope, name) for name in ("limit", "observed") if envelope.HasField(name)}


def _pushback_of(pushback: str | None, retry_info: bytes | None) -> float | None:
    """Seconds, from gRPC's pushback in milliseconds (negative for "never"), otherwise the wait in the details."""
    if pushback is not None:
        return int(pushback) / 1000 if pushback.isascii() and pushback.isdigit() else math.inf
    if retry_info is None:
        return None
    try:
        delay = error_details_pb2.RetryInfo.FromString(retry_info).retry_delay
    except DecodeError:
        return None
    return delay.seconds + delay.nanos / 1e9
