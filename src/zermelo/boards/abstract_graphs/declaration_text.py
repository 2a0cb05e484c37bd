"""Declarations: the text of an abstract game, read statement by statement; nothing of it is run.

    name Three in a row               the game's name
    cells 3 x 3                       or rows of names, a1 b1 c1 / a2 b2 c2, `-` where there is no cell
    line straight 3                   a kind of line: all of 3 cells in a row, across, down or aslant
    step orthogonal 2                 across and down alone; `hexagonal`: and from b1 to a2
    square block 2                    2 x 2 cells
    edge a b, b c                     or lines one by one
    near first a1, b1; near second a1, a2     where they differ, lines of each player's own
    start first a1, b1; start second c3       signs that stand there when play begins
    action put a*                     a name and a graph: see `boards.abstract_graphs.abstract_graph`
    wins {a=A b=A c=A}                a graph that wins for the player who made it, one a statement
    loses triangle{a=A b=A c=A}       or one that loses
    stuck draws                       or loses, or wins: who cannot move; draws where nothing is said
    share line line 1                 without cells: the most cells that two lines of these kinds share

Statements stand on lines of their own, or with `;` between. `#` begins a comment. A line that is indented
further than the first statement continues the statement before it.

A file may be a stranger's, so what grows faster than the text is bounded: cells, lines, and the sizes of
graphs, whose orders and gluings are tried one by one.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from math import factorial
from typing import Final, NamedTuple

from zermelo.boards.abstract_graphs.abstract_action import AbstractAction
from zermelo.boards.abstract_graphs.abstract_graph import AbstractGraph, compute_line_colours
from zermelo.core.errors import BadParameter, quote

GridCell = tuple[int, int]  # column and row, from 0
LinesByKind = Mapping[str, tuple[int, ...]]
Statement = list[tuple[int, str]]  # its lines by number
PLAYERS: Final = ("first", "second")
STUCK: Final = ("draws", "loses", "wins")
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
STEPS: Final = {
    "straight": ((1, 0), (0, 1), (1, 1), (-1, 1)),
    "orthogonal": ((1, 0), (0, 1)),
    "hexagonal": ((1, 0), (0, 1), (-1, 1)),
}
LONGEST: Final = 1 << 18  # characters of a declaration
MOST_STATEMENTS: Final = 500
MOST_CELLS: Final = 26 * 26
MOST_LINES: Final = 3_000  # of a player: any two are compared
MOST_GRAPH_CELLS, MOST_GRAPH_LINES = 64, 24
MOST_ACTION_CELLS: Final = 6  # all ways of laying two actions on each other are tried
MOST_LINE_ORDERS: Final = 5_040  # of lines that are alike, of which each graph tries all


class DeclaredGame(NamedTuple):
    """What a declaration says: the fields of an `AbstractGame`."""

    actions: tuple[AbstractAction, ...]
    finals: tuple[AbstractGraph, ...]
    loses: bool
    names: tuple[str, ...]
    places: tuple[GridCell, ...]
    lines: tuple[LinesByKind, LinesByKind]
    starts: tuple[int, int]
    stuck: str
    given: Mapping[tuple[str, str], int]
    title: str


def read_declaration(text: str, source: str = "") -> DeclaredGame:
    r"""Return what a declaration says; raises `BadParameter` naming its source, such as a file, and the line.

    >>> read_declaration("cells 2 x 1; action put a*; wins a=A").names
    ('a1', 'b1')
    >>> read_declaration("cells 2 x 1\nstart third a1", "my.game")
    Traceback (most recent call last):
        ...
    zermelo.core.errors.BadParameter: my.game, line 2: 'start third a1' says nobody's signs: ...
    """
    reader = _DeclarationReader()
    try:
        if len(text) > LONGEST:
            raise BadParameter(f"a declaration of {len(text):,} characters: write at most {LONGEST:,}")
        return reader.read_game(text)
    except BadParameter as error:
        place = f"line {reader.line}" if reader.line and (source or "\n" in text) else ""
        where = ", ".join(filter(None, (source, place)))
        raise BadParameter(f"{where}: {error}" if where else str(error)) from error


def split_into_statements(text: str) -> list[Statement]:
    r"""Return the statements of a text, each as its lines by number, without comments.

    >>> split_into_statements("cells a b  # two\n      c d\nstuck loses; share x x 1")
    [[(1, 'cells a b'), (2, 'c d')], [(3, 'stuck loses')], [(3, 'share x x 1')]]
    """
    found: list[Statement] = []
    margin = None
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.partition("#")[0].expandtabs()
        if not bare.strip():
            continue
        indent = len(bare) - len(bare.lstrip())
        margin = indent if margin is None else margin
        first, *others = ([(number, part.strip())] for part in bare.split(";"))
        if indent > margin:
            found[-1] += first
        else:
            found.append(first)
        found += others
    return [statement for statement in found if any(part for _, part in statement)]


def refuse_unknown_kinds(graph: AbstractGraph, known: Mapping[str, object]) -> None:
    """Raise `BadParameter` where a graph has a line of a kind that is not known."""
    for kind in graph.kinds:
        if kind not in known:
            raise BadParameter(
                f"{graph} has a {kind!r}, of which no line is given: write one, or leave it out"
            )


class _DeclarationReader:
    """Reader of one declaration; `line` is the number of the line that is read."""

    def __init__(self) -> None:
        self.line = 0
        self.statement: Statement = []
        self.names: dict[str, int] = {}
        self.places: list[GridCell] = []
        self.lines: tuple[dict[str, dict[int, None]], dict[str, dict[int, None]]] = ({}, {})
        self.starts = [0, 0]
        self.actions: list[AbstractAction] = []
        self.finals: dict[str, list[AbstractGraph]] = {"wins": [], "loses": []}
        self.graphs: list[tuple[int, AbstractGraph]] = []  # each with its line
        self.stuck = STUCK[0]
        self.given: dict[tuple[str, str], int] = {}
        self.title = ""

    def read_game(self, text: str) -> DeclaredGame:
        known: dict[str, Callable[[str], None]] = {
            "name": self._read_title,
            "cells": self._read_cells,
            "start": self._read_start,
            "action": self._read_action,
            "wins": lambda rest: self.finals["wins"].append(self._read_graph(rest)),
            "loses": lambda rest: self.finals["loses"].append(self._read_graph(rest)),
            "stuck": self._read_stuck_result,
            "share": self._read_share_limit,
        }
        statements = split_into_statements(text)
        if len(statements) > MOST_STATEMENTS:
            raise BadParameter(f"{len(statements):,} statements: write at most {MOST_STATEMENTS}")
        for statement in statements:
            self.line = statement[0][0]
            whole = " ".join(part for _, part in statement).strip()
            word, _, rest = whole.partition(" ")
            self.statement = [(statement[0][0], statement[0][1].removeprefix(word)), *statement[1:]]
            if word in known:
                known[word](rest.strip())
            else:
                self._read_lines(word, whole)
        self._refuse_graphs_of_unknown_kinds()
        if self.finals["wins"] and self.finals["loses"]:
            raise BadParameter("graphs that win and graphs that lose in one game: write either")
        return DeclaredGame(
            tuple(self.actions),
            tuple(self.finals["wins"] or self.finals["loses"]),
            bool(self.finals["loses"]),
            tuple(self.names),
            tuple(self.places),
            self._list_lines_of_both_players(),
            (self.starts[0], self.starts[1]),
            self.stuck,
            self.given,
            self.title,
        )

    def _refuse_graphs_of_unknown_kinds(self) -> None:
        kinds = {*self.lines[0], *self.lines[1], *(kind for pair in self.given for kind in pair)}
        if self.names or self.given:
            for line, graph in self.graphs:
                self.line = line
                refuse_unknown_kinds(graph, dict.fromkeys(kinds))
        self.line = 0

    def _list_lines_of_both_players(self) -> tuple[LinesByKind, LinesByKind]:
        first, second = ({kind: tuple(lines) for kind, lines in each.items()} for each in self.lines)
        return first, second

    def _yield_words(self) -> Iterator[str]:
        """Yield the words of the statement after its first, commas and slashes too, noting their lines."""
        for line, part in self.statement:
            self.line = line
            yield from re.findall(r"[,/]|[^\s,/]+", part)

    def _read_title(self, rest: str) -> None:
        if not rest or len(rest) > 60 or not rest.isprintable():
            raise BadParameter(f"{quote(rest)} is no name of a game: write one of 1 to 60 characters")
        self.title = rest

    def _read_cells(self, rest: str) -> None:
        if self.names:
            raise BadParameter("'cells' stands twice: write all of them in one statement")
        if size := re.fullmatch(r"(\d+) *x *(\d+)", rest):
            columns, rows = (int(each) if len(each) < 4 else 0 for each in size.groups())
            if not 1 <= columns <= len(LETTERS) or not 1 <= rows <= 26:
                raise BadParameter(
                    f"{quote(f'cells {rest}')} is too large or too small: give 1 to 26 columns and rows"
                )
            named = [[f"{LETTERS[column]}{row + 1}" for column in range(columns)] for row in range(rows)]
            words: Iterator[str] = (word for row in named for word in (*row, "/"))
        else:
            words = self._yield_words()
        column = row = 0
        for name in words:
            if name == "/":
                column, row = 0, row + 1
                continue
            if name in self.names or name == ",":
                raise BadParameter(f"cell {quote(name)} stands twice in 'cells': give each its own name")
            if name != "-":
                self.names[name] = len(self.names)
                self.places.append((column, row))
            column += 1
            if max(column, row, len(self.names)) > MOST_CELLS:
                raise BadParameter(f"more than {MOST_CELLS} cells: take a smaller board")
        if not self.names:
            raise BadParameter("'cells' has none: write a size such as 3 x 3, or names")

    def _find_cell_number(self, name: str, statement: str) -> int:
        if name not in self.names:
            raise BadParameter(
                f"{quote(name)} of {quote(statement)} is no cell: name one of 'cells', which stands first"
            )
        return self.names[name]

    def _read_lines(self, kind: str, statement: str) -> None:
        if not re.fullmatch(r"[a-z_]{1,40}", kind):
            raise BadParameter(
                f"{quote(kind)} begins no statement: write name, cells, start, action, wins, loses, stuck, "
                "share, or the name of a kind of line"
            )
        words = [(word, self.line) for word in self._yield_words()]
        players = (0, 1)
        if words and words[0][0] in PLAYERS:
            player = PLAYERS.index(words.pop(0)[0])
            players = (player, player)
        if len(words) == 2 and words[0][0] in (*STEPS, "block") and words[1][0].isdecimal():
            found = self._list_grid_lines(words[0][0], words[1][0])
        else:
            found = [0]
            for name, line in words:
                self.line = line
                if name == ",":
                    found.append(0)
                else:
                    found[-1] |= 1 << self._find_cell_number(name, statement)
        if not all(found):
            raise BadParameter(
                f"a line of {quote(statement)} has no cell: write cells with commas between lines"
            )
        for player in players:
            self.lines[player].setdefault(kind, {}).update(dict.fromkeys(found))
            if sum(map(len, self.lines[player].values())) > MOST_LINES:
                raise BadParameter(f"more than {MOST_LINES:,} lines: take a smaller board, or fewer kinds")

    def _list_grid_lines(self, shape: str, written: str) -> list[int]:
        """Return the lines of a length, or the blocks of that side, on the rectangle of the cells."""
        length = int(written) if len(written) < 4 else 0
        if not 1 <= length <= len(LETTERS):
            raise BadParameter(f"{quote(f'{shape} {written}')} fits no board: give a length of 1 to 26")
        at = {place: cell for cell, place in enumerate(self.places)}
        found = []
        for column, row in self.places:
            if shape == "block":
                ways = [[(column + x, row + y) for y in range(length) for x in range(length)]]
            else:
                ways = [[(column + x * far, row + y * far) for far in range(length)] for x, y in STEPS[shape]]
            for way in ways:
                if all(place in at for place in way):
                    found.append(sum(1 << at[place] for place in dict.fromkeys(way)))
        return found

    def _read_start(self, rest: str) -> None:
        player, *names = (word for word in self._yield_words() if word != ",") if rest else ("",)
        if player not in PLAYERS:
            raise BadParameter(
                f"{quote(f'start {rest}')} says nobody's signs: write start first, or start second, and cells"
            )
        for name in names:
            self.starts[PLAYERS.index(player)] |= 1 << self._find_cell_number(name, f"start {rest}")
        if self.starts[0] & self.starts[1]:
            raise BadParameter(
                f"{quote(f'start {rest}')} puts a second sign on a cell: each cell has at most one"
            )

    def _read_graph(self, rest: str) -> AbstractGraph:
        """Return the graph of a statement, unless trying all orders of its lines would take long."""
        graph = AbstractGraph.parse(rest)
        if len(graph.labels) > MOST_GRAPH_CELLS or len(graph.lines) > MOST_GRAPH_LINES:
            raise BadParameter(
                f"a graph of {len(graph.labels)} cells and {len(graph.lines)} lines: write at most "
                f"{MOST_GRAPH_CELLS} and {MOST_GRAPH_LINES}"
            )
        looks = compute_line_colours(graph.cell_colours, graph.lines, graph.kinds)
        orders = 1
        for look in set(looks):
            orders *= factorial(looks.count(look))
        if orders > MOST_LINE_ORDERS:
            raise BadParameter(
                f"{quote(rest)} has too many lines that are all alike: join them by cells, or give them kinds"
            )
        self.graphs.append((self.line, graph))
        return graph

    def _read_action(self, rest: str) -> None:
        name, _, graph = rest.partition(" ")
        action = AbstractAction(name, self._read_graph(graph))
        if len(action.graph.labels) > MOST_ACTION_CELLS:
            raise BadParameter(
                f"action {quote(name)} has {len(action.graph.labels)} cells: "
                f"write at most {MOST_ACTION_CELLS}"
            )
        self.actions.append(action)

    def _read_stuck_result(self, rest: str) -> None:
        if rest not in STUCK:
            raise BadParameter(f"{quote(f'stuck {rest}')} is no end: write stuck draws, loses or wins")
        self.stuck = rest

    def _read_share_limit(self, rest: str) -> None:
        words = rest.split()
        if len(words) != 3 or not re.fullmatch(r"\d{1,3}", words[2]):
            raise BadParameter(f"{quote(f'share {rest}')} is no bound: write two kinds of lines and a number")
        self.given[min(words[:2]), max(words[:2])] = int(words[2])
