"""Abstract graphs: patterns of some nodes of a game, independent of their place on the board.

Iklassov, *Backward algorithm and abstract graphs in zero-sum games* (2020). A graph has cells, each labelled
A (the attacker's sign), D (the defender's) or `.` (it must be empty), and lines, which are nodes of some kind
with an edge to each of their cells: winning lines, squares, steps between neighbours, borders. A line has all
its cells, and its edges never change; what play changes is which sign a cell is joined to. One action may be
marked: the signs that it takes from cells and those that it gives them. "Empty" is a label of its own, as
otherwise empty cells could be identified with signed ones.

Graphs are written as their lines, `{a* b=A c}{a* d=A e}`: `=A` and `=D` are signs, cells with neither are
empty, and a repeated letter is the same cell. A word before the brace is the kind of line, as in `step{a b}`;
the default is "line". Cells on no line are written alone. `>A`, `>D` and `>.` give the label of a cell after
the action: `step{a=A>. b>A}` moves a sign, and `*` is short for `>A` on an empty cell.

Two graphs are equal if they are isomorphic. The test is a canonical form: the least, over permutations of
lines, of the sorted (label, change, lines through it) of the cells. Only permutations that keep the classes
of lines are tried. Lines are divided by their kinds and cells, then by the lines that they meet, until the
classes are stable (colour refinement; Weisfeiler and Leman 1968). With five lines and more that leaves a few
of the 120; lines that are all alike still cost them all.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from zlib import crc32

from zermelo.core.errors import BadParameter

EMPTY, ATTACKER, DEFENDER = LABELS = ".AD"
LINE = "line"  # the kind of what has no word before its brace
OTHER = "other_"  # begins the kind of a line that is the other player's own
LETTERS = "abcdefghijklmnopqrstuvwxyz"
CELL = re.compile(r"([a-z]+\d*)(=[AD])?(\*|>[AD.])?\Z")
WORD = re.compile(r"([a-z_]*)\{([^{}]*)\}|([^\s{}]+)")

Change = tuple[int, str]  # a cell, and the label that an action gives it
Form = tuple[
    tuple[tuple[int, int], ...], tuple[str, ...]
]  # cells: colour, lines through it; and lines' kinds


@dataclass(frozen=True, eq=False)
class AbstractGraph:
    """Lines over labelled cells, with the changes of one action or none; equal if isomorphic.

    Parameters
    ----------
    labels : str
        A sign of `.AD` for each cell: empty, attacker, defender.
    lines : tuple of int
        The cells of each line, as a mask.
    action : int, optional
        The cell on which the action puts a sign.
    kinds : tuple of str
        The kind of each line; `()` if all are "line".
    by : str
        Whose sign the action puts there: "A" or "D".
    also : tuple of (int, str)
        (cell, label) for every other cell that the action changes, by cell.

    Raises
    ------
    BadParameter
        If the arguments are no graph.

    Examples
    --------
    >>> AbstractGraph("A.A.A", (0b00111, 0b11001), 1) == AbstractGraph.parse("{p=A r=A q*}{s p=A t=A}")
    True
    """

    labels: str
    lines: tuple[int, ...] = ()
    action: int | None = None
    kinds: tuple[str, ...] = ()
    by: str = ATTACKER
    also: tuple[Change, ...] = ()

    def __post_init__(self) -> None:
        if not self.kinds:
            object.__setattr__(self, "kinds", (LINE,) * len(self.lines))
        if set(self.labels) - set(LABELS):
            raise BadParameter(f"labels {self.labels!r} are not all of '.AD': label each cell empty, A or D")
        if any(not 0 < line < 1 << len(self.labels) for line in self.lines) or len(self.kinds) != len(
            self.lines
        ):
            raise BadParameter(
                f"lines {self.lines!r} of kinds {self.kinds!r} are none of {len(self.labels)} "
                "cells: give each "
                "the mask of its cells and a kind"
            )
        if len(set(zip(self.kinds, self.lines, strict=True))) < len(self.lines):
            raise BadParameter(f"lines {self.lines!r} are not different ones: give each once, whole")
        self._check_marked_action()

    def _check_marked_action(self) -> None:
        if self.action is not None and (
            self.action not in range(len(self.labels)) or self.labels[self.action] == self.by
        ):
            raise BadParameter(
                f"action {self.action} is no cell of {self.labels!r} that could become {self.by}: "
                "mark one that can"
            )
        for cell, label in self.also:
            if (
                self.action is None
                or cell in (self.action, -1)
                or cell >= len(self.labels)
                or self.labels[cell] == label
            ):
                raise BadParameter(
                    f"the action changes nothing on cell {cell} of {self.labels!r}: leave it out"
                )

    @classmethod
    def parse(cls, text: str) -> "AbstractGraph":
        """Read a graph from its lines, as in `{a* b=A c}{a* d=A e}`.

        Parameters
        ----------
        text : str
            Lines in braces, and cells on no line; the module docstring describes the notation.

        Returns
        -------
        AbstractGraph
            Cells are numbered in the order of the text.

        Raises
        ------
        BadParameter
            If the text is no graph.

        Examples
        --------
        >>> str(AbstractGraph.parse("{x y=A z*}"))
        '{a* b=A c}'
        >>> str(AbstractGraph.parse("near{p=A} step{p=A q*} r=D"))
        'step{a* b=A}near{b=A} c=D'
        """
        if WORD.sub("", text).strip() or not text.strip():
            raise BadParameter(f"{text!r} is no graph: write its lines as in {{a* b=A c}}{{a* d=A e}}")
        marks: dict[str, tuple[str, str]] = {}
        lines, kinds = [], []
        for kind, inside, alone in WORD.findall(text):
            line = 0
            for word in inside.split() or ([alone] if alone else []):
                name, mark = _parse_cell(word)
                if marks.setdefault(name, mark) != mark:
                    raise BadParameter(
                        f"cell {name!r} of {text!r} has two labels: give it the same on every line"
                    )
                line |= 1 << list(marks).index(name)
            if not alone:
                lines.append(line)
                kinds.append(kind or LINE)
        labels = "".join(label for label, _ in marks.values())
        changes = [(cell, after) for cell, (_, after) in enumerate(marks.values()) if after]
        puts = [change for change in changes if change[1] != EMPTY]
        if len(puts) > 1:
            puts = [change for change in puts if labels[change[0]] == EMPTY]
        if changes and len(puts) != 1:
            raise BadParameter(f"{text!r} has {len(puts)} actions: mark one cell with *")
        if not changes:
            return cls(labels, tuple(lines), kinds=tuple(kinds))
        (cell, by), also = puts[0], tuple(change for change in changes if change != puts[0])
        return cls(labels, tuple(lines), cell, tuple(kinds), by, also)

    @property
    def first_line_length(self) -> int:
        """Number of cells of the first line."""
        return self.lines[0].bit_count()

    @property
    def changes_by_action(self) -> tuple[Change, ...]:
        """Changes by the action, (cell, new label): first the sign that is put; () without an action."""
        return () if self.action is None else ((self.action, self.by), *self.also)

    def lines_through(self, cell: int) -> int:
        """Return the lines through a cell.

        Parameters
        ----------
        cell : int
            Number of the cell.

        Returns
        -------
        int
            Mask of indices in `lines`.
        """
        return sum(1 << place for place, line in enumerate(self.lines) if line >> cell & 1)

    @cached_property
    def cell_colours(self) -> tuple[int, ...]:
        """Number for each cell that encodes its label and its change."""
        becomes = dict(self.changes_by_action)
        codes = ("", ATTACKER, DEFENDER, EMPTY)
        return tuple(
            4 * LABELS.index(label) + codes.index(becomes.get(cell, ""))
            for cell, label in enumerate(self.labels)
        )

    @cached_property
    def canonical_form(self) -> Form:
        """Canonical form: equal for isomorphic graphs, and for no others."""
        return compute_canonical_form(self.cell_colours, self.lines, self.kinds)[0]

    def in_canonical_order(self) -> "AbstractGraph":
        """Return the isomorphic graph whose cells and lines are in canonical order.

        Returns
        -------
        AbstractGraph
            An equal graph.
        """
        (said, kinds), cells = compute_canonical_form(self.cell_colours, self.lines, self.kinds)
        lines = tuple(
            sum(1 << cell for cell, (_, through) in enumerate(said) if through >> place & 1)
            for place in range(len(kinds))
        )
        labels = "".join(self.labels[cell] for cell in cells)
        action = None if self.action is None else cells.index(self.action)
        also = tuple(sorted((cells.index(cell), label) for cell, label in self.also))
        return AbstractGraph(labels, lines, action, kinds, self.by, also)

    def without_action(self) -> "AbstractGraph":
        """Return the same graph with no action marked.

        Returns
        -------
        AbstractGraph
            The same labels and lines.
        """
        return AbstractGraph(self.labels, self.lines, kinds=self.kinds)

    def after_action(self) -> "AbstractGraph":
        """Return what the graph becomes by its action.

        Returns
        -------
        AbstractGraph
            The graph with changed labels and no action.

        Raises
        ------
        BadParameter
            If the graph has no action.

        Examples
        --------
        >>> str(AbstractGraph.parse("{a* b=A c=A}").after_action())
        '{a=A b=A c=A}'
        >>> str(AbstractGraph.parse("step{a=A>. b>A}").after_action())
        'step{a=A b}'
        """
        if self.action is None:
            raise BadParameter(f"{self} has no action: mark an empty cell with *")
        return AbstractGraph(
            replace_cell_labels(self.labels, self.changes_by_action), self.lines, kinds=self.kinds
        )

    def swap_players(self, own: Collection[str] = ()) -> "AbstractGraph":
        """Return the graph with the players exchanged: A is D, D is A, and so are the lines of each.

        Parameters
        ----------
        own : collection of str
            Kinds of which each player has separate lines. The opponent's are called "other_" and the kind.

        Returns
        -------
        AbstractGraph
            The graph from the opponent's side.
        """
        swap = str.maketrans(ATTACKER + DEFENDER, DEFENDER + ATTACKER)
        also = tuple((cell, label.translate(swap)) for cell, label in self.also)
        kinds = tuple(
            OTHER + kind
            if kind in own
            else kind.removeprefix(OTHER)
            if kind.removeprefix(OTHER) in own
            else kind
            for kind in self.kinds
        )
        return AbstractGraph(
            self.labels.translate(swap), self.lines, self.action, kinds, self.by.translate(swap), also
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AbstractGraph) and self.canonical_form == other.canonical_form

    @cached_property
    def _form_checksum(self) -> int:
        return crc32(repr(self.canonical_form).encode())

    def __hash__(self) -> int:
        return self._form_checksum  # the same in every process: rules are made of graphs, too

    def __str__(self) -> str:
        names = assign_cell_letters(self)
        lines = "".join(
            ("" if kind == LINE else kind)
            + "{"
            + " ".join(
                format_cell_with_changes(self, cell, names) for cell in sort_cells_for_text(self, line)
            )
            + "}"
            for kind, line in sort_lines_for_text(self)
        )
        alone = [
            format_cell_with_changes(self, cell, names)
            for cell in range(len(self.labels))
            if not self.lines_through(cell)
        ]
        return " ".join([*([lines] if lines else []), *alone])


def replace_cell_labels(labels: str, changes: Sequence[Change]) -> str:
    """Return labels with some of them changed.

    >>> replace_cell_labels("AA.", [(2, "A"), (0, ".")])
    '.AA'
    """
    said = list(labels)
    for cell, label in changes:
        said[cell] = label
    return "".join(said)


def _parse_cell(word: str) -> tuple[str, tuple[str, str]]:
    """Return a cell's name, its label, and the label that the action gives it or nothing."""
    found = CELL.match(word)
    if not found:
        raise BadParameter(f"{word!r} is no cell: write a name, =A or =D after it, and * for the action")
    name, sign, after = found.groups(default="")
    if sign and after == "*":
        raise BadParameter(f"{word!r} is no cell: * puts a sign on an empty one; write >A or >D or >.")
    return name, (sign[1:] or EMPTY, ATTACKER if after == "*" else after[1:])


def build_full_line(length: int) -> AbstractGraph:
    """Return the winning line: every cell the attacker's.

    >>> str(build_full_line(3))
    '{a=A b=A c=A}'
    """
    return AbstractGraph(ATTACKER * length, ((1 << length) - 1,))


# The canonical form.


def compute_canonical_form(
    colours: Sequence[int], lines: Sequence[int], kinds: Sequence[str]
) -> tuple[Form, tuple[int, ...]]:
    """Return the least form of coloured cells on lines, and the cells in its order.

    The form has for each cell its colour and the lines through it, as a mask, and the kind of each line.
    """
    on = [[place for place, line in enumerate(lines) if line >> cell & 1] for cell in range(len(colours))]
    best: Form | None = None
    cells: tuple[int, ...] = ()
    for order in yield_line_orders(colours, lines, kinds):
        bit = {place: 1 << rank for rank, place in enumerate(order)}
        said = sorted(
            (colours[cell], sum(bit[place] for place in on[cell]), cell) for cell in range(len(colours))
        )
        form = tuple((colour, through) for colour, through, _ in said), tuple(kinds[place] for place in order)
        if best is None or form < best:
            best, cells = form, tuple(cell for _, _, cell in said)
    assert best is not None
    return best, cells


def yield_line_orders(
    colours: Sequence[int], lines: Sequence[int], kinds: Sequence[str]
) -> Iterator[tuple[int, ...]]:
    """Yield the permutations of lines that put them in the order of their looks."""
    looks = compute_line_colours(colours, lines, kinds)
    groups = [[place for place in range(len(lines)) if looks[place] == look] for look in sorted(set(looks))]
    for parts in product(*(permutations(group) for group in groups)):
        yield tuple(place for part in parts for place in part)


def compute_line_colours(colours: Sequence[int], lines: Sequence[int], kinds: Sequence[str]) -> list[int]:
    """Return a number for each line: lines that an isomorphism exchanges have the same.

    The numbers depend on looks alone, and not on the order of cells or lines.
    """
    on = [[place for place, line in enumerate(lines) if line >> cell & 1] for cell in range(len(colours))]
    held = [[cell for cell in range(len(colours)) if line >> cell & 1] for line in lines]
    ranked = {kind: rank for rank, kind in enumerate(sorted(set(kinds)))}
    looks = [ranked[kind] for kind in kinds]
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


def sort_lines_for_text(graph: AbstractGraph) -> list[tuple[str, int]]:
    """Return a graph's lines, (kind, mask), in the order in which they are written."""
    marked = 0 if graph.action is None else 1 << graph.action
    return sorted(zip(graph.kinds, graph.lines, strict=True), key=lambda each: not each[1] & marked)


def sort_cells_for_text(graph: AbstractGraph, line: int) -> list[int]:
    """Return a line's cells as they are written: the action, cells on other lines, signs, and the rest."""

    def sort_key(cell: int) -> tuple[bool, int, bool, int]:
        return cell != graph.action, -graph.lines_through(cell).bit_count(), graph.labels[cell] == EMPTY, cell

    return sorted((cell for cell in range(len(graph.labels)) if line >> cell & 1), key=sort_key)


def assign_cell_letters(graph: AbstractGraph) -> dict[int, str]:
    """Return a letter for each cell, in the order in which they are written."""
    names: dict[int, str] = {}
    written = [cell for _, line in sort_lines_for_text(graph) for cell in sort_cells_for_text(graph, line)]
    for cell in (*written, *range(len(graph.labels))):
        round_, letter = divmod(len(names), len(LETTERS))
        names.setdefault(cell, LETTERS[letter] + (str(round_) if round_ else ""))
    return names


def format_cell_with_changes(graph: AbstractGraph, cell: int, names: dict[int, str]) -> str:
    """Return a cell as it is written: its letter, its sign, and what the action makes of it."""
    label, becomes = graph.labels[cell], dict(graph.changes_by_action).get(cell, "")
    sign = "" if label == EMPTY else f"={label}"
    if not becomes:
        return names[cell] + sign
    return names[cell] + (sign + f">{becomes}" if sign or becomes != ATTACKER else "*")
