"""Realisations of an abstract graph: the places on a board where it lies.

A realisation maps the lines of a graph to different lines of the board, each to one of its kind, and its
cells to different cells, with exactly the same incidences: a cell on two lines goes to a cell that those two
have in common. Lines have all their cells, so it is enough to choose board lines with the right cells in
common and then to see which labels can stand where; a cell on no line stands on any that is left.
Realisations are counted by their images on the board: the lines taken and the cells with their labels. Two
maps that differ by a symmetry of the graph are one. That gives the 24, 88, 240, 96 and 96 of tic-tac-toe's
five attacks. Counting labelled cells alone gives them too, and less from rule 7 on, where one set of empty
cells can be covered by different lines.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations, product
from math import comb, factorial, prod

from zermelo.boards.abstract_graphs.abstract_graph import ATTACKER, DEFENDER, EMPTY, AbstractGraph
from zermelo.core.errors import TooLarge

MOST = 1_000_000  # ways of laying a graph's cells that are on no line


@dataclass(frozen=True, eq=False)
class AbstractBoard:
    """Cells in use, ascending, and for each kind its lines as masks of cells, as one player sees them.

    `places` has (column, row) of every cell, for pictures.
    """

    cells: tuple[int, ...]
    lines: Mapping[str, tuple[int, ...]]
    places: tuple[tuple[float, float], ...] = ()

    @cached_property
    def numbered_lines(self) -> tuple[tuple[str, int], ...]:
        """Every line with its kind, in the order of their numbers."""
        return tuple((kind, line) for kind, lines in self.lines.items() for line in lines)

    @cached_property
    def most_shared_cells_by_kinds(self) -> dict[tuple[str, str], int]:
        """The most cells that two different lines share, for every two kinds in alphabetical order."""
        most: dict[tuple[str, str], int] = {}
        for (one, these), (two, those) in combinations(self.numbered_lines, 2):
            kinds = min(one, two), max(one, two)
            most[kinds] = max(most.get(kinds, 0), (these & those).bit_count())
        return most

    @cached_property
    def lines_by_shared_cell_count(self) -> list[dict[int, int]]:
        """For each line {cells in common: the other lines that have so many with it, as a mask}."""
        found: list[dict[int, int]] = [{} for _ in self.numbered_lines]
        for one, two in permutations(range(len(self.numbered_lines)), 2):
            cells = (self.numbered_lines[one][1] & self.numbered_lines[two][1]).bit_count()
            found[one][cells] = found[one].get(cells, 0) | 1 << two
        return found

    @cached_property
    def lines_by_kind_and_length(self) -> dict[tuple[str, int], int]:
        """For each kind and number of cells the lines that have them, as a mask."""
        found: dict[tuple[str, int], int] = {}
        for number, (kind, line) in enumerate(self.numbered_lines):
            key = kind, line.bit_count()
            found[key] = found.get(key, 0) | 1 << number
        return found


@dataclass(frozen=True, order=True)
class Realisation:
    """A graph on the board: the board's lines, ascending, and masks of cells.

    `action` is the cell that gets a sign, or None; `becomes` has the masks of cells that the action makes the
    attacker's, the defender's, and empty.
    """

    lines: tuple[int, ...]
    attacker: int
    defender: int
    empty: int
    action: int | None
    becomes: tuple[int, int, int] = (0, 0, 0)

    def is_present_among(self, attacker: int, defender: int) -> bool:
        """Return whether it is there, given both players' stones: the attacker's and the defender's."""
        return (
            self.attacker & attacker == self.attacker
            and self.defender & defender == self.defender
            and not self.empty & (attacker | defender)
        )

    def stones_after_action(self, attacker: int, defender: int) -> tuple[int, int]:
        """Return both players' stones after the action."""
        to_attacker, to_defender, to_empty = self.becomes
        return (
            attacker & ~(to_defender | to_empty) | to_attacker,
            defender & ~(to_attacker | to_empty) | to_defender,
        )


def find_realisations(board: AbstractBoard, graph: AbstractGraph) -> tuple[Realisation, ...]:
    """Return every realisation of a graph, in ascending order.

    Raises `TooLarge` where cells on no line can be laid in more than a million ways.

    >>> rows = AbstractBoard(tuple(range(4)), {"line": (0b0011, 0b1100, 0b0101, 0b1010)})
    >>> graphs = map(AbstractGraph.parse, ("{a* b=A}", "{a* b=A}{a* c=D}", "a* b=A"))
    >>> [len(find_realisations(rows, graph)) for graph in graphs]
    [8, 8, 12]
    """
    found: set[Realisation] = set()
    for chosen in _yield_line_choices(board, graph):
        found.update(_yield_labelled_realisations(board, graph, chosen))
    return tuple(sorted(found, key=lambda each: (each.lines, each.attacker, each.empty, each.action or 0)))


def is_realisable(board: AbstractBoard, graph: AbstractGraph) -> bool:
    """Return whether a graph lies anywhere on the board."""
    return any(
        next(_yield_labelled_realisations(board, graph, chosen), None) is not None
        for chosen in _yield_line_choices(board, graph)
    )


def _yield_line_choices(board: AbstractBoard, graph: AbstractGraph) -> Iterator[tuple[int, ...]]:
    """Yield board lines for the graph's lines, one for each way that has the same incidences."""
    shared = [[(one & two).bit_count() for two in graph.lines] for one in graph.lines]
    expected = _count_cells_by_lines_through(graph.lines)
    alike = [
        board.lines_by_kind_and_length.get((kind, line.bit_count()), 0)
        for kind, line in zip(graph.kinds, graph.lines, strict=True)
    ]

    def extend_choice(chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(chosen) == len(graph.lines):
            lines = tuple(board.numbered_lines[number][1] for number in chosen)
            if _count_cells_by_lines_through(lines) == expected:
                yield lines
            return
        left = alike[len(chosen)]
        for number, cells in zip(chosen, shared[len(chosen)], strict=False):
            left &= board.lines_by_shared_cell_count[number].get(cells, 0)
        while left:
            number = (left & -left).bit_length() - 1
            left &= left - 1
            yield from extend_choice((*chosen, number))

    return extend_choice(())


def _count_cells_by_lines_through(lines: tuple[int, ...]) -> dict[int, int]:
    """Return {lines through a cell: how many such cells}."""
    counted: dict[int, int] = {}
    for through in _map_cells_to_lines_through_them(lines).values():
        counted[through] = counted.get(through, 0) + 1
    return counted


def _map_cells_to_lines_through_them(lines: tuple[int, ...]) -> dict[int, int]:
    """Return, for each cell on some line, the lines through it as a mask of their places."""
    through: dict[int, int] = {}
    for place, line in enumerate(lines):
        while line:
            cell = (line & -line).bit_length() - 1
            line &= line - 1
            through[cell] = through.get(cell, 0) | 1 << place
    return through


def _yield_labelled_realisations(
    board: AbstractBoard, graph: AbstractGraph, chosen: tuple[int, ...]
) -> Iterator[Realisation]:
    """Yield the ways of putting the graph's labels on lines: cells on the same lines are exchanged."""
    becomes = dict(graph.changes_by_action)
    through = _map_cells_to_lines_through_them(graph.lines)
    mine: dict[int, list[tuple[str, str, bool]]] = {}
    for cell, label in enumerate(graph.labels):
        said = label, becomes.get(cell, ""), cell == graph.action
        mine.setdefault(through.get(cell, 0), []).append(said)
    there: dict[int, list[int]] = {}
    for cell, lines in _map_cells_to_lines_through_them(chosen).items():
        there.setdefault(lines, []).append(cell)
    on_lines = {cell for cells in there.values() for cell in cells}
    there[0] = [cell for cell in board.cells if cell not in on_lines]
    if comb(len(there[0]), len(mine.get(0, ()))) * _count_label_orders(mine.get(0, [])) > MOST:
        raise TooLarge(
            f"{graph} lies on the board in more than {MOST:,} ways: join its cells by lines, or "
            "take a smaller board"
        )
    choices = [
        [
            tuple(zip(cells, said, strict=True))
            for cells in combinations(there[lines], len(labels))
            for said in _yield_label_orders(tuple(labels))
        ]
        for lines, labels in mine.items()
    ]
    for parts in product(*choices):
        masks = dict.fromkeys((ATTACKER, DEFENDER, EMPTY), 0)
        after = dict.fromkeys((ATTACKER, DEFENDER, EMPTY), 0)
        action = None
        for cell, (label, changed, is_action) in (pair for part in parts for pair in part):
            masks[label] |= 1 << cell
            if changed:
                after[changed] |= 1 << cell
            if is_action:
                action = cell
        stones = masks[ATTACKER], masks[DEFENDER], masks[EMPTY]
        made = after[ATTACKER], after[DEFENDER], after[EMPTY]
        yield Realisation(tuple(sorted(chosen)), *stones, action, made)


def _count_label_orders(labels: Sequence[tuple[str, str, bool]]) -> int:
    """Return how many different orders labels have."""
    return factorial(len(labels)) // prod(factorial(labels.count(label)) for label in set(labels))


def _yield_label_orders(
    labels: tuple[tuple[str, str, bool], ...],
) -> Iterator[tuple[tuple[str, str, bool], ...]]:
    """Yield the different orders of labels, each once: of a line of twelve cells 12, and not 479 million."""
    if not labels:
        yield ()
    for label in sorted(set(labels)):
        place = labels.index(label)
        for rest in _yield_label_orders(labels[:place] + labels[place + 1 :]):
            yield (label, *rest)
