"""An abstract game: its kinds of nodes, its actions, the graphs that end it, and a board for them.

Sections 4.8 and 4.9 of the thesis describe a game by its players, P; its abstract actions, A, each a
difference of two graphs; its final winning states; and for the backward algorithm the preventive actions, I.
That is an `AbstractGame`. `boards.abstract_graphs.declaration_text` lists the statements that declare one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from zermelo.boards.abstract_graphs.abstract_action import AbstractAction, find_preventing_graphs
from zermelo.boards.abstract_graphs.abstract_board import AbstractBoard
from zermelo.boards.abstract_graphs.abstract_graph import OTHER, AbstractGraph, build_full_line
from zermelo.boards.abstract_graphs.declaration_text import read_declaration, refuse_unknown_kinds
from zermelo.core.errors import BadParameter

Named = tuple[int, ...]  # cells by number


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
    title : str
        Name of the game, "" where it has none.

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
    title: str = ""

    def __post_init__(self) -> None:
        if not self.cells:
            object.__setattr__(self, "cells", tuple(range(len(self.names))))
        if not self.actions or not self.finals:
            raise BadParameter("a game without an action or a graph that ends it: write 'action' and 'wins'")
        known = {*self.lines[0], *self.lines[1], *(kind for pair in self.given for kind in pair)}
        if self.names or self.given:
            for graph in (*self.finals, *(action.graph for action in self.actions)):
                refuse_unknown_kinds(graph, dict.fromkeys(known))

    @classmethod
    def parse(cls, text: str, source: str = "") -> "AbstractGame":
        """Read a game from its declaration.

        Parameters
        ----------
        text : str
            Statements on lines of their own, or with `;` between; a line that is indented continues the one
            before, and `#` begins a comment.
        source : str, default ""
            Where the text comes from, such as the name of a file, for errors.

        Returns
        -------
        AbstractGame
            The game.

        Raises
        ------
        BadParameter
            If a statement cannot be read; the error names the source and the line.
        """
        declared = read_declaration(text, source)
        try:
            return cls(**declared._asdict())
        except BadParameter as error:
            raise BadParameter(f"{source}: {error}" if source else str(error)) from error

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
