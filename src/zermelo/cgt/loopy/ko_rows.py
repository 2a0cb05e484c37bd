"""Kos in a graph: rows of positions along which Left moves in one direction and Right in the other.

A *ko* is here a row of two positions or more. Left may move from each to the next, Right from each to the one
before, and there are no other cycles. Moves out of the row are its exits. A row of two positions is the ko of
Go; three or more are a ko of several steps. Rows may lead to other rows, and never back.

Positions that play alike are one in a graph, so the sum of two equal kos is a row, too: both Left's, one
each, both Right's. In it both players have an exit where each player holds one ko. So a row in which both
players have an exit at an inner position is refused, and no sum of kos is mistaken for one ko.
"""

from typing import NamedTuple

from zermelo.cgt.loopy.graphs.loopy_graph import LoopyGraph, Side, list_reachable_positions
from zermelo.core.errors import BadParameter


class KoRow(NamedTuple):
    """Positions in the order in which Left takes; a position on no cycle is a row by itself."""

    positions: Side
    left_exits: tuple[Side, ...]  # of each position: Left's options outside the row
    right_exits: tuple[Side, ...]

    @property
    def is_ko(self) -> bool:
        """Whether it has several positions."""
        return len(self.positions) > 1


def find_rows_of_kos(graph: LoopyGraph) -> list[KoRow]:
    """Return the rows of a graph, each after those that it leads to.

    Raises `BadParameter` for games with cycles that are not kos, and for kos that a player cannot end.

    >>> from zermelo.cgt.loopy.graphs.loopy_graph import make_loopy_graph
    >>> nanoko = make_loopy_graph([[1], [2], [3], []], [[3], [0], [], []])  # 0, 1: the ko; 2 is 1, 3 is 0
    >>> [row.positions for row in find_rows_of_kos(nanoko)]
    [(3,), (2,), (0, 1)]
    """
    places = list_reachable_positions(graph, [graph.root])
    after = {place: _find_next_ko_position(graph, place) for place in places}
    before = {option: place for place, option in after.items() if option is not None}
    if len(before) < sum(option is not None for option in after.values()):
        raise _make_other_cycles_than_kos_error("two kos meet in a position")
    row_of: dict[int, Side] = {}
    for place in places:
        if place not in before:
            found = [place]
            while (option := after[found[-1]]) is not None:
                found.append(option)
            row_of |= dict.fromkeys(found, tuple(found))
    if len(row_of) < len(places):
        raise _make_other_cycles_than_kos_error("a cycle of play has more than two moves")
    return _sort_ko_rows([_make_ko_row(graph, each) for each in dict.fromkeys(row_of.values())], row_of)


def _find_next_ko_position(graph: LoopyGraph, place: int) -> int | None:
    """Return the position to which Left moves and from which Right moves back; None where there is none."""
    found = [option for option in graph.lefts[place] if place in graph.rights[option]]
    if place in graph.lefts[place] + graph.rights[place]:
        raise _make_other_cycles_than_kos_error("a player may pass")
    if len(found) > 1:
        raise _make_other_cycles_than_kos_error("two kos meet in a position")
    return found[0] if found else None


def _make_ko_row(graph: LoopyGraph, positions: Side) -> KoRow:
    """Return a row with its exits."""
    sides = []
    for side, step in ((graph.lefts, 1), (graph.rights, -1)):
        exits = []
        for n, place in enumerate(positions):
            taken = positions[n + step] if 0 <= n + step < len(positions) else None
            exits.append(tuple(option for option in side[place] if option != taken))
        sides.append(tuple(exits))
    row = KoRow(positions, *sides)
    if row.is_ko and not all(any(exits) for exits in sides):
        raise _make_other_cycles_than_kos_error("one of the players can take, but never end it")
    if any(left and right for left, right in list(zip(*sides, strict=True))[1:-1]):
        raise _make_other_cycles_than_kos_error(
            "several kos lie side by side, or one of several steps beside something else"
        )
    return row


def _sort_ko_rows(found: list[KoRow], row_of: dict[int, Side]) -> list[KoRow]:
    """Return rows, each after those that it leads to."""
    leads = {
        row.positions: {row_of[option] for side in row[1:] for exits in side for option in exits}
        for row in found
    }
    before: dict[Side, list[Side]] = {positions: [] for positions in leads}
    for positions, others in leads.items():
        for other in others:
            before[other].append(positions)
    waits = {positions: len(others) for positions, others in leads.items()}
    ready = [positions for positions, count in waits.items() if not count]
    for positions in ready:  # it grows on the way
        for earlier in before[positions]:
            waits[earlier] -= 1
            if not waits[earlier]:
                ready.append(earlier)
    if len(ready) < len(found):
        raise _make_other_cycles_than_kos_error("a cycle of play has more than two moves")
    by_positions = {row.positions: row for row in found}
    return [by_positions[positions] for positions in ready]


def _make_other_cycles_than_kos_error(reason: str) -> BadParameter:
    return BadParameter(f"{reason}; thermographs are known only for games whose only cycles are kos")
