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
    build_end,
    build_rank,
    build_unending,
    build_walk,
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
        starts = self.decisions.starts(self.sides)
        self.demands = np.array(sorted({met.demand for met in starts}), np.int64)
        nodes = 2 * len(self.demands) * self.decisions.arena.positions
        self.came = np.full(nodes, NEVER, np.int32)
        queue, bad = (np.empty(nodes, np.int32) for _ in range(2))
        begun = np.array([self._node(met) for met in starts], np.int64)
        walk = self.decisions.kernel(build_walk)
        made, wrong = walk(self.decisions.arrays, self._asked, begun, self.came, queue, bad)
        self.queue, self._bad = queue[:made].copy(), bad[:wrong].copy()

    @property
    def _asked(self) -> tuple[Any, ...]:
        allowed = np.empty(0, np.bool_) if self.allowed is None else self.allowed
        return self.demands, self.goal == "always", allowed

    def _node(self, met: RolePosition) -> int:
        number = int(np.searchsorted(self.demands, met.demand))
        return 2 * (number * self.decisions.arena.positions + met.place) + met.own

    def met(self, node: int) -> RolePosition:
        """Return what a node is."""
        number, place = divmod(node >> 1, self.decisions.arena.positions)
        return RolePosition(place, bool(node & 1), int(self.demands[number]))

    @property
    def goes_wrong(self) -> bool:
        """Whether somewhere an allowed move gives away too much, or none is allowed."""
        return len(self._bad) > 0

    def bad(self, most: int) -> list[RolePosition]:
        """Return where, the nearest first, `most` at most."""
        return [self.met(node) for node in self._bad[:most].tolist()]

    @cached_property
    def own(self) -> npt.NDArray[np.int32]:
        """The nodes where the player is to move and play is not over."""
        mine = self.queue[self.queue & 1 == 1]
        places = (mine >> 1) % self.decisions.arena.positions
        bounds = self.decisions.arena.bounds
        return np.asarray(mine[bounds[places] < bounds[places + 1]])

    def places(self) -> npt.NDArray[np.int64]:
        """Return the classes at which the player may have to decide, ascending."""
        return np.unique((self.own >> 1) % self.decisions.arena.positions).astype(np.int64)

    def asked_at(self, places: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return [places]: the most that has to be kept there, in whichever role it came about."""
        number, place = np.divmod(self.own >> 1, self.decisions.arena.positions)
        asked = np.full(self.decisions.arena.positions, self.demands[0] if len(self.demands) else 0, np.int64)
        np.maximum.at(asked, place, self.demands[number])
        found = asked[places]
        return np.maximum(found, self.decisions.values[places]) if self.goal == "always" else found

    def good(self, places: npt.NDArray[np.int64], edges: npt.NDArray[np.int64]) -> Bools:
        """Return [edges], the moves of these places: which keep what has to be kept, in whichever role."""
        bounds = self.decisions.arena.bounds
        asked = np.repeat(self.asked_at(places), bounds[places + 1] - bounds[places])
        return np.asarray(self.decisions.kept[edges] >= asked)

    def way_to(self, met: RolePosition) -> Iterator[RolePosition]:
        """Yield what was met on the way, from `met` back to a start."""
        node = self._node(met)
        while node != FIRST:
            yield self.met(node)
            node = int(self.came[node])

    def edges(self, met: RolePosition) -> list[int]:
        """Return the moves that come about at a position."""
        decisions = self.decisions
        first, last = decisions.arena.bounds[met.place : met.place + 2].tolist()
        if not met.own:
            return list(range(first, last))
        keeps = decisions.kept[first:last] >= decisions.demand(met, self.goal)
        mine = keeps if self.allowed is None else keeps & self.allowed[first:last]
        return (np.flatnonzero(mine) + first).tolist()  # type: ignore[no-any-return]

    # Cycles in positions that have to be won; these are computed for walks that do not go wrong.

    @cached_property
    def left(self) -> npt.NDArray[np.int32]:
        """[nodes]: how many moves of a won node lead to others from which some line never ends; else 0."""
        left = np.zeros_like(self.came)
        if self.decisions.arena.has_cycles:
            unending = self.decisions.kernel(build_unending)
            stays = unending(self.decisions.arrays, self._asked, self.queue.copy(), left, *self._room)
            assert stays == np.count_nonzero(left)
        return left

    @property
    def _room(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
        """Empty arrays for the nodes that lead to each node: where each one's begin, and which they are."""
        places = (self.queue >> 1) % self.decisions.arena.positions
        moves = int(np.diff(self.decisions.arena.bounds)[places].sum())
        return np.zeros(len(self.came) + 1, np.int64), np.empty(moves, np.int32)

    @cached_property
    def ranks(self) -> npt.NDArray[np.int32]:
        """[nodes]: after how many moves at most a won node's win is over; 0 where there is none."""
        ranks = np.zeros_like(self.came)
        rank = self.decisions.kernel(build_rank)
        rank(
            self.decisions.arrays,
            self._asked,
            self.queue.copy(),
            np.zeros_like(self.came),
            *self._room,
            ranks,
        )
        return ranks

    def ended(self, allowed: Bools) -> Bools:
        """Return [positions]: where a list of some of this walk's moves must win quickly, so that it ends.

        Where lines cycle in won positions, the positions nearest to the end get the moves that win soonest,
        until no line cycles. This changes `allowed` [moves].
        """
        decisions = self.decisions
        quick = np.zeros(decisions.arena.positions, np.bool_)
        if decisions.arena.has_cycles:
            nearest = self.own[np.argsort(self.ranks[self.own], kind="stable")]
            asked = (*self._asked[:2], allowed)
            end, left = decisions.kernel(build_end), np.zeros_like(self.came)
            end(decisions.arrays, asked, self.queue.copy(), left, *self._room, nearest, self.ranks, quick)
        return quick

    @cached_property
    def goes_round(self) -> bool:
        """Whether some line never ends although it has to be won."""
        return bool(self.left.any())

    def circles(self, most: int) -> list[Cycle]:
        """Return circles, each as short as can be where it was looked for, `most` at most."""
        found: dict[frozenset[tuple[RolePosition, int]], Cycle] = {}
        for node in self.queue[(self.queue & 1 == 1) & (self.left[self.queue] > 0)].tolist():
            if len(found) >= most:
                break
            circle = self._through(self.met(node), MOST_SEEN if found else None)
            if circle is not None:
                found.setdefault(frozenset(circle), circle)
        return list(found.values())

    def _through(self, start: RolePosition, most: int | None) -> Cycle | None:
        """Return a shortest circle through a position; None where none was seen to lead back to it."""
        came: dict[RolePosition, tuple[RolePosition, int]] = {}
        waiting = deque([start])
        while waiting and (most is None or len(came) < most):
            met = waiting.popleft()
            for edge in self.edges(met):
                child = self.decisions.after(met, edge)
                if not self.left[self._node(child)]:
                    continue
                if child == start:
                    return tuple(reversed([(met, edge), *self._back(met, start, came)]))
                if child not in came:
                    came[child] = met, edge
                    waiting.append(child)
        return None

    @staticmethod
    def _back(
        met: RolePosition, start: RolePosition, came: dict[RolePosition, tuple[RolePosition, int]]
    ) -> Iterator[tuple[RolePosition, int]]:
        while met != start:
            met, edge = came[met]
            yield met, edge
