"""Values of positions whose play may come round: all positions below are found, and all are given values.

A position that falls into parts is worth their sum; below a part positions are taken whole, as a loop may
lead from two parts to one. What was found is kept.
"""

import threading
from collections.abc import Callable
from typing import TypeVar

from zermelo.compiler.current import reached
from zermelo.core.budget import Budget
from zermelo.core.errors import LoopFound, OutOfBudget, ZermeloError
from zermelo.core.game import Game, Position
from zermelo.core.position_codec import START
from zermelo.core.positions import as_position
from zermelo.theory.loopy.adding import total_of
from zermelo.theory.loopy.braces import WrittenGame
from zermelo.theory.loopy.exploring import explored
from zermelo.theory.loopy.solving import Solver
from zermelo.theory.loopy.value import AnyForm
from zermelo.theory.partizan.form import Form
from zermelo.theory.partizan.positions import HashableEvaluator, position_form, rules_raise
from zermelo.theory.theory import Recent, Theory, the_theory

Answer = TypeVar("Answer")


class LoopyEvaluator:
    """A game's positions and their values, kept between questions."""

    def __init__(self, game: Game, theory: Theory, *, interpreted: bool = False) -> None:
        self.game, self.theory = game, theory
        self.rules = HashableEvaluator(game, theory)
        self.lock = threading.Lock()
        self.explored = explored(game, self.rules, interpreted=interpreted)
        self.solver = Solver(self.explored.sides, theory)

    def value(self, position: Position, budget: Budget | None = None) -> AnyForm:
        """Return what a position is worth, whoever is to move there.

        Raises `BadRules`, `OutOfBudget`, `Cancelled`.
        """
        with self.lock:
            places = self._places(position, lambda: self.rules.parts(position), budget)
            values = [self.solver.value(place, budget or Budget()) for place in places]
            return total_of(values, self.theory, budget)

    def whole(self, position: Position, budget: Budget | None = None) -> WrittenGame:
        """Return the game of a position, not taken apart; positions that play alike are one in it."""
        with self.lock:
            (place,) = self._places(position, lambda: [self.rules.least(position)], budget)
            graph = self.solver.game(place, budget or Budget())
        if graph is None:
            raise OutOfBudget(
                f"{self.game!r}: too many positions play differently for a game to be kept whole: "
                "take a smaller one"
            )
        return WrittenGame(graph, self.theory)

    def _places(
        self, position: Position, parts: Callable[[], list[Position]], budget: Budget | None
    ) -> list[int]:
        """Return the places of what a position is taken as, all below it found."""
        try:
            return [self.explored.place(part, budget or Budget()) for part in parts()]
        except (ZermeloError, MemoryError):
            raise
        except Exception as error:
            raise rules_raise(self.game, position, error) from error


_LOOPY: Recent[LoopyEvaluator] = Recent(16)  # the last games


def position_value(
    game: Game,
    position: Position = START,
    *,
    budget: Budget | None = None,
    interpreted: bool = False,
    theory: Theory | None = None,
) -> AnyForm:
    """Return what a position is worth (default: the start), whoever is to move there.

    It is a `Form` where play below it ends, or is worth a game that does; else a `Loopy` value.
    """
    return _answer(game, position, budget, theory, LoopyEvaluator.value, interpreted=interpreted)


def position_game(
    game: Game,
    position: Position = START,
    *,
    budget: Budget | None = None,
    interpreted: bool = False,
    theory: Theory | None = None,
) -> Form | WrittenGame:
    """Return what is played at a position (default: the start): a form where play ends, else the whole game.

    Rules of play that values do not know, such as the ban of kos, are of the game.
    """
    return _answer(game, position, budget, theory, LoopyEvaluator.whole, interpreted=interpreted)


def _answer(
    game: Game,
    position: Position,
    budget: Budget | None,
    theory: Theory | None,
    ask: Callable[[LoopyEvaluator, Position, Budget | None], Answer],
    *,
    interpreted: bool,
) -> Form | Answer:
    """Return a position's form or, where play comes round, what its evaluator says."""
    owner = theory or the_theory()
    position = as_position(game, position)
    try:
        return position_form(game, position, budget=budget, interpreted=interpreted, theory=owner)
    except LoopFound:
        evaluator = _LOOPY.of(
            owner,
            (reached(game), interpreted),
            lambda: LoopyEvaluator(game, owner, interpreted=interpreted),
        )
        return ask(evaluator, position, budget)
