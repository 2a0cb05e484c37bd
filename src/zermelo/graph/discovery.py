"""The one walk of the interpreter: positions, or anything else, in the order in which they are discovered.

Breadth first from the starts, each node once: what is nearer comes first, and of what is as near, what was
met first. So numbers are the same every time. What a walk makes of its nodes is its user's affair.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from numbers import Integral
from typing import Any, Generic, TypeVar

from zermelo.core.errors import ZermeloError
from zermelo.core.game import Game, Position
from zermelo.kernels import RANGE
from zermelo.trust.branches import Expansion, Rules, raised_at
from zermelo.trust.faults import raise_fault
from zermelo.trust.whereabouts import asked_about

REPORT = 1 << 12  # nodes between two reports

Node = TypeVar("Node", bound=Hashable)


class Discovery(Generic[Node]):
    """Nodes 0, 1, 2, ... as they are met, the starts first.

    >>> walk = Discovery([5])
    >>> for _, node in walk.visits():
    ...     numbers = walk.meet(child for child in (node - 2, node - 3) if child >= 0)
    >>> walk.nodes, walk.numbers[0], numbers
    ([5, 3, 2, 1, 0], 4, [])
    """

    def __init__(self, starts: Iterable[Node]) -> None:
        self.nodes: list[Node] = []
        self.numbers: dict[Node, int] = {}
        self.visited = 0  # how many had their turn
        self.meet(starts)

    def meet(self, nodes: Iterable[Node]) -> list[int]:
        """Return the numbers of nodes; one that was never met gets the next, and its turn."""
        known, numbers, found = self.nodes, self.numbers, []
        for node in nodes:
            number = numbers.get(node)
            if number is None:
                number = numbers[node] = len(known)
                known.append(node)
            found.append(number)
        return found

    def visits(self, report: Callable[[int], object] | None = None) -> Iterator[tuple[int, Node]]:
        """Yield each node that had no turn yet with its number, those too that are met meanwhile.

        `report` is told the number every so often, and may raise to end the walk.
        """
        while self.visited < len(self.nodes):
            number = self.visited
            if report is not None and number % REPORT == 0:
                report(number)
            self.visited = number + 1
            yield number, self.nodes[number]


class Exploration(Discovery[Any]):
    """The positions that play reaches, as the rules say: from `starts`, or from those of the game.

    `known_as` takes a position to the one that stands for it, such as the least of its class; `bounded` and
    `whole` are as in `Rules`.

    >>> from zermelo.games import Subtraction
    >>> walk = Exploration(Subtraction(heap=2))
    >>> [(walk.nodes[number], children) for number, _, children in walk.steps()]
    [(2, [1, 2]), (1, [2]), (0, [])]
    """

    def __init__(
        self,
        game: Game,
        starts: Iterable[Position] | None = None,
        *,
        known_as: Callable[[Position], Position] | None = None,
        bounded: bool = True,
        whole: bool = True,
    ) -> None:
        begun = game.starts() if starts is None else starts
        super().__init__(begun if known_as is None else map(known_as, begun))
        self.game, self.rules, self.known_as = game, Rules(game, bounded=bounded, whole=whole), known_as
        self._are_numbers = bool(self.nodes) and isinstance(self.nodes[0], int)

    def steps(
        self, report: Callable[[int], object] | None = None
    ) -> Iterator[tuple[int, Expansion, list[int]]]:
        """Yield each position's number, what the rules say of it, and the numbers of its children.

        These are in the order of the moves, or of what dice bring. Raises `BadRules`, naming the position.
        """
        with asked_about(self.game) as noted:
            for number, position in self.visits(report):
                noted.asked = (position,)
                expansion = self.rules.expand(position)
                try:
                    children = self._numbers(position, expansion.children)
                except ZermeloError:
                    raise
                except Exception as error:  # of symmetries, or positions that cannot be looked up
                    raise raised_at(self.game, position, error) from error
                noted.asked = None
                yield number, expansion, children

    def _numbers(self, position: Position, children: list[Position]) -> list[int]:
        if self.known_as is None:
            return self.meet(children)
        known = len(self.nodes)
        numbers = self.meet(map(self.known_as, children))
        if self._are_numbers:  # as the rules' own answers are; symmetries may yet lead astray
            for child in self.nodes[known:]:
                if not (isinstance(child, Integral) and 0 <= int(child) < 1 << 63):
                    raise_fault(self.game, position, RANGE)
        return numbers
