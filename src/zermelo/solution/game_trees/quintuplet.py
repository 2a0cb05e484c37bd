"""Moore's quintuplet (S, I, Succs, T, V) of a small game, with the value of every position.

Textbooks put the mover into the position and call the players A and B; all that is worth something is
worth it to A. Here positions need not hold the mover, so a row is a pair: a class of symmetric
positions, and who moves. Where dice decide nobody moves; Succs has the probabilities there, and values are
expectations. After Andrew W. Moore's tutorial slides on game-tree search.
"""

from typing import Annotated, Any, ClassVar, Literal

from msgspec import UNSET, UnsetType

from zermelo.compiler.guards.checked_rules import CheckedExpansion, CheckedRules, rule_errors_at
from zermelo.core.arguments import is_count
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position, has
from zermelo.core.notation.result import (
    Count,
    GameInput,
    PlayerNumber,
    PositionJson,
    Result,
    ShownText,
    about,
)
from zermelo.solution.game_trees.captions import PLAYERS, Viewer, check_viewer
from zermelo.solution.game_trees.tree_edges import (
    EdgeArrangement,
    TreeEdge,
    as_finite_number,
    format_number,
    format_probability,
    make_representative_function,
)
from zermelo.solution.game_trees.tree_induction import (
    KnownValue,
    check_can_draw_tree,
    find_first_mover,
    find_next_mover,
    solve_whole_graph,
)
from zermelo.solver.graph.discovery import Discovery

ROWS = 2_000

Pair = tuple[Position, int]  # a class by its least position, and who moves


class TablePosition(Result, frozen=True, kw_only=True):
    """A row."""

    position: Annotated[PositionJson, about("the position, as its game encodes it")]
    text: ShownText
    mover: Annotated[PlayerNumber, about("1 for A, who moves first, 2 for B")]
    successors: Annotated[tuple[int, ...], about("places of the positions that moves lead to")]
    finished: Annotated[bool, about("whether play is over")]
    payoff: Annotated[float | None, about("what the end gives; null where play goes on")]
    value: Annotated[float | None, about("what best play gives")]
    remoteness: Annotated[
        Count | None,
        about("plies to the end under best play; null where play need not end, or where it is not known"),
    ]
    reachable: Annotated[bool, about("whether play can come there from the start")]
    gains: Annotated[tuple[float, ...] | UnsetType, about("points for each move")] = UNSET
    probabilities: Annotated[
        tuple[float, ...] | UnsetType | None,
        about("of each successor where chance decides; null elsewhere"),
    ] = UNSET
    _payoff: Any  # exactly, as the values
    _value: Any

    @property
    def exact_payoff(self) -> Any:
        """What the end gives the side that was asked for, as a fraction or an integer; None elsewhere."""
        return self._payoff

    @property
    def exact_value(self) -> Any:
        """The value of the side that was asked for, as a fraction or an integer."""
        return self._value


class Quintuplet(Result, frozen=True, kw_only=True):
    """A game as the textbook's quintuplet: the positions are S, the first one is the start I."""

    COLUMNS: ClassVar = ("", "#", "position", "mover", "Succs", "V", "value", "plies")

    game: GameInput
    start: Annotated[Literal[0], about("the place of the start among the positions")] = 0
    values: Annotated[Viewer, about("whose values they are: A's, who moves first, or the mover's")] = "A"
    positions: Annotated[tuple[TablePosition, ...], about("every position with its mover")]
    _game: Game

    def __str__(self) -> str:
        cells = [self.COLUMNS, *map(self.format_cells, range(len(self.positions)))]
        widths = [max(len(row[place]) for row in cells) for place in range(len(self.COLUMNS))]
        right = {1, 5, 6, 7}
        lines = [
            " ".join(
                cell.rjust(width) if place in right else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in cells
        ]
        head = [f"{self.game}: (S, I, Succs, T, V)", *(f"{label:<7}{text}" for label, text in self.rows())]
        return "\n".join([*head, "", *lines])

    def __repr__(self) -> str:
        return str(self)

    @property
    def title(self) -> str:
        """How many positions there are."""
        return f"{len(self.positions):,} positions with their movers, A and B"

    def rows(self) -> list[tuple[str, str]]:
        """Return what S, I, Succs, T and V are.

        Returns
        -------
        list of (str, str)
            The sign and its meaning; two more rows say what symmetric positions are and what values are.
        """
        reachable = sum(row.reachable for row in self.positions)
        marked = (
            ""
            if reachable == len(self.positions)
            else f"; {reachable:,} reachable from I, the others marked *"
        )
        finished = sum(row.finished for row in self.positions)
        who, other = ("A", "B's") if self.values == "A" else ("the mover", "the other's")
        unit = (
            f"points {who} gets there, minus {other}"
            if self._game.scored
            else f"1 where {who} has won, 0 drawn, -1 lost"
        )
        gains = (
            f"; in brackets {self.values}'s points for the move"
            if self.positions[0].gains is not UNSET
            else ""
        )
        thrown = "; where chance decides, probabilities" if self.has_chances else ""
        still = f"points still to come for {who}, minus {other}" if self._game.scored else f"what {who} gets"
        return [
            ("S", f"{self.title}{marked}"),
            *([("", "symmetric positions are one")] if has(self._game, "symmetries") else []),
            ("I", f"{self.positions[0].text}, {self._describe_first_mover()}: #0"),
            ("Succs", f"where a move leads{gains}{thrown}"),
            ("T", f"{finished:,} finished positions, those with a V"),
            ("V", unit),
            ("value", f"{still} under best play, by {self._describe_method()}"),
        ]

    @property
    def has_chances(self) -> bool:
        """Whether rows have probabilities: in games with dice."""
        return self.positions[0].probabilities is not UNSET

    def _describe_method(self) -> str:
        if self.has_chances:
            return "expectation; plies: - where dice decide"
        if all(row.remoteness is not None for row in self.positions):
            return "backward induction; plies: to the end"
        return "retrograde analysis; plies: to the end, - without end"

    def _describe_first_mover(self) -> str:
        who = self._format_mover(self.positions[0])
        return who if isinstance(self.positions[0].probabilities, tuple) else f"{who} to move"

    def _format_mover(self, row: TablePosition) -> str:
        who = PLAYERS[row.mover - 1]
        if not isinstance(row.probabilities, tuple):
            return who
        return "chance" if self.values == "A" else f"{who}, chance"

    def format_successor_names(self, number: int) -> list[str]:
        """Return where a row leads.

        Parameters
        ----------
        number : int
            Place of the row.

        Returns
        -------
        list of str
            The place of each successor, with its points or its probability.
        """
        row = self.positions[number]
        if isinstance(row.probabilities, tuple):
            said = [f"({format_probability(probability)})" for probability in row.probabilities]
        elif row.gains is not UNSET:
            said = [f"({gain:+})" for gain in row.gains]
        else:
            said = ["" for _ in row.successors]
        return [f"{other}{each}" for other, each in zip(row.successors, said, strict=True)]

    def format_cells(self, number: int) -> tuple[str, ...]:
        """Return a row as text.

        Parameters
        ----------
        number : int
            Place of the row.

        Returns
        -------
        tuple of str
            A text for each of `COLUMNS`.
        """
        row = self.positions[number]
        return (
            "" if row.reachable else "*",
            str(number),
            row.text,
            self._format_mover(row),
            " ".join(self.format_successor_names(number)) or "-",
            format_number(row._payoff) if row.finished else "",
            format_number(row._value),
            "-" if row.remoteness is None else str(row.remoteness),
        )


def make_quintuplet(game: Game, position: Position, limit: int = ROWS, values: Viewer = "A") -> Quintuplet:
    """Return the table of all that play reaches from `position`, A being the player who moves there.

    Where the game has no `mover`, every class of positions comes with both movers, and those pairs that play
    does not reach are marked. Where it has one, A is player 0. What is printed is what "A" gets, or with
    `values` the "mover". Raises `BadParameter` for more than `limit` rows, `BadRules`, `MissingCapability`,
    `LoopFound` where bounds of values with dice do not meet.
    """
    if not is_count(limit, 1):
        raise BadParameter(f"the limit {limit!r} is no number of rows: give 1 or more")
    check_viewer(values)
    check_can_draw_tree(game, position)
    table = _PairTable(game, limit)
    start = table.class_of(position)
    table.add_reachable_pairs((start, find_first_mover(game, position)))
    reachable = len(table.walk.nodes)
    if not has(game, "mover"):
        table.add_reachable_pairs((start, 1))
    answers = solve_whole_graph(game, table.graph, table.class_of)
    positions = tuple(
        table.make_row(pair, answers[pair[0]], values, reachable=place < reachable)
        for place, pair in enumerate(table.walk.nodes)
    )
    return Quintuplet(game=repr(game), values=values, positions=positions, _game=game)


class _PairTable:
    """The pairs found so far, in the order of their distance from the start."""

    def __init__(self, game: Game, limit: int) -> None:
        self.game, self.limit = game, limit
        self.rules, self.class_of = CheckedRules(game, whole=False), make_representative_function(game)
        self.arrangement = EdgeArrangement(game, {}, merged=True)
        self.graph: dict[Any, CheckedExpansion] = {}
        self.walk: Discovery[Pair] = Discovery(())

    def add_reachable_pairs(self, start: Pair) -> None:
        """Add every pair that play reaches from `start`."""
        self.walk.number_nodes([start])
        for _, (position, mover) in self.walk.yield_unvisited_nodes():
            if position not in self.graph:
                self.graph[position] = self.rules.expand(position)
            self.walk.number_nodes(self.pair_after_edge(mover, edge) for edge in self.list_edges(position))
            if len(self.walk.nodes) > self.limit:
                raise BadParameter(
                    f"the table of {self.game!r} has more than {self.limit:,} rows: "
                    "begin at a later position, take a smaller game, or raise --limit"
                )

    def list_edges(self, position: Position) -> list[TreeEdge]:
        """Return where a position leads: moves to one class with the same points are one."""
        return self.arrangement.list_edges(position, self.graph[position])

    def pair_after_edge(self, mover: int, edge: TreeEdge) -> Pair:
        """Return the pair that an edge leads to."""
        return self.class_of(edge.branch.child), find_next_mover(mover, edge.branch)

    def make_row(self, pair: Pair, known: KnownValue, values: Viewer, *, reachable: bool) -> TablePosition:
        """Return the row of a pair, with gains and probabilities if the game has any."""
        position, mover = pair
        mine = -1 if mover == 1 and values == "A" else 1
        expansion, edges = self.graph[position], self.list_edges(position)
        payoff, value = None if expansion.end is None else mine * expansion.end, mine * known.value
        is_thrown = expansion.probabilities is not None
        thrown = tuple(edge.probability or 0 for edge in edges) if is_thrown else None
        with rule_errors_at(self.game, position):
            text = self.game.show(position).strip().replace("\n", "/")
        return TablePosition(
            position=position,
            text=text,
            mover=mover + 1,
            successors=tuple(self.walk.numbers[self.pair_after_edge(mover, edge)] for edge in edges),
            finished=payoff is not None,
            payoff=as_finite_number(payoff),
            value=as_finite_number(value),
            remoteness=known.remoteness,
            reachable=reachable,
            gains=tuple(mine * edge.branch.gain for edge in edges) if has(self.game, "gain") else UNSET,
            probabilities=thrown if isinstance(known.value, float) else UNSET,
            _payoff=payoff,
            _value=value,
        )
