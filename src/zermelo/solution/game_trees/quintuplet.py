"""Moore's quintuplet (S, I, Succs, T, V) of a small game, with the value of every position.

Textbooks put the mover into the position and call the players A and B; all that is worth something is
worth it to A. Here positions need not hold the mover, so a row is a pair: a class of symmetric
positions, and who moves. Where dice decide nobody moves; Succs has the probabilities there, and values are
expectations. After Andrew W. Moore's tutorial slides on game-tree search.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

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


class QuintupletTable(Result, frozen=True, kw_only=True):
    """Moore's quintuplet: positions, the start, where moves lead, ends, values."""

    game: GameInput
    start: Annotated[Literal[0], about("the place of the start among the positions")] = 0
    values: Annotated[Viewer, about("whose values they are: A's, who moves first, or the mover's")]
    positions: Annotated[tuple[TablePosition, ...], about("every position with its mover")]


@dataclass(frozen=True)
class QuintupletRow:
    """A position with its mover: where it leads, and what it is worth to A.

    `successors` are numbers of rows, and `gains` the points of A on the way to each; where dice decide,
    `probabilities` are theirs, else None. `payoff` is None unless the position is finished, `remoteness`
    where play need not end, or dice decide when.
    """

    position: Position
    text: str
    mover: int
    successors: tuple[int, ...]
    gains: tuple[int, ...]
    probabilities: tuple[float, ...] | None
    payoff: Any
    value: Any
    remoteness: int | None
    is_reachable: bool


@dataclass(frozen=True)
class Quintuplet:
    """A game as the textbook's quintuplet: the rows are its positions S, the first one is the start I.

    Parameters
    ----------
    game : Game
        Rules of the game.
    rows : tuple of QuintupletRow
        Mover, successors and value of each position.
    values : {"A", "mover"}
        Side whose values and gains are printed.
    """

    game: Game
    rows: tuple[QuintupletRow, ...]
    values: Viewer = "A"

    def as_result(self) -> QuintupletTable:
        """Return what `zermelo table --json` prints.

        Returns
        -------
        QuintupletTable
            With `gains` and `probabilities` if there are any.
        """
        has_gains, is_thrown = has(self.game, "gain"), has(self.game, "chances")
        positions = tuple(
            TablePosition(
                position=row.position,
                text=row.text,
                mover=row.mover + 1,
                successors=row.successors,
                finished=row.payoff is not None,
                payoff=as_finite_number(self._value_for_viewer(row, row.payoff)),
                value=as_finite_number(self._value_for_viewer(row, row.value)),
                remoteness=row.remoteness,
                reachable=row.is_reachable,
                gains=tuple(self._value_for_viewer(row, gain) for gain in row.gains) if has_gains else UNSET,
                probabilities=row.probabilities if is_thrown else UNSET,
            )
            for row in self.rows
        )
        return QuintupletTable(game=repr(self.game), values=self.values, positions=positions)

    def __str__(self) -> str:
        titles = ("", "#", "position", "mover", "Succs", "V", "value", "plies")
        cells = [titles, *map(self._format_row_cells, range(len(self.rows)))]
        widths = [max(len(row[place]) for row in cells) for place in range(len(titles))]
        right = {1, 5, 6, 7}
        lines = [
            " ".join(
                cell.rjust(width) if place in right else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in cells
        ]
        return "\n".join([*self._header_lines(), "", *lines])

    def __repr__(self) -> str:
        return str(self)

    def _value_for_viewer(self, row: QuintupletRow, value: Any) -> Any:
        """Return a value of A's as it is printed."""
        return -value if value is not None and self.values == "mover" and row.mover else value

    def _header_lines(self) -> list[str]:
        """Say what S, I, Succs, T and V are."""
        reachable = sum(row.is_reachable for row in self.rows)
        marked = (
            "" if reachable == len(self.rows) else f"; {reachable:,} reachable from I, the others marked *"
        )
        finished = sum(row.payoff is not None for row in self.rows)
        who, other = ("A", "B's") if self.values == "A" else ("the mover", "the other's")
        unit = (
            f"points {who} gets there, minus {other}"
            if self.game.scored
            else f"1 where {who} has won, 0 drawn, -1 lost"
        )
        gains = f"; in brackets {self.values}'s points for the move" if has(self.game, "gain") else ""
        thrown = "; where chance decides, probabilities" if has(self.game, "chances") else ""
        still = f"points still to come for {who}, minus {other}" if self.game.scored else f"what {who} gets"
        return [
            f"{self.game!r}: (S, I, Succs, T, V)",
            f"S      {len(self.rows):,} positions with their movers, A and B{marked}",
            *(["       symmetric positions are one"] if has(self.game, "symmetries") else []),
            f"I      {self.rows[0].text}, {self._describe_first_mover()}: #0",
            f"Succs  where a move leads{gains}{thrown}",
            f"T      {finished:,} finished positions, those with a V",
            f"V      {unit}",
            f"value  {still} under best play, by {self._describe_method()}",
        ]

    def _describe_method(self) -> str:
        if has(self.game, "chances"):
            return "expectation; plies: - where dice decide"
        if all(row.remoteness is not None for row in self.rows):
            return "backward induction; plies: to the end"
        return "retrograde analysis; plies: to the end, - without end"

    def _describe_first_mover(self) -> str:
        who = self._format_mover(self.rows[0])
        return who if self.rows[0].probabilities is not None else f"{who} to move"

    def _format_mover(self, row: QuintupletRow) -> str:
        who = PLAYERS[row.mover]
        if row.probabilities is None:
            return who
        return "chance" if self.values == "A" else f"{who}, chance"

    def _format_row_cells(self, number: int) -> tuple[str, ...]:
        row = self.rows[number]
        if row.probabilities is not None:
            said = [f"({format_probability(probability)})" for probability in row.probabilities]
        elif has(self.game, "gain"):
            said = [f"({self._value_for_viewer(row, gain):+})" for gain in row.gains]
        else:
            said = ["" for _ in row.successors]
        successors = [f"{other}{each}" for other, each in zip(row.successors, said, strict=True)]
        return (
            "" if row.is_reachable else "*",
            str(number),
            row.text,
            self._format_mover(row),
            " ".join(successors) or "-",
            "" if row.payoff is None else format_number(self._value_for_viewer(row, row.payoff)),
            format_number(self._value_for_viewer(row, row.value)),
            "-" if row.remoteness is None else str(row.remoteness),
        )


def make_quintuplet(game: Game, position: Position, limit: int = ROWS, values: Viewer = "A") -> Quintuplet:
    """Return the table of all that play reaches from `position`, A being the player who moves there.

    Where the game has no `mover`, every class of positions comes with both movers, and those pairs that play
    does not reach are marked. Where it has one, A is player 0. What is printed is what "A" gets, or with
    `values` the "mover". Raises `BadParameter` for more than `limit` rows, `BadRules`, `MissingCapability`,
    `LoopFound` where players can go on for ever in a game with dice.
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
    rows = [
        table.make_row(pair, answers[pair[0]], place < reachable)
        for place, pair in enumerate(table.walk.nodes)
    ]
    return Quintuplet(game, tuple(rows), values)


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
        for _, (position, mover) in self.walk.visit_nodes():
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

    def make_row(self, pair: Pair, known: KnownValue, is_reachable: bool) -> QuintupletRow:
        """Return the row of a pair; all values turned to A's."""
        position, mover = pair
        mine = 1 if mover == 0 else -1
        expansion, edges = self.graph[position], self.list_edges(position)
        is_thrown = expansion.probabilities is not None
        with rule_errors_at(self.game, position):
            text = self.game.show(position).strip().replace("\n", "/")
        return QuintupletRow(
            position,
            text,
            mover,
            tuple(self.walk.numbers[self.pair_after_edge(mover, edge)] for edge in edges),
            tuple(mine * edge.branch.gain for edge in edges),
            tuple(edge.probability or 0 for edge in edges) if is_thrown else None,
            None if expansion.end is None else mine * expansion.end,
            mine * known.value,
            known.remoteness,
            is_reachable,
        )
