"""The positions that can occur when only one player's moves are restricted, and the cycles among them.

In a won position a list must win in finitely many moves, whatever the opponent does. A list that keeps the
win with every move does so exactly if no line cycles: a line without a cycle ends, and its end is won.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zermelo.explain.kernels.policy_walks import (
    FIRST,
    NEVER,
    build_break_winning_cycles,
    build_compute_win_ranks,
    build_find_unending_positions,
    build_walk_reachable_nodes,
)
from zermelo.explain.rule_lists.game_decisions import Bools, Decisions, RolePosition

Cycle = tuple[
    tuple[RolePosition, int], ...
]  # positions that follow each other, each with the move to the next
MOST_SEEN: Final = 20_000  # positions looked at for a way back to one


@dataclass(eq=False)
class ListWalk:
    """All that comes about when a player makes only allowed moves, the nearest first; bad moves end it.

    `allowed` is [moves] bool, or None for all moves that keep what has to be kept.
    """

    decisions: Decisions
    sides: Sequence[int]
    goal: str
    allowed: Bools | None = None

    def __post_init__(self) -> None:
        starts = self.decisions.list_start_positions(self.sides)
        self.demands = np.array(sorted({met.demand for met in starts}), np.int64)
        nodes = 2 * len(self.demands) * self.decisions.arena.positions
        self.came = np.full(nodes, NEVER, np.int32)
        queue, bad = (np.empty(nodes, np.int32) for _ in range(2))
        begun = np.array([self._find_node_index(met) for met in starts], np.int64)
        walk = self.decisions.compile_kernel(build_walk_reachable_nodes)
        made, wrong = walk(
            self.decisions.kernel_arrays, self._kernel_arguments_of_walk, begun, self.came, queue, bad
        )
        self.queue, self._bad = queue[:made].copy(), bad[:wrong].copy()

    @property
    def _kernel_arguments_of_walk(self) -> tuple[Any, ...]:
        allowed = np.empty(0, np.bool_) if self.allowed is None else self.allowed
        return self.demands, self.goal == "always", allowed

    def _find_node_index(self, at: RolePosition) -> int:
        number = int(np.searchsorted(self.demands, at.demand))
        return 2 * (number * self.decisions.arena.positions + at.place) + at.own

    def make_role_position(self, node: int) -> RolePosition:
        """Return the position in a role that a node stands for."""
        number, place = divmod(node >> 1, self.decisions.arena.positions)
        return RolePosition(place, bool(node & 1), int(self.demands[number]))

    @property
    def has_bad_moves(self) -> bool:
        """Whether somewhere an allowed move gives away too much, or none is allowed."""
        return len(self._bad) > 0

    def list_bad_positions(self, most: int) -> list[RolePosition]:
        """Return where, the nearest first, `most` at most."""
        return [self.make_role_position(node) for node in self._bad[:most].tolist()]

    @cached_property
    def own_nodes(self) -> npt.NDArray[np.int32]:
        """The nodes where the player is to move and play is not over."""
        mine = self.queue[self.queue & 1 == 1]
        places = (mine >> 1) % self.decisions.arena.positions
        bounds = self.decisions.arena.bounds
        return np.asarray(mine[bounds[places] < bounds[places + 1]])

    def list_decision_places(self) -> npt.NDArray[np.int64]:
        """Return the classes at which the player may have to decide, ascending."""
        return np.unique((self.own_nodes >> 1) % self.decisions.arena.positions).astype(np.int64)

    def find_highest_demands(self, places: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return [places]: the most that has to be kept there, in whichever role it came about."""
        number, place = np.divmod(self.own_nodes >> 1, self.decisions.arena.positions)
        asked = np.full(self.decisions.arena.positions, self.demands[0] if len(self.demands) else 0, np.int64)
        np.maximum.at(asked, place, self.demands[number])
        found = asked[places]
        return np.maximum(found, self.decisions.values[places]) if self.goal == "always" else found

    def mark_right_moves(self, places: npt.NDArray[np.int64], edges: npt.NDArray[np.int64]) -> Bools:
        """Return [edges], the moves of these places: which keep what has to be kept, in whichever role."""
        bounds = self.decisions.arena.bounds
        asked = np.repeat(self.find_highest_demands(places), bounds[places + 1] - bounds[places])
        return np.asarray(self.decisions.kept[edges] >= asked)

    def yield_path_to_start(self, at: RolePosition) -> Iterator[RolePosition]:
        """Yield the positions on a path from a start, from `at` backwards."""
        node = self._find_node_index(at)
        while node != FIRST:
            yield self.make_role_position(node)
            node = int(self.came[node])

    def list_allowed_edges(self, at: RolePosition) -> list[int]:
        """Return the moves that come about at a position."""
        decisions = self.decisions
        first, last = decisions.arena.bounds[at.place : at.place + 2].tolist()
        if not at.own:
            return list(range(first, last))
        keeps = decisions.kept[first:last] >= decisions.find_demand(at, self.goal)
        mine = keeps if self.allowed is None else keeps & self.allowed[first:last]
        return (np.flatnonzero(mine) + first).tolist()  # type: ignore[no-any-return]

    # Cycles in positions that have to be won; these are computed for walks that do not go wrong.

    @cached_property
    def unending_move_counts(self) -> npt.NDArray[np.int32]:
        """[nodes]: how many moves of a won node lead to others from which some line never ends; else 0."""
        left = np.zeros_like(self.came)
        if self.decisions.arena.has_cycles:
            unending = self.decisions.compile_kernel(build_find_unending_positions)
            stays = unending(
                self.decisions.kernel_arrays,
                self._kernel_arguments_of_walk,
                self.queue.copy(),
                left,
                *self._parent_arrays,
            )
            assert stays == np.count_nonzero(left)
        return left

    @property
    def _parent_arrays(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
        """Empty arrays for the nodes that lead to each node: where each one's begin, and which they are."""
        places = (self.queue >> 1) % self.decisions.arena.positions
        moves = int(np.diff(self.decisions.arena.bounds)[places].sum())
        return np.zeros(len(self.came) + 1, np.int64), np.empty(moves, np.int32)

    @cached_property
    def win_ranks(self) -> npt.NDArray[np.int32]:
        """[nodes]: after how many moves at most a won node's win is over; 0 where there is none."""
        ranks = np.zeros_like(self.came)
        rank = self.decisions.compile_kernel(build_compute_win_ranks)
        rank(
            self.decisions.kernel_arrays,
            self._kernel_arguments_of_walk,
            self.queue.copy(),
            np.zeros_like(self.came),
            *self._parent_arrays,
            ranks,
        )
        return ranks

    def break_cycles_with_quick_wins(self, allowed: Bools) -> Bools:
        """Return [positions]: where a list of some of this walk's moves must win quickly, so that it ends.

        Where lines cycle in won positions, the positions nearest to the end get the moves that win soonest,
        until no line cycles. This changes `allowed` [moves].
        """
        decisions = self.decisions
        quick = np.zeros(decisions.arena.positions, np.bool_)
        if decisions.arena.has_cycles:
            nearest = self.own_nodes[np.argsort(self.win_ranks[self.own_nodes], kind="stable")]
            asked = (*self._kernel_arguments_of_walk[:2], allowed)
            end, left = decisions.compile_kernel(build_break_winning_cycles), np.zeros_like(self.came)
            end(
                decisions.kernel_arrays,
                asked,
                self.queue.copy(),
                left,
                *self._parent_arrays,
                nearest,
                self.win_ranks,
                quick,
            )
        return quick

    @cached_property
    def has_cycle(self) -> bool:
        """Whether some line never ends although it has to be won."""
        return bool(self.unending_move_counts.any())

    def find_cycles(self, most: int) -> list[Cycle]:
        """Return cycles, each as short as can be where it was looked for, `most` at most."""
        found: dict[frozenset[tuple[RolePosition, int]], Cycle] = {}
        for node in self.queue[(self.queue & 1 == 1) & (self.unending_move_counts[self.queue] > 0)].tolist():
            if len(found) >= most:
                break
            cycle = self._find_shortest_cycle(self.make_role_position(node), MOST_SEEN if found else None)
            if cycle is not None:
                found.setdefault(frozenset(cycle), cycle)
        return list(found.values())

    def _find_shortest_cycle(self, start: RolePosition, most: int | None) -> Cycle | None:
        """Return a shortest cycle through a position; None where none was seen to lead back to it."""
        came: dict[RolePosition, tuple[RolePosition, int]] = {}
        waiting = deque([start])
        while waiting and (most is None or len(came) < most):
            met = waiting.popleft()
            for edge in self.list_allowed_edges(met):
                child = self.decisions.find_child(met, edge)
                if not self.unending_move_counts[self._find_node_index(child)]:
                    continue
                if child == start:
                    return tuple(reversed([(met, edge), *self._yield_path_back(met, start, came)]))
                if child not in came:
                    came[child] = met, edge
                    waiting.append(child)
        return None

    @staticmethod
    def _yield_path_back(
        at: RolePosition, start: RolePosition, came: dict[RolePosition, tuple[RolePosition, int]]
    ) -> Iterator[tuple[RolePosition, int]]:
        while at != start:
            at, edge = came[at]
            yield at, edge
