"""Eatcake: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, WINS, Fact, Family, known_forms
from zermelo.core.game import Game
from zermelo.games.eatcake import Eatcake

# From the tests of CGSuite 2.1, whose (8, n) has its Left eat along n.
CANONICAL = known_forms(
    """
    eatcake(columns=1, rows=8, starter='left')  -  ^  -  -
    eatcake(columns=2, rows=8, starter='left')  -  {^|||^*|v||0}  -  -
    eatcake(columns=3, rows=8, starter='left')  -  {^^|*}  -  -
    eatcake(columns=4, rows=8, starter='left')  -  {^^|*||0,{0|vv*}}  -  -
    eatcake(columns=5, rows=8, starter='left')  -  {^3|^*||*}  -  -
    eatcake(columns=6, rows=8, starter='left')  -  {^3|^*||*|||0,{0,{^|0,v*}|||0|vv*||0}}  -  -
    eatcake(columns=7, rows=8, starter='left')  -  {0||^^*|0|||*}  -  -
    """
)
OUTCOMES = (  # columns, rows; who wins: left, right, the next player, the previous one
    (1, 1, "N"),
    (1, 2, "L"),
    (1, 3, "N"),
    (1, 4, "L"),
    (2, 1, "R"),
    (2, 2, "N"),
    (2, 3, "R"),
    (2, 4, "N"),
    (3, 1, "N"),
    (3, 2, "L"),
    (3, 3, "N"),
    (3, 4, "L"),
    (4, 1, "R"),
    (4, 2, "N"),
    (4, 3, "R"),
    (5, 1, "N"),
    (5, 2, "L"),
)


def facts() -> Iterator[Fact]:
    """Each outcome class is two values: of the game that Left starts, and of Right's."""
    for columns, rows, outcome in OUTCOMES:
        for starter, value in zip(("left", "right"), WINS[outcome], strict=True):
            game = f"eatcake(columns={columns}, rows={rows}, starter={starter!r})"
            yield Fact(game, "value", value, BRUTE_FORCE, "recomputed", "small")


def twin(game: Eatcake) -> Game:
    """Return the game on text: a strip is eaten as far as cake goes on, up and down or to both sides."""
    return TextEatcake(columns=game.columns, rows=game.rows, starter=game.starter)


class TextEatcake(Game):
    columns: int
    rows: int
    starter: str

    def start(self) -> str:
        return "\n".join([*["#" * self.columns] * self.rows, f"{self.starter} to move"])

    def mover(self, position: str) -> int:
        return int(position.endswith("right to move"))

    def moves(self, position: str) -> list[list[int]]:
        """Return the places in the text that are eaten together: lines are `columns` + 1 characters apart."""
        board = position.rpartition("\n")[0]
        step = 1 if self.mover(position) else self.columns + 1
        found = []
        for place, sign in enumerate(board):
            if sign == "#" and (place < step or board[place - step] != "#"):
                strip = [place]
                while strip[-1] + step < len(board) and board[strip[-1] + step] == "#":
                    strip.append(strip[-1] + step)
                found.append(strip)
        return found

    def play(self, position: str, strip: list[int]) -> str:
        board = position.rpartition("\n")[0]
        after = "".join("." if place in strip else sign for place, sign in enumerate(board))
        return f"{after}\n{'left' if self.mover(position) else 'right'} to move"


FAMILY = Family(
    small=(Eatcake(columns=4, rows=3), Eatcake(columns=3, rows=3, starter="right")),
    larger=(Eatcake(columns=8, rows=7), Eatcake(columns=30, rows=2)),
    facts=tuple(facts()),
    twin=twin,
    canonical=CANONICAL,
    refused=(
        (Eatcake, {"columns": 0}, "columns=0 is too small"),
        (Eatcake, {"columns": 8, "rows": 8}, "a cake of 8 x 8 needs 65 bits"),
        (Eatcake, {"starter": "up"}, "starter='up' is no player"),
    ),
    unreadable=(
        (Eatcake(columns=3, rows=2), "###/###", "it does not say who moves"),
        (Eatcake(columns=3, rows=2), "###/left to move", "write 2 rows of 3 characters"),
        (Eatcake(columns=3, rows=2), "###/##./left to move", "a piece is no rectangle"),
    ),
    written=(
        (Eatcake(columns=3, rows=2), "#.#/#.#/left to move", "a1-a2 c1-c2"),
        (Eatcake(columns=3, rows=2), "#.#/#.#/right to move", "a1-a1 a2-a2 c1-c1 c2-c2"),
    ),
)
