"""Where a list that has to win goes round instead: circles in the play that it allows.

In a won position a list must get there, in finitely many moves, whatever the other does. As it keeps the win
with every move it does so exactly if no line goes round: a line that does not has an end, which is won.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from zermelo.explain.lists.decisions import Met, Walk

Circle = tuple[tuple[Met, int], ...]  # positions that follow each other, each with the move to the next


@dataclass
class Rounds:
    """What stays of a walk's won positions if those whose every move leads to the end are taken away."""

    walk: Walk
    ways: dict[Met, list[tuple[int, Met]]] = field(default_factory=dict)  # of what stays, to what stays

    def __post_init__(self) -> None:
        if not self.walk.decisions.arena.comes_round:
            return
        before: dict[Met, list[Met]] = {}
        left: dict[Met, int] = {}
        ended = []
        for met in self.walk.came:
            edges = self.walk.edges(met) if self.wins(met) else None
            if edges is None:
                continue
            self.ways[met] = [(edge, self.walk.decisions.after(met, edge)) for edge in edges]
            left[met] = len(edges)
            for _, child in self.ways[met]:
                before.setdefault(child, []).append(met)
            if not edges:
                ended.append(met)
        for met in ended:  # it grows on the way
            del self.ways[met]
            for parent in before.get(met, ()):
                left[parent] -= 1
                if not left[parent]:
                    ended.append(parent)
        for met, ways in self.ways.items():
            self.ways[met] = [way for way in ways if way[1] in self.ways]

    def wins(self, met: Met) -> bool:
        """Return whether a win is to be kept there, whoever is to move."""
        decisions = self.walk.decisions
        value = int(decisions.values[met.place])
        return (value if met.own else -value) > 0 and (self.walk.goal == "always" or met.demand > 0)

    @cached_property
    def slowest(self) -> list[Met]:
        """Where the player is to move and a line goes round, although the end is nearest: fewest plies."""
        own = [met for met in self.ways if met.own]
        plies = self.walk.decisions.plies
        least = min((int(plies[met.place]) for met in own), default=0)
        return [met for met in own if plies[met.place] == least]

    def circles(self, most: int) -> list[Circle]:
        """Return circles, each as short as can be where it was looked for, `most` at most."""
        found: dict[frozenset[tuple[Met, int]], Circle] = {}
        for met in self.ways:
            if len(found) >= most:
                break
            circle = self._through(met) if met.own else None
            if circle is not None:
                found.setdefault(frozenset(circle), circle)
        return list(found.values())

    def _through(self, start: Met) -> Circle | None:
        """Return a shortest circle through a position; None where none leads back to it."""
        came: dict[Met, tuple[Met, int]] = {}
        waiting = deque([start])
        while waiting:
            met = waiting.popleft()
            for edge, child in self.ways[met]:
                if child == start:
                    return tuple(reversed([(met, edge), *self._back(met, start, came)]))
                if child not in came:
                    came[child] = met, edge
                    waiting.append(child)
        return None

    @staticmethod
    def _back(met: Met, start: Met, came: dict[Met, tuple[Met, int]]) -> Iterator[tuple[Met, int]]:
        while met != start:
            met, edge = came[met]
            yield met, edge
