"""The replies of clients/behaviours.json, played over REST and over gRPC. Its README says what each field means."""

from __future__ import annotations

import base64
import json
import struct
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from google.protobuf import json_format

from winnow_client._transport.protobuf import new_message

from .h2_server import Exchange
from .rest_server import RestExchange

TABLE: dict[str, Any] = json.loads((Path(__file__).parents[2] / "behaviours.json").read_text())
CASES: list[dict[str, Any]] = TABLE["cases"]

Reply = dict[str, Any]


def request_of(case: dict[str, Any]) -> Any:
    request = {**TABLE["request"], **case.get("request", {})}
    if "text_bytes" in case:
        request["records"] = [{"text": "x" * case["text_bytes"]}]
    return {name: value for name, value in request.items() if value is not None}


def played_over_rest(replies: Sequence[Reply]) -> Callable[[RestExchange, int], None]:
    return lambda exchange, number: _rest(exchange, replies[min(number, len(replies) - 1)])


def played_over_grpc(replies: Sequence[Reply]) -> Callable[[Exchange, int], None]:
    return lambda exchange, number: _grpc(exchange, replies[min(number, len(replies) - 1)])


def _answer_of(reply: Reply) -> dict[str, Any]:
    answer = {**TABLE["answer"], **reply["answer"]}
    return {name: value for name, value in answer.items() if name not in reply.get("without", ())}


def _wait(reply: Reply) -> None:
    threading.Event().wait(reply.get("delay_ms", 0) / 1000)


def _ends_early(exchange: RestExchange | Exchange, reply: Reply) -> bool:
    """Waits as the reply says. True if nothing is to be sent: the connection hangs, or is reset."""
    _wait(reply)
    end = reply.get("end")
    if end == "reset":
        exchange.hang_up()
    return end in ("hang", "reset")


def _rest(exchange: RestExchange, reply: Reply) -> None:
    if _ends_early(exchange, reply):
        return
    end = reply.get("end")
    status = reply.get("status", 200)
    if "answer" in reply:
        body = json.dumps(_answer_of(reply)).encode()
    else:
        body = reply["text"].encode() if "text" in reply else json.dumps(reply["json"]).encode()
    sent = body[: len(body) // 2] if end in ("half", "hang_midway", "reset_midway") else body
    length = len(sent) if end == "half" else len(body)
    headers = {"content-type": "application/json", **reply.get("headers", {})}
    if status != 204:
        headers["content-length"] = str(length)
    lines = [f"HTTP/1.1 {status} Any", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    exchange.write("\r\n".join(lines).encode() + sent)
    if end == "reset_midway":
        exchange.hang_up()


def _grpc(exchange: Exchange, reply: Reply) -> None:
    if _ends_early(exchange, reply):
        return
    end = reply.get("end")
    if end == "reset_stream":
        exchange.reset(2)
        return
    headers = {"content-type": "application/grpc", **reply.get("headers", {})}
    first = [(":status", str(reply.get("http_status", 200))), *headers.items()]
    trailers = [("grpc-status", str(reply.get("grpc_status", 0))), *_message_header(reply)]
    message = _message_of(reply)
    if "text" in reply:
        exchange.respond(first)
        exchange.data(reply["text"].encode(), end=True)
        return
    if message is None:
        exchange.respond([*first, *trailers], end=True)
        return
    framed = b"\0" + struct.pack(">I", len(message)) + message
    exchange.respond(first)
    half = end in ("half", "hang_midway", "reset_midway")
    exchange.data(framed[: len(framed) // 2] if half else framed, end=end == "no_trailers")
    if end == "reset_midway":
        exchange.hang_up()
    elif end not in ("hang_midway", "no_trailers"):
        exchange.trailers(trailers)


def _message_header(reply: Reply) -> list[tuple[str, str]]:
    return [("grpc-message", reply["grpc_message"])] if "grpc_message" in reply else []


def _message_of(reply: Reply) -> bytes | None:
    if "message_base64" in reply:
        return base64.b64decode(reply["message_base64"])
    if "answer" not in reply:
        return None
    message = json_format.ParseDict(_answer_of(reply), new_message("ContextResponse"))
    return message.SerializeToString() + base64.b64decode(reply.get("unknown_fields_base64", ""))
