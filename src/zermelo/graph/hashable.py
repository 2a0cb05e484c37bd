"""The same graph for positions of any hashable type, by the interpreter: dictionaries and lists.

For rules that are not compiled. A graph here keeps its edges, because asking the rules again costs more
than remembering; about 200 bytes a position and 10 a move.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from numbers import Integral
from typing import Any

from zermelo.core.budget import Budget, resident_memory
from zermelo.core.errors import BadRules, OutOfBudget, ZermeloError, said_by
from zermelo.core.game import Game, has
from zermelo.core.values import LARGEST_VALUE, UNDECIDED
from zermelo.graph.loops import find_loop
from zermelo.kernels import MANY, MOST_MOVES, RANGE, VALUE
from zermelo.trust.classes import representative
from zermelo.trust.faults import raise_fault, say_position
from zermelo.trust.soundness import is_whole, kind_fault

REPORT = 1 << 12  # positions between two reports


def _itself(position: Any) -> Any:
    return position


@dataclass
class HashableGraph:
    """Every position once, with its moves as indexes; `order` lists positions before their children.

    There is no order, but a `loop` of indexes, the first repeated at the end, where play can return to a
    position.
    """

    positions: list[Hashable]
    index: dict[Hashable, int]
    children: list[list[int]]
    signs: list[list[int]] | None  # None: every move passes the turn
    gains: list[list[int]] | None  # None: no move brings points
    ends: dict[int, int]  # index of a position without moves -> its value
    order: list[int]
    loop: list[int]


class TooMany(OutOfBudget):
    """There are more positions than were asked for."""


def explore(
    game: Game,
    budget: Budget,
    *,
    by_class: bool = True,
    most: int | None = None,
    moves: int | None = None,
) -> HashableGraph:
    """Return the graph of all reachable positions, one for each symmetry class unless not `by_class`.

    Raises `BadRules` where the rules raise or break the contract, `OutOfBudget`, `TooMany` where there are
    more positions than `most`, or more than `moves` from all of them.
    """
    canonical = representative(game) if by_class else _itself
    starts = dict.fromkeys(canonical(start) for start in game.starts())
    positions = list(starts)
    index = {position: place for place, position in enumerate(positions)}
    explorer = _Explorer(game, canonical, positions, index)
    place = known = made = 0
    waves = []
    while place < len(positions):
        if place == known:
            waves.append(len(positions) - known)
            known = len(positions)
            budget.grown(waves, whole=True)
        if most is not None and len(positions) > most:
            raise TooMany(f"{game!r} has more than {most:,} positions: take a smaller game")
        if moves is not None and made > moves:
            raise TooMany(f"{game!r} has more than {moves:,} moves: take a smaller game")
        if place % REPORT == 0:
            budget.report("enumerate", place)
            _check_memory(budget)
        try:
            explorer.expand(place)
        except ZermeloError:
            raise
        except Exception as error:
            reason = said_by(error)
            where = say_position(game, positions[place])
            raise BadRules(f"{game!r}: the rules raise {reason} at position {where}") from error
        made += len(explorer.children[place])
        place += 1
    order, loop = _order(explorer)
    return HashableGraph(
        positions, index, explorer.children, explorer.signs, explorer.gains, explorer.ends, order, loop
    )


class _Explorer:
    """What is known while the graph is being walked."""

    def __init__(
        self,
        game: Game,
        canonical: Callable[[Any], Any],
        positions: list[Hashable],
        index: dict[Hashable, int],
    ) -> None:
        self.game, self.canonical = game, canonical
        self.positions, self.index = positions, index
        self.whole = isinstance(positions[0], int)
        self.children: list[list[int]] = []
        self.mover = getattr(game, "mover", None) if has(game, "mover") else None
        self.gain = getattr(game, "gain", None) if has(game, "gain") else None
        self.signs: list[list[int]] | None = None if self.mover is None else []
        self.gains: list[list[int]] | None = None if self.gain is None else []
        self.ends: dict[int, int] = {}

    def expand(self, place: int) -> None:
        """Ask the rules about the position at `place` and append what is new."""
        game, positions, index = self.game, self.positions, self.index
        position: Any = positions[place]
        children: list[int] = []
        signs: list[int] = []
        gains: list[int] = []
        value = game.outcome(position)
        if value == UNDECIDED:
            play, canonical = game.play, self.canonical
            for move in game.moves(position):
                child = play(position, move)
                if self.mover is not None:
                    signs.append(1 if self.mover(position) == self.mover(child) else -1)
                if self.gain is not None:
                    points = self.gain(position, move)
                    if not -LARGEST_VALUE <= points <= LARGEST_VALUE or points != int(points):
                        raise_fault(game, position, VALUE)
                    gains.append(int(points))
                child = canonical(child)
                known = index.get(child)
                if known is None:
                    if self.whole and not (isinstance(child, Integral) and 0 <= int(child) < 1 << 63):
                        raise_fault(game, position, RANGE)
                    known = index[child] = len(positions)
                    positions.append(child)
                children.append(known)
                if len(children) > MOST_MOVES:
                    raise_fault(game, position, MANY)
            if not children:
                value = game.stuck(position)
        if not children:
            if not is_whole(value):
                raise BadRules(
                    f"{game!r}: {kind_fault(game, position)}, at position {say_position(game, position)}"
                )
            if not -LARGEST_VALUE <= value <= LARGEST_VALUE:
                raise_fault(game, position, VALUE)
            self.ends[place] = int(value)
        self.children.append(children)
        if self.signs is not None:
            self.signs.append(signs)
        if self.gains is not None:
            self.gains.append(gains)


def _order(explorer: _Explorer) -> tuple[list[int], list[int]]:
    """Return the positions so that moves lead to later ones, and a loop where there is one."""
    ways = [0] * len(explorer.positions)
    for children in explorer.children:
        for child in children:
            ways[child] += 1
    order = [place for place, count in enumerate(ways) if count == 0]
    for place in order:  # grows while it is walked
        for child in explorer.children[place]:
            ways[child] -= 1
            if ways[child] == 0:
                order.append(child)
    if len(order) == len(ways):
        return order, []
    held = {place for place, count in enumerate(ways) if count > 0}
    return [], find_loop(held, explorer.children.__getitem__)


def _check_memory(budget: Budget) -> None:
    held = resident_memory()
    if held > budget.memory:
        raise OutOfBudget(
            f"memory {budget.memory >> 20:,} MB is too little for interpreted rules "
            f"(already {held >> 20:,} MB): raise --memory, or write rules that compile"
        )
