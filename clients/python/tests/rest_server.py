"""An HTTP/1.1 server that writes any bytes that a test wants, and counts the requests that it received."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field


@dataclass
class RestExchange:
    """One request that arrived whole."""

    socket: socket.socket
    head: str
    body: bytes

    def write(self, data: bytes) -> None:
        self.socket.sendall(data)

    def hang_up(self) -> None:
        self.socket.shutdown(socket.SHUT_RDWR)


@dataclass
class RestServer:
    url: str
    exchanges: list[RestExchange] = field(default_factory=list)


@contextlib.contextmanager
def rest_server(answer: Callable[[RestExchange, int], None]) -> Iterator[RestServer]:
    """`answer` receives each request and its number, counted from 0."""
    with listening() as (url, accepted):
        server = RestServer(url)
        lock = threading.Lock()

        def serve(connected: socket.socket) -> None:
            while (exchange := _read(connected)) is not None:
                with lock:
                    server.exchanges.append(exchange)
                    number = len(server.exchanges) - 1
                answer(exchange, number)

        accepted(serve)
        yield server


@contextlib.contextmanager
def listening() -> Iterator[tuple[str, Callable[[Callable[[socket.socket], None]], None]]]:
    """An address, and a function that starts to serve its connections, each in a thread of its own."""
    listener = socket.create_server(("127.0.0.1", 0))
    connections: list[socket.socket] = []

    def start(serve: Callable[[socket.socket], None]) -> None:
        def accept() -> None:
            while True:
                try:
                    connected, _ = listener.accept()
                except OSError:
                    return
                connections.append(connected)
                threading.Thread(target=guarded, args=(connected,), daemon=True).start()

        def guarded(connected: socket.socket) -> None:
            # A client that leaves ends the connection in the middle of a write.
            with contextlib.suppress(OSError), connected:
                serve(connected)

        threading.Thread(target=accept, daemon=True).start()

    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", start
    finally:
        for each in (listener, *connections):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        listener.close()


def _read(connected: socket.socket) -> RestExchange | None:
    data = b""
    while b"\r\n\r\n" not in data:
        chunk = connected.recv(65536)
        if not chunk:
            return None
        data += chunk
    head, _, body = data.partition(b"\r\n\r\n")
    text = head.decode("latin-1")
    lengths = [line.split(":")[1] for line in text.split("\r\n") if line.lower().startswith("content-length:")]
    parts = [body]
    left = int(lengths[0]) - len(body)
    while left > 0:
        chunk = connected.recv(65536)
        if not chunk:
            return None
        parts.append(chunk)
        left -= len(chunk)
    return RestExchange(connected, text, b"".join(parts))
