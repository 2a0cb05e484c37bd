"""Counts in a position: the numbers in its text, or the pieces in each row of it.

Rules in words speak of heaps and rows, not of a position's bits. So a position is read as it is shown: "3 5
7" is three numbers, and a bar of chocolate has as many squares in each row as signs that are no point.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from zermelo.core.errors import ZermeloError
from zermelo.core.game import Game, Position

NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class TextNumberReader:
    """The numbers in a game's texts, always as many, with the same words between them."""

    game: Game
    between: tuple[str, ...]

    def read_numbers_of_position(self, position: Position) -> tuple[int, ...] | None:
        """Return the numbers of a position, or None where its text is made otherwise."""
        text = self.game.show(position).strip()
        if tuple(NUMBER.split(text)) != self.between:
            return None
        return tuple(int(number) for number in NUMBER.findall(text))

    def find_position_with_numbers(self, numbers: tuple[int, ...]) -> Position | None:
        """Return the position with these numbers, or None where there is none."""
        words = [self.between[0]]
        for number, word in zip(numbers, self.between[1:], strict=True):
            words += [str(number), word]
        try:
            found = self.game.parse("".join(words))
        except (ZermeloError, ValueError):
            return None
        return found if self.read_numbers_of_position(found) == numbers else None

    def yield_positions_up_to(self, size: int) -> Iterator[Position]:
        """Yield every position whose numbers are at most `size`, and at most those of the start."""
        start = self.read_numbers_of_position(next(iter(self.game.starts())))
        assert start is not None
        for numbers in product(*(range(min(number, size) + 1) for number in start)):
            position = self.find_position_with_numbers(numbers)
            if position is not None:
                yield position


def find_text_number_reader(game: Game) -> TextNumberReader | None:
    """Return how to read the numbers of a game's positions; None where its text has none.

    >>> from zermelo.games.heaps.wythoff import Wythoff
    >>> find_text_number_reader(Wythoff(a=3, b=5)).read_numbers_of_position(Wythoff(a=3, b=5).start())
    (3, 5)
    """
    start = next(iter(game.starts()))
    text = game.show(start).strip()
    if not NUMBER.search(text):
        return None
    numbers = TextNumberReader(game, tuple(NUMBER.split(text)))
    found = numbers.read_numbers_of_position(start)
    return numbers if found is not None and numbers.find_position_with_numbers(found) == start else None


def count_signs_by_row(game: Game, position: Position) -> tuple[int, ...]:
    """Return how many signs each row of a position's text has that are no point.

    >>> from zermelo.games.cakes.chomp import Chomp
    >>> count_signs_by_row(Chomp(columns=3, rows=2), Chomp(columns=3, rows=2).start())
    (3, 3)
    """
    return tuple(len(row.replace(".", "").strip()) for row in game.show(position).splitlines())


def count_signs_by_column(game: Game, position: Position) -> tuple[int, ...]:
    """Return how many signs each column of a position's text has that are no point.

    >>> from zermelo.games.cakes.chomp import Chomp
    >>> count_signs_by_column(Chomp(columns=3, rows=2), Chomp(columns=3, rows=2).start())
    (2, 2, 2)
    """
    rows = game.show(position).splitlines()
    width = max((len(row) for row in rows), default=0)
    return tuple(sum(row[place : place + 1] not in ("", ".", " ") for row in rows) for place in range(width))


def count_each_sign(game: Game, position: Position) -> Counter[str]:
    """Return how often each sign stands in a position's text."""
    return Counter(sign for sign in game.show(position) if not sign.isspace())
