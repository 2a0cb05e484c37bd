"""Where on the board an abstract graph lies: its realisations.

Lines go to different lines of the board and cells to cells, with exactly the same incidences: a line has no
cell in common with another where the graph's lines have none. (So the two threats of a fork are not the same
line, and what the graph says to be empty is empty.) Realisations are counted by what they leave on the board,
the lines taken and the cells with their labels; two maps that differ by a symmetry of the graph are one. That
gives the 24, 88, 240, 96 and 96 of tic-tac-toe's five attacks. Counting labelled cells alone gives them too,
and less from rule 7 on, where one set of empty cells can be covered by different lines.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from typing import Any

from zermelo.explain.graphs.abstract_graph import ATTACKER, DEFENDER, EMPTY, AbstractGraph
from zermelo.explain.positional import PositionalGame, bits_of


@dataclass(frozen=True, order=True)
class Realisation:
    """A graph on the board: the board's lines, ascending, and masks of cells; `action` is a cell or None."""

    lines: tuple[int, ...]
    attacker: int
    defender: int
    empty: int
    action: int | None

    def is_at(self, attacker: int, defender: int) -> bool:
        """Return whether it is there, given both players' stones: the attacker's and the defender's."""
        return (
            self.attacker & attacker == self.attacker
            and self.defender & defender == self.defender
            and not self.empty & (attacker | defender)
        )


def realisations(game: PositionalGame, graph: AbstractGraph) -> tuple[Realisation, ...]:
    """Return every realisation of a graph, in ascending order.

    >>> from zermelo.explain.graphs.abstract_graph import abstract_graph
    >>> from zermelo.explain.positional import positional
    >>> from zermelo.games import TicTacToe
    >>> board = positional(TicTacToe())
    >>> [len(realisations(board, abstract_graph(text))) for text in ("{a* b=A c=A}", "{a* b=A c}{a* d=A e}")]
    [24, 88]
    """
    found: set[Realisation] = set()
    for chosen in _chosen_lines(game, graph):
        found.update(_labelled(graph, chosen))
    return tuple(sorted(found, key=lambda each: (each.lines, each.attacker, each.empty, each.action or 0)))


def is_realisable(game: PositionalGame, graph: AbstractGraph) -> bool:
    """Return whether a graph lies anywhere on the board."""
    return next(_chosen_lines(game, graph), None) is not None


def places_of(board: PositionalGame) -> tuple[tuple[float, float], ...]:
    """Return (column, row) of each cell: by the game's `columns`, a cube level by level, else in one row."""
    game: Any = board.game
    columns, size = getattr(game, "columns", 0), getattr(game, "size", 0)
    if columns:
        return tuple((cell % columns, cell // columns) for cell in board.cells)
    if size and len(board.cells) == size**3:
        return tuple(
            (cell // size**2 * (size + 0.5) + cell % size, cell % size**2 // size) for cell in board.cells
        )
    return tuple((place, 0) for place in range(len(board.cells)))


def _chosen_lines(game: PositionalGame, graph: AbstractGraph) -> Iterator[tuple[int, ...]]:
    """Yield board lines for the graph's lines, one for each way that has the same incidences."""
    if not game.lines or game.lines[0].bit_count() != graph.length:
        return
    meeting = _lines_meeting(game.lines)
    shared = [[(one & two).bit_count() for two in graph.lines] for one in graph.lines]
    expected = _incidences(graph.lines)

    def choose(chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(chosen) == len(graph.lines):
            lines = tuple(game.lines[number] for number in chosen)
            if _incidences(lines) == expected:
                yield lines
            return
        left = (1 << len(game.lines)) - 1
        for number, cells in zip(chosen, shared[len(chosen)], strict=False):
            left &= meeting[number].get(cells, 0)
        for number in bits_of(left):
            yield from choose((*chosen, number))

    yield from choose(())


@lru_cache(maxsize=8)
def _lines_meeting(lines: tuple[int, ...]) -> list[dict[int, int]]:
    """Return for each line {cells in common: the other lines that have so many with it, as a mask}."""
    meeting: list[dict[int, int]] = [{} for _ in lines]
    for one, two in permutations(range(len(lines)), 2):
        cells = (lines[one] & lines[two]).bit_count()
        meeting[one][cells] = meeting[one].get(cells, 0) | 1 << two
    return meeting


def _incidences(lines: tuple[int, ...]) -> dict[int, int]:
    """Return {lines through a cell: how many such cells}."""
    counted: dict[int, int] = {}
    for through in _lines_through(lines).values():
        counted[through] = counted.get(through, 0) + 1
    return counted


def _lines_through(lines: tuple[int, ...]) -> dict[int, int]:
    """Return, for each cell on some line, the lines through it as a mask of their places."""
    through: dict[int, int] = {}
    for place, line in enumerate(lines):
        while line:
            cell = (line & -line).bit_length() - 1
            line &= line - 1
            through[cell] = through.get(cell, 0) | 1 << place
    return through


def _labelled(graph: AbstractGraph, chosen: tuple[int, ...]) -> Iterator[Realisation]:
    """Yield the ways of putting the graph's labels on lines: cells on the same lines are exchanged."""
    mine: dict[int, list[str]] = {}
    for cell, through in _lines_through(graph.lines).items():
        label = "*" if cell == graph.action else graph.labels[cell]
        mine.setdefault(through, []).append(label)
    board: dict[int, list[int]] = {}
    for cell, through in _lines_through(chosen).items():
        board.setdefault(through, []).append(cell)
    lines = tuple(sorted(chosen))
    choices = [
        [tuple(zip(board[through], said, strict=True)) for said in _orders(tuple(labels))]
        for through, labels in mine.items()
    ]
    for parts in product(*choices):
        masks = dict.fromkeys((ATTACKER, DEFENDER, EMPTY), 0)
        action = None
        for cell, label in (pair for part in parts for pair in part):
            if label == "*":
                action = cell
            masks[EMPTY if label == "*" else label] |= 1 << cell
        yield Realisation(lines, masks[ATTACKER], masks[DEFENDER], masks[EMPTY], action)


def _orders(labels: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the different orders of labels, each once: of a line of twelve cells 12, and not 479 million."""
    if not labels:
        yield ()
    for label in sorted(set(labels)):
        place = labels.index(label)
        for rest in _orders(labels[:place] + labels[place + 1 :]):
            yield (label, *rest)
