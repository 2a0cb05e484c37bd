"""Nine men's morris when all men are placed: known facts, and what is no position."""

from collections.abc import Iterator
from typing import Any

from families import Fact, Family, size_of
from families.nine_mens_morris import PICTURES, TextMorris
from zermelo.core.game import Game
from zermelo.games.morris_endgame import MorrisEndgame

SEPARATE = "a separate program, tuples of points, values to a fixed point"
BURNSIDE = "Burnside's count of orbits, by the cycles of the symmetries"
GAMES = (  # men, rings, flying; totals, longest
    (3, 1, True, (30, 45, 77), 3),
    (3, 1, False, (33, 10, 109), 8),
    (4, 1, True, (54, 83, 164), 5),
    (4, 1, False, (75, 10, 216), 8),
    (3, 2, True, (5_322, 4_537, 3_037), 9),
    (3, 2, False, (4_464, 3_714, 4_718), 15),
)
POSITIONS = {3: 169_626 + 27_098, 4: 4_916_019 + 154_666}  # nobody has lost, or somebody has


def facts() -> Iterator[Fact]:
    """Numbers of the whole index, whether or not play from the start leads there."""
    for men, rings, flying, totals, longest in GAMES:
        game = f"morris_endgame(men={men}, rings={rings}, flying={flying})"
        # "medium" at least: the definitions count symmetric positions apart.
        yield Fact(game, "positions", sum(totals), SEPARATE, "recomputed", "medium")
        yield Fact(game, "totals", totals, SEPARATE, "recomputed", "medium")
        yield Fact(game, "longest", longest, SEPARATE, "recomputed", "small" if rings == 1 else "medium")
    for men, positions in POSITIONS.items():
        game = f"morris_endgame(men={men}, rings=3, flying=True)"
        yield Fact(game, "positions", positions, BURNSIDE, "recomputed", size_of(positions))


def twin(game: MorrisEndgame) -> Game:
    """Return the game on text: that of nine men's morris with nothing in hand."""
    return TextEndgame(men=game.men, rings=game.rings, flying=game.flying, double=False)


class TextEndgame(TextMorris):
    def start(self) -> str:
        """Return X's men on the first points, O's on the next, round the squares from the outermost."""
        board = [list(row) for row in PICTURES[self.rings].split("\n")]
        signs = iter("X" * self.men + "O" * self.men)
        for ring in range(self.rings):
            low, middle, high = ring, self.rings, 2 * self.rings - ring
            upper = [(low, low), (low, middle), (low, high), (middle, high)]
            for row, column in [*upper, (high, high), (high, middle), (high, low), (middle, low)]:
                board[row][column] = next(signs, ".")
        return "\n".join("".join(row) for row in board)

    def moves(self, position: str) -> Any:
        return super().moves(f"{position}\n0 and 0 in hand")

    def play(self, position: str, move: Any) -> str:
        return super().play(f"{position}\n0 and 0 in hand", move).rpartition("\n")[0]

    def outcome(self, position: str) -> int:
        return super().outcome(f"{position}\n0 and 0 in hand")


ONE = MorrisEndgame(men=4, rings=1)


FAMILY = Family(
    small=(MorrisEndgame(men=3, rings=1), MorrisEndgame(men=4, rings=1, flying=False)),
    larger=(MorrisEndgame(), MorrisEndgame(men=6, rings=2), MorrisEndgame(men=5, flying=False)),
    facts=facts,
    twin=twin,
    refused=(
        (MorrisEndgame, {"men": 2}, "men=2 is too small"),
        (MorrisEndgame, {"men": 10}, "men=10 is too large: give a whole number from 3 to 9"),
        (MorrisEndgame, {"men": 5, "rings": 1}, "men=5 is too large"),
        (MorrisEndgame, {"rings": 4}, "rings=4 is too large"),
        (MorrisEndgame, {"flying": 1}, "flying=1 is not a yes or no"),
    ),
    unreadable=(
        (ONE, "", "its rows have lengths 0: write rows like .../. ./..."),
        (ONE, "XXX/O O/O..X", "its rows have lengths 3 3 4"),
        (ONE, "XXX/OOO/...", "'O' stands where no point is"),
        (ONE, "XXx/O O/O..", "'x' is no point"),
        (ONE, "X../O O/O..", "X has 1: give it from 2 to 4 men"),
        (ONE, "XX./O O/...", "O has 2: give it from 3 to 4 men"),
        (ONE, "XXX/X O/XOO", "X has 5: give it from 2 to 4 men"),
    ),
    written=(
        (ONE, "XX./O ./OXO", "a3-c3 a3-c2 b3-c3 b3-c2 b1-c3xc1 b1-c3xa1 b1-c3xa2 b1-c2"),
        (MorrisEndgame(men=4, rings=1, flying=False), "XX./X O/.OO", "b3-c3 a2-a1"),
    ),
)
