"""A move within a time limit: iterative deepening over `kernels.deepening`.

One depth after the other is searched to its end, each with what the ones before have left in the table, until
time is over, the asked depth is reached, or nothing more is to be found. The kernel runs in a thread of its
own, without Python's lock, and whoever waits for it sets a flag when time is over. What counts then is the
last depth that was finished, or the broken one where its first move was: that is the move which was best so
far, so whatever has been found better since is better indeed.
"""

import random
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from zermelo.compiler import (
    Program,
    Searcher,
    compile_game,
    interpret_game,
    interpreted_searcher,
    searcher,
)
from zermelo.core.errors import (
    BadParameter,
    BadRules,
    CannotCompile,
    MissingCapability,
    UnknownPosition,
    ZermeloError,
    said_by,
)
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.values import UNDECIDED
from zermelo.graph.faults import say_position
from zermelo.kernels import MANY
from zermelo.kernels.deepening import (
    CHOSEN,
    CHOSEN_SCORE,
    DEEPEST,
    FINISHED,
    GENERATION,
    GENERATIONS,
    GUESSED,
    HEAD,
    HISTORY,
    LEAST_WIN,
    NO_KILLER,
    NOTES,
    Ending,
    Looking,
    build_deepening,
    build_line_of_table,
    columns_of,
)
from zermelo.kernels.negamax import MOST, NODES, STATUS, STOP
from zermelo.kernels.places import Lookup
from zermelo.kernels.transposition import NO_MOVE, new_table
from zermelo.policy.certificate import Policy
from zermelo.policy.two_players import check_two_players
from zermelo.search.numbering import Numbers, numbered_searcher

MEMORY = 64 << 20  # bytes of the table, unless told
ROWS = DEEPEST + 66  # plies of a line: the deepest search, and what is looked into further
ROOM = 64  # moves in a position, at first
MOST_SECONDS = 1e7
GUARDED = "ClockSearch"  # a fact of rules: compiled searches agree with the interpreter's
GUARD_POSITIONS = 6
SECONDS = {"ms": 0.001, "": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}


class Clock(Protocol):
    """What tells the time, so that tests can bring their own."""

    def now(self) -> float:
        """Return the seconds since some moment."""

    def wait(self, done: threading.Event, seconds: float) -> None:
        """Return when `done` is set or so many seconds have passed."""


class WallClock:
    """The time of this machine."""

    def now(self) -> float:
        """Return the seconds since some moment."""
        return time.perf_counter()

    def wait(self, done: threading.Event, seconds: float) -> None:
        """Return when `done` is set or so many seconds have passed."""
        done.wait(max(0.0, seconds))


@dataclass(frozen=True)
class Limit:
    """When a search ends: after so many seconds, or with a depth of so many plies; one of them at least."""

    seconds: float | None = None
    plies: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.plies is None:
            raise BadParameter("a search without a limit would not end: give seconds or plies")
        if self.seconds is not None and not (
            isinstance(self.seconds, int | float) and 0 <= self.seconds <= MOST_SECONDS
        ):
            raise BadParameter(f"a limit of {self.seconds!r} seconds is none: give a number of 0 or more")
        if self.plies is not None and not (type(self.plies) is int and 1 <= self.plies <= DEEPEST):
            raise BadParameter(f"plies {self.plies!r} cannot be searched: give a number from 1 to {DEEPEST}")


def parse_time(text: str | float) -> float:
    """Return the seconds of a time such as "2s", "500ms", "1m" or 2.

    >>> parse_time("500ms"), parse_time("1.5m"), parse_time("2"), parse_time(3)
    (0.5, 90.0, 2.0, 3.0)
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(ms|s|m|h|)\s*", str(text))
    if found is None or isinstance(text, bool):
        raise BadParameter(f"time {text!r} is none: write for example 2s, 500ms or 1m")
    return float(found.group(1)) * SECONDS[found.group(2)]


@dataclass(frozen=True)
class Endgame:
    """A solution held in memory, which ends lines of play: its game, and what `kernels.asking` asks."""

    game: Game
    lookup: Lookup
    tables: tuple[Any, ...]
    answers: Any
    shift: int


@dataclass(frozen=True)
class Chosen:
    """A move, and what the search knows of it.

    `score` is the mover's: points in scored games; else the game's guess, or past `LEAST_WIN` a win or a
    loss, the larger the nearer the end is; None for a move from the book. `proven` says that the rules alone,
    no guess, make it a best move and the sign of the score the value's, in scored games the score the value;
    `remoteness` the plies to the end where a win or loss is as near as that. `depth` counts plies of the last
    search that was finished, `positions` those that were visited in all, and `line` are the moves that the
    search expects.
    """

    move: Move
    score: int | None
    depth: int
    positions: int
    line: tuple[Move, ...]
    proven: bool
    seconds: float
    remoteness: int | None = None


class ClockSearch:
    """A search of one game that is ready to be asked: its kernels are loaded, its table is kept.

    Raises `MissingCapability` for games of chance, of more players, or without a value. Where the rules do
    not compile it is the interpreter's, slower and otherwise the same.
    """

    def __init__(
        self,
        game: Game,
        *,
        memory: int = MEMORY,
        book: Policy | None = None,
        endgame: Endgame | None = None,
        interpreted: bool = False,
        clock: Clock | None = None,
    ) -> None:
        check_two_players(game, "searches against the clock are")
        self.game: Any = game
        self.memory, self.book, self.endgame = memory, book, endgame
        self.clock: Clock = clock or WallClock()
        self.held: Any = 0 if endgame is None else (endgame.tables, endgame.answers)
        self.points = game.scored or has(game, "gain")
        self.room, self.generation = ROOM, 0
        self.key: Callable[[Position], Any] = lambda position: position
        self.move_of: Callable[[Any], Move] = int
        self.numbers: Numbers | None = None  # of positions and moves, where the interpreter searches
        self._load(interpreted)

    def choose(self, position: Position, limit: Limit) -> Chosen:
        """Return a move at a position that goes on, within the limit; `BadParameter` at another."""
        begun = self.clock.now()
        moves = self._candidates(position)
        known = self._booked(position)
        if known is not None:
            return Chosen(known, None, 0, 0, (known,), False, self.clock.now() - begun)
        if limit.seconds == 0:
            return Chosen(moves[0], None, 0, 0, (moves[0],), False, self.clock.now() - begun)
        self._renew()
        forced = len(moves) == 1 and limit.seconds is not None
        run = _Run(self, position, limit.plies or DEEPEST, forced=forced)
        worker = threading.Thread(target=run.work, daemon=True)
        worker.start()
        try:
            if limit.seconds is None:
                run.done.wait()
            else:
                self.clock.wait(run.done, limit.seconds - (self.clock.now() - begun))
        finally:
            run.stop()
            worker.join()
        if run.error is not None:
            raise self._explained(run.error, position)
        found = run.found
        if found.place >= len(moves):
            raise BadRules(
                f"{self.game!r}: compiled candidates() and the interpreter's differ at position "
                f"{say_position(self.game, position)}: integers beyond 63 bits? use --interpreted"
            )
        move = moves[found.place]
        line = self._line(position, move, found.depth)
        seconds = self.clock.now() - begun
        return Chosen(
            move, found.score, found.depth, run.positions, line, found.proven, seconds, found.remoteness
        )

    def _load(self, interpreted: bool) -> None:
        """Bind the kernels and let them run once, so that no clock waits for the compiler."""
        if not interpreted:
            try:
                own = searcher(self.game)
                self._bind(own, native=True)
                self._warm()
                return self._guard(own)
            except CannotCompile:
                pass
            except Exception as error:
                if not type(error).__module__.startswith("numba"):  # what the lowering could not see
                    raise self._explained(error, self._start()) from error
        own, self.numbers = numbered_searcher(self.game)
        self._bind(own, native=False)
        self.key, self.move_of = self.numbers.number, self.numbers.move
        return self._warm()

    def _bind(self, own: Searcher, *, native: bool) -> None:
        self.shape = own.hooks.shape
        looking = Looking(self.points, ending=self._ending(native))
        self.kernel = own.kernel(build_deepening, looking)
        self.walk = own.kernel(build_line_of_table)
        self.table = new_table(self.shape, self.memory)

    def _ending(self, native: bool) -> Ending | None:
        """Return what the kernel has to know of the endgame."""
        if self.endgame is None:
            return None
        ends = self.endgame.game
        program: Program = compile_game(ends) if native else interpret_game(ends)
        same = type(ends) is type(self.game) and program.words is None
        if not (same or has(self.game, "endgame")):
            raise MissingCapability(
                f"{self.game!r} has no endgame(position) that leads to positions of {ends!r}: "
                "give a solution of the game itself, whose positions are integers"
            )
        return Ending(program.rules, self.endgame.lookup, self.endgame.shift, program.digest)

    def _warm(self) -> None:
        start = self._start()
        if self.game.outcome(start) == UNDECIDED and list(self.game.moves(start)):
            run = _Run(self, start, 1)
            run.work()
            if run.error is not None:
                raise run.error
            self._line(start, self._candidates(start)[run.found.place], 1)

    def _guard(self, own: Searcher) -> None:
        """Compare short searches with the interpreter's; what passed is remembered beside the machine code."""
        if own.recall(GUARDED):
            return
        twin = interpreted_searcher(self.game).kernel(build_deepening, Looking(self.points))
        kernel = own.kernel(build_deepening, Looking(self.points))
        for position in self._random_positions():
            noted = []
            for each in (kernel, twin):
                run = _Run(self, position, 2)
                each(position, 2, new_table(self.shape, 1 << 16), run.lines(), run.notes, 0)
                noted.append(run.notes.tobytes())
            if noted[0] != noted[1]:
                raise BadRules(
                    f"{self.game!r}: the compiled search of position {say_position(self.game, position)} differs "
                    "from the interpreter's: integers beyond 63 bits? run `zermelo check`, or use --interpreted"
                )
        own.remember(GUARDED)

    def _random_positions(self) -> Iterator[Position]:
        """Yield the start and positions of random play that go on."""
        chance, position = random.Random(1913), self._start()
        for _ in range(GUARD_POSITIONS):
            yield position
            for _ in range(chance.randrange(2, 9)):
                over = self.game.outcome(position) != UNDECIDED
                moves = [] if over else list(self.game.moves(position))
                position = self.game.play(position, chance.choice(moves)) if moves else self._start()

    def _start(self) -> Position:
        return next(iter(self.game.starts()))

    def _renew(self) -> None:
        """Let what earlier searches left in the table give way first; begin a new table now and then."""
        self.generation += 1
        if self.generation == GENERATIONS:
            self.generation = 0
            self.table = new_table(self.shape, self.memory)
            if self.numbers is not None:
                self.numbers.forget()

    def _candidates(self, position: Position) -> list[Move]:
        """Return what the kernel chooses among, in the same order; `BadParameter` where there is no move."""
        over = self.game.outcome(position) != UNDECIDED
        choices = self.game.candidates if has(self.game, "candidates") else self.game.moves
        moves = [] if over else list(choices(position))
        if not moves:
            where = say_position(self.game, position)
            raise BadParameter(f"{self.game!r}: play has ended at {where}: give a position with moves")
        return moves

    def _booked(self, position: Position) -> Move | None:
        """Return the first move that the book allows here, None where it does not know the position."""
        if self.book is None:
            return None
        try:
            allowed = list(self.book(position))
        except UnknownPosition:
            return None
        legal = list(self.game.moves(position))
        return next((move for move in allowed if move in legal), None)

    def _line(self, position: Position, move: Move, most: int) -> tuple[Move, ...]:
        """Return the moves that the table expects after a move, as far as they are legal."""
        line = [move]
        position = self.game.play(position, move)
        found = np.zeros(max(0, most - 1), np.int64)
        count = self.walk(self.key(position), self.table, found)
        for number in found[:count]:
            following = self.move_of(number)
            if self.game.outcome(position) != UNDECIDED or following not in list(self.game.moves(position)):
                break
            line.append(following)
            position = self.game.play(position, following)
        return tuple(line)

    def _explained(self, error: BaseException, position: Position) -> BaseException:
        if isinstance(error, ZermeloError) or not isinstance(error, Exception):
            return error
        where = say_position(self.game, position)
        return BadRules(f"{self.game!r}: the rules raise {said_by(error)} in the search of position {where}")


@dataclass(frozen=True)
class _Found:
    """What a search to one depth has found: the move's place, its score, and whether that is proven."""

    place: int = 0
    score: int | None = None
    depth: int = 0
    proven: bool = False
    remoteness: int | None = None


class _Run:
    """One search, in a thread: depth after depth until it is stopped or everything is known."""

    def __init__(self, search: ClockSearch, position: Position, plies: int, *, forced: bool = False) -> None:
        self.search, self.position, self.plies, self.forced = search, position, plies, forced
        self.notes = np.zeros(NOTES + 2 * HISTORY, np.int64)
        self.notes[GENERATION] = search.generation
        self.found = _Found()
        self.done = threading.Event()
        self.over = False
        self.error: BaseException | None = None

    @property
    def positions(self) -> int:
        """How many positions were visited, each as often as it was."""
        return int(self.notes[NODES])

    def stop(self) -> None:
        """Let the search end at the next position."""
        self.over = True
        self.notes[STOP] = 1

    def work(self) -> None:
        """Search until there is an end; what is raised is kept for who waits."""
        try:
            self._deepen()
        except BaseException as error:  # of a thread that nobody would hear
            self.error = error
        finally:
            self.done.set()

    def _deepen(self) -> None:
        lines = self.lines()
        key = self.search.key(self.position)
        depth = 1
        while depth <= self.plies and not self.over:
            self.notes[CHOSEN] = self.found.place if depth > 1 else NO_MOVE
            search = self.search
            score = int(search.kernel(key, depth, search.table, lines, self.notes, search.held))
            if self.notes[STATUS] == MANY:
                lines = self._more_room()
                continue
            whole = self.notes[STOP] == 0
            if whole or self.notes[FINISHED] > 0:
                self.found = self._read(score if whole else int(self.notes[CHOSEN_SCORE]), depth, whole)
            if not whole or self._is_settled(depth):
                return
            self.notes[NOTES:] >>= 1  # history fades
            depth += 1

    def lines(self) -> Any:
        """Return the room for a line of play, without killers."""
        search = self.search
        lines = np.zeros((ROWS, columns_of(search.shape.words, search.room)), np.int64)
        lines[:, search.shape.words + HEAD - 2 : search.shape.words + HEAD] = NO_KILLER
        return lines

    def _more_room(self) -> Any:
        """Return longer lines, for the position with the most moves."""
        search = self.search
        if search.room >= NO_MOVE:
            raise BadRules(
                f"{search.game!r}: a position has more than {NO_MOVE:,} moves: it cannot be searched"
            )
        search.room = min(2 * search.room, NO_MOVE)
        self.notes[STATUS] = 0
        self.notes[STOP] = int(self.over)
        return self.lines()

    def _read(self, score: int, depth: int, whole: bool) -> _Found:
        """Return what the notes say after a depth that was finished, or broken off after a move or more."""
        decisive = not self.search.points and abs(score) >= LEAST_WIN
        plies = MOST - abs(score)
        proven = (decisive and (whole or score > 0)) or (whole and self.notes[GUESSED] == 0)
        return _Found(
            int(self.notes[CHOSEN]),
            score,
            depth if whole else depth - 1,
            bool(proven),
            plies if decisive and whole and plies <= depth else None,
        )

    def _is_settled(self, depth: int) -> bool:
        """Return whether a deeper search would find nothing else."""
        return self.forced or self.notes[GUESSED] == 0 or self.found.remoteness is not None
