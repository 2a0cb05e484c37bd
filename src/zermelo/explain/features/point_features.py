"""Features of games of points: what a move brings, who is to move after it, and what can be had next.

Where points count only at the end, what brings them is what ends play.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from zermelo.core.game import Game, Move, Position, has
from zermelo.core.requirements import declares_capability
from zermelo.core.rule_queries import keeps_turn, moves_at, points_of_move, terminal_value
from zermelo.explain.rule_lists.rule_predicates import (
    AT_LEAST,
    EQUAL,
    LEAST,
    MOST,
    Feature,
    GlossaryTerm,
    Measure,
)

COMPARED = (MOST, LEAST, AT_LEAST, EQUAL)
IN_ONE_GO = GlossaryTerm("in one go", "before the turn passes")


def applies_to_game(game: Game) -> bool:
    """Return whether a game of two counts points, and has no dice."""
    return game.scored and not any(
        declares_capability(game, what) for what in ("chances", "payoffs", "players")
    )


def build_features(game: Game) -> list[Feature]:
    """Return what a move brings, what the next one can bring, and whose that is."""

    @lru_cache(maxsize=1 << 16)
    def next_gains(position: Position) -> tuple[int, ...]:
        return tuple(brings(position, move) for move in moves_at(game, position))

    def brings(position: Position, move: Move) -> int:
        child = game.play(position, move)
        sign = 1 if keeps_turn(game, position, child) else -1
        ends = 0 if moves_at(game, child) else sign * terminal_value(game, child)
        return points_of_move(game, position, move) + ends

    def opponent_most(position: Position, move: Move) -> int:
        child = game.play(position, move)
        return 0 if keeps_turn(game, position, child) else max(next_gains(child), default=0)

    def my_most(position: Position, move: Move) -> int:
        child = game.play(position, move)
        return max(next_gains(child), default=0) if keeps_turn(game, position, child) else 0

    def ahead(position: Position, move: Move) -> int:
        return brings(position, move) + my_most(position, move) - opponent_most(position, move)

    def harmless(position: Position, move: Move) -> int:
        """Return how many moves the next player has that bring nothing."""
        return sum(gain <= 0 for gain in next_gains(game.play(position, move)))

    @lru_cache(maxsize=1 << 16)
    def haul(position: Position) -> int:
        """Return the most points that the mover can take before the turn passes."""
        best = 0
        for move in moves_at(game, position):
            child = game.play(position, move)
            best = max(
                best,
                brings(position, move) + (haul(child) if keeps_turn(game, position, child) else 0),
            )
        return best

    def opponent_haul(position: Position, move: Move) -> int:
        child = game.play(position, move)
        return 0 if keeps_turn(game, position, child) else haul(child)

    def my_haul(position: Position, move: Move) -> int:
        child = game.play(position, move)
        return brings(position, move) + (haul(child) if keeps_turn(game, position, child) else 0)

    def each(measure: Callable[[Position, Move], int]) -> Measure:
        def measured(position: Position, moves: Sequence[Move]) -> list[int]:
            return [measure(position, move) for move in moves]

        return measured

    found = [
        Feature(
            "brings",
            "points that it brings",
            each(brings),
            compared=COMPARED,
            counted=("brings {} point", "brings {} points"),
            said={
                " most": "brings the most points",
                ">=1": "brings a point or more",
                "==0": "brings nothing",
            },
        ),
        Feature(
            "his_gain",
            "the most points that the opponent's next move can bring",
            each(opponent_most),
            compared=COMPARED,
            said={
                " least": "leaves the opponent the least to gain at once",
                " most": "leaves the opponent the most to gain at once",
                "==0": "leaves the opponent nothing to gain at once",
            },
        ),
        Feature(
            "ahead",
            "points that it brings, plus those of the best next move if that is mine, less them if it is the "
            "opponent's",
            each(ahead),
            compared=COMPARED,
            said={
                " most": "brings the most, the best next move counted too, against me if it is the opponent's"
            },
        ),
        Feature(
            "harmless",
            "next moves after it that bring nothing, or less",
            each(harmless),
            compared=COMPARED,
            said={"==0": "leaves no next move that brings nothing, or less"},
        ),
    ]
    if has(game, "mover"):
        found.append(
            Feature(
                "his_haul",
                "the most points that the opponent can then take in one go",
                each(opponent_haul),
                compared=COMPARED,
                terms=(IN_ONE_GO,),
                said={
                    " least": "leaves the opponent the least to take in one go",
                    " most": "leaves the opponent the most to take in one go",
                },
            )
        )
        found.append(
            Feature(
                "my_haul",
                "the most points that I can take in one go, it among the moves",
                each(my_haul),
                compared=COMPARED,
                terms=(IN_ONE_GO,),
                said={" most": "begins the most that I can take in one go"},
            )
        )
        found.append(
            Feature(
                "again",
                "keeps the turn",
                each(lambda position, move: int(keeps_turn(game, position, game.play(position, move)))),
                is_flag=True,
                compared=(EQUAL,),
            )
        )
        found.append(
            Feature(
                "my_gain",
                "the most points that my next move can bring me, if I keep the turn",
                each(my_most),
                compared=COMPARED,
            )
        )
    return found
