"""Moore's quintuplet (S, I, Succs, T, V) of a small game, with the value of every position.

Textbooks put the mover into the position and call the players A and B; all that is worth something is
worth it to A. Here positions need not hold the mover, so a row is a pair: a class of symmetric
positions, and who moves. After Andrew W. Moore's tutorial slides on game-tree search.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.core.arguments import is_count
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, Position, has
from zermelo.graph.discovery import Discovery
from zermelo.query.induction import (
    Known,
    check_drawable,
    first_mover,
    next_mover,
    resolve_whole,
)
from zermelo.trust.branches import Branch, Expansion, Rules, asking
from zermelo.trust.classes import representative

PLAYERS = "AB"
ROWS = 2_000

Pair = tuple[Position, int]  # a class by its least position, and who moves


@dataclass(frozen=True)
class Row:
    """A position with its mover: where it leads, and what it is worth to A.

    `successors` are numbers of rows, and `gains` the points of A on the way to each. `payoff` is None
    unless the position is finished,
    `remoteness` where play need not end.
    """

    position: Position
    text: str
    mover: int
    successors: tuple[int, ...]
    gains: tuple[int, ...]
    payoff: int | None
    value: int
    remoteness: int | None
    is_reachable: bool


@dataclass(frozen=True)
class Quintuplet:
    """The table of a game: S are the rows, I is the first of them."""

    game: Game
    rows: tuple[Row, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the object that `table --json` prints; `gains` stand only where the game has them."""
        has_gains = has(self.game, "gain")
        positions = []
        for row in self.rows:
            plain = row.position if isinstance(row.position, int | str) else repr(row.position)
            found = {
                "position": plain,
                "text": row.text,
                "mover": PLAYERS[row.mover],
                "successors": list(row.successors),
                "finished": row.payoff is not None,
                "payoff": row.payoff,
                "value": row.value,
                "remoteness": row.remoteness,
                "reachable": row.is_reachable,
            }
            positions.append(found | ({"gains": list(row.gains)} if has_gains else {}))
        return {"game": repr(self.game), "start": 0, "positions": positions}

    def __str__(self) -> str:
        titles = ("", "#", "position", "mover", "Succs", "V", "value", "plies")
        cells = [titles, *map(self._cells, range(len(self.rows)))]
        widths = [max(len(row[place]) for row in cells) for place in range(len(titles))]
        right = {1, 5, 6, 7}
        lines = [
            " ".join(
                cell.rjust(width) if place in right else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in cells
        ]
        return "\n".join([*self._header(), "", *lines])

    def __repr__(self) -> str:
        return str(self)

    def _header(self) -> list[str]:
        """Say what S, I, Succs, T and V are."""
        reachable = sum(row.is_reachable for row in self.rows)
        marked = (
            "" if reachable == len(self.rows) else f"; {reachable:,} reachable from I, the others marked *"
        )
        finished = sum(row.payoff is not None for row in self.rows)
        unit = "points A gets there, minus B's" if self.game.scored else "1 where A has won, 0 drawn, -1 lost"
        gains = "; in brackets A's points for the move" if has(self.game, "gain") else ""
        still = "points still to come for A, minus B's" if self.game.scored else "what A gets"
        return [
            f"{self.game!r}: (S, I, Succs, T, V)",
            f"S      {len(self.rows):,} positions with their movers, A and B{marked}",
            *(["       symmetric positions are one"] if has(self.game, "symmetries") else []),
            f"I      {self.rows[0].text}, {PLAYERS[self.rows[0].mover]} to move: #0",
            f"Succs  where a move leads{gains}",
            f"T      {finished:,} finished positions, those with a V",
            f"V      {unit}",
            f"value  {still} under best play, by {self._method()}",
        ]

    def _method(self) -> str:
        if all(row.remoteness is not None for row in self.rows):
            return "backward induction; plies: to the end"
        return "retrograde analysis; plies: to the end, - without end"

    def _cells(self, number: int) -> tuple[str, ...]:
        row = self.rows[number]
        has_gains = has(self.game, "gain")
        successors = [
            f"{other}({gain:+})" if has_gains else str(other)
            for other, gain in zip(row.successors, row.gains, strict=True)
        ]
        return (
            "" if row.is_reachable else "*",
            str(number),
            row.text,
            PLAYERS[row.mover],
            " ".join(successors) or "-",
            "" if row.payoff is None else str(row.payoff),
            str(row.value),
            "-" if row.remoteness is None else str(row.remoteness),
        )


def quintuplet(game: Game, position: Position, limit: int = ROWS) -> Quintuplet:
    """Return the table of all that play reaches from `position`, A being the player who moves there.

    Where the game has no `mover`, every class of positions comes with both movers, and those pairs that
    play does not reach are marked. Where it has one, A is player 0. Raises `BadParameter` for more than
    `limit` rows, `BadRules`.
    """
    if not is_count(limit, 1):
        raise BadParameter(f"the limit {limit!r} is no number of rows: give 1 or more")
    check_drawable(game, position)
    table = _Table(game, limit)
    start = table.class_of(position)
    table.reach((start, first_mover(game, position)))
    reachable = len(table.walk.nodes)
    if not has(game, "mover"):
        table.reach((start, 1))
    answers: Any = resolve_whole(game, table.graph, table.class_of)
    rows = [
        table.row(pair, answers[pair[0]], place < reachable) for place, pair in enumerate(table.walk.nodes)
    ]
    return Quintuplet(game, tuple(rows))


class _Table:
    """The pairs found so far, in the order of their distance from the start."""

    def __init__(self, game: Game, limit: int) -> None:
        self.game, self.limit = game, limit
        self.rules, self.class_of = Rules(game), _class_of(game)
        self.graph: dict[Any, Expansion] = {}
        self.walk: Discovery[Pair] = Discovery(())

    def reach(self, start: Pair) -> None:
        """Add every pair that play reaches from `start`."""
        self.walk.meet([start])
        for _, (position, mover) in self.walk.visits():
            if position not in self.graph:
                self.graph[position] = self.rules.expand(position)
            self.walk.meet(self.after(mover, branch) for branch in self.graph[position].branches)
            if len(self.walk.nodes) > self.limit:
                raise BadParameter(
                    f"the table of {self.game!r} has more than {self.limit:,} rows: "
                    "begin at a later position, take a smaller game, or raise --limit"
                )

    def after(self, mover: int, branch: Branch) -> Pair:
        """Return the pair that a branch leads to."""
        return self.class_of(branch.child), next_mover(mover, branch)

    def row(self, pair: Pair, known: Known, is_reachable: bool) -> Row:
        """Return the row of a pair; all values turned to A's."""
        position, mover = pair
        mine = 1 if mover == 0 else -1
        expansion = self.graph[position]
        steps = dict.fromkeys(  # moves that lead to one class with the same points are one successor
            (self.walk.numbers[self.after(mover, branch)], mine * branch.gain)
            for branch in expansion.branches
        )
        with asking(self.game, position):
            text = self.game.show(position).strip().replace("\n", "/")
        return Row(
            position,
            text,
            mover,
            tuple(number for number, _ in steps),
            tuple(gain for _, gain in steps),
            None if expansion.end is None else mine * expansion.end,
            mine * known.value,
            known.remoteness,
            is_reachable,
        )


def _class_of(game: Any) -> Callable[[Position], Position]:
    """Return the function from a position to the least of its class that has the same mover."""
    if not (has(game, "mover") and has(game, "symmetries")):
        least = representative(game)
    else:

        def least(position: Position) -> Position:
            mover = game.mover(position)
            return min(
                image for image in (position, *game.symmetries(position)) if game.mover(image) == mover
            )

    def guarded(position: Position) -> Position:
        with asking(game, position):
            return least(position)

    return guarded
