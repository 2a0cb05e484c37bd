"""The check of a game's `endgame` against the related game, made before the solution of that game is used.

Two games may share a base and differ in their rules: pieces fly in one, and not in the other. So random play
leads to positions that both games have, and the rules of both must agree at each of them.
"""

import random
from typing import Any, Final

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position, has
from zermelo.core.rule_queries import keeps_turn, moves_at, points_of_move, terminal_value

WALKS: Final = 48  # from the starts, at random
PLIES: Final = 400  # of a walk at most
COMPARED: Final = 4  # positions of one walk


def compare_endgame_and_list_positions_before(game: Any, ends: Game) -> list[Position]:
    """Return positions of a game from which one move leads into positions of another; compare those first.

    Raises `BadParameter` where the two games differ about one. There may be no such position on the way.
    """
    chance, before = random.Random(1912), []
    starts = list(game.starts())
    for _ in range(WALKS):
        position = earlier = chance.choice(starts)
        compared = 0
        for _ in range(PLIES):
            if compared == COMPARED:
                break
            if _find_class_key_in_endgame(ends, game.endgame(position)) is not None:
                if compared == 0 and earlier != position:
                    before.append(earlier)
                _compare_rules_at(game, ends, position)
                compared += 1
            moves = moves_at(game, position)
            if not moves:
                break
            earlier, position = position, game.play(position, chance.choice(moves))
    return before


def _compare_rules_at(game: Any, ends: Game, position: Position) -> None:
    """Raise where what can come of a position is not the same in both games."""
    if _probe_rules_at_position(game, position, game.endgame, ends) != _probe_rules_at_position(
        ends, game.endgame(position), None, ends
    ):
        raise BadParameter(
            f"{game!r} and {ends!r} have other rules for {describe_position(game, position)}: "
            "give a solution of "
            "the game with the same parameters"
        )


def _probe_rules_at_position(game: Any, position: Position, led: Any, ends: Game) -> Any:
    """Return what the rules say of a position, in a form that does not depend on the encoding."""
    moves = moves_at(game, position)
    if not moves:
        return terminal_value(game, position)
    found = []
    for move in moves:
        child = game.play(position, move)
        key = _find_class_key_in_endgame(ends, child if led is None else led(child))
        turn = bool(keeps_turn(game, position, child)), int(points_of_move(game, position, move))
        found.append((key is not None, 0 if key is None else key, turn))
    return sorted(found)


def _find_class_key_in_endgame(ends: Any, position: Any) -> int | None:
    """Return what one position of `ends` and its symmetric ones have in common, None of what is none."""
    if position == -1:
        return None
    if has(ends, "rank"):
        rank = int(ends.rank(position))
        return rank if 0 <= rank < ends.size else None
    return int(build_representative_function(ends)(position))
