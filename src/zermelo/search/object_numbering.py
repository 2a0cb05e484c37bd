"""Positions and moves of any kind as numbers, given out as they are met, for kernels that know integers.

So rules that do not compile, or whose positions are strings or larger than a word, are searched by the same
kernels, interpreted. Numbers are kept as long as the search is.
"""

from collections.abc import Callable, Hashable, Iterator
from typing import Any

from zermelo.compiler.kernel_binders import Searcher
from zermelo.compiler.kernel_kinds import HOOKED
from zermelo.compiler.kernels.search_hooks import PositionShape, complete_search_hooks
from zermelo.compiler.plain_jit import PlainJit
from zermelo.core.game import Game, has


class ObjectNumbers:
    """The numbers of the positions and of the moves of a game."""

    def __init__(self, game: Game) -> None:
        self.game: Any = game
        self.positions: list[Any] = []
        self.moves: list[Any] = []
        self._of_position: dict[Hashable, int] = {}
        self._of_move: dict[Hashable, int] = {}

    def get_number_of_position(self, position: Any) -> int:
        """Return the number of a position."""
        return _get_or_assign_number(position, self.positions, self._of_position)

    def get_move_of_number(self, number: int) -> Any:
        """Return the move of a number."""
        return self.moves[number]

    def clear(self) -> None:
        """Begin anew: no number is in use any more."""
        for held in (self.positions, self.moves, self._of_position, self._of_move):
            held.clear()

    def build_rules_over_numbers(self) -> dict[str, Callable[..., Any]]:
        """Return the game's rules and hooks over numbers."""
        asked = (
            "outcome",
            "stuck",
            "mover",
            "tier",
            "bounds",
            "length_bounds",
            "estimate",
            "quiet",
            "endgame",
        )
        own: dict[str, Callable[..., Any]] = {
            name: self._wrap_position_rule(name)
            for name in asked
            if name in ("outcome", "stuck") or has(self.game, name)
        }
        own["moves"] = self._wrap_move_list_rule("moves")
        if has(self.game, "candidates"):
            own["candidates"] = self._wrap_move_list_rule("candidates")
        if has(self.game, "forced"):
            own["forced"] = self._find_forced_move_number
        for name in ("gain", "order"):
            if has(self.game, name):
                own[name] = self._wrap_move_rule(name)
        if has(self.game, "symmetries"):
            own["symmetries"] = self._yield_numbers_of_symmetric_positions
        own["play"] = self._number_after_move
        own.setdefault("endgame", self.positions.__getitem__)
        return own

    def _wrap_position_rule(self, name: str) -> Callable[[int], Any]:
        asked = getattr(self.game, name)
        return lambda number: asked(self.positions[number])

    def _wrap_move_rule(self, name: str) -> Callable[[int, int], Any]:
        asked = getattr(self.game, name)
        return lambda number, move: asked(self.positions[number], self.moves[move])

    def _wrap_move_list_rule(self, name: str) -> Callable[[int], Iterator[int]]:
        choices = getattr(self.game, name)

        def yield_move_numbers(number: int) -> Iterator[int]:
            for move in choices(self.positions[number]):
                yield _get_or_assign_number(move, self.moves, self._of_move)

        return yield_move_numbers

    def _find_forced_move_number(self, number: int) -> int:
        asked: Any = self.game
        move = asked.forced(self.positions[number])
        return -1 if move == -1 else _get_or_assign_number(move, self.moves, self._of_move)

    def _number_after_move(self, number: int, move: int) -> int:
        return self.get_number_of_position(self.game.play(self.positions[number], self.moves[move]))

    def _yield_numbers_of_symmetric_positions(self, number: int) -> Iterator[int]:
        for image in self.game.symmetries(self.positions[number]):
            yield self.get_number_of_position(image)


def _get_or_assign_number(thing: Any, things: list[Any], numbers: dict[Hashable, int]) -> int:
    if thing not in numbers:
        numbers[thing] = len(things)
        things.append(thing)
    return numbers[thing]


def build_numbered_searcher(game: Game) -> tuple[Searcher, ObjectNumbers]:
    """Return a searcher of the interpreter over numbers, and the numbers."""
    numbers = ObjectNumbers(game)
    jit = PlainJit()
    hooks = complete_search_hooks(numbers.build_rules_over_numbers(), PositionShape(0), jit)
    return Searcher(game=game, kind=HOOKED, asked=hooks, jit=jit, native=False), numbers
