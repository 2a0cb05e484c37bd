"""Abstract graphs: what some lines of a positional game look like, wherever on the board they lie.

Iklassov, *Backward algorithm and abstract graphs in zero-sum games* (2020). A graph has cells, each labelled
A (the attacker's sign), D (the defender's) or `.` (it must be empty), and lines, which are sets of its cells;
a line has all its cells. One empty cell may be marked as the action: the move that the graph advises. "Empty"
is said and not left out, as otherwise empty cells could be identified with signed ones.

Graphs are written as their lines, `{a* b=A c}{a* d=A e}`: `*` is the action, `=A` and `=D` are signs, what
has neither is empty, and a letter that comes again is the same cell. Two graphs are equal if they are
isomorphic. What tells that is a canonical form, the least over permutations of lines of the sorted (label, is
it the action, lines through it) of the cells. Only permutations that respect what lines look like are tried:
lines are parted by their cells, then by the lines that they meet, until nothing parts them (colour
refinement; Weisfeiler and Leman 1968). With five lines and more that leaves a few of the 120; lines that are
all alike still cost them all.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product

from zermelo.core.errors import BadParameter

EMPTY, ATTACKER, DEFENDER = LABELS = ".AD"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
CELL = re.compile(r"([a-z]+\d*)(\*|=[AD])?\Z")

Key = tuple[tuple[int, int], ...]  # of each cell, its colour and the lines through it, sorted


@dataclass(frozen=True, eq=False)
class AbstractGraph:
    """Lines over labelled cells, with one empty cell marked as the action or none; equal if isomorphic.

    labels   a sign of `.AD` for each cell
    lines    the cells of each line, as a mask
    action   the number of a cell, or None

    Raises `BadParameter` where that is no graph.

    >>> AbstractGraph("A.A.A", (0b00111, 0b11001), 1) == abstract_graph("{p=A r=A q*}{s p=A t=A}")
    True
    """

    labels: str
    lines: tuple[int, ...]
    action: int | None = None

    def __post_init__(self) -> None:
        every = 0
        for line in self.lines:
            every |= line
        if set(self.labels) - set(LABELS):
            raise BadParameter(f"labels {self.labels!r} are not all of '.AD': label each cell empty, A or D")
        if not self.lines or every != (1 << len(self.labels)) - 1:
            raise BadParameter(
                f"lines {self.lines!r} do not cover {len(self.labels)} cells: put every cell on some line"
            )
        if len(set(self.lines)) < len(self.lines) or len({line.bit_count() for line in self.lines}) > 1:
            raise BadParameter(
                f"lines {self.lines!r} are not different ones of one length: give each once, whole"
            )
        if self.action is not None and (
            self.action not in range(len(self.labels)) or self.labels[self.action] != EMPTY
        ):
            raise BadParameter(f"action {self.action} is no empty cell of {self.labels!r}: mark one that is")

    @property
    def length(self) -> int:
        """How many cells a line has."""
        return self.lines[0].bit_count()

    def mask(self, label: str) -> int:
        """Return the cells with a label, as a mask."""
        return sum(1 << cell for cell, said in enumerate(self.labels) if said == label)

    def through(self, cell: int) -> int:
        """Return the lines through a cell, as a mask of the places of lines."""
        return sum(1 << place for place, line in enumerate(self.lines) if line >> cell & 1)

    @cached_property
    def colours(self) -> tuple[int, ...]:
        """For each cell a number that says its label, and whether it is the action."""
        return tuple(
            2 * LABELS.index(label) + (cell == self.action) for cell, label in enumerate(self.labels)
        )

    @cached_property
    def form(self) -> Key:
        """What isomorphic graphs have in common, and no others."""
        return canonical_form(self.colours, self.lines)[0]

    def canonical(self) -> "AbstractGraph":
        """Return the isomorphic graph whose cells and lines are in canonical order."""
        _, cells = canonical_form(self.colours, self.lines)
        count = 1 + max(lines.bit_length() for _, lines in self.form)
        lines = tuple(
            sum(1 << cell for cell, (_, through) in enumerate(self.form) if through >> place & 1)
            for place in range(count - 1)
        )
        action = None if self.action is None else cells.index(self.action)
        return AbstractGraph("".join(self.labels[cell] for cell in cells), lines, action)

    def without_action(self) -> "AbstractGraph":
        """Return the same graph, no cell marked."""
        return AbstractGraph(self.labels, self.lines)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AbstractGraph) and self.form == other.form

    def __hash__(self) -> int:
        return hash(self.form)

    def __str__(self) -> str:
        names = cell_names(self)
        return "".join(
            "{" + " ".join(said_cell(self, cell, names) for cell in in_reading_order(self, line)) + "}"
            for line in in_line_order(self)
        )


def abstract_graph(text: str) -> AbstractGraph:
    """Read a graph from its lines, as in `{a* b=A c}{a* d=A e}`.

    Raises `BadParameter` where the text is no graph.

    >>> str(abstract_graph("{x y=A z*}"))
    '{a* b=A c}'
    """
    if not re.fullmatch(r"\s*(\{[^{}]*\}\s*)+", text):
        raise BadParameter(f"{text!r} is no graph: write its lines as in {{a* b=A c}}{{a* d=A e}}")
    numbers: dict[str, int] = {}
    marks: dict[str, str] = {}
    lines = []
    for inside in re.findall(r"\{([^{}]*)\}", text):
        line = 0
        for word in inside.split():
            found = CELL.match(word)
            if not found:
                raise BadParameter(f"{word!r} is no cell: write a name, and * or =A or =D after it")
            name, mark = found.group(1), found.group(2) or ""
            if marks.setdefault(name, mark) != mark:
                raise BadParameter(
                    f"cell {name!r} of {text!r} has two labels: give it the same on every line"
                )
            line |= 1 << numbers.setdefault(name, len(numbers))
        lines.append(line)
    labels = "".join(marks[name][1] if marks[name][:1] == "=" else EMPTY for name in numbers)
    actions = [numbers[name] for name, mark in marks.items() if mark == "*"]
    if len(actions) > 1:
        raise BadParameter(f"{text!r} has {len(actions)} actions: mark one cell with *")
    return AbstractGraph(labels, tuple(lines), actions[0] if actions else None)


def full_line(length: int) -> AbstractGraph:
    """Return the winning line: every cell the attacker's.

    >>> str(full_line(3))
    '{a=A b=A c=A}'
    """
    return AbstractGraph(ATTACKER * length, ((1 << length) - 1,))


def difference(graph: AbstractGraph) -> tuple[AbstractGraph, ...]:
    """Return what a graph was before the attacker's last move: one sign taken back, its cell the action.

    Different ones only, in the order of their cells. No mark of the graph itself is kept.

    >>> [str(before) for before in difference(full_line(3))]
    ['{a* b=A c=A}']
    """
    found = (take_back(graph, cell) for cell, label in enumerate(graph.labels) if label == ATTACKER)
    return tuple(dict.fromkeys(found))


def take_back(graph: AbstractGraph, cell: int) -> AbstractGraph:
    """Return the graph with the sign of a cell taken back, and the cell marked as the action."""
    assert graph.labels[cell] == ATTACKER
    return AbstractGraph(graph.labels[:cell] + EMPTY + graph.labels[cell + 1 :], graph.lines, cell)


def attack(graph: AbstractGraph) -> AbstractGraph:
    """Return what a graph becomes if the attacker plays its action.

    >>> str(attack(abstract_graph("{a* b=A c=A}")))
    '{a=A b=A c=A}'
    """
    return _signed(graph, ATTACKER)


def prevent(graph: AbstractGraph) -> AbstractGraph:
    """Return what a graph becomes if the defender plays there first: the preventive action.

    >>> str(prevent(abstract_graph("{a* b=A c=A}")))
    '{a=D b=A c=A}'
    """
    return _signed(graph, DEFENDER)


def _signed(graph: AbstractGraph, label: str) -> AbstractGraph:
    if graph.action is None:
        raise BadParameter(f"{graph} has no action: mark an empty cell with *")
    cell = graph.action
    return AbstractGraph(graph.labels[:cell] + label + graph.labels[cell + 1 :], graph.lines)


# The canonical form.


def canonical_form(colours: Sequence[int], lines: Sequence[int]) -> tuple[Key, tuple[int, ...]]:
    """Return the least form of coloured cells on lines, and the cells in its order.

    The form is sorted (colour, lines through the cell) of the cells, for the best permutation of lines.
    """
    best: Key | None = None
    cells: tuple[int, ...] = ()
    on = [[place for place, line in enumerate(lines) if line >> cell & 1] for cell in range(len(colours))]
    for order in line_orders(colours, lines):
        bit = {place: 1 << rank for rank, place in enumerate(order)}
        said = sorted(
            (colours[cell], sum(bit[place] for place in on[cell]), cell) for cell in range(len(colours))
        )
        form = tuple((colour, through) for colour, through, _ in said)
        if best is None or form < best:
            best, cells = form, tuple(cell for _, _, cell in said)
    assert best is not None
    return best, cells


def line_orders(colours: Sequence[int], lines: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the permutations of lines that put them in the order of their looks."""
    looks = line_looks(colours, lines)
    groups = [[place for place in range(len(lines)) if looks[place] == look] for look in sorted(set(looks))]
    for parts in product(*(permutations(group) for group in groups)):
        yield tuple(place for part in parts for place in part)


def line_looks(colours: Sequence[int], lines: Sequence[int]) -> list[int]:
    """Return a number for each line: lines that an isomorphism exchanges have the same.

    The numbers depend on looks alone, and not on the order of cells or lines.
    """
    on = [[place for place, line in enumerate(lines) if line >> cell & 1] for cell in range(len(colours))]
    held = [[cell for cell in range(len(colours)) if line >> cell & 1] for line in lines]
    looks = [0] * len(lines)
    while True:
        of_cells = [
            (colour, tuple(sorted(looks[place] for place in on[cell]))) for cell, colour in enumerate(colours)
        ]
        said = [
            (looks[place], tuple(sorted(of_cells[cell] for cell in held[place])))
            for place in range(len(lines))
        ]
        ranks = {each: rank for rank, each in enumerate(sorted(set(said)))}
        if len(ranks) == len(set(looks)):
            return [ranks[each] for each in said]
        looks = [ranks[each] for each in said]


# How a graph is written: the action's lines first, the action before other cells, letters as they come.


def in_line_order(graph: AbstractGraph) -> list[int]:
    """Return a graph's lines in the order in which they are written."""
    marked = 0 if graph.action is None else 1 << graph.action
    return sorted(graph.lines, key=lambda line: not line & marked)


def in_reading_order(graph: AbstractGraph, line: int) -> list[int]:
    """Return a line's cells as they are written: the action, cells on other lines, signs, and the rest."""

    def rank(cell: int) -> tuple[bool, int, bool, int]:
        return cell != graph.action, -graph.through(cell).bit_count(), graph.labels[cell] == EMPTY, cell

    return sorted((cell for cell in range(len(graph.labels)) if line >> cell & 1), key=rank)


def cell_names(graph: AbstractGraph) -> dict[int, str]:
    """Return a letter for each cell, in the order in which they are written."""
    names: dict[int, str] = {}
    for line in in_line_order(graph):
        for cell in in_reading_order(graph, line):
            round_, letter = divmod(len(names), len(LETTERS))
            names.setdefault(cell, LETTERS[letter] + (str(round_) if round_ else ""))
    return names


def said_cell(graph: AbstractGraph, cell: int, names: dict[int, str]) -> str:
    """Return a cell as it is written: its letter, and `*` or its sign."""
    if cell == graph.action:
        return f"{names[cell]}*"
    return names[cell] + ("" if graph.labels[cell] == EMPTY else f"={graph.labels[cell]}")
