"""A network's view of a position: a row of zeros and ones of fixed length, and the player who is looking.

A position is split into its words: an integer is one, a tuple gives those of its entries, a string its
characters. Where the whole game is known, each index in that row of words has a column. If all its words are
integers from 0 on, the column has their bits, the lowest first: a board of one bit a stone becomes planes.
Otherwise the column has one entry for each word that occurs there in some position. An index that a position
does not have is all zeros. To distinguish it from a word 0, an index that not every position has gets one
more bit, which is 1 where it is present. Positions of other types are one word each.

For a game too large to be enumerated, its words must be integers below 2**63: each has 63 bits, and the
number of words must be fixed.

The last entries give the player who is looking: 1, 0 the player to move, and 0, 1 the other; where there are
more players, one entry for each seat after the mover's. `learn.encoding.board_planes` shows boards as planes
instead.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game, Position

Observation = npt.NDArray[np.float32]  # [width] of 0 and 1

WORD = 63  # bits of an integer of unknown range
SEAT_ENTRIES = 2  # entries for the player who is looking, in games of at most two


class PositionObserver(Protocol):
    """An observer that shows positions to a network: as rows, or as planes."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an observation."""

    def observe(self, position: Position, moving: bool = True, *, after: int = 1) -> Observation:
        """Return a player's observation: the mover's, or that of the player `after` so many seats."""

    def observe_all(self, positions: Sequence[Position]) -> Observation:
        """Return the movers' observations: [positions, *shape]."""


def count_seat_entries(game: Game) -> int:
    """Return the number of entries or planes for the player who is looking."""
    return max(SEAT_ENTRIES, int(game.players))


@dataclass(frozen=True)
class WordColumn:
    """The start of a word's entries in the row, and their kind: bits, or an entry for each known word."""

    begin: int
    width: int
    codes: dict[Any, int] | None  # None: bits
    has_presence_bit: bool  # the first entry is 1 where the index is present

    def write_word(self, word: Any, row: Observation) -> None:
        """Set the entries of `word`; raises `KeyError` or `ValueError` for an unknown word."""
        begin = self.begin
        if self.has_presence_bit:
            row[begin] = 1
            begin += 1
        if self.codes is not None:
            row[begin + self.codes[word]] = 1
            return
        if not 0 <= word < 1 << self.width:
            raise ValueError(word)
        while word:
            low = word & -word
            row[begin + low.bit_length() - 1] = 1
            word ^= low

    @property
    def end(self) -> int:
        """The start of the next column."""
        return self.begin + self.width + self.has_presence_bit


@dataclass(frozen=True)
class WordObserver:
    """An observer of positions as rows; `width` is the length of an observation."""

    game: Game
    columns: tuple[WordColumn, ...]

    @property
    def width(self) -> int:
        """The length of an observation."""
        return (self.columns[-1].end if self.columns else 0) + count_seat_entries(self.game)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an observation."""
        return (self.width,)

    def observe(self, position: Position, moving: bool = True, *, after: int = 1) -> Observation:
        """Return the mover's observation (`moving`), or that of the player `after` so many seats.

        Raises `MissingCapability` for a position with words that have no entries.
        """
        row = np.zeros(self.width, np.float32)
        row[(0 if moving else after) - count_seat_entries(self.game)] = 1
        words = split_into_words(position)
        if len(words) > len(self.columns):
            raise self._make_unknown_position_error(position)
        for word, column in zip(words, self.columns, strict=False):
            try:
                column.write_word(word, row)
            except (KeyError, ValueError, TypeError) as error:
                raise self._make_unknown_position_error(position) from error
        return row

    def observe_all(self, positions: Sequence[Position]) -> Observation:
        """Return the movers' observations, a row for each position: [positions, width]."""
        words = self._convert_positions_to_words(positions)
        if words is not None:
            return self.observe_words(words)
        rows = np.empty((len(positions), self.width), np.float32)
        for number, position in enumerate(positions):
            rows[number] = self.observe(position, True)
        return rows

    @property
    def has_only_bits(self) -> bool:
        """Whether every column is the bits of an integer that every position has."""
        return all(column.codes is None and not column.has_presence_bit for column in self.columns)

    def observe_words(self, words: npt.NDArray[np.int64]) -> Observation:
        """Return the movers' observations of positions given as words [positions, columns] of bits.

        All positions are written at once, column by column. Raises `MissingCapability` like `observe`.
        """
        rows = np.zeros((len(words), self.width), np.float32)
        rows[:, -count_seat_entries(self.game)] = 1
        for column, word in zip(self.columns, words.T, strict=True):
            strange = word < 0
            if column.width < WORD:
                strange |= word >> column.width != 0
            if strange.any():
                raise self._make_unknown_position_error(tuple(words[int(np.argmax(strange))].tolist()))
            rows[:, column.begin : column.end] = word[:, np.newaxis] >> np.arange(column.width) & 1
        return rows

    def _convert_positions_to_words(self, positions: Sequence[Position]) -> npt.NDArray[np.int64] | None:
        """Return positions as words [positions, columns], None where they must be observed one by one."""
        if not self.has_only_bits:
            return None
        words = [split_into_words(position) for position in positions]
        if any(len(each) != len(self.columns) for each in words):
            return None
        try:
            return np.array(words, np.int64).reshape(len(words), len(self.columns))
        except (OverflowError, TypeError, ValueError):
            return None

    def _make_unknown_position_error(self, position: Position) -> MissingCapability:
        return MissingCapability(
            f"{self.game!r}: position {position!r} is unlike those that observations were laid out for: "
            "let positions be integers or tuples of a fixed number of them, or let the whole game be walked "
            "through with most="
        )


def split_into_words(position: Position) -> tuple[Any, ...]:
    """Return the words that a position is made of.

    >>> split_into_words((3, ("ab", 0)))
    (3, 'a', 'b', 0)
    """
    if isinstance(position, str):
        return tuple(position)
    if isinstance(position, tuple | list):
        return tuple(word for entry in position for word in split_into_words(entry))
    if isinstance(position, np.integer | bool):
        return (int(position),)
    return (position,)


def make_row_observer(game: Game, positions: Iterable[Hashable]) -> WordObserver:
    """Return the observer of a game whose positions are all known.

    >>> from zermelo.games import Subtraction
    >>> make_row_observer(Subtraction(heap=3), range(4)).observe(2, True)
    array([0., 1., 1., 0.], dtype=float32)
    """
    met: list[dict[Any, None]] = []
    lengths = set()
    for position in positions:
        words = split_into_words(position)
        lengths.add(len(words))
        met += [{} for _ in range(len(words) - len(met))]
        for known, word in zip(met, words, strict=False):
            known[word] = None
    columns: list[WordColumn] = []
    for place, known in enumerate(met):
        begin = columns[-1].end if columns else 0
        columns.append(_make_column(begin, known, has_presence_bit=min(lengths) <= place))
    return WordObserver(game, tuple(columns))


def _make_column(begin: int, known: dict[Any, None], *, has_presence_bit: bool) -> WordColumn:
    if all(isinstance(word, int) and word >= 0 for word in known):
        return WordColumn(begin, max(known).bit_length(), None, has_presence_bit)
    ordered = sorted(known, key=_text_sort_key)
    return WordColumn(begin, len(known), {word: sign for sign, word in enumerate(ordered)}, has_presence_bit)


def _text_sort_key(word: Any) -> str:
    """Return the sort key of words: sets have no order of their own, and none in their repr."""
    return repr(sorted(word, key=repr) if isinstance(word, frozenset) else word)


def make_wide_row_observer(game: Game) -> WordObserver:
    """Return the observer of a game of which only the start is known: 63 bits a word.

    Raises `MissingCapability` where positions are no integers and no tuples of integers.
    """
    start = next(iter(game.starts()))
    words = split_into_words(start)
    if isinstance(start, str) or not all(isinstance(word, int) and word >= 0 for word in words):
        raise MissingCapability(
            f"{game!r} is too large to be walked through, and its positions (such as {start!r}) "
            "are no integers: let positions be integers or tuples of a fixed number of them, "
            "or walk through more with most="
        )
    return WordObserver(
        game, tuple(WordColumn(WORD * place, WORD, None, False) for place in range(len(words)))
    )
