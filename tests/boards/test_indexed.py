"""A perfect index of the kit: every placement of the numbers of men has its number, and nothing else has."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from boards.walking import answers, check_machine_code

import zermelo
from zermelo import LOSS, UNDECIDED
from zermelo.boards import Board, BoardGame, FixedGame, IndexedPieces, points
from zermelo.core import BadRules
from zermelo.core.game import Position


class Steps(BoardGame):
    """Step to a free cell beside; three in a row win."""

    setup = "XXO/.../OXO"

    def moves(self, position: Position) -> Iterator[int]:
        mine, _ = self.pieces(position)
        yield from self.steps(mine, self.empty_cells(position), self.board.side_directions)

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.pieces(position)
        return self.next_position(
            position, mine ^ (1 << self.start_of(move) | 1 << self.end_of(move)), theirs
        )

    def outcome(self, position: Position) -> int:
        return LOSS if self.board.has_line(self.pieces(position)[1], 3) else UNDECIDED


class Numbered(IndexedPieces, Steps):
    pass


class Fixed(Steps, FixedGame):
    pass


class NumberedFixed(IndexedPieces, Fixed):
    pass


class Fewer(IndexedPieces, Fixed):
    """Men may be taken: every pair of numbers up to two."""

    counts = tuple((mine, theirs) for mine in range(3) for theirs in range(3))  # type: ignore[assignment]


class Hunted(IndexedPieces, FixedGame):
    """A board with a gap, and numbers that differ."""

    setup = "X   X/| . |/O---X"

    @property
    def board(self) -> Board:  # type: ignore[override]
        return points(".   .", "|\\ /|", "| . |", "|/ \\|", ".---.", tight=True)

    def start(self) -> Position:
        return self.join_boards(0b1011, 0b100, 0, 1)


@pytest.mark.parametrize(
    "game", [Numbered(), NumberedFixed(), Fewer(), Hunted()], ids=lambda game: repr(game)
)
def test_every_placement_has_one_number(game: IndexedPieces) -> None:
    cells = range(game.cells)
    placements = {
        game.join_boards(sum(1 << c for c in first), sum(1 << c for c in second), 0, side)
        for mine, theirs in game.counts
        for first in combinations(cells, mine)
        for second in combinations([c for c in cells if c not in first], theirs)
        for side in range(1 + game.has_turn)
    }
    assert game.size == len(placements)
    assert {game.unrank(index) for index in range(game.size)} == placements
    assert all(game.rank(game.unrank(index)) == index for index in range(game.size))
    assert (
        game.rank(game.join_boards(0b11111, 0, 0, 0)) == -1
        and game.rank(game.join_boards(0b1, 0b1, 0, 0)) == -1
    )


@pytest.mark.parametrize(("numbered", "plain"), [(Numbered(), Steps()), (NumberedFixed(), Fixed())], ids=repr)
def test_values_are_those_without_an_index(numbered: IndexedPieces, plain: BoardGame) -> None:
    found = zermelo.solve(numbered, interpreted=True)
    known = answers(plain)
    assert len(known) > 500 and all(str(found.value(position)) == known[position] for position in known)


@pytest.mark.long
def test_machine_code_says_the_same() -> None:
    check_machine_code(Numbered(), whole=True)


class Kinds(IndexedPieces, BoardGame):
    setup = "XKok"
    signs = "XKok"


def test_what_is_refused() -> None:
    with pytest.raises(BadRules, match="Kinds has kinds of pieces"):
        _ = Kinds().size
