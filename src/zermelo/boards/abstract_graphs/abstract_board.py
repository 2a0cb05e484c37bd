"""Realisations of an abstract graph: the places on a board where it lies.

A realisation maps the lines of a graph to different lines of the board, each to one of its kind, and its
cells to different cells, with exactly the same incidences: a cell on two lines goes to a cell that those two
have in common. Lines have all their cells, so it is enough to choose board lines with the right cells in
common and then to see which labels can stand where; a cell on no line stands on any that is left.
Realisations are counted by their images on the board: the lines taken and the cells with their labels. Two
maps that differ by a symmetry of the graph are one. That gives the 24, 88, 240, 96 and 96 of tic-tac-toe's
five attacks. Counting labelled cells alone gives them too, and less from rule 7 on, where one set of empty
cells can be covered by different lines.

A large board has millions of realisations: on 15 x 15, five in a row, a fork has some. They are counted
without a list (`count_realisations`), and at a position only lines that hold the right signs are combined
(`find_realisations_at`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations, count, permutations, product
from math import comb, factorial, inf, prod
from operator import and_

from zermelo.boards.abstract_graphs.abstract_graph import ATTACKER, DEFENDER, EMPTY, AbstractGraph
from zermelo.core.errors import TooLarge

MOST = 1_000_000  # ways of laying a graph, or its cells that are on no line
LineSigns = tuple[str, int, int, int]  # a line's kind, length, and signs of the attacker's and the defender's
Meeting = tuple[tuple[int, ...], int]  # places of lines, and how many cells are on all of them
CellMark = tuple[str, str, bool]  # a cell's label, what the action makes of it, whether it is the action's


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

    def map_signs_to_lines(self, attacker: int, defender: int) -> dict[LineSigns, int]:
        """Return the lines of each kind and length that hold so many signs of each player, as a mask."""
        found: dict[LineSigns, int] = {}
        for number, (kind, line) in enumerate(self.numbered_lines):
            key = kind, line.bit_count(), (line & attacker).bit_count(), (line & defender).bit_count()
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


def find_realisations(
    board: AbstractBoard, graph: AbstractGraph, most: int = MOST
) -> tuple[Realisation, ...]:
    """Return every realisation of a graph, in ascending order.

    Raises `TooLarge` where the graph can be laid in more than `most` ways, turned ones included.

    >>> rows = AbstractBoard(tuple(range(4)), {"line": (0b0011, 0b1100, 0b0101, 0b1010)})
    >>> graphs = map(AbstractGraph.parse, ("{a* b=A}", "{a* b=A}{a* c=D}", "a* b=A"))
    >>> [len(find_realisations(rows, graph)) for graph in graphs]
    [8, 8, 12]
    """
    laid, labellings = 0, _count_labellings(board, graph)
    for _, left in _yield_choices_but_last(board, graph, _find_lines_alike(board, graph), most):
        laid += left.bit_count()
        if laid * labellings > most:
            raise _refuse_many_ways(graph, most)
    return sort_realisations(yield_realisations(board, graph))


def sort_realisations(places: Iterable[Realisation]) -> tuple[Realisation, ...]:
    """Return realisations in ascending order, each once."""
    return tuple(
        sorted(set(places), key=lambda each: (each.lines, each.attacker, each.empty, each.action or 0))
    )


def find_realisations_at(
    board: AbstractBoard, graph: AbstractGraph, stones: tuple[int, int], lines: Mapping[LineSigns, int]
) -> tuple[Realisation, ...]:
    """Return the realisations that are there, given the attacker's and the defender's stones.

    `lines` is what `map_signs_to_lines` says of these stones.

    >>> rows = AbstractBoard(tuple(range(4)), {"line": (0b0011, 0b1100, 0b0101, 0b1010)})
    >>> threat = AbstractGraph.parse("{a* b=A}")
    >>> [each.action for each in find_realisations_at(rows, threat, (1, 2), rows.map_signs_to_lines(1, 2))]
    [2]
    """
    wanted = [lines.get(signs, 0) for signs in _list_line_signs(graph)]
    if not all(wanted):
        return ()
    found: set[Realisation] = set()
    for chosen in _yield_line_choices(board, graph, wanted):
        found.update(_yield_labelled_realisations(board, graph, chosen, stones))
    return tuple(found)


def yield_realisations(board: AbstractBoard, graph: AbstractGraph) -> Iterator[Realisation]:
    """Yield realisations of a graph as they are found, some of them several times."""
    for chosen in _yield_line_choices(board, graph, _find_lines_alike(board, graph)):
        yield from _yield_labelled_realisations(board, graph, chosen)


def count_realisations(board: AbstractBoard, graph: AbstractGraph) -> int:
    """Return how many realisations a graph has, without listing them.

    A choice of lines can be labelled in as many ways as the cells on the same lines can be ordered. Every
    realisation comes once for each permutation of the graph's lines that leaves the graph as it is.

    >>> rows = AbstractBoard(tuple(range(4)), {"line": (0b0011, 0b1100, 0b0101, 0b1010)})
    >>> graphs = map(AbstractGraph.parse, ("{a* b=A}", "{a* b}{a* c}", "a* b=A"))
    >>> [count_realisations(rows, graph) for graph in graphs]
    [8, 4, 12]
    """
    if len(set(board.numbered_lines)) > len({line for _, line in board.numbered_lines}):
        return len(find_realisations(board, graph))  # one set of cells may be lines of two kinds
    ways = _count_labellings(board, graph)
    if not ways:
        return 0
    return _count_line_choices(board, graph) * ways // _count_line_symmetries(graph)


def _count_labellings(board: AbstractBoard, graph: AbstractGraph) -> int:
    """Return in how many ways a graph's labels can be put on a choice of lines and on what is left."""
    marks = _map_lines_to_cell_marks(graph)
    on_lines = sum(len(held) for lines, held in marks.items() if lines)
    if on_lines > len(board.cells):
        return 0
    ways = prod(_count_label_orders(held) for held in marks.values())
    return ways * comb(len(board.cells) - on_lines, len(marks.get(0, [])))


def _list_line_signs(graph: AbstractGraph) -> list[LineSigns]:
    """Return the kind, length and signs of each line of a graph."""
    mine, theirs = (
        sum(1 << cell for cell, label in enumerate(graph.labels) if label == sign)
        for sign in (ATTACKER, DEFENDER)
    )
    return [
        (kind, line.bit_count(), (line & mine).bit_count(), (line & theirs).bit_count())
        for kind, line in zip(graph.kinds, graph.lines, strict=True)
    ]


def _find_lines_alike(board: AbstractBoard, graph: AbstractGraph) -> list[int]:
    """Return, for each line of a graph, the board's lines of its kind and length, as a mask."""
    return [
        board.lines_by_kind_and_length.get((kind, line.bit_count()), 0)
        for kind, line in zip(graph.kinds, graph.lines, strict=True)
    ]


def _refuse_many_ways(graph: AbstractGraph, most: float) -> TooLarge:
    return TooLarge(
        f"{graph} lies on the board in more than {most:,} ways: join its cells by lines, or take a "
        "smaller board"
    )


def _yield_line_choices(
    board: AbstractBoard, graph: AbstractGraph, alike: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Yield lines of the board for the graph's, one for each way that has the same incidences."""
    if not graph.lines:
        yield ()
        return
    meetings = _list_meetings_of_line(graph, len(graph.lines) - 1)
    for chosen, left in _yield_choices_but_last(board, graph, alike):
        for last in _yield_bits(left):
            lines = (*chosen, board.numbered_lines[last][1])
            if _do_lines_meet_so(lines, meetings):
                yield lines


def _count_line_choices(board: AbstractBoard, graph: AbstractGraph) -> int:
    """Return how many choices of lines there are."""
    alike = _find_lines_alike(board, graph)
    if not graph.lines or _list_meetings_of_line(graph, len(graph.lines) - 1):
        return sum(1 for _ in _yield_line_choices(board, graph, alike))
    return sum(left.bit_count() for _, left in _yield_choices_but_last(board, graph, alike))


def _yield_choices_but_last(
    board: AbstractBoard, graph: AbstractGraph, alike: Sequence[int], most: float = inf
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the board's lines for all of the graph's but the last, and for that a mask of numbers.

    Raises `TooLarge` where more than `most` beginnings are tried.
    """
    if not graph.lines:
        return
    tried = count(1)
    shared = [[(one & two).bit_count() for two in graph.lines] for one in graph.lines]
    meetings = [_list_meetings_of_line(graph, place) for place in range(len(graph.lines))]

    def extend_choice(
        chosen: tuple[int, ...], masks: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        at = len(chosen)
        left = alike[at]
        for number, cells in zip(chosen, shared[at], strict=False):
            left &= board.lines_by_shared_cell_count[number].get(cells, 0)
        if at + 1 == len(graph.lines):
            if left:
                yield masks, left
            return
        for number in _yield_bits(left):
            if next(tried) > most:
                raise _refuse_many_ways(graph, most)
            longer = (*masks, board.numbered_lines[number][1])
            if _do_lines_meet_so(longer, meetings[at]):
                yield from extend_choice((*chosen, number), longer)

    yield from extend_choice((), ())


def _yield_bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def _list_meetings_of_line(graph: AbstractGraph, place: int) -> list[Meeting]:
    """Return how many cells a line has in common with two earlier ones at once, or with more.

    With the cells that two lines have in common this tells which cells are on which lines. Lines of which two
    have none are left out.
    """
    met = [other for other in range(place) if graph.lines[other] & graph.lines[place]]
    return [
        ((*others, place), _find_common_cells(graph.lines, (*others, place)).bit_count())
        for size in range(2, len(met) + 1)
        for others in combinations(met, size)
        if all(graph.lines[one] & graph.lines[two] for one, two in combinations(others, 2))
    ]


def _do_lines_meet_so(lines: tuple[int, ...], meetings: Sequence[Meeting]) -> bool:
    return all(_find_common_cells(lines, places).bit_count() == cells for places, cells in meetings)


def _find_common_cells(lines: tuple[int, ...], places: tuple[int, ...]) -> int:
    return reduce(and_, (lines[place] for place in places))


def _map_cells_to_lines_through_them(lines: tuple[int, ...]) -> dict[int, int]:
    """Return, for each cell on some line, the lines through it as a mask of their places."""
    through: dict[int, int] = {}
    for place, line in enumerate(lines):
        for cell in _yield_bits(line):
            through[cell] = through.get(cell, 0) | 1 << place
    return through


def _map_lines_to_cell_marks(graph: AbstractGraph) -> dict[int, list[CellMark]]:
    """Return, for each set of lines, what stands on the cells that are on just these."""
    becomes = dict(graph.changes_by_action)
    found: dict[int, list[CellMark]] = {}
    for cell, label in enumerate(graph.labels):
        mark = label, becomes.get(cell, ""), cell == graph.action
        found.setdefault(graph.lines_through(cell), []).append(mark)
    return found


def _count_line_symmetries(graph: AbstractGraph) -> int:
    """Return how many permutations of a graph's lines leave it as it is."""
    held = {lines: sorted(each) for lines, each in _map_lines_to_cell_marks(graph).items()}
    return sum(
        all(
            held.get(sum(1 << order[place] for place in _yield_bits(lines))) == each
            for lines, each in held.items()
        )
        for order in permutations(range(len(graph.lines)))
        if all(graph.kinds[place] == graph.kinds[onto] for place, onto in enumerate(order))
    )


def _yield_labelled_realisations(
    board: AbstractBoard,
    graph: AbstractGraph,
    chosen: tuple[int, ...],
    stones: tuple[int, int] | None = None,
) -> Iterator[Realisation]:
    """Yield the ways of putting the graph's labels on lines, or those that fit the stones on a board."""
    mine = _map_lines_to_cell_marks(graph)
    there: dict[int, list[int]] = {}
    for cell, lines in _map_cells_to_lines_through_them(chosen).items():
        there.setdefault(lines, []).append(cell)
    on_lines = {cell for cells in there.values() for cell in cells}
    there[0] = [cell for cell in board.cells if cell not in on_lines]
    if comb(len(there[0]), len(mine.get(0, ()))) * _count_label_orders(mine.get(0, [])) > MOST:
        raise _refuse_many_ways(graph, MOST)
    choices = []
    for lines, marks in mine.items():
        choices.append(
            [
                tuple(zip(cells, said, strict=True))
                for cells in combinations(there[lines], len(marks))
                for said in _yield_label_orders(tuple(marks), _read_labels(cells, stones))
            ]
        )
        if not choices[-1]:
            return
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
        signs = masks[ATTACKER], masks[DEFENDER], masks[EMPTY]
        made = after[ATTACKER], after[DEFENDER], after[EMPTY]
        yield Realisation(tuple(sorted(chosen)), *signs, action, made)


def _read_labels(cells: tuple[int, ...], stones: tuple[int, int] | None) -> str:
    """Return what stands on some cells, a `?` for each where that is not asked."""
    if stones is None:
        return "?" * len(cells)
    attacker, defender = stones
    return "".join(
        ATTACKER if attacker >> cell & 1 else DEFENDER if defender >> cell & 1 else EMPTY for cell in cells
    )


def _count_label_orders(labels: Sequence[CellMark]) -> int:
    """Return how many different orders labels have."""
    return factorial(len(labels)) // prod(factorial(labels.count(label)) for label in set(labels))


def _yield_label_orders(labels: tuple[CellMark, ...], wanted: str) -> Iterator[tuple[CellMark, ...]]:
    """Yield the different orders of labels that fit what is wanted, each once.

    Of a line of twelve cells these are 12, and not 479 million.
    """
    if not labels:
        yield ()
    for label in sorted(set(labels)):
        if wanted[:1] in ("?", label[0]):
            place = labels.index(label)
            for rest in _yield_label_orders(labels[:place] + labels[place + 1 :], wanted[1:]):
                yield (label, *rest)
