"""Whether a derived attack wins where it lies: its line of play, played out against every reply.

A graph shows the attacker's threats, and not what the defender may threaten meanwhile. So in the sound
reading an attack counts at a position only if its move wins at once, or if after every legal reply an earlier
attack counts. Rule n then wins in at most n plies, by induction, whatever the defender does.

The defence against it allows the moves after which no attack up to its number counts: every other move loses.
So it may answer elsewhere than on the attack's own cell, and meets all its instances at once.

All of this is played on signs, by the abstract actions and final graphs, on a board of any size.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from zermelo.boards.abstract_graphs.abstract_board import Realisation
from zermelo.core.values import LOSS
from zermelo.explain.derivation.derivation_game import DerivationGame, Stones
from zermelo.explain.derivation.derived_rules import DerivedRule
from zermelo.explain.derivation.valued_positions import Masks, ValuedPositions, pack_signs_and_side
from zermelo.explain.positional_game import yield_set_bits

FinalSigns = tuple[
    int, int, int
]  # of a final graph on the board: its maker's signs, the other's, empty cells


class AttackPlayout:
    """The attacks of a derivation, asked of one unfinished position at a time."""

    def __init__(self, derivation_game: DerivationGame, rules: Sequence[DerivedRule]) -> None:
        self.derivation_game = derivation_game
        self.attacks = [rule for rule in rules if rule.kind == "attack"]
        self.actions = [action.graph for action in derivation_game.abstract.actions]
        self._won: dict[tuple[Stones, int], bool] = {}

    def find_winning_attacks(self, rule: DerivedRule, stones: Stones) -> list[Realisation]:
        """Return where an attack of the mover's lies and wins."""
        return [
            place
            for place in self.derivation_game.yield_realisations_at(rule.input_graphs, stones)
            if self._does_move_win(stones, place, rule.number)
        ]

    def find_defences(self, rule: DerivedRule, stones: Stones) -> list[Realisation]:
        """Return the moves that a defence allows: all others lose. None if it has nothing to say.

        If every move loses, these are the moves that prevent an instance of the attack.
        """
        game = self.derivation_game
        attack = next(each for each in self.attacks if each.number == rule.number - 1)
        if next(game.yield_attacks_on_mover(attack.input_graphs, stones), None) is None:
            return []
        moves = list(game.yield_realisations_at(self.actions, stones))
        safe = [each for each in moves if not self._does_move_lose(stones, each, attack.number)]
        if len(safe) == len(moves):
            return []
        if safe:
            return safe
        prevented = {
            swap_players(*place.stones_after_action(stones.theirs, stones.mine))
            for place in game.yield_attacks_on_mover(rule.input_graphs, stones)
        }
        return [each for each in moves if each.stones_after_action(stones.mine, stones.theirs) in prevented]

    def _does_move_win(self, stones: Stones, place: Realisation, number: int) -> bool:
        """Return whether a move wins at once, or leaves an attack before `number` after every reply."""
        left = self._make_move(stones, place)
        if left is None:
            return self._has_final_graph(
                stones.side, *place.stones_after_action(stones.mine, stones.theirs), place
            )
        if number == 1:
            return False
        game = self.derivation_game
        replies = list(game.yield_realisations_at(self.actions, left))
        if not replies:
            return game.abstract.stuck == "loses"
        threat = next(game.yield_attacks_on_mover(self.attacks[0].input_graphs, left), None)
        needed = 0 if threat is None else threat.attacker | threat.defender | threat.empty
        for reply in replies:
            after = self._make_move(left, reply)
            if after is None:
                return False
            if needed and not needed & _find_changed_cells(reply):
                continue  # what wins at once is still there
            if not self._is_won_by_attack(after, number - 2):
                return False
        return True

    def _does_move_lose(self, stones: Stones, move: Realisation, last: int) -> bool:
        """Return whether a move leaves the other player an attack up to a number."""
        left = self._make_move(stones, move)
        return left is not None and self._is_won_by_attack(left, last)

    def _is_won_by_attack(self, stones: Stones, last: int) -> bool:
        """Return whether an attack up to the number `last` counts."""
        key = stones, last
        if key not in self._won:
            self._won[key] = any(
                self._does_move_win(stones, place, rule.number)
                for rule in self.attacks
                if rule.number <= last
                for place in self.derivation_game.yield_realisations_at(rule.input_graphs, stones)
            )
        return self._won[key]

    def _make_move(self, stones: Stones, move: Realisation) -> Stones | None:
        """Return what stands after a move, with the other to move; None if a final graph does."""
        mine, theirs = move.stones_after_action(stones.mine, stones.theirs)
        other = self.derivation_game.other_side(stones)
        if self._has_final_graph(stones.side, mine, theirs, move) or self._has_final_graph(
            other, theirs, mine, move
        ):
            return None
        return Stones(theirs, mine, other)

    def _has_final_graph(self, side: int, mine: int, theirs: int, move: Realisation) -> bool:
        """Return whether a player has a final graph, on some cell that a move has changed."""
        return any(
            mine & needed == needed and theirs & others == others and not empty & (mine | theirs)
            for cell in yield_set_bits(_find_changed_cells(move))
            for needed, others, empty in self._final_signs_by_cell[side].get(cell, ())
        )

    @cached_property
    def _final_signs_by_cell(self) -> tuple[dict[int, list[FinalSigns]], dict[int, list[FinalSigns]]]:
        """For each player, the final graphs that lie on each cell."""
        found: tuple[dict[int, list[FinalSigns]], dict[int, list[FinalSigns]]] = {}, {}
        for graph in self.derivation_game.abstract.finals:
            places = self.derivation_game.find_realisations_by_attacker(graph)
            for side in (0, 1):
                for place in places[side]:
                    signs = place.attacker, place.defender, place.empty
                    for cell in yield_set_bits(place.attacker | place.defender | place.empty):
                        found[side].setdefault(cell, []).append(signs)
        return found


def swap_players(one: int, two: int) -> tuple[int, int]:
    """Return the stones of both players in the other order."""
    return two, one


def _find_changed_cells(move: Realisation) -> int:
    """Return the cells that a move changes, as a mask."""
    to_attacker, to_defender, to_empty = move.becomes
    return to_attacker | to_defender | to_empty


class AttackPlayoutTable:
    """The same of all positions of a small game at once; attacks are added in the order of their numbers.

    `moves` are all moves: numbers of unfinished positions, and the keys of what follows.
    """

    def __init__(self, valued: ValuedPositions, moves: tuple[npt.NDArray[np.int64], Masks]) -> None:
        self.moves = moves
        self.unfinished = pack_signs_and_side(valued.mine, valued.theirs, valued.sides)
        self.won = np.zeros(len(valued), np.bool_)
        self.won_by_attack: dict[int, npt.NDArray[np.bool_]] = {}  # by the attacks up to each
        ended = ~np.isin(valued.keys, self.unfinished)
        self.ended = valued.keys[ended & (valued.all_values == LOSS)]
        self.lost = self.ended

    def find_defences(
        self, number: int, there: npt.NDArray[np.bool_], preventing: tuple[npt.NDArray[np.int64], Masks]
    ) -> tuple[npt.NDArray[np.int64], Masks]:
        """Return the moves that a defence allows at positions where its input is, the attack before known.

        All others lose. Where every move does, the preventing ones are allowed.
        """
        numbers, keys = self.moves
        lost = np.isin(keys, self.unfinished[self.won_by_attack[number - 1]])
        fires = there & (np.bincount(numbers[lost], minlength=len(there)) > 0)
        safe = ~lost & fires[numbers]
        hopeless = fires & (np.bincount(numbers[safe], minlength=len(there)) == 0)
        rest = hopeless[preventing[0]]
        return (
            np.concatenate((numbers[safe], preventing[0][rest])),
            np.concatenate((keys[safe], preventing[1][rest])),
        )

    def find_winning_moves(
        self, number: int, allowed: tuple[npt.NDArray[np.int64], Masks]
    ) -> tuple[npt.NDArray[np.int64], Masks]:
        """Return the moves of the next attack that count: positions by number, and keys of what follows."""
        wins = np.isin(allowed[1], self.lost)
        numbers, keys = allowed[0][wins], allowed[1][wins]
        self.won[numbers] = True
        self.won_by_attack[number] = self.won.copy()
        numbers_of_moves, after = self.moves
        answered = np.isin(after, self.unfinished[self.won])
        open_ = np.bincount(numbers_of_moves[~answered], minlength=len(self.won)) > 0
        moved = np.bincount(numbers_of_moves, minlength=len(self.won)) > 0
        self.lost = np.concatenate((self.ended, self.unfinished[moved & ~open_]))
        return numbers, keys
