"""An abstract game: its kinds of nodes, its actions, the graphs that end it, and a board for them.

Sections 4.8 and 4.9 of the thesis describe a game by its players, P; its abstract actions, A, each a
difference of two graphs; its final winning states; and for the backward algorithm the preventive actions, I.
That is an `AbstractGame`. It is written as statements, each on its line or with `;` between:

    cells 3 x 3                       or rows of names, a1 b1 c1 / a2 b2 c2, `-` where there is no cell
    line straight 3                   a kind of line: all of 3 cells in a row, across, down or aslant
    step orthogonal 2                 across and down alone
    square block 2                    2 x 2 cells
    edge a b, b c                     or lines one by one
    near first a1, b1; near second a1, a2     where they differ, lines of each player's own
    start first a1, b1; start second c3       signs that stand there when play begins
    action put a*                     a name and a graph: see `boards.abstract_graphs.abstract_graph`
    wins {a=A b=A c=A}                a graph that wins for the player who made it, one a statement
    loses triangle{a=A b=A c=A}       or one that loses
    stuck draws                       or loses, or wins: who cannot move; draws where nothing is said
    share line line 1                 without cells: the most cells that two lines of these kinds share
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from zermelo.boards.abstract_graphs.abstract_action import AbstractAction, find_preventing_graphs
from zermelo.boards.abstract_graphs.abstract_board import AbstractBoard
from zermelo.boards.abstract_graphs.abstract_graph import OTHER, AbstractGraph, build_full_line
from zermelo.core.errors import BadParameter

GridCell = tuple[int, int]  # column and row, from 0
Named = tuple[int, ...]  # cells by number
PLAYERS = ("first", "second")
STUCK = ("draws", "loses", "wins")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
STEPS = {"straight": ((1, 0), (0, 1), (1, 1), (-1, 1)), "orthogonal": ((1, 0), (0, 1))}


@dataclass(frozen=True)
class AbstractGame:
    """A game as the thesis describes one.

    Parameters
    ----------
    actions : tuple of AbstractAction
        What a player may do, A of equation 7.
    finals : tuple of AbstractGraph
        Graphs that end the game, the set of final states of equation 8.
    loses : bool
        Whether the player who made such a graph loses.
    names : tuple of str
        Names of the cells, `()` without a board.
    places : tuple of (float, float)
        Column and row of each cell.
    lines : pair of mapping of str to tuple of int
        For each player, the lines of each kind as masks of cells, as that player sees them.
    starts : pair of int
        The cells of each player's signs when play begins, as masks.
    stuck : str
        Result of the player who cannot move: "draws", "loses" or "wins".
    given : mapping of (str, str) to int
        Without a board, the most cells that two different lines of two kinds have in common.
    cells : tuple of int
        The number of each cell, its bit in masks; `()` numbers them from 0.

    Raises
    ------
    BadParameter
        If there is no action or no final graph, or a graph has lines of an unknown kind.

    Examples
    --------
    >>> put = AbstractAction("put", AbstractGraph.parse("a*"))
    >>> AbstractGame((put,), (build_full_line(3),)).list_preventive_graphs(put.graph)[0].labels
    '.'
    >>> game = AbstractGame.parse("cells 3 x 3; line straight 3; action put a*; wins {a=A b=A c=A}")
    >>> print(game)
    P    two players: the attacker A and the defender D, whichever of them is first
    A    put = a*: takes a-empty, adds a-A
    s_f  wins {a=A b=A c=A}
    I    against put: a>D
    board of 9 cells; line: 8
    """

    actions: tuple[AbstractAction, ...]
    finals: tuple[AbstractGraph, ...]
    loses: bool = False
    names: tuple[str, ...] = ()
    places: tuple[tuple[float, float], ...] = ()
    lines: tuple[Mapping[str, Named], Mapping[str, Named]] = field(default_factory=lambda: ({}, {}))
    starts: tuple[int, int] = (0, 0)
    stuck: str = "draws"
    given: Mapping[tuple[str, str], int] = field(default_factory=dict)
    cells: Named = ()

    def __post_init__(self) -> None:
        if not self.cells:
            object.__setattr__(self, "cells", tuple(range(len(self.names))))
        if not self.actions or not self.finals:
            raise BadParameter("a game without an action or a graph that ends it: write 'action' and 'wins'")
        known = {*self.lines[0], *self.lines[1], *(kind for pair in self.given for kind in pair)}
        for graph in (*self.finals, *(action.graph for action in self.actions)):
            for kind in graph.kinds:
                if (self.names or self.given) and kind not in known:
                    raise BadParameter(
                        f"{graph} has a {kind!r}, of which no line is given: write one, or leave it out"
                    )

    @classmethod
    def parse(cls, text: str) -> "AbstractGame":
        """Read a game from statements, as in the module docstring.

        Parameters
        ----------
        text : str
            Statements on lines of their own, or with `;` between.

        Returns
        -------
        AbstractGame
            The game.

        Raises
        ------
        BadParameter
            If a statement cannot be read; the error names it.
        """
        return _GameParser(text).build_game()

    @classmethod
    def from_lines(
        cls, cells: Named, lines: tuple[int, ...], places: tuple[tuple[float, float], ...] = ()
    ) -> "AbstractGame":
        """Return the positional game of some winning lines: signs are put, and a whole line wins.

        Parameters
        ----------
        cells : tuple of int
            Number of each cell, its bit in masks.
        lines : tuple of int
            Winning lines as masks of cells; each length becomes a final graph.
        places : tuple of (float, float)
            Column and row of each cell, for pictures.

        Returns
        -------
        AbstractGame
            The game; both players have the same lines.
        """
        lengths = sorted({line.bit_count() for line in lines})
        return cls(
            (AbstractAction("put", AbstractGraph.parse("a*")),),
            tuple(build_full_line(length) for length in lengths),
            names=tuple(map(str, cells)),
            cells=cells,
            places=places,
            lines=({"line": lines}, {"line": lines}),
        )

    @cached_property
    def boards(self) -> tuple[AbstractBoard, AbstractBoard] | None:
        """Board as each player sees it when attacking; None without cells."""
        if not self.names:
            return None
        first = AbstractBoard(self.cells, self._map_kinds_to_lines_of_player(0), self.places)
        return first, AbstractBoard(
            self.cells, self._map_kinds_to_lines_of_player(1), self.places
        ) if self.kinds_with_own_lines else first

    @cached_property
    def kinds_with_own_lines(self) -> frozenset[str]:
        """Kinds of which each player has separate lines."""
        first, second = self.lines
        return frozenset(kind for kind in (*first, *second) if first.get(kind) != second.get(kind))

    def _map_kinds_to_lines_of_player(self, player: int) -> dict[str, Named]:
        """Return the lines of a player, and under other names the other's own."""
        others = {
            OTHER + kind: lines
            for kind, lines in self.lines[1 - player].items()
            if kind in self.kinds_with_own_lines
        }
        return {**self.lines[player], **others}

    @cached_property
    def most_shared_cells_by_kinds(self) -> Mapping[tuple[str, str], int]:
        """Most cells that two different lines share, for every two kinds in alphabetical order."""
        if self.boards is None:
            return self.given
        first, second = (board.most_shared_cells_by_kinds for board in self.boards)
        return {pair: max(first.get(pair, 0), second.get(pair, 0)) for pair in {**first, **second}}

    @property
    def is_board_same_for_both_players(self) -> bool:
        """Whether both players see the same board."""
        return not self.kinds_with_own_lines

    def list_preventive_graphs(self, graph: AbstractGraph) -> tuple[AbstractGraph, ...]:
        """Return I of equation 9: every way in which the defender prevents the action marked in a graph.

        Parameters
        ----------
        graph : AbstractGraph
            Graph with an action of the attacker's, such as `action.graph`.

        Returns
        -------
        tuple of AbstractGraph
            The graph with what the defender needs and with the defender's action marked.
        """
        found = (
            find_preventing_graphs(graph, other, self.most_shared_cells_by_kinds, self.kinds_with_own_lines)
            for other in self.actions
        )
        return tuple(dict.fromkeys(each for graphs in found for each in graphs))

    def __str__(self) -> str:
        said = ["P    two players: the attacker A and the defender D, whichever of them is first"]
        said += [f"A    {action}" for action in self.actions]
        said += [f"s_f  {'loses' if self.loses else 'wins'} {graph}" for graph in self.finals]
        for action in self.actions:
            ways = ", ".join(map(str, self.list_preventive_graphs(action.graph)))
            said.append(f"I    against {action.name}: {ways or 'nothing, so it cannot be prevented'}")
        if self.boards is not None:
            counts = "; ".join(f"{kind}: {len(lines):,}" for kind, lines in self.lines[0].items())
            said.append(f"board of {len(self.boards[0].cells)} cells; {counts}")
        return "\n".join(said)


class _GameParser:
    """Reader of the statements that describe a game."""

    def __init__(self, text: str) -> None:
        self.names: dict[str, int] = {}
        self.places: list[GridCell] = []
        self.lines: tuple[dict[str, list[int]], dict[str, list[int]]] = ({}, {})
        self.starts = [0, 0]
        self.actions: list[AbstractAction] = []
        self.finals: dict[str, list[AbstractGraph]] = {"wins": [], "loses": []}
        self.stuck = STUCK[0]
        self.given: dict[tuple[str, str], int] = {}
        known: dict[str, Callable[[str], None]] = {
            "cells": self._read_cells,
            "start": self._read_start,
            "action": self._read_action,
            "wins": lambda rest: self.finals["wins"].append(AbstractGraph.parse(rest)),
            "loses": lambda rest: self.finals["loses"].append(AbstractGraph.parse(rest)),
            "stuck": self._read_stuck_result,
            "share": self._read_share_limit,
        }
        for statement in re.split(r"[;\n]", text):
            word, _, rest = statement.strip().partition(" ")
            if not word or word.startswith("#"):
                continue
            if word in known:
                known[word](rest.strip())
            else:
                self._read_lines(word, rest.strip())

    def build_game(self) -> AbstractGame:
        if self.finals["wins"] and self.finals["loses"]:
            raise BadParameter("graphs that win and graphs that lose in one game: write either")
        return AbstractGame(
            tuple(self.actions),
            tuple(self.finals["wins"] or self.finals["loses"]),
            bool(self.finals["loses"]),
            tuple(self.names),
            tuple(self.places),
            self._list_lines_of_both_players(),
            (self.starts[0], self.starts[1]),
            self.stuck,
            self.given,
        )

    def _list_lines_of_both_players(self) -> tuple[Mapping[str, Named], Mapping[str, Named]]:
        first, second = (
            {kind: tuple(dict.fromkeys(lines)) for kind, lines in each.items()} for each in self.lines
        )
        return first, second

    def _read_cells(self, rest: str) -> None:
        if self.names:
            raise BadParameter("'cells' stands twice: write all of them in one statement")
        if size := re.fullmatch(r"(\d+) *x *(\d+)", rest):
            columns, rows = int(size[1]), int(size[2])
            if not 1 <= columns <= len(LETTERS) or not 1 <= rows <= 26:
                raise BadParameter(f"'cells {rest}' is too large or too small: give 1 to 26 columns and rows")
            named = [[f"{LETTERS[column]}{row + 1}" for column in range(columns)] for row in range(rows)]
        else:
            named = [row.split() for row in rest.split("/")]
        for row, words in enumerate(named):
            for column, name in enumerate(words):
                if name in self.names:
                    raise BadParameter(f"cell {name!r} stands twice in 'cells': give each its own name")
                if name != "-":
                    self.names[name] = len(self.names)
                    self.places.append((column, row))
        if not self.names:
            raise BadParameter("'cells' has none: write a size such as 3 x 3, or names")

    def _find_cell_number(self, name: str, statement: str) -> int:
        if name not in self.names:
            raise BadParameter(f"{name!r} of {statement!r} is no cell: name one that 'cells' has")
        return self.names[name]

    def _read_lines(self, kind: str, rest: str) -> None:
        if not re.fullmatch(r"[a-z_]+", kind):
            raise BadParameter(
                f"{kind!r} begins no statement: write cells, start, action, wins, loses, stuck, "
                "share, or the "
                "name of a kind of line"
            )
        word, _, more = rest.partition(" ")
        players = (0, 1)
        if word in PLAYERS:
            players, rest = (PLAYERS.index(word),), more  # type: ignore[assignment]  # one of the two
            word, _, more = rest.partition(" ")
        if word in (*STEPS, "block") and more.strip().isdecimal():
            found = list(self._yield_grid_lines(word, int(more)))
        else:
            found = [
                sum(
                    1 << self._find_cell_number(name, f"{kind} {rest}")
                    for name in dict.fromkeys(line.split())
                )
                for line in rest.split(",")
            ]
        if not all(found):
            raise BadParameter(
                f"a line of '{kind} {rest}' has no cell: write cells with commas between lines"
            )
        for player in players:
            self.lines[player].setdefault(kind, []).extend(found)

    def _yield_grid_lines(self, shape: str, length: int) -> Iterator[int]:
        """Yield the lines of a length, or the blocks of that side, on the rectangle of the cells."""
        at = {place: cell for cell, place in enumerate(self.places)}
        for column, row in self.places:
            if shape == "block":
                ways = [[(column + x, row + y) for y in range(length) for x in range(length)]]
            else:
                ways = [[(column + x * far, row + y * far) for far in range(length)] for x, y in STEPS[shape]]
            for way in ways:
                if all(place in at for place in way):
                    yield sum(1 << at[place] for place in dict.fromkeys(way))

    def _read_start(self, rest: str) -> None:
        player, _, names = rest.partition(" ")
        if player not in PLAYERS:
            raise BadParameter(
                f"'start {rest}' says nobody's signs: write start first, or start second, and cells"
            )
        for name in names.replace(",", " ").split():
            self.starts[PLAYERS.index(player)] |= 1 << self._find_cell_number(name, f"start {rest}")
        if self.starts[0] & self.starts[1]:
            raise BadParameter(f"'start {rest}' puts a second sign on a cell: each cell has at most one")

    def _read_action(self, rest: str) -> None:
        name, _, graph = rest.partition(" ")
        self.actions.append(AbstractAction(name, AbstractGraph.parse(graph)))

    def _read_stuck_result(self, rest: str) -> None:
        if rest not in STUCK:
            raise BadParameter(f"'stuck {rest}' is no end: write stuck draws, loses or wins")
        self.stuck = rest

    def _read_share_limit(self, rest: str) -> None:
        words = rest.split()
        if len(words) != 3 or not words[2].isdecimal():
            raise BadParameter(f"'share {rest}' is no bound: write two kinds of lines and a number")
        self.given[min(words[:2]), max(words[:2])] = int(words[2])
