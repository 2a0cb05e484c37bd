"""Hex: known facts, and what is no position."""

from collections.abc import Iterator

from families import BOTH, BRUTE_FORCE, Fact, Family, size_of
from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED
from zermelo.games.hex import Hex

SEPARATE = "a separate program, dictionaries of tuples"
NASH = "John Nash: strategy stealing"


def facts() -> Iterator[Fact]:
    """Who begins wins; on 4 x 4 only by the short diagonal."""
    for size, positions in ((1, 2), (2, 32), (3, 5_514), (4, 9_386_235)):
        yield Fact(f"hex(size={size})", "value", 1, NASH, "literature", size_of(positions))
    yield Fact("hex(size=5)", "value", 1, NASH, "literature", "searched")
    moves = ("a3", "a2", "b2", "c2", "c1")
    yield Fact("hex(size=3)", "winning_moves", tuple(sorted(moves)), BRUTE_FORCE, "recomputed", "small")
    moves = ("a4", "b3", "c2", "d1")
    yield Fact("hex(size=4)", "winning_moves", moves, BRUTE_FORCE, BOTH, "medium")
    for size, remoteness, positions, totals, edges, finished in (
        (2, 3, 32, (19, 0, 13), 46, 9),
        (3, 5, 5_514, (3_401, 0, 2_113), 16_167, 994),
    ):
        for quantity, expected in (
            ("remoteness", remoteness),
            ("positions", positions),
            ("totals", totals),
            ("edges", edges),
            ("finished", finished),
        ):
            yield Fact(f"hex(size={size})", quantity, expected, SEPARATE, "recomputed", "small")


def twin(game: Hex) -> Game:
    """Return the game on text: stones followed one by one."""
    return TextHex(size=game.size)


class TextHex(Game):
    size: int

    def start(self) -> str:
        return "\n".join(" " * row + "." * self.size for row in range(self.size))

    def moves(self, position: str) -> list[int]:
        return [place for place, sign in enumerate(position) if sign == "."]

    def play(self, position: str, move: int) -> str:
        sign = "X" if position.count("X") == position.count("O") else "O"
        return position[:move] + sign + position[move + 1 :]

    def outcome(self, position: str) -> int:
        """Both players are asked; only the one who has just moved can have won."""
        rows = [line.strip() for line in position.split("\n")]
        places = [(row, column) for row in range(self.size) for column in range(self.size)]
        for sign, along in (("X", 0), ("O", 1)):
            own = {place for place in places if rows[place[0]][place[1]] == sign}
            reached: set[tuple[int, int]] = set()
            waiting = [place for place in own if place[along] == 0]
            while waiting:
                row, column = place = waiting.pop()
                if place in own - reached:
                    reached.add(place)
                    waiting += [(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)]
                    waiting += [(row - 1, column + 1), (row + 1, column - 1)]
            if any(place[along] == self.size - 1 for place in reached):
                return LOSS
        return UNDECIDED


FAMILY = Family(
    small=(Hex(size=3),),
    larger=(Hex(size=5), Hex(size=6)),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Hex, {"size": 0}, "size=0 is too small"),
        (Hex, {"size": True}, "size=True is not a whole number"),
        (Hex, {"size": 8}, "a board of 8 x 8 has 64 cells"),
        (Hex, {"size": 64}, "size=64 is too large"),
    ),
    unreadable=(
        (Hex(), "", "write 3 rows of 3"),
        (Hex(), "X../../...", "write 3 rows of 3"),
        (Hex(), "x../.../...", "'x' is no cell"),
        (Hex(), "O../.../...", "X has 0 and O has 1"),
        (Hex(), "X../X../X.O", "X has 3 and O has 1"),
        (Hex(), "XO./XO./X.O", "play had ended"),
        (Hex(), "X.O/XO./XO.", "play had ended"),
    ),
    written=(
        (Hex(), "X../.O./..X", "b1 c1 a2 c2 a3 b3"),
        (Hex(), "XO.\n XO.\n  ...", "c1 c2 a3 b3 c3"),
        (Hex(size=2), ".X/\n O.", "a1 b2"),
    ),
)
