"""Backsliding toads and frogs: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family, known_forms
from zermelo.core.game import Game
from zermelo.games.backsliding_toads_and_frogs import BackslidingToadsAndFrogs

CORNERED = (
    "by the definition: a toad or a frog alone goes to and fro for ever, and one in a full row is stuck"
)
LOOPY = known_forms(
    """
    backsliding_toads_and_frogs(board='ttt..fff', starter='left')  -  {on||0|-1/2} & {1/2|0||off}  -  -
    """
)


def facts() -> Iterator[Fact]:
    """Rows of one kind: whoever has no animal, or is stuck, loses as the mover and never wins."""
    for board, left, right in (("t.", 1, -1), ("t..", 1, -1), ("tt", -1, -1), ("tf", -1, -1), ("ff.", -1, 1)):
        for starter, value in (("left", left), ("right", right)):
            game = f"backsliding_toads_and_frogs(board={board!r}, starter={starter!r})"
            yield Fact(game, "value", value, CORNERED, "recomputed", "small")


def twin(game: BackslidingToadsAndFrogs) -> Game:
    """Return the game on text: the six kinds of moves are patterns, looked for at every place."""
    return TextBacksliding(board=game.board, starter=game.starter)


class TextBacksliding(Game):
    board: str
    starter: str

    def start(self) -> str:
        return f"{self.board}\n{'toads' if self.starter == 'left' else 'frogs'} to move"

    def mover(self, position: str) -> int:
        return int(position.endswith("\nfrogs to move"))

    def moves(self, position: str) -> list[tuple[int, str, str]]:
        toads = [("t.", ".t"), ("tf.", ".ft"), (".t", "t.")]
        frogs = [(".f", "f."), (".tf", "ft."), ("f.", ".f")]
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


FAMILY = Family(
    small=(BackslidingToadsAndFrogs("tt..ff", starter="right"), BackslidingToadsAndFrogs("ttt.f.f")),
    larger=(BackslidingToadsAndFrogs("tttt...ffff"), BackslidingToadsAndFrogs("ttttttttt.........ffffffff")),
    facts=facts,
    twin=twin,
    canonical=LOOPY,
    refused=(
        (BackslidingToadsAndFrogs, {"board": ""}, "board='' is no row of toads and frogs"),
        (BackslidingToadsAndFrogs, {"board": "t" * 32}, "a row of 32 cells needs 65 bits"),
        (BackslidingToadsAndFrogs, {"starter": "toads"}, "starter='toads' is no player"),
    ),
    unreadable=(
        (BackslidingToadsAndFrogs(), "tt..ff", "it does not say who moves"),
        (BackslidingToadsAndFrogs(), "tt..fff/toads to move", "its row has 7 cells: write 6 cells"),
    ),
    written=(
        (BackslidingToadsAndFrogs(), "tf.t.f / toads to move", "1-3 4-5 4-3"),
        (BackslidingToadsAndFrogs(), "tf.t.f/frogs to move", "2-3 6-5"),
        (BackslidingToadsAndFrogs(), ".tft.f/frogs to move", "3-1 6-5"),
    ),
)
