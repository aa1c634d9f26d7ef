"""A model's API with scripted answers, on loopback. It keeps every request as the bytes that arrived."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

WAIT_SECONDS = 20
"""The longest wait for another thread. A test that needs it fails."""


@dataclass(frozen=True)
class Received:
    method: str
    path: str
    headers: list[tuple[str, str]]
    """As they arrived, in order."""
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Exchange:
    """The answer of one request, written step by step."""

    def __init__(self, handler: BaseHTTPRequestHandler, upstream: Upstream) -> None:
        self._handler = handler
        self._upstream = upstream

    def start(self, status: int, headers: dict[str, str]) -> None:
        self._handler.send_response(status)
        for name, value in headers.items():
            self._handler.send_header(name, value)
        self._handler.end_headers()

    def write(self, data: bytes) -> None:
        """One chunk. Raises if the caller has left."""
        self._handler.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self._handler.wfile.flush()

    def whole(self, body: bytes, status: int = 200, headers: dict[str, str] | None = None) -> None:
        length = {"content-length": str(len(body)), "content-type": "application/json", "x-request-id": "up-1"}
        self.start(status, length | (headers or {}))
        self._handler.wfile.write(body)

    def json(self, value: object, status: int = 200, headers: dict[str, str] | None = None) -> None:
        self.whole(json.dumps(value).encode(), status, headers)

    def stream(self, events: Iterator[bytes]) -> None:
        """Server-sent events as they come. Says so to `Upstream.aborted` if the caller leaves."""
        self.start(200, {"content-type": "text/event-stream", "transfer-encoding": "chunked", "x-request-id": "up-1"})
        try:
            for event in events:
                self.write(event)
            self._handler.wfile.write(b"0\r\n\r\n")
        except OSError:
            self._upstream.aborted.set()

    def break_off(self) -> None:
        """Ends the connection in the middle of the answer."""
        self._handler.close_connection = True
        self._handler.connection.shutdown(socket.SHUT_RDWR)


Answer = Callable[[Exchange, Received], None]


@dataclass
class Upstream:
    url: str
    received: list[Received] = field(default_factory=list)
    aborted: threading.Event = field(default_factory=threading.Event)


@contextmanager
def scripted(answer: Answer) -> Iterator[Upstream]:
    """An upstream that gives every request the same kind of answer."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", "0")))
            received = Received(self.command, self.path, self.headers.items(), body)
            upstream.received.append(received)
            answer(Exchange(self, upstream), received)

        def log_message(self, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        upstream = Upstream(f"http://127.0.0.1:{server.server_address[1]}")
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield upstream
        finally:
            server.shutdown()
            thread.join()


def event(data: object, name: str = "") -> bytes:
    prefix = f"event: {name}\n" if name else ""
    return f"{prefix}data: {data if isinstance(data, str) else json.dumps(data)}\n\n".encode()
