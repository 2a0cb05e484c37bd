"""Values of positions whose play may cycle: all positions below them are found and given values.

The value of a position that decomposes is the sum of its parts' values. Below a part, positions are not
decomposed, as a loop may lead from two parts to one. Results are kept.
"""

import threading
from collections.abc import Callable
from typing import TypeVar

from zermelo.cgt.form_theory import RecentMemo, Theory, default_theory
from zermelo.cgt.loopy.braced_games import BracedGame
from zermelo.cgt.loopy.loopy_exploration import make_position_explorer
from zermelo.cgt.loopy.loopy_solver import LoopySolver
from zermelo.cgt.loopy.loopy_sums import sum_values
from zermelo.cgt.loopy.loopy_value import AnyForm
from zermelo.cgt.partizan.position_forms import (
    HashableFormEvaluator,
    find_position_form,
    make_bad_rules_error,
)
from zermelo.cgt.partizan.short_game_form import Form
from zermelo.compiler.rules_cache import current_dependencies
from zermelo.core.budget import Budget
from zermelo.core.errors import LoopFound, OutOfBudget, ZermeloError
from zermelo.core.game import Game, Position
from zermelo.core.notation.position_codec import START
from zermelo.core.notation.position_input import as_position

Answer = TypeVar("Answer")


class LoopyEvaluator:
    """A game's positions and their values, kept between questions."""

    def __init__(self, game: Game, theory: Theory, *, interpreted: bool = False) -> None:
        self.game, self.theory = game, theory
        self.rules = HashableFormEvaluator(game, theory)
        self.lock = threading.Lock()
        self.explored = make_position_explorer(game, self.rules, interpreted=interpreted)
        self.solver = LoopySolver(self.explored.get_options_at_place, theory)

    def value(self, position: Position, budget: Budget | None = None) -> AnyForm:
        """Return the value of a position, which does not depend on the player to move.

        Raises `BadRules`, `OutOfBudget`, `Cancelled`.
        """
        with self.lock:
            places = self._find_places_of_parts(position, lambda: self.rules.split_position(position), budget)
            values = [self.solver.value(place, budget or Budget()) for place in places]
            return sum_values(values, self.theory, budget)

    def build_undecomposed_game(self, position: Position, budget: Budget | None = None) -> BracedGame:
        """Return the game of a position, not decomposed; positions that play alike are merged."""
        with self.lock:
            (place,) = self._find_places_of_parts(position, lambda: [self.rules.least(position)], budget)
            graph = self.solver.build_merged_graph_of_position(place, budget or Budget())
        if graph is None:
            raise OutOfBudget(
                f"{self.game!r}: too many positions play differently for a game to be kept whole: "
                "take a smaller one"
            )
        return BracedGame(graph, self.theory)

    def _find_places_of_parts(
        self, position: Position, parts: Callable[[], list[Position]], budget: Budget | None
    ) -> list[int]:
        """Return the places of what a position is taken as, all below it found."""
        try:
            return [self.explored.explore_position(part, budget or Budget()) for part in parts()]
        except (ZermeloError, MemoryError):
            raise
        except Exception as error:
            raise make_bad_rules_error(self.game, position, error) from error


_LOOPY: RecentMemo[LoopyEvaluator] = RecentMemo(16)  # the last games


def position_value(
    game: Game,
    position: Position = START,
    *,
    budget: Budget | None = None,
    interpreted: bool = False,
    theory: Theory | None = None,
) -> AnyForm:
    """Return the value of a position (default: the start), which does not depend on the player to move.

    It is a `Form` if play below it ends, or if it is equal to a game that ends; otherwise a `Loopy` value.
    """
    return _find_form_or_loopy_answer(
        game, position, budget, theory, LoopyEvaluator.value, interpreted=interpreted
    )


def find_form_or_game_of_position(
    game: Game,
    position: Position = START,
    *,
    budget: Budget | None = None,
    interpreted: bool = False,
    theory: Theory | None = None,
) -> Form | BracedGame:
    """Return the game at a position (default: the start): a form where play ends, else the whole game.

    Rules of play that values do not know, such as the ban of kos, are of the game.
    """
    return _find_form_or_loopy_answer(
        game, position, budget, theory, LoopyEvaluator.build_undecomposed_game, interpreted=interpreted
    )


def _find_form_or_loopy_answer(
    game: Game,
    position: Position,
    budget: Budget | None,
    theory: Theory | None,
    ask: Callable[[LoopyEvaluator, Position, Budget | None], Answer],
    *,
    interpreted: bool,
) -> Form | Answer:
    """Return a position's form or, where play cycles, the answer of its evaluator."""
    owner = theory or default_theory()
    position = as_position(game, position)
    try:
        return find_position_form(game, position, budget=budget, interpreted=interpreted, theory=owner)
    except LoopFound:
        evaluator = _LOOPY.get_or_make(
            owner,
            (current_dependencies(game), interpreted),
            lambda: LoopyEvaluator(game, owner, interpreted=interpreted),
        )
        return ask(evaluator, position, budget)
