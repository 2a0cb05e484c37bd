"""Coin-turning games by name: in a row, and on a rectangle, the product of two games in a row.

In a product a move of the first game chooses columns and a move of the second chooses rows. All coins where
they cross are turned, and the last of them, below on the right, goes from heads to tails. The nimber of a
coin is then the nim product of the nimbers of its column and its row: the Tartan theorem (Berlekamp, Conway
and Guy, *Winning Ways*, chapter 14).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from zermelo.cgt.heaps.coin_turning_rows import coin_nimbers, find_coin_turning_rule
from zermelo.cgt.heaps.nim_field import nim_product
from zermelo.core.errors import BadParameter, UnreadablePosition
from zermelo.core.notation.result import Count, Names, Result, about

MOST_CELLS = 1_000_000
MOST_MOVES = 1_000_000
LISTED = 40  # winning moves that a text names, before it counts the rest

Coin = tuple[int, int]  # its row and its column, from 1
Turned = tuple[Coin, ...]  # the coins of a move, by rows


class CoinNimbers(Result, frozen=True, kw_only=True):
    """A game of turning coins: nimbers of single coins, and of a position."""

    game: Annotated[str, about("the game, or the product of two")]
    rule: Annotated[str, about("what a move turns, in words")]
    nimbers: Annotated[tuple[tuple[Count, ...], ...], about("by rows, from the first")]
    position: Annotated[str | UnsetType, about("the position asked for")] = UNSET
    nimber: Annotated[Count | UnsetType, about("of the position")] = UNSET
    winning_moves: Annotated[
        Names | UnsetType | None, about("the coins that each turns; null where moves are too many")
    ] = UNSET

    def __str__(self) -> str:
        lines = [f"{self.game}: {self.rule}"]
        width = max(len(str(nimber)) for row in self.nimbers for nimber in row)
        if len(self.nimbers) == 1:
            lines.append(f"nimbers  {' '.join(map(str, self.nimbers[0]))}")
        else:
            lines.append("nimbers")
            lines += ["  " + " ".join(str(nimber).rjust(width) for nimber in row) for row in self.nimbers]
        if self.nimber == 0:
            lines.append("nimber 0: the mover loses (P-position)")
        elif self.nimber is not UNSET:
            lines.append(f"nimber {self.nimber}: the mover wins (N-position)")
            lines.append(f"winning moves: {self._format_winning_moves(self.winning_moves or ())}")
        return "\n".join(lines)

    def _format_winning_moves(self, moves: Names) -> str:
        if not moves:
            return "there are too many moves to look at"
        rest = f"; and {len(moves) - LISTED:,} more" if len(moves) > LISTED else ""
        return f"turn {'; '.join(moves[:LISTED])}{rest}"


@dataclass(frozen=True)
class CoinGame:
    """A coin-turning game: `across` gives the columns that a move turns, and `down`, in a product, the rows.

    >>> game = read_coin_game("turning_turtles x ruler")
    >>> game.nimbers(4, 2)
    [[1, 2, 3, 4], [2, 3, 1, 8]]
    >>> game.nimber("hthh/tthh")
    15
    """

    across: str
    down: str | None = None

    def __str__(self) -> str:
        return self.across if self.down is None else f"{self.across} x {self.down}"

    def describe(self) -> str:
        """Return which coins a move turns."""
        across = find_coin_turning_rule(self.across).words
        if self.down is None:
            return f"turn {across}, the rightmost from heads to tails"
        return (
            "turn all coins where columns and rows cross, the last from heads to tails: "
            f"of columns {across}, of rows {find_coin_turning_rule(self.down).words}"
        )

    def nimbers(self, columns: int, rows: int = 1) -> list[list[int]]:
        """Return the nimber of every coin, [row][column]; of a game in a row there is one row.

        Raises `BadParameter` for too many coins, and for several rows where the game is none of a rectangle.
        """
        if self.down is None and rows != 1:
            raise BadParameter(
                f"{self} is played in one row: write it as a product, {self} x {self}, for {rows} rows"
            )
        if columns * rows > MOST_CELLS:
            raise BadParameter(f"{columns} x {rows} coins are too many: ask for at most {MOST_CELLS:,}")
        across = coin_nimbers(self.across, columns)
        if self.down is None:
            return [across]
        return [[nim_product(one, other) for one in across] for other in coin_nimbers(self.down, rows)]

    def parse_heads(self, text: str) -> tuple[int, int, frozenset[Coin]]:
        """Return columns, rows and the coins that show heads of a position: h and t, rows with `/` between.

        Raises `UnreadablePosition`.
        """
        lines = [line.strip() for line in text.strip().lower().replace("\n", "/").split("/")]
        remedy = "write h for heads and t for tails"
        if self.down is not None:
            remedy += ", rows of one length with / between them"
        if not lines[0] or set("".join(lines)) - set("ht"):
            raise UnreadablePosition(f"{text!r} shows no coins: {remedy}")
        if len({len(line) for line in lines}) > 1 or (self.down is None and len(lines) > 1):
            raise UnreadablePosition(f"{text!r} has rows that {self} does not: {remedy}")
        found = (
            (row, column)
            for row, line in enumerate(lines, 1)
            for column, sign in enumerate(line, 1)
            if sign == "h"
        )
        return len(lines[0]), len(lines), frozenset(found)

    def nimber(self, text: str) -> int:
        """Return the nimber of a position; raises `UnreadablePosition`."""
        columns, rows, heads = self.parse_heads(text)
        return self._xor_nimbers_of_coins(self.nimbers(columns, rows), heads)

    def moves(self, heads: frozenset[Coin]) -> Iterator[Turned]:
        """Yield what the moves turn, those of the coins further on last."""
        for row, column in sorted(heads):
            for others in find_coin_turning_rule(self.across).sets(column):
                if self.down is None:
                    yield tuple((row, each) for each in (*others, column))
                    continue
                for above in find_coin_turning_rule(self.down).sets(row):
                    yield tuple((y, x) for y in (*above, row) for x in (*others, column))

    def winning_moves(self, text: str, most: int = MOST_MOVES) -> list[Turned] | None:
        """Return the moves that lead to nimber 0, or None where there are more than `most` moves to look at.

        Raises `UnreadablePosition`.

        >>> read_coin_game("mock_turtles").winning_moves("hth")
        [((1, 1), (1, 3))]
        """
        columns, rows, heads = self.parse_heads(text)
        table = self.nimbers(columns, rows)
        total, found = self._xor_nimbers_of_coins(table, heads), []
        if total == 0:
            return []
        for count, turned in enumerate(self.moves(heads)):
            if count == most:
                return None
            if self._xor_nimbers_of_coins(table, turned) == total:
                found.append(turned)
        return found

    def as_result(self, columns: int, rows: int, position: str | None) -> CoinNimbers:
        """Return nimbers of single coins, and of a position, as `zermelo coins` prints them.

        Raises `UnreadablePosition`.
        """
        table = tuple(map(tuple, self.nimbers(columns, rows)))
        single = CoinNimbers(game=str(self), rule=self.describe(), nimbers=table)
        if position is None:
            return single
        moves = self.winning_moves(position)
        texts = None if moves is None else tuple(map(self._format_turned, moves))
        return replace(single, position=position, nimber=self.nimber(position), winning_moves=texts)

    def _format_turned(self, coins: Turned) -> str:
        """Return the coins that a move turns: numbers in a row, (row, column) on a rectangle."""
        return " ".join(str(column) if self.down is None else f"({row},{column})" for row, column in coins)

    @staticmethod
    def _xor_nimbers_of_coins(table: list[list[int]], coins: frozenset[Coin] | Turned) -> int:
        total = 0
        for row, column in coins:
            total ^= table[row - 1][column - 1]
        return total


def read_coin_game(text: str) -> CoinGame:
    """Return the coin-turning game that a text names.

    Parameters
    ----------
    text : str
        A game in a row, such as "ruler" or "at_most(4)", or a product, "mock_turtles x ruler".

    Returns
    -------
    CoinGame
        The game: its `nimbers`, the `nimber` and the `winning_moves` of a position.

    Raises
    ------
    BadParameter
        If the text names no game.
    """
    names = text.lower().split(" x ")
    if len(names) > 2:
        raise BadParameter(f"{text!r} is a product of {len(names)} games: write two with ' x ' between them")
    across, *down = ("_".join(name.split()) for name in names)
    for name in (across, *down):
        find_coin_turning_rule(name)
    return CoinGame(across, *down)
