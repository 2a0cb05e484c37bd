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
    def list_next_gains(position: Position) -> tuple[int, ...]:
        return tuple(compute_gain(position, move) for move in moves_at(game, position))

    def compute_gain(position: Position, move: Move) -> int:
        child = game.play(position, move)
        sign = 1 if keeps_turn(game, position, child) else -1
        ends = 0 if moves_at(game, child) else sign * terminal_value(game, child)
        return points_of_move(game, position, move) + ends

    def compute_opponent_best_gain(position: Position, move: Move) -> int:
        child = game.play(position, move)
        return 0 if keeps_turn(game, position, child) else max(list_next_gains(child), default=0)

    def compute_own_best_next_gain(position: Position, move: Move) -> int:
        child = game.play(position, move)
        return max(list_next_gains(child), default=0) if keeps_turn(game, position, child) else 0

    def compute_gain_two_plies_ahead(position: Position, move: Move) -> int:
        return (
            compute_gain(position, move)
            + compute_own_best_next_gain(position, move)
            - compute_opponent_best_gain(position, move)
        )

    def count_replies_without_gain(position: Position, move: Move) -> int:
        """Return how many moves the next player has that bring nothing."""
        return sum(gain <= 0 for gain in list_next_gains(game.play(position, move)))

    @lru_cache(maxsize=1 << 16)
    def compute_most_points_before_turn_passes(position: Position) -> int:
        """Return the most points that the mover can take before the turn passes."""
        best = 0
        for move in moves_at(game, position):
            child = game.play(position, move)
            best = max(
                best,
                compute_gain(position, move)
                + (compute_most_points_before_turn_passes(child) if keeps_turn(game, position, child) else 0),
            )
        return best

    def compute_opponent_most_points(position: Position, move: Move) -> int:
        child = game.play(position, move)
        return 0 if keeps_turn(game, position, child) else compute_most_points_before_turn_passes(child)

    def compute_own_most_points(position: Position, move: Move) -> int:
        child = game.play(position, move)
        return compute_gain(position, move) + (
            compute_most_points_before_turn_passes(child) if keeps_turn(game, position, child) else 0
        )

    def make_measure_of_each_move(measure: Callable[[Position, Move], int]) -> Measure:
        def measure_moves(position: Position, moves: Sequence[Move]) -> list[int]:
            return [measure(position, move) for move in moves]

        return measure_moves

    found = [
        Feature(
            "brings",
            "points that it brings",
            make_measure_of_each_move(compute_gain),
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
            make_measure_of_each_move(compute_opponent_best_gain),
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
            make_measure_of_each_move(compute_gain_two_plies_ahead),
            compared=COMPARED,
            said={
                " most": "brings the most, the best next move counted too, against me if it is the opponent's"
            },
        ),
        Feature(
            "harmless",
            "next moves after it that bring nothing, or less",
            make_measure_of_each_move(count_replies_without_gain),
            compared=COMPARED,
            said={"==0": "leaves no next move that brings nothing, or less"},
        ),
    ]
    if has(game, "mover"):
        found.append(
            Feature(
                "his_haul",
                "the most points that the opponent can then take in one go",
                make_measure_of_each_move(compute_opponent_most_points),
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
                make_measure_of_each_move(compute_own_most_points),
                compared=COMPARED,
                terms=(IN_ONE_GO,),
                said={" most": "begins the most that I can take in one go"},
            )
        )
        found.append(
            Feature(
                "again",
                "keeps the turn",
                make_measure_of_each_move(
                    lambda position, move: int(keeps_turn(game, position, game.play(position, move)))
                ),
                is_flag=True,
                compared=(EQUAL,),
            )
        )
        found.append(
            Feature(
                "my_gain",
                "the most points that my next move can bring me, if I keep the turn",
                make_measure_of_each_move(compute_own_best_next_gain),
                compared=COMPARED,
            )
        )
    return found
