from families import BOTH, Family, bounds, counted, facts_of
from families._text_boards import Puzzle, beside
from zermelo import UNDECIDED, WIN
from zermelo.games.puzzles.sliding_tiles import SlidingTiles

REINEFELD = (
    "A. Reinefeld, Complete solution of the eight-puzzle and the benefit of node ordering in IDA*, IJCAI 1993"
)
OEIS = "OEIS A151944: the most moves on an m x n board"
PARITY = "W. W. Johnson and W. E. Story (1879): half of all orders can be reached"


class TextTiles(Puzzle):
    def moves(self, position: str) -> list[str]:
        rows = [line.split() for line in position.splitlines()]
        places = {word: (row, column) for row, words in enumerate(rows) for column, word in enumerate(words)}
        return [word for word, place in places.items() if place in beside(places["."])]

    def play(self, position: str, move: str) -> str:
        wide = max(map(len, position.replace("\n", " ").split()))
        rows = [line.split() for line in position.splitlines()]
        swapped = {".": move, move: "."}
        return "\n".join(" ".join(swapped.get(word, word).rjust(wide) for word in row) for row in rows)

    def outcome(self, position: str) -> int:
        return WIN if position == self.game.show(self.game.goal_position) else UNDECIDED


FAMILY = Family(
    small=(SlidingTiles(columns=3, rows=2), SlidingTiles(columns=2, rows=2, goal=". 1/2 3")),
    larger=(SlidingTiles(), SlidingTiles(columns=4, rows=3)),
    # Half of all orders, the most moves, and starts of the wrong half.
    facts=(
        *counted("positions", PARITY, BOTH)(
            (SlidingTiles(2, 2), 12),
            (SlidingTiles(3, 2), 360),
            (SlidingTiles(2, 3), 360),
            (SlidingTiles(4, 2), 20_160),
            (SlidingTiles(), 181_440),
        ),
        *counted("longest", OEIS, BOTH)(
            (SlidingTiles(2, 2), 6),
            (SlidingTiles(3, 2), 21),
            (SlidingTiles(2, 3), 21),
            (SlidingTiles(4, 2), 36),
        ),
        *facts_of(SlidingTiles(), REINEFELD, BOTH, "medium", longest=31),
        *facts_of(SlidingTiles(board="8 6 7/2 5 4/3 . 1"), REINEFELD, BOTH, "medium", remoteness=31),
        *facts_of(SlidingTiles(3, 2, board="2 1 3/4 5 ."), PARITY, BOTH, totals=(0, 360, 0)),
    ),
    twin=TextTiles,
    refused=(
        *bounds(SlidingTiles, columns=(1, 14), rows=(1, 14)),
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
