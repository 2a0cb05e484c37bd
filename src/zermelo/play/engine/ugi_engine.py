"""zermelo as an engine: it speaks the Universal Game Interface (UGI), line by line.

UGI is the protocol of chess engines (UCI) for any game. UCI programs are understood too, as far as they write
moves in the same way. Commands are handled one after the other and never wait for a search: the search runs
in its own thread and prints its move when it has one. Unknown commands are ignored. Errors are reported as
`info string`: no input ends the engine with an error.
"""

import contextlib
import threading
from collections.abc import Callable, Iterable
from typing import Any

from zermelo.core.errors import BadParameter, abridge_message, describe_error
from zermelo.core.game import Game
from zermelo.core.requirements import check_question
from zermelo.play.engine.engine_search import EngineLimit, EngineResult, EngineSearch
from zermelo.play.engine.ugi_notation import format_move_word, format_position_word, read_move, read_position
from zermelo.play.matches.match import Match
from zermelo.play.players.search_player import SECONDS
from zermelo.search.timed_search import MOST_SECONDS
from zermelo.solution.solution import Solution

NAME = "zermelo"
AUTHOR = "the authors of zermelo"
NO_MOVE = "(none)"  # printed where a move is asked for and there is none
STOP_TIMEOUT = 2.0  # seconds that quitting waits for a search, which may be compiling
LAG = 0.02  # seconds of a strict time limit that are left unused
MOVES_LEFT = 30  # moves for which a clock's time is assumed to be needed
WORDS = {"wtime": "p1time", "btime": "p2time", "winc": "p1inc", "binc": "p2inc"}  # of chess
LIMITS = ("movetime", "p1time", "p2time", "p1inc", "p2inc", "depth", "nodes")


class Engine:
    """An engine that speaks the Universal Game Interface, or UCI.

    Parameters
    ----------
    game : Game
        Rules of the game, for two players without dice.
    say : callable
        Receives each line of the answers. Another thread may call it, one line at a time.
    solution : Solution, optional
        A known solution of the game; default: the engine searches.
    seconds : float
        Thinking time in seconds where `go` sets no limit.
    interpreted : bool, default False
        Whether searches use the rules in Python.
    """

    def __init__(
        self,
        game: Game,
        say: Callable[[str], object],
        *,
        solution: Solution | None = None,
        seconds: float = SECONDS,
        interpreted: bool = False,
    ) -> None:
        check_question(game, "engine")
        self.game, self.seconds = game, seconds
        self.mind = EngineSearch(game, solution, interpreted=interpreted)
        self.match: Match | None = Match(game)
        self._say = say
        self._speaking = threading.Lock()
        self._thinker: threading.Thread | None = None

    def print_line(self, line: str) -> None:
        """Print one line.

        Parameters
        ----------
        line : str
            Text without a line break.
        """
        with self._speaking:
            self._say(line)

    def handle_lines_until_quit(self, lines: Iterable[str]) -> None:
        """Handle lines until one of them is `quit`, or there are no more.

        Parameters
        ----------
        lines : iterable of str
            Lines of the protocol, for example of standard input.
        """
        try:
            for line in lines:
                if not self.handle_line(line):
                    break
        finally:
            self.stop_search(STOP_TIMEOUT)

    def handle_line(self, line: str) -> bool:
        """Handle one line.

        Parameters
        ----------
        line : str
            A command of the protocol.

        Returns
        -------
        bool
            Whether to read another line; False after `quit`.
        """
        words = line.split()
        while words and words[0] not in COMMANDS:  # UCI ignores unknown words
            words = words[1:]
        if not words:
            return True
        try:
            return COMMANDS[words[0]](self, words[1:])
        except Exception as error:
            self._print_error(error)
            return True

    def stop_search(self, timeout: float | None = None) -> None:
        """Stop the running search, which then prints its move, and wait for it.

        Parameters
        ----------
        timeout : float, optional
            Longest wait in seconds; default: without limit.
        """
        thinker = self._thinker
        if thinker is not None:
            self.mind.clock.stop.set()
            thinker.join(timeout)
            self._thinker = None

    def _print_error(self, error: Exception) -> None:
        self.print_line(
            f"info string error: {abridge_message(' '.join(str(error).split()) or describe_error(error))}"
        )

    # The commands: each gets the words after it, and returns whether to read another line.

    def _print_identity(self, words: list[str], ending: str) -> bool:
        self.print_line(f"id name {NAME} {' '.join(repr(self.game).split())}")
        self.print_line(f"id author {AUTHOR}")
        self.print_line(
            f"option name Time type spin default {self._milliseconds} min 0 max {int(1000 * MOST_SECONDS)}"
        )
        self.print_line(ending)
        return True

    def _handle_ugi(self, words: list[str]) -> bool:
        return self._print_identity(words, "ugiok")

    def _handle_uci(self, words: list[str]) -> bool:
        return self._print_identity(words, "uciok")

    def _handle_isready(self, words: list[str]) -> bool:
        if self._thinker is None or not self._thinker.is_alive():
            try:
                self.mind.prepare()
            except Exception as error:
                self._print_error(error)
        self.print_line("readyok")
        return True

    def _handle_newgame(self, words: list[str]) -> bool:
        self.stop_search()
        self.match = Match(self.game)
        return True

    def _handle_setoption(self, words: list[str]) -> bool:
        """Set the thinking time, in milliseconds, for `go` without a limit."""
        name, value = words[1:2], words[words.index("value") + 1 :] if "value" in words else []
        if words[:1] == ["name"] and [each.casefold() for each in name] == ["time"]:
            self.seconds = _parse_number_after_word(value, "option Time") / 1000
        return True

    def _handle_position(self, words: list[str]) -> bool:
        self.stop_search()
        self.match = None  # so that no old position is played if this fails
        cut = words.index("moves") if "moves" in words else len(words)
        where, moves = words[:cut], words[cut + 1 :]
        if where[:1] == ["fen"]:
            match = Match(self.game, [read_position(self.game, " ".join(where[1:]))])
        elif where == ["startpos"]:
            match = Match(self.game)
        else:
            raise BadParameter("a position is `startpos`, or `fen` and a text, and then `moves`")
        for word in moves:
            match.play(read_move(self.game, match.position, word))
        self.match = match
        return True

    def _handle_go(self, words: list[str]) -> bool:
        self.stop_search()
        self.mind.clock.stop.clear()
        try:
            match = self._current_match()
            allowed = self._parse_limits(words, match.mover)
        except Exception as error:
            self._print_error(error)
            self.print_line(f"bestmove {NO_MOVE}")
            return True
        thinking = (match, allowed, "infinite" in words)
        self._thinker = threading.Thread(target=self._search_and_print, args=thinking, daemon=True)
        self._thinker.start()
        return True

    def _handle_stop(self, words: list[str]) -> bool:
        self.stop_search()
        return True

    def _handle_query(self, words: list[str]) -> bool:
        match = self._current_match()
        asked = words[0] if words else ""
        if asked == "p1turn":
            self.print_line(f"response {_format_boolean(match.mover == 0)}")
        elif asked == "gameover":
            self.print_line(f"response {_format_boolean(match.is_over())}")
        elif asked == "result":
            self.print_line(f"response {format_protocol_result(match)}")
        else:
            raise BadParameter(f"query {asked!r} is unknown: ask p1turn, gameover or result")
        return True

    def _handle_show(self, words: list[str]) -> bool:
        """Print the position as text, like the command `d` of chess engines."""
        match = self._current_match()
        for row in match.text.split("\n"):
            self.print_line(f"info string {row}")
        self.print_line(f"info string fen {format_position_word(self.game, match.position)}")
        return True

    def _handle_quit(self, words: list[str]) -> bool:
        return False

    def _current_match(self) -> Match:
        if self.match is None:
            raise BadParameter("there is no position, as the last one could not be read: send another")
        return self.match

    @property
    def _milliseconds(self) -> int:
        return round(1000 * self.seconds)

    def _parse_limits(self, words: list[str], mover: int) -> EngineLimit:
        """Return the limit on thinking that the words of `go` set."""
        limits: dict[str, int] = {}
        for place, word in enumerate(words):
            name = WORDS.get(word, word)
            if name in LIMITS:
                limits[name] = _parse_number_after_word(words[place + 1 : place + 2], word)
        seconds = None
        if "movetime" in limits:
            seconds = max(0.0, limits["movetime"] / 1000 - LAG)
        elif (own := f"p{mover + 1}time") in limits:
            seconds = compute_thinking_time(limits[own] / 1000, limits.get(f"p{mover + 1}inc", 0) / 1000)
        elif not limits and "infinite" not in words:
            seconds = self.seconds
        return EngineLimit(seconds, limits.get("depth"), limits.get("nodes"))

    def _search_and_print(self, match: Match, limit: EngineLimit, endless: bool) -> None:
        """Find a move and print it: the work of the search thread."""
        word = NO_MOVE
        try:
            if match.is_over():
                raise BadParameter("play has ended here: there is no move")
            word = format_move_word(self.game, match.position, match.moves()[0])  # in case the search fails
            thought = self.mind.find_move(match.position, limit)
            word = format_move_word(self.game, match.position, thought.move)
            self.print_line(self._format_result_line(match, thought))
        except Exception as error:
            self._print_error(error)
        if endless:
            self.mind.clock.stop.wait()
        with contextlib.suppress(OSError):  # the reader may have closed the stream
            self.print_line(f"bestmove {word}")

    def _format_result_line(self, match: Match, thought: EngineResult) -> str:
        """Return the line with the search's result."""
        position, words = match.position, []
        for move in thought.line:
            words.append(format_move_word(self.game, position, move))
            position = self.game.play(position, move)
        known = "" if thought.solved is None else f" string solved: {thought.solved}"
        return (
            f"info depth {thought.depth} score {thought.score} time {round(1000 * thought.seconds)} "
            f"nodes {thought.positions} pv {' '.join(words)}{known}"
        )


COMMANDS: dict[str, Callable[[Any, list[str]], bool]] = {
    "ugi": Engine._handle_ugi,
    "uci": Engine._handle_uci,
    "isready": Engine._handle_isready,
    "setoption": Engine._handle_setoption,
    "uginewgame": Engine._handle_newgame,
    "ucinewgame": Engine._handle_newgame,
    "position": Engine._handle_position,
    "go": Engine._handle_go,
    "stop": Engine._handle_stop,
    "query": Engine._handle_query,
    "d": Engine._handle_show,
    "quit": Engine._handle_quit,
}


def compute_thinking_time(seconds_left: float, increment: float) -> float:
    """Return how many seconds to think with so many left on the clock: never all of them.

    >>> compute_thinking_time(60, 1), compute_thinking_time(0.1, 10), compute_thinking_time(0, 0)
    (2.8, 0.05, 0.0)
    """
    return max(0.0, min(seconds_left / MOVES_LEFT + 0.8 * increment, seconds_left / 2, seconds_left - LAG))


def format_protocol_result(match: Match) -> str:
    """Return a match's result in the protocol's words; "none" while it goes on."""
    result = match.result()
    if result is None:
        return "none"
    return "p1win" if result > 0 else "p2win" if result < 0 else "draw"


def _format_boolean(value: bool) -> str:
    return "true" if value else "false"


def _parse_number_after_word(words: list[str], name: str) -> int:
    """Return the number after a word; a negative one, which some programs send for an expired clock, is 0."""
    try:
        return max(0, int(words[0]))
    except (IndexError, ValueError) as error:
        given = words[0][:40] if words else "nothing"
        raise BadParameter(f"{name} is followed by {given!r}: give a whole number") from error
