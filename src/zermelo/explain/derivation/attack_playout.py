"""Whether a derived attack wins where it lies: its line of play, played out against every reply.

A graph shows the attacker's threats, and not what the defender may threaten meanwhile. So in the sound
reading an attack counts at a position only if its move wins at once, or if after every legal reply an earlier
attack counts. Rule n then wins in at most n plies, by induction, whatever the defender does.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from zermelo.boards.abstract_graphs.abstract_board import Realisation
from zermelo.core.game import Position
from zermelo.core.rule_queries import is_finished, value_if_over
from zermelo.core.values import LOSS
from zermelo.explain.derivation.derivation_game import DerivationGame
from zermelo.explain.derivation.derived_rules import DerivedRule
from zermelo.explain.derivation.valued_positions import Masks, ValuedPositions, pack_signs_and_side


class AttackPlayout:
    """The attacks of a derivation, asked of one position at a time."""

    def __init__(self, derivation_game: DerivationGame, rules: Sequence[DerivedRule]) -> None:
        self.derivation_game = derivation_game
        self.attacks = [rule for rule in rules if rule.kind == "attack"]
        self._won: dict[tuple[Position, int], bool] = {}

    def is_winning_attack(self, position: Position, number: int, place: Realisation) -> bool:
        """Return whether attack `number`, which lies at a place of an unfinished position, wins there."""
        game = self.derivation_game.game
        moves = self.derivation_game.find_moves_realising(position, (place,), attacks=True)
        return any(self._is_lost_for_mover(game.play(position, move), number) for move in moves)

    def _is_lost_for_mover(self, position: Position, number: int) -> bool:
        """Return whether the mover has lost, or an attack before `number` counts after every reply."""
        game = self.derivation_game.game
        result = value_if_over(game, position)
        if result is not None:
            return result == LOSS
        return number > 1 and all(
            self._is_won_by_attack(game.play(position, move), number - 2) for move in game.moves(position)
        )

    def _is_won_by_attack(self, position: Position, last: int) -> bool:
        """Return whether an attack up to the number `last` counts at a position."""
        if is_finished(self.derivation_game.game, position):
            return False
        key = position, last
        if key not in self._won:
            mine, theirs = self.derivation_game.read_stone_masks(position)
            side = self.derivation_game.find_side_to_move(position)
            self._won[key] = any(
                place.is_present_among(mine, theirs) and self.is_winning_attack(position, rule.number, place)
                for rule in self.attacks
                if rule.number <= last
                for place in rule.realisations_by_attacker[side]
            )
        return self._won[key]


class AttackPlayoutTable:
    """The same of all positions of a small game at once; attacks are added in the order of their numbers.

    `moves` are all moves: numbers of unfinished positions, and the keys of what follows.
    """

    def __init__(self, valued: ValuedPositions, moves: tuple[npt.NDArray[np.int64], Masks]) -> None:
        self.moves = moves
        self.unfinished = pack_signs_and_side(valued.mine, valued.theirs, valued.sides)
        self.won = np.zeros(len(valued), np.bool_)
        ended = ~np.isin(valued.keys, self.unfinished)
        self.ended = valued.keys[ended & (valued.all_values == LOSS)]
        self.lost = self.ended

    def find_winning_moves(
        self, allowed: tuple[npt.NDArray[np.int64], Masks]
    ) -> tuple[npt.NDArray[np.int64], Masks]:
        """Return the moves of the next attack that count: positions by number, and keys of what follows."""
        wins = np.isin(allowed[1], self.lost)
        numbers, keys = allowed[0][wins], allowed[1][wins]
        self.won[numbers] = True
        numbers_of_moves, after = self.moves
        answered = np.isin(after, self.unfinished[self.won])
        open_ = np.bincount(numbers_of_moves[~answered], minlength=len(self.won)) > 0
        moved = np.bincount(numbers_of_moves, minlength=len(self.won)) > 0
        self.lost = np.concatenate((self.ended, self.unfinished[moved & ~open_]))
        return numbers, keys
