"""A policy that takes one move at each position of an arena, and what comes of it, counted exhaustively.

This is the checker of `certificate` for games that fit in memory with their moves: it plays every move of the
policy against every reply, by kernels, and reports the same; the tests compare the two. Lines are counted
modulo primes below 2**62, as many as the count can need, and put together: exact integers of any size.
"""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.compiler import shared_kernel
from zermelo.core.budget import Budget
from zermelo.core.errors import UnknownPosition
from zermelo.core.game import Move, Position
from zermelo.core.remainders import join_remainders, primes_for
from zermelo.graph.arena import Arena, downwards
from zermelo.graph.faults import say_position
from zermelo.kernels.arena_folds import build_heights
from zermelo.kernels.choices import NEVER, build_follow, build_losing, build_nearest_loss, build_reach
from zermelo.policy.certificate import MOST_SHOWN, Certificate, GivenAway, Side
from zermelo.policy.lines import Lines

ROLES = 1, 2  # bits: the policy's player is to move, or the other
Values = npt.NDArray[np.int16]


@dataclass(frozen=True, eq=False)
class Choices:
    """A policy as an array: `moves` [positions] int16, the place of each position's move in the game's order.

    It is called as any policy is, with a position.
    """

    arena: Arena
    moves: npt.NDArray[np.int16] = field(repr=False)

    def __call__(self, position: Position) -> list[Move]:
        """Return the one move taken; raises `UnknownPosition` where play cannot reach, or is over."""
        place = int(self.moves[self.arena.number(position)])
        if place < 0:
            game = self.arena.game
            raise UnknownPosition(
                f"{game!r}: play is over at {say_position(game, position)}: there is no move"
            )
        return [list(self.arena.game.moves(position))[place]]


class LineCounter:
    """Counts the lines of play of policies over one arena; buffers are kept from one to the next."""

    def __init__(self, arena: Arena, budget: Budget | None = None) -> None:
        self.arena, self.budget = arena, budget or Budget()
        self.primes = primes_for(bits_of_lines(arena, self.budget) + 1)  # enough for all lines of play
        self.seen = np.empty(arena.positions, np.uint8)
        self.ranks = np.empty(arena.positions, np.int32)

    def count(self, moves: Any) -> tuple[Lines, Lines]:
        """Return the lines of the policy as the player who begins, and as the other."""
        first, second = (self._side(moves, role)[0] for role in ROLES)
        return first, second

    def certify(self, moves: Any, values: Values | None = None) -> Certificate:
        """Return what `certificate.certify` does; `values` [positions] tell what is given away."""
        plies = np.empty((self.arena.positions, 2), np.int32)
        kernel = shared_kernel(build_nearest_loss)
        downwards(self.arena, kernel, moves, plies, budget=self.budget, phase="certify")
        sides = []
        for role in ROLES:
            lines, members = self._side(moves, role)
            given = [] if values is None else self._given_away(moves, members, values)
            shown = tuple(self._given(number, moves, values) for number in given[:MOST_SHOWN])
            line = self._losing_line(moves, plies, role) if lines.lost else ()
            sides.append(Side(*lines, len(members), line, shown, len(given), can_lose=lines.lost > 0))
        return Certificate(repr(self.arena.game), *sides)

    def _side(self, moves: Any, role: int) -> tuple[Lines, npt.NDArray[np.int32]]:
        """Return the lines in a role at the start, and the positions that can come about."""
        arena, seen, ranks = self.arena, self.seen, self.ranks
        reach, follow = shared_kernel(build_reach), shared_kernel(build_follow)
        seen[:] = 0
        seen[list(arena.starts)] = role
        met = 0
        for begin, end in arena.slices():
            met = reach(arena.arrays, moves, begin, end, met, seen, ranks)
            self.budget.report("certify", end, arena.positions)
        members = np.flatnonzero(seen).astype(np.int32)
        remainders = []
        for count, prime in enumerate(self.primes):
            self.budget.report("count lines", count, len(self.primes))
            ways = np.zeros((met, 2), np.int64)
            ways[ranks[list(arena.starts)], role - 1] = 1
            found = np.zeros(3, np.int64)
            follow(arena.arrays, moves, members, seen, ranks, ways, prime, found)
            remainders.append([int(count) for count in found])
        return Lines(*(join_remainders(self.primes, each) for each in zip(*remainders, strict=True))), members

    def _given_away(self, moves: Any, members: Any, values: Values) -> list[int]:
        """Return the numbers of the positions at which the policy's player gives away value."""
        places = np.zeros(self.arena.positions, np.uint8)
        shared_kernel(build_losing)(self.arena.arrays, moves, values, 0, self.arena.positions, places)
        mine = members[(self.seen[members] & 1 == 1) & (places[members] == 1)]
        return [int(number) for number in mine]

    def _given(self, number: int, moves: Any, values: Values | None) -> GivenAway:
        assert values is not None
        arena = self.arena
        position, place = arena.position(number), int(moves[number])
        child = int(arena.children[arena.bounds[number] + place])
        kept = int(values[child >> 1]) * (1 if child & 1 else -1)
        return GivenAway(position, list(arena.game.moves(position))[place], int(values[number]), kept)

    def _losing_line(self, moves: Any, plies: Any, role: int) -> tuple[str, ...]:
        arena, column = self.arena, role - 1
        number = min(arena.starts, key=lambda start: int(plies[start, column]))
        names = []
        while plies[number, column] > 0:
            position = arena.position(number)
            for place, move in enumerate(arena.game.moves(position)):
                child = int(arena.children[arena.bounds[number] + place])
                after = column if child & 1 else 1 - column
                allowed = column == 1 or place == moves[number]
                if allowed and plies[child >> 1, after] + 1 == plies[number, column] < NEVER:
                    names.append(arena.game.name(position, move))
                    number, column = child >> 1, after
                    break
        return tuple(names)


def bits_of_lines(arena: Arena, budget: Budget | None = None) -> float:
    """Return an upper bound of log2 of the number of lines of play.

    A line meets each height (the longest way to the end) at most once, so it has at most as many ways to go
    on there as any position of that height has moves.
    """
    plies = np.empty(arena.positions, np.int32)
    downwards(arena, shared_kernel(build_heights), plies, budget=budget)
    widest = np.ones(int(plies.max()) + 1, np.int64)
    np.maximum.at(widest, plies, np.diff(arena.bounds))
    return float(np.log2(widest).sum()) + math.log2(len(arena.starts))
