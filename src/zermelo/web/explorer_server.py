"""The server: listens on this machine alone, opens the browser, and notes unfinished solves at its end."""

import contextlib
import ctypes
import socket
import threading
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import pyarrow as pa
import uvicorn

from zermelo.core import BadParameter
from zermelo.web.explorer_app import ExplorerState, make_web_app
from zermelo.web.requests.access_token import add_token_to_path
from zermelo.web.requests.connection_limits import USUAL, ConnectionLimits, ConnectionPool
from zermelo.web.requests.position_url import make_game_path
from zermelo.web.services.explorer_games import ExplorerGames

HOST: Final = "127.0.0.1"
ARENAS_AT_MOST: Final = -8  # M_ARENA_MAX of malloc.h
MAPPED_FROM: Final = -3  # M_MMAP_THRESHOLD: a number of bytes, which else grows with what was freed
PORT: Final = 8913
MOST_WAITING: Final = 256  # connections that the system takes on before the server does
LONGEST_HEAD: Final = 32_768  # bytes


def run_explorer(
    games: Sequence[str],
    store: Path,
    *,
    solved_at: str | None = None,
    port: int | None = None,
    browser: bool = True,
    players: Sequence[Path] = (),
    announce: Callable[[str], None],
) -> None:
    """Serve until stopped, and call `announce` with the URL.

    Raises `BadParameter` for a taken port.
    `solved_at` is the URL of a store of objects where solutions are looked for before `store`.
    """
    own_players = {file.stem: file for file in players}
    explorer_state = ExplorerState(ExplorerGames(tuple(games)), store, own_players, solved_at=solved_at)
    with contextlib.closing(_open_listening_socket(port)) as listener:
        path = make_game_path(explorer_state.games.first[0]) if len(games) == 1 else "/"
        url = f"http://{HOST}:{listener.getsockname()[1]}{add_token_to_path(path, explorer_state.token)}"
        announce(url)
        if browser:
            threading.Timer(0.3, webbrowser.open, (url,)).start()
        serve_on_socket(explorer_state, listener)


def serve_on_socket(explorer_state: ExplorerState, listener: socket.socket) -> None:
    """Answer on a socket until the process receives a signal to stop."""
    _reduce_memory_per_thread()
    make_server(explorer_state).run(sockets=[listener])


def make_server(explorer_state: ExplorerState, limits: ConnectionLimits = USUAL) -> uvicorn.Server:
    """Return the server of some games, which is to be run on a socket."""
    config = uvicorn.Config(
        make_web_app(explorer_state),
        http=ConnectionPool(limits).make_connection_protocol,  # type: ignore[arg-type]  # called as the class would be
        ws="none",
        log_level="error",
        timeout_keep_alive=round(limits.head) + 1,  # our own timer is first
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        server_header=False,
        proxy_headers=False,
    )
    return uvicorn.Server(config)


def _open_listening_socket(port: int | None) -> socket.socket:
    """Return a socket of this machine's: on the port that is asked for, else on the usual or any free one."""
    for wanted in (PORT, 0) if port is None else (port,):
        made = socket.socket(
            socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP
        )  # else answers wait for 40 ms
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((HOST, wanted))
            made.listen(MOST_WAITING)  # before the URL is announced: no request comes too early
            return made
        except (OSError, OverflowError) as error:
            made.close()
            if port is not None:
                raise BadParameter(
                    f"port {port} cannot be used ({getattr(error, 'strerror', error)}): choose another --port"
                ) from error
    raise BadParameter("no port is free")


def _reduce_memory_per_thread() -> None:
    """Let threads share their memory: each kept what it had once used, 325 MB of forty threads' reading.

    That is so of Arrow's usual allocator, and of the C library's where it gives each thread a part of its
    own. Large blocks, such as bodies, go back to the system when they are freed.
    """
    pa.set_memory_pool(pa.system_memory_pool())
    with contextlib.suppress(AttributeError, OSError):  # of GNU's library alone
        ctypes.CDLL(None).mallopt(ARENAS_AT_MOST, 2)
        ctypes.CDLL(None).mallopt(MAPPED_FROM, 128 << 10)
