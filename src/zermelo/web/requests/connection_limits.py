"""Limits of connections: their number, the time of each, and the bytes that the server holds for them.

A client that sends or reads slowly costs a place and memory. So a request's head and body must arrive within
some seconds, and an answer must be read within some. Where there are too many connections, or too much is
held for them, those that have waited longest for their client are closed. A client that does its part at once
keeps its place.
"""

import asyncio
from dataclasses import dataclass
from typing import Any, Final

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD, BODY, READING = "head", "body", "reading"


@dataclass(frozen=True)
class ConnectionLimits:
    """What clients may take, in seconds, connections and bytes."""

    head: float = 10.0  # until the head of a request is there: from the first moment, or the last answer
    body: float = 10.0  # until its body is there
    reading: float = 30.0  # until an answer has been read
    connections: int = 256
    held: int = 8 << 20  # bytes of bodies that arrive and of answers that are not read yet
    request: int = 1_250_000  # bytes that are read of one request, whatever is made of them


USUAL: Final = ConnectionLimits()
BUSY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
    b"content-length: 60\r\n\r\nthe server answers as many requests as it can: try it again\n"
)


class ConnectionPool:
    """The connections that are open, those that have waited longest for their client first."""

    def __init__(self, limits: ConnectionLimits = USUAL) -> None:
        self.limits = limits
        self.waiting: dict[TimedConnection, None] = {}  # for their client, in the order in which that began
        self.open = 0

    def make_connection_protocol(self, **given: Any) -> "TimedConnection":
        """Return what a new connection is handled by, as uvicorn asks for it."""
        return TimedConnection(self, **given)

    def close_excess_connections(self, *, besides: "TimedConnection | None" = None) -> None:
        """End connections until their number and what is held for them are within the limits."""
        while self.open > self.limits.connections or self._count_held_bytes() > self.limits.held:
            slowest = next((each for each in self.waiting if each is not besides), besides)
            if slowest is None or slowest not in self.waiting:
                return
            slowest.abort_connection()

    def _count_held_bytes(self) -> int:
        return sum(each.held_bytes for each in self.waiting)


class TimedConnection(H11Protocol):
    """A connection that is closed when its client takes too long."""

    def __init__(
        self,
        all_of_them: ConnectionPool,
        config: Config,
        server_state: Any,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.all, self.limits = all_of_them, all_of_them.limits
        self.taken = 0  # bytes of the request that is being sent
        self.waits_for = ""
        self.timer: asyncio.TimerHandle | None = None
        self.is_counted = False

    @property
    def held_bytes(self) -> int:
        """How many bytes are kept for this connection."""
        return self.taken + (0 if self.transport is None else self.transport.get_write_buffer_size())

    # Callbacks of asyncio.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place; where there is none, the client that was waited for longest gives up its own."""
        super().connection_made(transport)
        self.all.open += 1
        self.is_counted = True
        self.all.close_excess_connections()
        if self.all.open > self.limits.connections:  # and all the others are being answered
            transport.write(BUSY)
            transport.close()
            return
        self._start_timeout()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give up the place."""
        self._leave_pool()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read what has come, count it, and see what is waited for then."""
        if self.transport.is_closing():
            return
        self.taken += len(data)
        if self.taken > self.limits.request:
            self.abort_connection()
            return
        super().data_received(data)
        self._start_timeout()
        self.all.close_excess_connections(besides=self)

    def pause_writing(self) -> None:
        """Wait for the client to read."""
        super().pause_writing()
        self._start_timeout()
        self.all.close_excess_connections(besides=self)

    def resume_writing(self) -> None:
        """Go on, as the client has read."""
        super().resume_writing()
        self._start_timeout()

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the rest of one that was answered before it had come."""
        if self.conn.their_state is not h11.SEND_BODY:
            self.taken = 0
        super().on_response_complete()
        self._start_timeout()

    # What is waited for.

    def abort_connection(self) -> None:
        """Close the connection at once, whatever was still to be sent."""
        self._leave_pool()
        self.transport.abort()

    def _start_timeout(self) -> None:
        """Let the time run for what the client has to do now; none where the server has to do something."""
        if self.flow is not None and self.flow.write_paused:
            waits_for = READING
        elif self.conn.their_state is h11.IDLE:
            waits_for = HEAD
        else:
            waits_for = BODY if self.conn.their_state is h11.SEND_BODY else ""
        if waits_for == self.waits_for or not self.is_counted:
            return
        self._cancel_timeout()
        self.waits_for = waits_for
        if waits_for:
            self.all.waiting[self] = None
            self.timer = self.loop.call_later(getattr(self.limits, waits_for), self.abort_connection)

    def _cancel_timeout(self) -> None:
        self.all.waiting.pop(self, None)
        self.waits_for = ""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _leave_pool(self) -> None:
        self._cancel_timeout()
        if self.is_counted:
            self.is_counted = False
            self.all.open -= 1
