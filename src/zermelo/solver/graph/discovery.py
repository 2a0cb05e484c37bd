"""Breadth-first walk of the interpreter over positions, or any other nodes, in the order of discovery.

The walk visits each node once. Nearer nodes come first, and of equally near nodes the one met first. So
numbers are the same every time. Callers decide what to do with the nodes.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from zermelo.compiler.guards.checked_rules import CheckedExpansion, CheckedRules, make_rule_error
from zermelo.compiler.guards.rules_soundness import OFTEN, check_repeated_answers, make_changed_answer_error
from zermelo.compiler.guards.running_positions import track_interpreter_position
from zermelo.core.game import Game, Position
from zermelo.core.notation.position_codec import PositionTypes, get_position_types
from zermelo.core.rule_errors import must_propagate

SURE = (int, str, bool, bytes)  # two of these that are equal, and of one type, are the same
REPORT = 1 << 12  # nodes between two reports
ASKED_TWICE = 64  # as many positions are asked about twice, then one of as many, and every one without moves

Node = TypeVar("Node", bound=Hashable)


class Discovery(Generic[Node]):
    """Nodes 0, 1, 2, ... as they are met, the starts first.

    With `types` nodes are positions. Each has to be distinguishable from others, to be written and read back,
    and to have the same types as any position equal to it. Else `BadRules` is raised.

    >>> walk = Discovery([5])
    >>> for _, node in walk.yield_unvisited_nodes():
    ...     numbers = walk.number_nodes(child for child in (node - 2, node - 3) if child >= 0)
    >>> walk.nodes, walk.numbers[0], numbers
    ([5, 3, 2, 1, 0], 4, [])
    """

    def __init__(self, starts: Iterable[Node], types: PositionTypes | None = None) -> None:
        self.types = types
        self.nodes: list[Node] = []
        self.numbers: dict[Node, int] = {}
        self.visited = 0  # how many had their turn
        self.number_nodes(starts)

    def number_nodes(self, nodes: Iterable[Node]) -> list[int]:
        """Return the numbers of nodes; one that was never met gets the next, and its turn."""
        known, numbers, types, found = self.nodes, self.numbers, self.types, []
        for node in nodes:
            try:
                number = numbers.get(node)
            except Exception:
                if types is not None:
                    types.check_and_record_types(node)  # which says why it cannot be looked up
                raise
            if number is None:
                if types is not None:
                    types.check_and_record_types(node)
                number = numbers[node] = len(known)
                known.append(node)
            elif types is not None and not (type(node) in SURE and type(node) is type(known[number])):
                types.refuse_equal_of_other_types(known[number], node)
            found.append(number)
        return found

    def yield_unvisited_nodes(
        self, report: Callable[[int], object] | None = None
    ) -> Iterator[tuple[int, Node]]:
        """Yield each node that was not yet visited with its number, including nodes met meanwhile.

        `report` is called with the number every so often, and may raise to end the walk.
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
    `whole` are as in `CheckedRules`.

    >>> from zermelo.games import Subtraction
    >>> walk = Exploration(Subtraction(heap=2))
    >>> [(walk.nodes[number], children) for number, _, children in walk.explore_positions()]
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
        super().__init__(
            begun if known_as is None else map(known_as, begun), get_position_types(game) if bounded else None
        )
        self.game, self.rules, self.known_as = (
            game,
            CheckedRules(game, bounded=bounded, whole=whole),
            known_as,
        )
        self.ends = 0  # positions without moves that were met

    def explore_positions(
        self, report: Callable[[int], object] | None = None
    ) -> Iterator[tuple[int, CheckedExpansion, list[int]]]:
        """Yield each position's number, what the rules say of it, and the numbers of its children.

        These are in the order of the moves, or of what dice bring. Raises `BadRules`, naming the position.
        """
        with track_interpreter_position(self.game) as noted:
            for number, position in self.yield_unvisited_nodes(report):
                noted.asked = (position,)
                expansion = self.rules.expand(position)
                try:
                    children = self._number_children(position, expansion.children)
                    if number < ASKED_TWICE or number % ASKED_TWICE == 0 or expansion.end is not None:
                        self._check_expansion_is_repeatable(position, expansion)
                except BaseException as error:  # of symmetries, or positions that cannot be looked up
                    if must_propagate(error):
                        raise
                    raise make_rule_error(self.game, position, error) from error
                noted.asked = None
                yield number, expansion, children

    def _check_expansion_is_repeatable(self, position: Position, expansion: CheckedExpansion) -> None:
        """Raise `BadRules` where the rules do not say again what they have said of a position."""
        self.ends += expansion.end is not None
        is_sure = expansion.end is not None and self.ends <= ASKED_TWICE
        check_repeated_answers(self.game, position, OFTEN if is_sure else 1)
        if self.rules.expand(position) != expansion:  # as where an iterator has been used up
            raise make_changed_answer_error(
                self.game, position, "the rules answer differently when asked again"
            )

    def _number_children(self, position: Position, children: list[Position]) -> list[int]:
        if self.known_as is None:
            return self.number_nodes(children)
        # A list: a StopIteration of the rules' would end a map as if there were no more children.
        return self.number_nodes([self.known_as(child) for child in children])
