"""Toads and frogs: known facts, and what is no position."""

from collections.abc import Iterator
from typing import Any

from families import Fact
from zermelo.core.game import Game
from zermelo.games.toads_and_frogs import ToadsAndFrogs

SMALL = (ToadsAndFrogs(board="tt.t..ff.f", starter="right"),)
LARGER = (ToadsAndFrogs(board="ttttt..fffff"), ToadsAndFrogs(board="tttttttttt...........ffffffffff"))

OUTCOMES = (  # board; who wins: left, right, the next player, the previous one
    ("t..f", "P"),
    ("tt.f", "N"),
    ("t.ff", "N"),
    ("tt.ff", "N"),
    ("tt..ff", "N"),
    ("ttt.f", "N"),
    ("ttt.fff", "N"),
    ("tt..f", "L"),
    ("ttt..f", "L"),
    ("tttt.f", "N"),
    ("tt...f", "L"),
    ("tt...ff", "N"),
    ("ttt..ff", "N"),
    ("tttt..f", "L"),
    ("tttt.ff", "N"),
    ("tttt.fff", "N"),
    ("t.t.f.f", "N"),
    (".t.f.", "N"),
    ("t.tf.f", "N"),
    ("tf.tf", "P"),
    ("tt.tff", "L"),
    ("ttt...f", "L"),
    ("ttttt.f", "N"),
)


def facts() -> Iterator[Fact]:
    """Outcome classes: who wins if the one begins, and if the other does."""
    for board, outcome in OUTCOMES:
        for starter, winning in (("left", "LN"), ("right", "RN")):
            game = f"toads_and_frogs(board={board!r}, starter={starter!r})"
            value = 1 if outcome in winning else -1
            yield Fact(game, "value", value, "an independent engine's canonical form", "recomputed", "small")


def twin(game: ToadsAndFrogs) -> Game:
    """Return the game on text: the four kinds of moves are patterns, looked for at every place."""
    return TextToads(board=game.board, starter=game.starter)


class TextToads(Game):
    board: str
    starter: str

    def start(self) -> str:
        return f"{self.board}\n{'toads' if self.starter == 'left' else 'frogs'} to move"

    def mover(self, position: str) -> int:
        return int(position.endswith("\nfrogs to move"))

    def moves(self, position: str) -> list[tuple[int, str, str]]:
        toads = (("t.", ".t"), ("tf.", ".ft"))
        frogs = ((".f", "f."), (".tf", "ft."))
        row = position.split("\n")[0]
        return [
            (place, before, after)
            for before, after in (frogs if self.mover(position) else toads)
            for place in range(len(row))
            if row[place:].startswith(before)
        ]

    def play(self, position: str, move: tuple[int, str, str]) -> str:
        place, before, after = move
        row = position.split("\n")[0]
        row = row[:place] + after + row[place + len(before) :]
        return f"{row}\n{'toads' if self.mover(position) else 'frogs'} to move"


REFUSED: tuple[tuple[type[Game], dict[str, Any], str], ...] = (
    (ToadsAndFrogs, {"board": ""}, "board='' is no row of toads and frogs"),
    (ToadsAndFrogs, {"board": "TT_FF"}, "board='TT_FF' is no row of toads and frogs"),
    (ToadsAndFrogs, {"board": 5}, "board=5 is no row"),
    (ToadsAndFrogs, {"board": "t" * 32}, "a row of 32 cells needs 65 bits"),
    (ToadsAndFrogs, {"starter": "toads"}, "starter='toads' is no player"),
)

UNREADABLE: tuple[tuple[Game, str, str], ...] = (
    (ToadsAndFrogs(), "", "it does not say who moves"),
    (ToadsAndFrogs(), "tt..ff", "it does not say who moves"),
    (ToadsAndFrogs(), "tt..ff/left to move", "it does not say who moves"),
    (ToadsAndFrogs(), "tt_.ff/toads to move", "'_' is no cell"),
    (ToadsAndFrogs(), "tt..fff/toads to move", "it has other animals"),
    (ToadsAndFrogs(), "tt...f/frogs to move", "write the 6 cells of 'tt..ff'"),
)

WRITTEN = (
    (ToadsAndFrogs(), "tf.t.f / toads to move", "1-3 4-5"),
    (ToadsAndFrogs(), "tf.t.f/frogs to move", "6-5"),
    (ToadsAndFrogs(), ".tft.f/frogs to move", "3-1 6-5"),
)
