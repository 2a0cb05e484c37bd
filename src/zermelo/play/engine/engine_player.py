"""Another program as a player: it is asked for its move at each position, over the Universal Game Interface.

What it is asked, and what it must answer within the time:

    ugi                                  id ..., option ..., ugiok
    isready                              readyok
    uginewgame                           (as a game begins)
    position startpos | fen TEXT [moves NAME ...]
    go movetime 1000                     info ..., bestmove NAME

Positions and moves are written as in `play.engine.ugi_notation`. In a match, the engine receives the moves
that led to the position; asked about a position alone, it receives that position. An engine that knows only
UCI receives the same with `uci` and `ucinewgame`. An engine that fails is ended. The error gives the reason
and the engine's last output. The next request starts the engine again.
"""

import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.errors import BadParameter, IllegalMove, quote
from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.position_input import as_position
from zermelo.core.requirements import check_question
from zermelo.play.engine.engine_process import MOST_QUOTED, EngineProcess
from zermelo.play.engine.ugi_notation import (
    encode_text_as_word,
    format_move_word,
    format_position_word,
    read_move,
)
from zermelo.play.matches.match import Match
from zermelo.play.players.search_player import SECONDS
from zermelo.search.timed_search import SearchLimit

ENGINE_TIMEOUT = 10.0  # seconds beyond its thinking time, to start and for each answer
PROTOCOLS = ("ugi", "uci")
MOST_NODES = 1 << 62


class EnginePlayer:
    """A player that asks a program for its moves, and a context manager that ends the program.

    Parameters
    ----------
    command : str or sequence of str
        Program and arguments, as a text that no shell reads, or in a sequence.
    game : Game
        Rules of the game, for two players without dice.
    seconds : float, optional
        Thinking time for a move, `go movetime`; default: one second, unless `plies` or `nodes` limit it.
    plies : int, optional
        Depth limit, `go depth`.
    nodes : int, optional
        Limit of visited nodes, `go nodes`.
    timeout : float
        Time limit in seconds, beyond the thinking time, for the start and for each answer.
    options : mapping, optional
        Options of the engine by name, for `setoption`.
    protocol : {"ugi", "uci"}
        Protocol that the program speaks.

    Raises
    ------
    EngineFailed
        Where the program does not start or greet; on a call, where it is silent, ends or makes no move.
    BadParameter
        For limits out of range.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        game: Game,
        *,
        seconds: float | None = None,
        plies: int | None = None,
        nodes: int | None = None,
        timeout: float = ENGINE_TIMEOUT,
        options: Mapping[str, object] | None = None,
        protocol: str = "ugi",
    ) -> None:
        check_question(game, "engine")
        if seconds is None and plies is None and nodes is None:
            seconds = SECONDS
        self.go = _format_go_command(seconds, plies, nodes)
        if not (isinstance(timeout, int | float) and 0 < timeout < 1e7):
            raise BadParameter(f"timeout={timeout!r} is no time limit in seconds: give a number above 0")
        if protocol not in PROTOCOLS:
            raise BadParameter(f"the protocol {protocol!r} is unknown: choose one of {', '.join(PROTOCOLS)}")
        self.game, self.protocol, self.timeout = game, protocol, timeout
        self.command, self.options = command, dict(options or {})
        self.seconds = 0.0 if seconds is None else seconds
        self.name: str | None = None  # the name that the engine reports
        self._start = next(iter(game.starts()))
        self._asking = threading.Lock()
        self._is_closed = False
        self._match: Match | None = None  # being played
        self._is_new = True  # no move of that match has been sent
        self._line: list[tuple[Position, Move, str]] = []  # the match's moves so far, and their words
        self.process = self._start_process()

    def __call__(self, position: Position) -> dict[Move, float]:
        """Return the move that the engine plays, with probability 1."""
        return {self.choose_move(position): 1.0}

    def set_match(self, match: Match) -> None:
        """Set the match that led to the position which is asked about next.

        Parameters
        ----------
        match : Match
            Match being played.
        """
        if match is not self._match:
            self._match, self._is_new = match, True

    def choose_move(self, position: Position) -> Move:
        """Return the move that the engine plays.

        Parameters
        ----------
        position : position
            Position to play from.

        Returns
        -------
        move
            A legal move.
        """
        where = as_position(self.game, position)
        with self._asking:
            if self._is_closed:
                raise BadParameter(
                    f"the engine {quote(self.process.command)} was ended: make another EnginePlayer"
                )
            if not self.process.is_open:  # after a failure
                self.process, self._is_new = self._start_process(), True
            self._wait_until_ready(self.process)
            self._send_position(where)
            self._send_line(self.process, self.go)
            said = self._wait_for_answer_line(self.process, "bestmove", self.seconds)
            word = said[1] if len(said) > 1 else ""
            try:
                return read_move(self.game, where, word)
            except IllegalMove as error:
                at = describe_position(self.game, where)
                reason = str(error).partition(": ")[2] or str(error)
                raise self.process.end_and_make_error(
                    f"plays {quote(word, MOST_QUOTED)}, which is no move at {at}: {reason}"
                ) from error

    def close(self) -> None:
        """End the program for good."""
        self._is_closed = True
        self.process.close()

    def _send_position(self, position: Position) -> None:
        """Send the position, and in a match the moves that led to it."""
        match = self._match
        followed = match is not None and match.position == position
        if self._is_new if followed else position == self._start:
            self._send_line(self.process, f"{self.protocol}newgame")
        first, words = position, []
        if followed:
            assert match is not None
            first, words, self._is_new = match.positions[0], self._encode_moves(match), False
        begun = "startpos" if first == self._start else f"fen {format_position_word(self.game, first)}"
        self._send_line(self.process, " ".join(["position", begun, *(["moves"] if words else []), *words]))

    def _encode_moves(self, match: Match) -> list[str]:
        """Return a match's moves as words, reusing the words of moves that were sent before."""
        played = list(zip(match.positions, match.played, strict=False))
        for place, (position, move) in enumerate(played):
            if place >= len(self._line) or self._line[place][:2] != (position, move):
                self._line[place:] = [(position, move, format_move_word(self.game, position, move))]
        del self._line[len(played) :]
        return [word for _, _, word in self._line]

    def _start_process(self) -> EngineProcess:
        """Start the program, read its name, and set its options."""
        process = EngineProcess(self.command)
        self._send_line(process, self.protocol)
        ending = f"{self.protocol}ok"
        until = time.monotonic() + self.timeout
        while (said := process.wait_for_line(("id", ending), until))[0] != ending:
            if said[1:2] == ["name"]:
                self.name = " ".join(said[2:])
        for name, value in self.options.items():
            self._send_line(process, f"setoption name {encode_text_as_word(name)} value {value}")
        self._wait_until_ready(process)
        return process

    def _wait_until_ready(self, process: EngineProcess) -> None:
        """Wait until the program is ready, and drop earlier output: it does not answer the next request."""
        self._send_line(process, "isready")
        self._wait_for_answer_line(process, "readyok", 0.0)

    def _send_line(self, process: EngineProcess, line: str) -> None:
        process.send(line, time.monotonic() + self.timeout)

    def _wait_for_answer_line(self, process: EngineProcess, word: str, seconds: float) -> list[str]:
        return process.wait_for_line((word,), time.monotonic() + seconds + self.timeout)

    def __enter__(self) -> "EnginePlayer":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def _format_go_command(seconds: float | None, plies: int | None, nodes: int | None) -> str:
    """Return the line that asks for a move within these limits; raises `BadParameter`.

    >>> _format_go_command(0.5, 3, None)
    'go movetime 500 depth 3'
    """
    words = ["go"]
    if seconds is not None or plies is not None:
        SearchLimit(seconds, plies)  # raises where they are wrong
    if seconds is not None:
        words += ["movetime", str(max(1, round(1000 * seconds)))]
    if plies is not None:
        words += ["depth", str(plies)]
    if nodes is not None:
        if not (type(nodes) is int and 1 <= nodes <= MOST_NODES):
            raise BadParameter(f"nodes {nodes!r} cannot be looked at: give a number from 1")
        words += ["nodes", str(nodes)]
    return " ".join(words)
