"""Canonical forms of positions: find all components below a position, then give each its form.

Components are found by the game's own `options`, `parts` and `symmetries` (`kernels/components.py`), and each
is looked at once, whichever position it came from; so asking about another position of the same game is
cheap. The interpreter looks at the first thousand, as most games that people write down have no more; then
the rules are compiled. Positions that are no keys of 63 bits are left to the interpreter altogether.
"""

import threading
from functools import lru_cache
from typing import Any, Final

import numpy as np

from zermelo.compiler import SPLIT, PlainJit, Splitter, interpret_game, shared_kernel
from zermelo.compiler.current import reached
from zermelo.core.budget import Budget
from zermelo.core.errors import (
    BadRules,
    CannotCompile,
    LoopFound,
    OutOfBudget,
    ZermeloError,
    said_by,
)
from zermelo.core.game import Game, Position, has
from zermelo.core.requirements import require
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.kernels import DONE, FULL, RANGE
from zermelo.kernels.components import (
    FOUND_LACKS,
    LOOPED,
    PIECES_LACK,
    Progress,
    build_arrange,
    build_explore,
    empty_components,
)
from zermelo.kernels.forms import ZERO
from zermelo.kernels.forward import EMPTY
from zermelo.kernels.ordering import build_rehash
from zermelo.kernels.records import moved
from zermelo.theory.partizan.form import Form, form_of, options_form
from zermelo.theory.theory import Recent, Theory, the_theory
from zermelo.trust.classes import representative
from zermelo.trust.faults import say_position
from zermelo.trust.splitters import trusted_splitter

LEAST: Final = 1 << 24  # bytes that a graph may take in any case
CAPACITY: Final = 1 << 10  # components at first
STRIDE: Final = 1 << 12  # components looked at between two looks at the budget
SMALL: Final = 1000  # components up to which the interpreter is faster: about 0.1 s, and compiled rules that
# are kept from an earlier process take 0.2 s to be found again, others a second or two
RECALLED: Final = 1 << 14  # parts whose least symmetric image the interpreter need not ask for again


class Evaluator:
    """A game's components and their forms, kept between questions; `form(position)` gives a position's.

    Raises `MissingCapability` for games that are not partizan or impartial games of the last move: dice,
    points, several players, `options` missing; `BadRules` where a position is decided otherwise than by the
    last move.
    """

    def __init__(self, game: Game, *, interpreted: bool = False, theory: Theory | None = None) -> None:
        check_last_move(game)
        self.game, self.theory = game, theory or the_theory()
        self.stays_interpreted = interpreted
        self.lock = threading.Lock()
        self.graph, self.progress = empty_components(CAPACITY), Progress()
        self.values = np.zeros(0, np.int64)  # [components] places of the store; of all that are arranged
        self._bind(interpret_game(game, SPLIT))

    def _bind(self, splits: Splitter) -> None:
        self.splitter = splits
        self.progress = moved(self.progress, Progress, native=splits.native)
        kernels: Any  # two
        if splits.native:
            kernels = splits.kernel(build_explore)
        else:
            recalled = lru_cache(RECALLED)(splits.asked.canonical)  # most parts are met many times
            kernels = build_explore(splits.asked._replace(canonical=recalled), splits.jit)
        self.explore, self.admit = kernels
        self.arrange, self.rehash = (
            shared_kernel(build) if splits.native else build(PlainJit())
            for build in (build_arrange, build_rehash)
        )

    @property
    def components(self) -> int:
        """How many components have been found."""
        return int(self.progress.found)

    def form(self, position: Position, budget: Budget | None = None) -> Form:
        """Return a position's canonical form, whoever is to move there.

        Raises `LoopFound`, `BadRules`, `Cancelled`, `OutOfBudget`. What was found before stays.
        """
        with self.lock:
            try:
                key = self.splitter.key(position)
                if key < 0:
                    raise BadRules(f"{self.game!r}: position {position!r} does not fit a word of 63 bits")
                places = self._admitted(key, budget or Budget())
                self._solve(budget or Budget())
            except (ZermeloError, MemoryError):
                self._forget_unvalued()
                raise
            except Exception as error:
                self._forget_unvalued()
                raise rules_raise(self.game, position, error) from error
            values = [int(self.values[place]) for place in places]
        return sum((Form.at(self.theory, value) for value in values), start=Form.at(self.theory, ZERO))

    def _admitted(self, key: int, budget: Budget) -> list[int]:
        """Return the components of a position."""
        while True:
            progress = self.progress
            count = self.admit(self.graph, progress, key)
            if progress.status == DONE:
                begin = int(progress.pieces)
                return self.graph.pieces[begin : begin + count].tolist()  # type: ignore[no-any-return]
            self._mend(key, budget)

    def _solve(self, budget: Budget) -> None:
        """Find every component below those found, and give each its form."""
        progress = self.progress
        while progress.explored < progress.found:
            budget.report("components", int(progress.explored), int(progress.found))
            is_slow = not self.splitter.native and not self.stays_interpreted
            if is_slow and progress.explored >= SMALL:
                self._bind(trusted_splitter(self.game))
                progress = self.progress
                self.stays_interpreted = not self.splitter.native
                continue
            stride = STRIDE if self.splitter.native else SMALL
            self.explore(self.graph, progress, SMALL if is_slow else int(progress.explored) + stride)
            if progress.status != DONE:
                self._mend(int(self.graph.found[progress.explored]), budget)
        found, known = int(progress.found), len(self.values)
        if found == known:
            return
        depths = np.zeros(found, np.int64)
        depths[:known] = 2
        order = np.zeros(found - known, np.int32)
        _, status = self.arrange(self.graph, found, order, depths, np.zeros((found + 1, 2), np.int64))
        if status == LOOPED:
            raise loop(self.game, self.splitter.position(int(self.graph.found[order[0]])))
        values = np.concatenate((self.values, np.zeros(found - known, np.int64)))
        self.theory.store.evaluate(self.graph, order, values, budget)
        self.values = values

    def _forget_unvalued(self) -> None:
        """Forget the components that have no form: one of them may be against the rules, or on a loop."""
        graph, progress, known = self.graph, self.progress, len(self.values)
        options = int(graph.heads[known - 1, 2]) if known else 0
        progress.found = progress.explored = known
        progress.options = options
        progress.pieces = graph.runs[options]
        graph.table[:] = EMPTY
        self.rehash(graph.table, graph.found, known)

    def _mend(self, key: int, budget: Budget) -> None:
        """Make room for a kernel, or raise what it met at a position."""
        progress, graph = self.progress, self.graph
        if progress.status != FULL:
            where = say_position(self.game, self.splitter.position(key))
            if progress.status == RANGE:
                raise BadRules(f"{self.game!r}: an option or part of {where} outgrew its bits")
            raise BadRules(
                f"{self.game!r}: at {where} or one move on, the game does not end by the loss of who cannot "
                "move: canonical forms are of games that the last mover wins"
            )
        if (held := sum(array.nbytes for array in graph)) > max(LEAST, budget.for_arrays // 2):
            raise OutOfBudget(
                f"{self.game!r}: {self.components:,} components take {held >> 20:,} MB and need more than "
                "the memory given: give more with memory, or take a smaller position"
            )
        if progress.lacking == FOUND_LACKS:
            size, found = 2 * len(graph.found), int(progress.found)
            self.graph = graph._replace(
                found=_grown(graph.found, size),
                heads=_grown(graph.heads, size),
                table=np.full(4 * size, EMPTY, np.int32),
            )
            self.rehash(self.graph.table, self.graph.found, found)
        elif progress.lacking == PIECES_LACK:
            self.graph = graph._replace(pieces=_grown(graph.pieces, 2 * len(graph.pieces)))
        else:
            self.graph = graph._replace(runs=_grown(graph.runs, 2 * len(graph.runs)))


def _grown(array: np.ndarray, size: int) -> np.ndarray:
    larger = np.zeros((size, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger


class HashableEvaluator:
    """The same for positions that are no keys, by the game's own methods."""

    def __init__(self, game: Game, theory: Theory | None = None) -> None:
        check_last_move(game)
        self.game: Any = game
        self.theory = theory or the_theory()
        self.known: dict[Any, Form] = {}
        self.least = representative(game)
        self.lock = threading.Lock()

    def form(self, position: Position, budget: Budget | None = None) -> Form:
        """Return the canonical form of a position. Raises `LoopFound`, `BadRules`, `Cancelled`."""
        with self.lock:
            try:
                parts = self.parts(position)
                self._solve(parts, budget or Budget())
            except (ZermeloError, MemoryError):
                raise
            except Exception as error:
                raise rules_raise(self.game, position, error) from error
            return self._sum(parts)

    def _solve(self, parts: list[Position], budget: Budget) -> None:
        """Give every part its form, after those below it."""
        waiting = list(parts)
        opened: dict[Any, list[list[list[Position]]]] = {}  # the way down to the last of those that wait
        while waiting:
            part = waiting[-1]
            if part in self.known:
                waiting.pop()
            elif part in opened:
                values = [[self._sum(option) for option in side] for side in opened.pop(part)]
                self.known[part] = options_form(values[0], values[1], self.theory)
                waiting.pop()
            else:
                budget.report("components", len(self.known))
                sides = [[self.parts(option) for option in self.options(part, player)] for player in (0, 1)]
                if not all(sides):
                    self._check_stuck(part)
                opened[part] = sides
                below = [
                    each for side in sides for option in side for each in option if each not in self.known
                ]
                for each in below:
                    if each in opened:
                        raise loop(self.game, each)
                waiting.extend(below)

    def parts(self, position: Position) -> list[Position]:
        """Return what a position falls into, each part as the least of its symmetric images."""
        self._check_undecided(position)
        parts = list(self.game.parts(position)) if has(self.game, "parts") else [position]
        if not parts:
            self._check_stuck(position)
        return [self.least(part) for part in parts]

    def _sum(self, parts: list[Position]) -> Form:
        return form_of(sum(self.known[part] for part in parts), self.theory)

    def whole_options(self, position: Position, player: int) -> list[Position]:
        """Return what a player can reach, each position whole, as the least of its symmetric images."""
        self._check_undecided(position)
        options = [self.least(option) for option in self.options(position, player)]
        if not options:
            self._check_stuck(position)
        return options

    def _check_undecided(self, position: Position) -> None:
        if self.game.outcome(position) != UNDECIDED:
            raise BadRules(f"{self.game!r}: the rules end the game at {say_position(self.game, position)}")

    def _check_stuck(self, position: Position) -> None:
        if self.game.stuck(position) != LOSS:
            where = say_position(self.game, position)
            raise BadRules(
                f"{self.game!r}: having no move at {where} does not lose: canonical forms are of games that "
                "the last mover wins"
            )

    def options(self, position: Position, player: int) -> list[Position]:
        """Return what a player can reach."""
        if has(self.game, "options"):
            return list(self.game.options(position, player))
        return [self.game.play(position, move) for move in self.game.moves(position)]


def rules_raise(game: Game, position: Position, error: Exception) -> BadRules:
    """Return the error for rules that raise one somewhere below a position."""
    return BadRules(f"{game!r}: the rules raise {said_by(error)} below {say_position(game, position)}")


def loop(game: Game, position: Position) -> LoopFound:
    """Return the error for a position that play can come back to."""
    where = say_position(game, position)
    return LoopFound(
        f"{game!r}: play can come back to {where}: such a game has no form, but a value of another "
        "kind, which zermelo.sums.canonical gives"
    )


def check_last_move(game: Game, lacks: str = "canonical form") -> None:
    """Raise `MissingCapability` unless two players' last move decides and the options of both are known.

    `lacks` is what other games have none of.
    """
    if not game.impartial:
        require(game, f"it is not impartial, so it has no {lacks}", needs=("options",))
    because = f"it has no {lacks}, which is of two players between whom the last move decides"
    require(game, because, excludes=("players", "scored", "gain", "chances", "payoffs"))


MOST_EVALUATORS: Final = 16  # the last ones
_EVALUATORS: Recent[Evaluator | HashableEvaluator] = Recent(MOST_EVALUATORS)


def evaluator(
    game: Game, *, interpreted: bool = False, theory: Theory | None = None
) -> Evaluator | HashableEvaluator:
    """Return the game's evaluator; a theory keeps the last few, each with the rules as they were found."""
    owner = theory or the_theory()

    def made() -> Evaluator | HashableEvaluator:
        try:
            return Evaluator(game, interpreted=interpreted, theory=owner)
        except CannotCompile:
            return HashableEvaluator(game, owner)

    return _EVALUATORS.of(owner, (reached(game), interpreted), made)


def position_form(
    game: Game,
    position: Position | None = None,
    *,
    budget: Budget | None = None,
    interpreted: bool = False,
    theory: Theory | None = None,
) -> Form:
    """Return the canonical form of a position (default: the start), whoever is to move there."""
    if position is None:
        position = next(iter(game.starts()))
    return evaluator(game, interpreted=interpreted, theory=theory).form(position, budget)
