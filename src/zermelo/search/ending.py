"""A solution that ends the lines of a search: the same game's, or that of the game its `endgame` leads to."""

import dataclasses
from dataclasses import dataclass
from typing import Any

from zermelo.compiler import WITHIN, compile_game, interpret_game
from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game, Position, has
from zermelo.kernels.ending import Ending
from zermelo.kernels.places import Lookup
from zermelo.trust.endgames import check_endgame
from zermelo.trust.searches import TRIED


@dataclass(frozen=True)
class Endgame:
    """A solution held in memory, which ends lines of play: its game, and what `kernels.held` asks."""

    game: Game
    lookup: Lookup
    tables: tuple[Any, ...]
    answers: Any
    shift: int


def held_of(endgame: Endgame | None) -> Any:
    """Return what kernels ask an endgame with: its tables and answers, 0 of none."""
    return 0 if endgame is None else (endgame.tables, endgame.answers)


def ending_of(endgame: Endgame | None, game: Game, *, native: bool) -> tuple[Ending | None, list[Position]]:
    """Return what a kernel that searches a game has to know of an endgame, and positions a move before it.

    Raises `MissingCapability` where it is no game that positions can be asked of, `BadParameter` where its
    rules are others (`trust.endgames`).
    """
    if endgame is None:
        return None, []
    ends = endgame.game
    program = compile_game(ends, WITHIN) if native else interpret_game(ends, WITHIN)
    same = is_same_rules(ends, game) and program.words is None
    if not (same or (has(game, "endgame") and is_kin(ends, game))):
        raise MissingCapability(
            f"{game!r} has no endgame(position) that leads to positions of {ends!r}: "
            "give a solution of the game itself, whose positions are integers"
        )
    near = [] if same else check_endgame(game, ends)[:TRIED]
    return Ending(program.asked, endgame.lookup, endgame.shift, program.digest), near


def is_same_rules(one: Game, other: Game) -> bool:
    """Return whether two games have the same rules and parameters, wherever they begin."""
    return type(one) is type(other) and all(
        getattr(one, each.name) == getattr(other, each.name)
        for each in dataclasses.fields(one)  # type: ignore[arg-type]  # games are dataclasses
    )


def is_kin(one: Game, other: Game) -> bool:
    """Return whether two games share a base or a file, and so may have positions in common."""
    shared = set(type(one).__mro__) & set(type(other).__mro__) - set(Game.__mro__)
    return bool(shared) or type(one).__module__ == type(other).__module__
