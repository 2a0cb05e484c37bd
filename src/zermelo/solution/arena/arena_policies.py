"""Policies over an arena, and their results, counted exhaustively.

This is the checker of `certificate` for games that fit in memory with their moves: it plays every move
that the policy allows against every reply, by kernels, and reports the same; the tests compare the two. Lines
are counted modulo primes below 2**62, as many as the count can need, and put together: exact integers of any
size.
"""

import math
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.budget import Budget
from zermelo.core.errors import IllegalMove, UnknownPosition
from zermelo.core.game import Move, Position
from zermelo.core.notation.position_input import as_position
from zermelo.core.requirements import refuse_games_with_gains
from zermelo.core.rule_queries import list_moves
from zermelo.solution.arena.position_arena import Arena, run_kernel_backwards
from zermelo.solution.kernels.arena_evaluation import build_compute_heights
from zermelo.solution.kernels.policy_lines import (
    NEVER,
    build_count_lines_of_play,
    build_count_value_losing_moves,
    build_find_nearest_loss,
    build_find_position_without_allowed_move,
    build_find_reachable_positions,
    build_mark_chosen_moves,
    is_move_allowed,
)
from zermelo.solver.methods.chinese_remainder import choose_primes_for_bits, combine_remainders
from zermelo.verify.line_counts import LineCounts, PolicyLines
from zermelo.verify.policy_certificate import (
    MOST_SHOWN,
    Certificate,
    PolicyMistake,
    SideCertificate,
    make_certificate,
)

ROLES = 1, 2  # bits: the policy's player is to move, or the other
Values = npt.NDArray[np.int16]
Bits = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class AllowedMoves:
    """A policy as bits, one for each of the arena's moves; it is called with a position, as any policy.

    Parameters
    ----------
    arena : Arena
        Positions and moves of the game.
    bits : uint8 [(moves + 7) // 8]
        1 for each move that is allowed, ties included.
    """

    arena: Arena
    bits: Bits = field(repr=False)

    def __call__(self, position: Position) -> list[Move]:
        """Return the moves allowed; raises `UnknownPosition` where play cannot reach."""
        arena = self.arena
        position = as_position(arena.game, position)
        number = arena.find_number(position)
        return [
            move
            for edge, move in enumerate(arena.game.moves(position), start=int(arena.bounds[number]))
            if is_move_allowed(self.bits, edge)
        ]


@dataclass(frozen=True, eq=False)
class ChosenMoves:
    """A policy as an array, with one move for each position; it is called with a position, as any policy.

    Parameters
    ----------
    arena : Arena
        Positions and moves of the game.
    moves : int16 [positions]
        Index of each position's move in the game's order; -1 where play is over.
    """

    arena: Arena
    moves: npt.NDArray[np.int16] = field(repr=False)

    def __call__(self, position: Position) -> list[Move]:
        """Return the one move taken; raises `UnknownPosition` where play cannot reach, or is over."""
        position = as_position(self.arena.game, position)
        place = int(self.moves[self.arena.find_number(position)])
        if place < 0:
            game = self.arena.game
            raise UnknownPosition(
                f"{game!r}: play is over at {describe_position(game, position)}: there is no move"
            )
        return [list_moves(self.arena.game, position)[place]]

    @property
    def as_allowed_moves(self) -> AllowedMoves:
        """The same policy as bits."""
        bits = np.empty(len(self.arena.children) + 7 >> 3, np.uint8)
        self.arena.prepare_kernel(build_mark_chosen_moves)(self.arena.arrays, self.moves, bits)
        return AllowedMoves(self.arena, bits)


class LineCounter:
    """Counter of the lines of play of policies over one arena, which keeps its buffers.

    Parameters
    ----------
    arena : Arena
        Positions and moves of a game without points during play.
    budget : Budget, optional
        Memory and threads that may be used.

    Raises
    ------
    MissingCapability
        For points during play, as the winner then depends on the line and not on its end.
    """

    def __init__(self, arena: Arena, budget: Budget | None = None) -> None:
        because = "lines are counted by how they end (a certificate needs no lines)"
        refuse_games_with_gains(arena.game, because)
        self.arena, self.budget = arena, budget or Budget()
        self.primes = choose_primes_for_bits(
            bound_log2_of_line_count(arena, self.budget) + 1
        )  # enough for all lines of play
        self.seen = np.empty(arena.positions, np.uint8)
        self.ranks = np.empty(arena.positions, np.int32)

    def count_lines(self, policy: ChosenMoves | AllowedMoves) -> tuple[LineCounts, LineCounts]:
        """Count the lines of play of a policy against every reply.

        Parameters
        ----------
        policy : ChosenMoves or AllowedMoves
            Policy over this arena.

        Returns
        -------
        tuple of LineCounts
            Lines as the player who begins, and as the other.

        Raises
        ------
        IllegalMove
            Where the policy allows no move.
        """
        first, second = self.count_lines_and_find_longest(policy)
        return first.line_counts, second.line_counts

    def count_lines_and_find_longest(
        self, policy: ChosenMoves | AllowedMoves
    ) -> tuple[PolicyLines, PolicyLines]:
        """Count the lines of play like `count_lines`, and find the longest.

        Parameters
        ----------
        policy : ChosenMoves or AllowedMoves
            Policy over this arena.

        Returns
        -------
        tuple of PolicyLines
            Lines, and plies of the longest, as the player who begins and as the other.
        """
        bits = _make_allowed_bits_of_policy(policy)
        first, second = (self._count_lines_as_role(bits, role)[0] for role in ROLES)
        return first, second

    def certify_policy(self, policy: ChosenMoves | AllowedMoves, values: Values | None = None) -> Certificate:
        """Certify a policy like `zermelo.play.certify`.

        Parameters
        ----------
        policy : ChosenMoves or AllowedMoves
            Policy over this arena.
        values : int16 [positions], optional
            Values of all positions, to list where value is given away.

        Returns
        -------
        Certificate
            Results as either player.
        """
        began = time.perf_counter()
        bits = _make_allowed_bits_of_policy(policy)
        plies = np.empty((self.arena.positions, 2), np.int32)
        kernel = self.arena.prepare_kernel(build_find_nearest_loss)
        run_kernel_backwards(self.arena, kernel, bits, plies, budget=self.budget, phase="certify")
        sides = []
        for role in ROLES:
            found, members = self._count_lines_as_role(bits, role)
            lines, longest = found.line_counts, found.longest
            shown, count = (None, None) if values is None else self._find_mistakes(bits, members, values)
            line = self._find_losing_line(bits, plies, role) if lines.lost else ()
            sides.append(
                SideCertificate(
                    won=lines.won,
                    drawn=lines.drawn,
                    lost=lines.lost,
                    positions=len(members),
                    can_lose=lines.lost > 0,
                    losing_line=line,
                    longest=longest,
                    given_away=shown,
                    given_away_count=count,
                )
            )
        trusted = ("the graph of positions, and the kernels that walk it",)
        first, second = sides
        return make_certificate(self.arena.game, first, second, time.perf_counter() - began, trusted)

    def _count_lines_as_role(self, bits: Bits, role: int) -> tuple[PolicyLines, npt.NDArray[np.int32]]:
        """Return what comes of a role at the start, and the positions that can come about."""
        arena, seen, ranks = self.arena, self.seen, self.ranks
        reach, follow = (
            arena.prepare_kernel(build_find_reachable_positions),
            arena.prepare_kernel(build_count_lines_of_play, len(self.primes)),
        )
        seen[:] = 0
        seen[list(arena.starts)] = role
        met = 0
        for begin, end in arena.list_slices():
            met = reach(arena.arrays, bits, begin, end, met, seen, ranks)
            self.budget.report("certify", end, arena.positions)
        members = np.flatnonzero(seen).astype(np.int32)
        self._check_allows_moves(bits, members)
        remainders, longest = [], 0
        for count, prime in enumerate(self.primes):
            self.budget.report("count lines", count, len(self.primes), "rounds")
            ways = np.zeros((met, 4), np.int64)
            ways[ranks[list(arena.starts)], role - 1] = 1
            found = np.zeros(4, np.int64)
            follow(arena.arrays, bits, members, seen, ranks, ways, prime, found)
            remainders.append([int(count) for count in found[:3]])
            longest = int(found[3])
        won, drawn, lost = (combine_remainders(self.primes, each) for each in zip(*remainders, strict=True))
        return PolicyLines(won, drawn, lost, longest), members

    def _check_allows_moves(self, bits: Bits, members: npt.NDArray[np.int32]) -> None:
        """Raise `IllegalMove` where the policy's player is to move and is allowed nothing."""
        arena = self.arena
        number = arena.prepare_kernel(build_find_position_without_allowed_move)(
            arena.arrays, bits, members, self.seen
        )
        if number >= 0:
            where = describe_position(arena.game, arena.position_at(number))
            raise IllegalMove(f"{arena.game!r}: the policy allows no move at {where}")

    def _find_mistakes(
        self, bits: Bits, members: npt.NDArray[np.int32], values: Values
    ) -> tuple[tuple[PolicyMistake, ...], int]:
        """Return the moves that give away value where the policy's player is to move, and their number."""
        counts = np.zeros(self.arena.positions, np.int16)
        self.arena.prepare_kernel(build_count_value_losing_moves)(
            self.arena.arrays, bits, values, 0, self.arena.positions, counts
        )
        mine = members[(self.seen[members] & 1 == 1) & (counts[members] > 0)]
        shown = [
            given
            for number in mine[:MOST_SHOWN]
            for given in self._list_mistakes_at(int(number), bits, values)
        ]
        return tuple(shown[:MOST_SHOWN]), int(counts[mine].sum(dtype=np.int64))

    def _list_mistakes_at(self, number: int, bits: Bits, values: Values) -> list[PolicyMistake]:
        arena = self.arena
        position, value = arena.position_at(number), int(values[number])
        found = []
        for edge, move in enumerate(arena.game.moves(position), start=int(arena.bounds[number])):
            child = int(arena.children[edge])
            kept = int(values[child >> 1]) * (1 if child & 1 else -1)
            if kept < value and is_move_allowed(bits, edge):
                found.append(PolicyMistake(position, move, value, kept))
        return found

    def _find_losing_line(self, bits: Bits, plies: Any, role: int) -> tuple[str, ...]:
        arena, column = self.arena, role - 1
        number = min(arena.starts, key=lambda start: int(plies[start, column]))
        names = []
        while plies[number, column] > 0:
            position = arena.position_at(number)
            for edge, move in enumerate(arena.game.moves(position), start=int(arena.bounds[number])):
                child = int(arena.children[edge])
                after = column if child & 1 else 1 - column
                allowed = column == 1 or is_move_allowed(bits, edge)
                if allowed and plies[child >> 1, after] + 1 == plies[number, column] < NEVER:
                    names.append(arena.game.name(position, move))
                    number, column = child >> 1, after
                    break
        return tuple(names)


def _make_allowed_bits_of_policy(policy: ChosenMoves | AllowedMoves) -> Bits:
    return policy.bits if isinstance(policy, AllowedMoves) else policy.as_allowed_moves.bits


def bound_log2_of_line_count(arena: Arena, budget: Budget | None = None) -> float:
    """Return an upper bound of log2 of the number of lines of play.

    A line meets each height (the longest way to the end) at most once, so it has at most as many ways to go
    on there as any position of that height has moves.
    """
    plies = np.empty(arena.positions, np.int32)
    run_kernel_backwards(arena, arena.prepare_kernel(build_compute_heights), plies, budget=budget)
    widest = np.ones(int(plies.max()) + 1, np.int64)
    np.maximum.at(widest, plies, np.diff(arena.bounds))
    return float(np.log2(widest).sum()) + math.log2(len(arena.starts))
