"""A solution that ends the lines of a search: of the same game, or of the game that `endgame` leads to."""

import dataclasses
from dataclasses import dataclass
from typing import Any

from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.compiler.guards.endgame_guard import compare_endgame_and_list_positions_before
from zermelo.compiler.guards.search_guard import TRIED
from zermelo.compiler.kernel_kinds import NESTED_RULES
from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game, Position, has
from zermelo.core.mix_ins import MIX_INS
from zermelo.search.kernels.endgame_probe import EndgameProbe
from zermelo.solver.kernels.slot_lookup import SlotLookup


@dataclass(frozen=True)
class Endgame:
    """Solution in memory that ends the lines of a search; `zermelo.solution` loads one.

    Parameters
    ----------
    game : Game
        Game of the solution: the searched game, or the one that its `endgame` leads to.
    lookup : SlotLookup
        How kernels find a position's place.
    tables : tuple
        Arrays for the lookup.
    answers : array [places]
        Packed answers.
    shift : int
        Bits of the remoteness in a packed answer; 0 where only values are kept.
    """

    game: Game
    lookup: SlotLookup
    tables: tuple[Any, ...]
    answers: Any
    shift: int


def pack_endgame_arrays(endgame: Endgame | None) -> Any:
    """Return what kernels ask an endgame with: its tables and answers, 0 of none."""
    return 0 if endgame is None else (endgame.tables, endgame.answers)


def prepare_endgame_probe(
    endgame: Endgame | None, game: Game, *, native: bool
) -> tuple[EndgameProbe | None, list[Position]]:
    """Return what a kernel that searches a game has to know of an endgame, and positions a move before it.

    Raises `MissingCapability` where it is no game that positions can be asked of, `BadParameter` where its
    rules are others (`compiler.guards.endgame_guard`).
    """
    if endgame is None:
        return None, []
    ends = endgame.game
    program = compile_game(ends, NESTED_RULES) if native else interpret_game(ends, NESTED_RULES)
    same = has_same_rules(ends, game) and program.words is None
    if not (same or (has(game, "endgame") and can_games_share_positions(ends, game))):
        raise MissingCapability(
            f"{game!r} has no endgame(position) that leads to positions of {ends!r}: "
            "give a solution of the game itself, whose positions are integers"
        )
    near = [] if same else compare_endgame_and_list_positions_before(game, ends)[:TRIED]
    return EndgameProbe(program.asked, endgame.lookup, endgame.shift, program.digest), near


def has_same_rules(one: Game, other: Game) -> bool:
    """Return whether two games have the same rules and parameters, wherever they begin."""
    return type(one) is type(other) and all(
        getattr(one, each.name) == getattr(other, each.name)
        for each in dataclasses.fields(one)  # type: ignore[arg-type]  # games are dataclasses
    )


def can_games_share_positions(one: Game, other: Game) -> bool:
    """Return whether two games share a base or a file, and so may have positions in common."""
    shared = set(type(one).__mro__) & set(type(other).__mro__) - {*Game.__mro__, *MIX_INS}
    return bool(shared) or type(one).__module__ == type(other).__module__
