"""Find a cycle of play and describe it in words, for questions that have no answer where play can cycle."""

from collections.abc import Callable, Sequence
from typing import Any

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.errors import LoopFound
from zermelo.core.game import Game


def find_loop(nodes: set[Any], children: Callable[[Any], Sequence[Any]]) -> list[Any]:
    """Return positions of `nodes` that follow each other in a cycle, the first repeated at the end.

    Every position on a loop is held, with others that lie behind one: a walk that turns back from dead
    ends finds a cycle.
    """
    finished: set[Any] = set()
    for root in nodes:
        way, ahead = [root], [iter(children(root))]
        on_way = {root}
        while way:
            for child in ahead[-1]:
                if child in on_way:
                    return [*way[way.index(child) :], child]
                if child in nodes and child not in finished:
                    way.append(child)
                    on_way.add(child)
                    ahead.append(iter(children(child)))
                    break
            else:
                ahead.pop()
                on_way.discard(way[-1])
                finished.add(way.pop())
    return []


def sort_topologically(children: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Return numbers so that children come after all that leads to them; or none, and a loop of them.

    >>> sort_topologically([[2], [0], []]), sort_topologically([[1], [0]])
    (([1, 0, 2], []), ([], [0, 1, 0]))
    """
    ways = [0] * len(children)
    for each in children:
        for child in each:
            ways[child] += 1
    order = [number for number, count in enumerate(ways) if count == 0]
    for number in order:  # grows while it is walked
        for child in children[number]:
            ways[child] -= 1
            if ways[child] == 0:
                order.append(child)
    if len(order) == len(ways):
        return order, []
    held = {number for number, count in enumerate(ways) if count > 0}
    return [], find_loop(held, children.__getitem__)


def make_loop_error(game: Game, loop: list[Any]) -> LoopFound:
    """Return the error that shows `loop`."""
    shown = " -> ".join(describe_position(game, position) for position in loop[:6])
    more = " -> ..." if len(loop) > 6 else ""
    return LoopFound(
        f"{game!r}: play can return to an earlier position ({shown}{more}); "
        "values are known then, but this question is one of games that end"
    )
