"""Sliding tiles: known facts, and what is no position."""

from collections.abc import Iterator

from families import BOTH, Fact, Family, size_of
from zermelo import UNDECIDED, WIN, PuzzleForOne
from zermelo.games.sliding_tiles import SlidingTiles

REINEFELD = (
    "A. Reinefeld, Complete solution of the eight-puzzle and the benefit of node ordering in IDA*, IJCAI 1993"
)
OEIS = "OEIS A151944: the most moves on an m x n board"
PARITY = "W. W. Johnson and W. E. Story (1879): half of all orders can be reached"
HARDEST = (  # columns, rows, positions, the most moves
    (2, 2, 12, 6),
    (3, 2, 360, 21),
    (2, 3, 360, 21),
    (4, 2, 20_160, 36),
    (3, 3, 181_440, 31),
)


def facts() -> Iterator[Fact]:
    """Half of all orders, the most moves, and starts of the wrong half."""
    for columns, rows, positions, most in HARDEST:
        game = repr(SlidingTiles(columns=columns, rows=rows))
        source = REINEFELD if positions == 181_440 else OEIS
        yield Fact(game, "positions", positions, PARITY, BOTH, size_of(positions))
        yield Fact(game, "longest", most, source, BOTH, size_of(positions))
    hard = repr(SlidingTiles(board="8 6 7/2 5 4/3 . 1"))
    yield Fact(hard, "remoteness", 31, REINEFELD, BOTH, "medium")
    wrong = repr(SlidingTiles(columns=3, rows=2, board="2 1 3/4 5 ."))
    yield Fact(wrong, "totals", (0, 360, 0), PARITY, BOTH, "small")


def twin(game: SlidingTiles) -> PuzzleForOne:
    """Return the game on text: two words of it change places."""
    return TextTiles(board=game.show(game.start()), goal=game.show(game.solved))


class TextTiles(PuzzleForOne):
    board: str
    goal: str

    def start(self) -> str:
        return self.board

    def moves(self, position: str) -> list[str]:
        rows = [line.split() for line in position.splitlines()]
        places = {word: (row, column) for row, words in enumerate(rows) for column, word in enumerate(words)}
        row, column = places["."]
        return [word for word, (y, x) in places.items() if sorted((abs(y - row), abs(x - column))) == [0, 1]]

    def play(self, position: str, move: str) -> str:
        wide = max(map(len, position.replace("\n", " ").split()))
        rows = [line.split() for line in position.splitlines()]
        swapped = {".": move, move: "."}
        return "\n".join(" ".join(swapped.get(word, word).rjust(wide) for word in row) for row in rows)

    def outcome(self, position: str) -> int:
        return WIN if position == self.goal else UNDECIDED


FAMILY = Family(
    small=(SlidingTiles(columns=3, rows=2), SlidingTiles(columns=2, rows=2, goal=". 1/2 3")),
    larger=(SlidingTiles(), SlidingTiles(columns=4, rows=3)),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (SlidingTiles, {"columns": 0}, "columns=0 is too small"),
        (SlidingTiles, {"columns": 1, "rows": 1}, "a board of 1 x 1 has no tile"),
        (SlidingTiles, {"columns": 4, "rows": 4}, "a board of 4 x 4 needs 68 bits"),
        (SlidingTiles, {"board": "1 2/3 ."}, "it has not 3 rows of 3 tiles"),
        (SlidingTiles, {"goal": "1 2 3/4 5 6/7 7 ."}, "its tiles are not 1 to 8"),
        (SlidingTiles, {"board": 5}, "board=5 is no text"),
    ),
    unreadable=(
        (SlidingTiles(), "1 2 3/4 5 6", "it has not 3 rows of 3 tiles"),
        (SlidingTiles(), "1 2 3/4 5 6/7 9 .", "its tiles are not 1 to 8"),
    ),
    written=((SlidingTiles(), "1 2 3/4 5 6/7 . 8", "5 7 8"), (SlidingTiles(), " . 1 2/3 4 5/6 7 8 ", "1 3")),
    slow_facts=("sliding_tiles(columns=4, rows=2",),
)
