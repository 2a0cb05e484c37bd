"""Canonical forms of positions: find all components below a position, then give each its form.

Components are found by the game's own `options`, `parts` and `symmetries`, and kept, so asking about another
position of the same game is cheap. Positions that are no keys of 63 bits are left to the interpreter.
"""

import threading
from typing import Any, Final

import numpy as np

from zermelo.cgt.form_theory import RecentMemo, Theory, default_theory
from zermelo.cgt.kernels.component_kernels import LOOPED, build_order_options_first_kernel
from zermelo.cgt.kernels.form_store_kernels import ZERO
from zermelo.cgt.partizan.partizan_components import ComponentExplorer
from zermelo.cgt.partizan.short_game_form import Form, convert_to_form, options_form
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.compiler.kernel_binders import shared_kernel
from zermelo.compiler.plain_jit import PlainJit
from zermelo.compiler.rules_cache import current_dependencies
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules, CannotCompile, LoopFound, ZermeloError, describe_error
from zermelo.core.game import Game, Position, has
from zermelo.core.notation.position_codec import START
from zermelo.core.notation.position_input import as_position
from zermelo.core.requirements import require
from zermelo.core.rule_queries import list_moves
from zermelo.core.values import LOSS, UNDECIDED


class FormEvaluator:
    """A game's components and their forms, kept between questions; `form(position)` gives a position's.

    Raises `MissingCapability` for games that are not partizan or impartial games of the last move: dice,
    points, several players, `options` missing; `BadRules` where a position is decided otherwise than by the
    last move.
    """

    def __init__(self, game: Game, *, interpreted: bool = False, theory: Theory | None = None) -> None:
        check_last_mover_wins(game)
        self.game, self.theory = game, theory or default_theory()
        self.explorer = ComponentExplorer(game, interpreted=interpreted)
        self.lock = threading.Lock()
        self.values = np.zeros(0, np.int64)  # [components] places of the store; of all that are arranged

    @property
    def component_count(self) -> int:
        """The number of components found."""
        return self.explorer.component_count

    def form(self, position: Position, budget: Budget | None = None) -> Form:
        """Return the canonical form of a position, which does not depend on the player to move.

        Raises `LoopFound`, `BadRules`, `Cancelled`, `OutOfBudget`. What was found before stays.
        """
        with self.lock:
            try:
                places = self.explorer.find_components_of_position(position, budget or Budget())
                self._store_forms_of_all_components(budget or Budget())
            except (ZermeloError, MemoryError):
                self._forget_unvalued_components()
                raise
            except Exception as error:
                self._forget_unvalued_components()
                raise make_bad_rules_error(self.game, position, error) from error
            values = [int(self.values[place]) for place in places]
        return sum(
            (Form.from_store_place(self.theory, value) for value in values),
            start=Form.from_store_place(self.theory, ZERO),
        )

    def _store_forms_of_all_components(self, budget: Budget) -> None:
        """Find every component below those found, and give each its form."""
        explorer = self.explorer
        explorer.explore_all_components(budget)
        found, known = explorer.component_count, len(self.values)
        if found == known:
            return
        depths = np.zeros(found, np.int64)
        depths[:known] = 2
        order = np.zeros(found - known, np.int32)
        is_native = explorer.splitter.native
        arrange = (
            shared_kernel(build_order_options_first_kernel)
            if is_native
            else build_order_options_first_kernel(PlainJit())
        )
        _, status = arrange(explorer.graph, found, order, depths, np.zeros((found + 1, 2), np.int64))
        if status == LOOPED:
            raise make_returning_play_error(self.game, explorer.get_component_at_place(int(order[0])))
        values = np.concatenate((self.values, np.zeros(found - known, np.int64)))
        self.theory.store.store_component_forms(explorer.graph, order, values, budget)
        self.values = values

    def _forget_unvalued_components(self) -> None:
        """Forget the components that have no form: one of them may be against the rules, or on a loop."""
        self.explorer.forget_components_after(len(self.values))


class HashableFormEvaluator:
    """The same for positions that are no keys, by the game's own methods."""

    def __init__(self, game: Game, theory: Theory | None = None) -> None:
        check_last_mover_wins(game)
        self.game: Any = game
        self.theory = theory or default_theory()
        self.known: dict[Any, Form] = {}
        self.least = build_representative_function(game)
        self.lock = threading.Lock()

    def form(self, position: Position, budget: Budget | None = None) -> Form:
        """Return the canonical form of a position. Raises `LoopFound`, `BadRules`, `Cancelled`."""
        with self.lock:
            try:
                parts = self.split_position(position)
                self._store_part_forms(parts, budget or Budget())
            except (ZermeloError, MemoryError):
                raise
            except Exception as error:
                raise make_bad_rules_error(self.game, position, error) from error
            return self._add_forms_of_parts(parts)

    def _store_part_forms(self, parts: list[Position], budget: Budget) -> None:
        """Give every part its form, after those below it."""
        waiting = list(parts)
        opened: dict[Any, list[list[list[Position]]]] = {}  # the way down to the last of those that wait
        while waiting:
            part = waiting[-1]
            if part in self.known:
                waiting.pop()
            elif part in opened:
                values = [[self._add_forms_of_parts(option) for option in side] for side in opened.pop(part)]
                self.known[part] = options_form(values[0], values[1], self.theory)
                waiting.pop()
            else:
                budget.report("components", len(self.known))
                sides = [
                    [self.split_position(option) for option in self.options(part, player)]
                    for player in (0, 1)
                ]
                if not all(sides):
                    self._check_stuck_player_loses(part)
                opened[part] = sides
                below = [
                    each for side in sides for option in side for each in option if each not in self.known
                ]
                for each in below:
                    if each in opened:
                        raise make_returning_play_error(self.game, each)
                waiting.extend(below)

    def split_position(self, position: Position) -> list[Position]:
        """Return the parts of a position, each as the least of its symmetric images."""
        self._check_undecided(position)
        parts = list(self.game.parts(position)) if has(self.game, "parts") else [position]
        if not parts:
            self._check_stuck_player_loses(position)
        return [self.least(part) for part in parts]

    def _add_forms_of_parts(self, parts: list[Position]) -> Form:
        return convert_to_form(sum(self.known[part] for part in parts), self.theory)

    def list_undecomposed_options(self, position: Position, player: int) -> list[Position]:
        """Return a player's options, not decomposed, each as the least of its symmetric images."""
        self._check_undecided(position)
        options = [self.least(option) for option in self.options(position, player)]
        if not options:
            self._check_stuck_player_loses(position)
        return options

    def _check_undecided(self, position: Position) -> None:
        if self.game.outcome(position) != UNDECIDED:
            raise BadRules(
                f"{self.game!r}: the rules end the game at {describe_position(self.game, position)}"
            )

    def _check_stuck_player_loses(self, position: Position) -> None:
        if self.game.stuck(position) != LOSS:
            where = describe_position(self.game, position)
            raise BadRules(
                f"{self.game!r}: having no move at {where} does not lose: canonical forms are of games that "
                "the last mover wins"
            )

    def options(self, position: Position, player: int) -> list[Position]:
        """Return a player's options."""
        if has(self.game, "options"):
            return list(self.game.options(position, player))
        return [self.game.play(position, move) for move in list_moves(self.game, position)]


def make_bad_rules_error(game: Game, position: Position, error: Exception) -> BadRules:
    """Return the error for rules that raise one somewhere below a position."""
    return BadRules(
        f"{game!r}: the rules raise {describe_error(error)} below {describe_position(game, position)}"
    )


def make_returning_play_error(game: Game, position: Position) -> LoopFound:
    """Return the error for a position that play can come back to."""
    where = describe_position(game, position)
    return LoopFound(
        f"{game!r}: play can come back to {where}: such a game has no form, but a value of another "
        "kind, which zermelo.cgt.canonical gives"
    )


def check_last_mover_wins(game: Game, lacks: str = "canonical form") -> None:
    """Raise `MissingCapability` unless two players' last move decides and the options of both are known.

    `lacks` is what other games have none of.
    """
    if not game.impartial:
        require(game, f"it is not impartial, so it has no {lacks}", needs=("options",))
    because = f"it has no {lacks}, which is of two players between whom the last move decides"
    require(game, because, excludes=("players", "scored", "gain", "chances", "payoffs"))


MOST_EVALUATORS: Final = 16  # the last ones
_EVALUATORS: RecentMemo[FormEvaluator | HashableFormEvaluator] = RecentMemo(MOST_EVALUATORS)


def find_form_evaluator(
    game: Game, *, interpreted: bool = False, theory: Theory | None = None
) -> FormEvaluator | HashableFormEvaluator:
    """Return the game's evaluator; a theory keeps the last few, each with the rules as they were found."""
    owner = theory or default_theory()

    def make_evaluator() -> FormEvaluator | HashableFormEvaluator:
        try:
            return FormEvaluator(game, interpreted=interpreted, theory=owner)
        except CannotCompile:
            return HashableFormEvaluator(game, owner)

    return _EVALUATORS.get_or_make(owner, (current_dependencies(game), interpreted), make_evaluator)


def find_position_form(
    game: Game,
    position: Position = START,
    *,
    budget: Budget | None = None,
    interpreted: bool = False,
    theory: Theory | None = None,
) -> Form:
    """Return the canonical form of a position (default: the start), the same for each player to move."""
    where = as_position(game, position)
    return find_form_evaluator(game, interpreted=interpreted, theory=theory).form(where, budget)
