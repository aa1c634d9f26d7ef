"""An HTTP/2 server without TLS that does what a test wants, and keeps what it received.

It answers each request by a callback; one thread serves one connection.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import h2.config
import h2.connection
import h2.events
import h2.exceptions

from .rest_server import listening

Headers = list[tuple[str, str]]


@dataclass
class Exchange:
    """One request that arrived whole, and the ways to answer it."""

    connection: h2.connection.H2Connection
    socket: socket.socket
    stream: int
    headers: dict[str, str]
    body: bytes

    def respond(self, headers: Headers, end: bool = False) -> None:
        self.connection.send_headers(self.stream, headers, end_stream=end)
        self.flush()

    def data(self, data: bytes, end: bool = False) -> None:
        size = self.connection.max_outbound_frame_size
        for start in range(0, len(data), size):
            self.connection.send_data(self.stream, data[start : start + size])
        if end:
            self.connection.end_stream(self.stream)
        self.flush()

    def trailers(self, headers: Headers) -> None:
        self.connection.send_headers(self.stream, headers, end_stream=True)
        self.flush()

    def reset(self, code: int) -> None:
        self.connection.reset_stream(self.stream, code)
        self.flush()

    def hang_up(self) -> None:
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)

    def flush(self) -> None:
        self.socket.sendall(self.connection.data_to_send())


@dataclass
class H2Server:
    url: str
    exchanges: list[Exchange] = field(default_factory=list)


Answer = Callable[[Exchange, int], None]


@contextlib.contextmanager
def h2_server(answer: Answer) -> Iterator[H2Server]:
    """`answer` receives each request and its number, counted from 0."""
    with listening() as (url, start):
        server = H2Server(url)
        lock = threading.Lock()

        def received(exchange: Exchange) -> None:
            with lock:
                server.exchanges.append(exchange)
                number = len(server.exchanges) - 1
            answer(exchange, number)

        def serve(connected: socket.socket) -> None:
            with contextlib.suppress(h2.exceptions.ProtocolError):
                _serve(connected, received)

        start(serve)
        yield server


def _serve(connected: socket.socket, received: Callable[[Exchange], None]) -> None:
    config = h2.config.H2Configuration(client_side=False, header_encoding="utf-8", validate_outbound_headers=False)
    connection = h2.connection.H2Connection(config)
    connection.initiate_connection()
    connected.sendall(connection.data_to_send())
    open_streams: dict[int, tuple[dict[str, str], bytearray]] = {}
    while data := connected.recv(65536):
        for event in connection.receive_data(data):
            if isinstance(event, h2.events.RequestReceived):
                open_streams[event.stream_id] = ({str(k): str(v) for k, v in event.headers}, bytearray())
            elif isinstance(event, h2.events.DataReceived):
                open_streams[event.stream_id][1].extend(event.data)
                connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            elif isinstance(event, h2.events.StreamEnded):
                headers, body = open_streams.pop(event.stream_id)
                received(Exchange(connection, connected, event.stream_id, headers, bytes(body)))
        connected.sendall(connection.data_to_send())
