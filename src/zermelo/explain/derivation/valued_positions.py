"""Every position of a small game as masks of signs, with its value: what rules are held against.

A position is looked up by its key, both players' signs in one word and, where the players do not see the
same board, who moves. So what a realisation does is asked of all positions at once, without the game's own
rules.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.boards.abstract_graphs.abstract_board import Realisation
from zermelo.core.budget import Budget
from zermelo.core.errors import LoopFound
from zermelo.core.game import Game, Position, has
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.explain.derivation.derivation_game import DerivationGame
from zermelo.solution.arena.arena_builder import build_arena_quickly
from zermelo.solution.arena.arena_values import solve_arena
from zermelo.solution.scan import scan_records, unpack_answer
from zermelo.solver.runs.solve_game import solve_game

Masks = npt.NDArray[np.int64]
HALF = 31  # bits for each player's signs in one word


@dataclass(frozen=True, eq=False)
class EnumeratedPositions:
    """Positions by number, symmetric ones apart: `values` [positions] the mover's, and where play goes on."""

    position: Callable[[int], Position]
    values: npt.NDArray[Any]
    unfinished: npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class ValuedPositions:
    """Unfinished positions: `mine` and `theirs` [positions] int64, `sides` who moves, `values` the mover's.

    `keys` ascending and `all_values` are of all positions, finished ones too. Sides are 0 where `is_even`,
    both players seeing the same board.
    """

    mine: Masks
    theirs: Masks
    sides: Masks
    values: npt.NDArray[Any]
    keys: Masks
    all_values: npt.NDArray[Any]
    is_even: bool

    def __len__(self) -> int:
        return len(self.mine)

    def look_up_values(self, keys: Masks) -> npt.NDArray[Any]:
        """Return the values of positions, given their keys."""
        places = np.searchsorted(self.keys, keys)
        assert (self.keys[places] == keys).all()
        found: npt.NDArray[Any] = self.all_values[places]
        return found

    def select_positions(self, chosen: npt.NDArray[np.bool_]) -> "ValuedPositions":
        """Return some of the positions; those that they lead to are looked up in all."""
        columns = self.mine[chosen], self.theirs[chosen], self.sides[chosen], self.values[chosen]
        return ValuedPositions(*columns, self.keys, self.all_values, self.is_even)

    def select_unexplained_positions(
        self, places: tuple[Sequence[Realisation], Sequence[Realisation]], budget: Budget
    ) -> "ValuedPositions":
        """Return those at which no realisation is there whose action wins, with the mover as attacker.

        `places` are those of the first player and those of the second.
        """
        left = self
        for side, those in enumerate(places[:1] if self.is_even else places):
            for count, place in enumerate(those):
                there, after = left.apply_realisation_to_positions(place, side, attacks=True)
                if place.action is not None:
                    there = there[left.look_up_values(after) == LOSS]
                stay = np.ones(len(left), np.bool_)
                stay[there] = False
                left = left.select_positions(stay)
                if count % 64 == 0:
                    budget.report("explain won positions", count, len(those))
        return left

    def apply_realisation_to_positions(
        self, place: Realisation, mover: int | None, *, attacks: bool
    ) -> tuple[Masks, Masks]:
        """Return where a realisation is there, numbers of positions, and the keys of what it makes of them.

        The mover attacks, or defends against the other. `mover` is who it has to be, None for either.
        """
        attacker, defender = (self.mine, self.theirs) if attacks else (self.theirs, self.mine)
        there = (attacker & place.attacker == place.attacker) & (defender & place.defender == place.defender)
        there &= (attacker | defender) & place.empty == 0
        if mover is not None:
            there &= self.sides == mover
        numbers = np.flatnonzero(there)
        attacker, defender = attacker[numbers], defender[numbers]
        given, taken, left = place.becomes
        attacker = attacker & ~(taken | left) | given
        defender = defender & ~(given | left) | taken
        mine, theirs = (attacker, defender) if attacks else (defender, attacker)
        sides = self.sides[numbers] * 0 if self.is_even else 1 - self.sides[numbers]
        return numbers, pack_signs_and_side(theirs, mine, sides)


def pack_signs_and_side(mine: Masks, theirs: Masks, sides: Masks) -> Masks:
    """Return both players' signs, and who moves, in one word each."""
    return sides << 2 * HALF | mine << HALF | theirs


def build_valued_positions(derivation_game: DerivationGame, budget: Budget | None = None) -> ValuedPositions:
    """Return every reachable position with its value.

    Raises what enumerating raises: `BadRules`, `OutOfBudget`, `Cancelled`.

    >>> from zermelo.explain.derivation.derivation_game import make_derivation_game
    >>> from zermelo.games import TicTacToe
    >>> len(build_valued_positions(make_derivation_game(TicTacToe())))
    4520
    """
    budget = budget or Budget()
    solved = _enumerate_solved_positions(derivation_game.game, budget)
    mine, theirs, sides = _read_stones_at_positions(derivation_game, solved, budget)
    keys = pack_signs_and_side(mine, theirs, sides)
    order = np.argsort(keys)
    on = solved.unfinished
    columns = mine[on], theirs[on], sides[on], solved.values[on]
    return ValuedPositions(
        *columns, keys[order], solved.values[order], derivation_game.abstract.is_board_same_for_both_players
    )


def _enumerate_solved_positions(game: Game, budget: Budget) -> EnumeratedPositions:
    """Return every reachable position of a game, whether or not play may cycle there."""
    try:
        arena = build_arena_quickly(game, budget)
    except LoopFound:
        return _solve_cyclic_game(game, budget)
    return EnumeratedPositions(
        arena.position_at, solve_arena(arena, budget).values, np.diff(arena.bounds) > 0
    )


def _solve_cyclic_game(game: Game, budget: Budget) -> EnumeratedPositions:
    """Return every reachable position of a game where play may cycle."""
    asked: Any = game
    found: dict[Position, int] = {}
    for position, packed in scan_records(solve_game(game, budget).records):
        value = int(unpack_answer(game, packed).value)
        found[position] = value
        if has(game, "symmetries"):
            found.update(dict.fromkeys(asked.symmetries(position), value))
    positions = list(found)
    unfinished = [
        game.outcome(position) == UNDECIDED and any(True for _ in game.moves(position))
        for position in positions
    ]
    return EnumeratedPositions(
        positions.__getitem__, np.array(list(found.values()), np.int64), np.array(unfinished)
    )


def _read_stones_at_positions(
    derivation_game: DerivationGame, solved: EnumeratedPositions, budget: Budget
) -> tuple[Masks, Masks, Masks]:
    """Return the mover's and the other's signs at all positions, and who moves there."""
    assert max(derivation_game.first_player_board.cells) < HALF
    stones = np.empty((3, len(solved.values)), np.int64)
    for number in range(len(solved.values)):
        position = solved.position(number)
        stones[:2, number] = derivation_game.read_stone_masks(position)
        stones[2, number] = derivation_game.find_side_to_move(position)
        if number % 65_536 == 0:
            budget.report("list positions", number, len(solved.values))
    return stones[0], stones[1], stones[2]
