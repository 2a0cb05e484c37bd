"""Scores that are known, by position, and what follows from them one ply above.

A score is what searches compare: see `search.kernels.negamax`. Of a position that has ended the rules say it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from zermelo.compiler.guards.symmetry_classes import build_representative_function
from zermelo.core.game import Game, Position
from zermelo.core.rule_queries import keeps_turn, moves_at, points_of_move, terminal_value
from zermelo.core.values import UNTIMED
from zermelo.search.books.answer_book import Record
from zermelo.search.kernels.score_arithmetic import MOST, compute_timed_end_score, score_one_ply_earlier


@dataclass(frozen=True)
class KnownScores:
    """The scores of a game's positions, as far as they are known."""

    game: Game
    known: Callable[[Position], int | None]  # of the least of a class

    def find_score(self, position: Position) -> int | None:
        """Return the score of a position, None where it goes on and is not known."""
        if not moves_at(self.game, position):
            value = terminal_value(self.game, position)
            return value if self.game.scored else compute_timed_end_score(value)
        return self.known(build_representative_function(self.game)(position))

    def compute_score_from_moves(self, position: Position) -> int | None:
        """Return a position's score by those of all its moves, None where one is not known."""
        best = -MOST - 1
        for move in moves_at(self.game, position):
            child = self.game.play(position, move)
            score = self.find_score(child)
            if score is None:
                return None
            score = score if self.game.scored else score_one_ply_earlier(score)
            sign = 1 if keeps_turn(self.game, position, child) else -1
            best = max(best, points_of_move(self.game, position, move) + sign * score)
        return best


def convert_score_to_record(score: int, game: Game) -> Record:
    """Return the value and the plies to the end that a search's score means; `UNTIMED` of draws and points.

    >>> from zermelo.games import TicTacToe
    >>> convert_score_to_record(3 - MOST, TicTacToe())
    (-1, 3)
    """
    if game.scored or score == 0:
        return score, UNTIMED
    return (1 if score > 0 else -1), MOST - abs(score)


def convert_record_to_score(record: Record) -> int:
    """Return the score that a record stands for."""
    value, remoteness = record
    return value if remoteness == UNTIMED else value * (MOST - remoteness)
