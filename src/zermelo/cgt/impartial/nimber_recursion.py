"""Nimbers by the definition: the mex of the nimbers that the moves lead to, component by component.

This works for positions of any kind, in ordinary Python with a dictionary. It is simpler than the search, and
slower, as the search asks for fewer nimbers.
"""

from collections import Counter
from typing import Any

from zermelo.cgt.impartial.impartial_check import check_end_is_lost, check_impartial, check_one_line_of_play
from zermelo.cgt.impartial.mex import mex
from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules, LoopFound, ZermeloError, describe_error
from zermelo.core.game import Game, Position, has
from zermelo.core.values import UNDECIDED

REPORT = 1 << 10  # components between two reports


class RecursionTooLong(Exception):
    """The question takes more moves than the limit allows."""


class NimberRecursion:
    """One game's nimbers: the same questions as `NimberSearch` answers, about positions of any hashable type.

    `nodes` counts components. With a `limit`, a question that goes past so many moves in all is given up with
    `RecursionTooLong`; what was found till then is kept.
    """

    def __init__(self, game: Game, budget: Budget | None = None, limit: int | None = None) -> None:
        check_impartial(game)
        self.limit, self.moves = limit, 0
        self.game, self.budget = game, budget or Budget()
        self.known: dict[Position, int] = {}
        self.nodes = 0
        self._least = build_representative_function(game)
        rules: Any = game
        self._parts: Any = rules.parts if has(game, "parts") else lambda position: (position,)

    def has_nimber(self, position: Position, nimber: int) -> bool:
        """Return whether the position's nimber is this one."""
        return self.nimber(position) == nimber

    def nimber(self, position: Position) -> int:
        """Return the position's nimber; raises `BadRules`, `LoopFound`, `OutOfBudget`, `Cancelled`."""
        try:
            components = self._split_into_components(position)
            for component in components:
                self._solve_component(component)
            check_one_line_of_play(self.game, position)
            return self._xor_component_nimbers(components)
        except (ZermeloError, RecursionTooLong):
            raise
        except Exception as error:
            where = describe_position(self.game, position)
            raise BadRules(f"{self.game!r}: the rules raise {describe_error(error)} below {where}") from error

    def _solve_component(self, component: Position) -> None:
        """Find a component's nimber, those below it first; depth costs no stack."""
        line: list[tuple[Position, list[list[Position]]]] = []
        above: set[Position] = set()
        wanted = [] if component in self.known else [component]
        while wanted or line:
            if wanted:
                here = wanted.pop()
                if here in above:
                    where = describe_position(self.game, here)
                    raise LoopFound(f"{self.game!r}: play comes back to {where}: it has no nimber")
                above.add(here)
                line.append((here, self._list_components_of_children(here)))
            here, children = line[-1]
            wanted = [each for child in children for each in child if each not in self.known][:1]
            if not wanted:
                line.pop()
                above.remove(here)
                self.known[here] = mex({self._xor_component_nimbers(child) for child in children})
                self.nodes += 1
                if self.nodes % REPORT == 1:
                    self.budget.report("search", self.nodes)
                    self.budget.check_memory(
                        "interpreted nimbers", "raise --memory, or take a smaller position"
                    )

    def _xor_component_nimbers(self, components: list[Position]) -> int:
        total = 0
        for component in components:
            total ^= self.known[component]
        return total

    def _split_into_components(self, position: Position) -> list[Position]:
        """Return the representatives of a position's parts that do not cancel."""
        value = self.game.outcome(position)
        check_end_is_lost(self.game, position, value)
        if value != UNDECIDED:
            return []
        counts = Counter(self._least(part) for part in self._parts(position))
        if not counts:
            check_end_is_lost(self.game, position, self.game.stuck(position))
        return [part for part, count in counts.items() if count % 2]

    def _list_components_of_children(self, component: Position) -> list[list[Position]]:
        """Return what the moves of a component lead to, each as its components."""
        game = self.game
        if game.outcome(component) != UNDECIDED:
            check_end_is_lost(game, component, game.outcome(component))
            return []
        children = []
        for move in game.moves(component):
            if self.moves == self.limit:
                raise RecursionTooLong
            self.moves += 1
            children.append(self._split_into_components(game.play(component, move)))
        if not children:
            check_end_is_lost(game, component, game.stuck(component))
        return children
