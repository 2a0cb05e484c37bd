"""Toads and frogs: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family, known_forms
from zermelo.core.game import Game
from zermelo.games.toads_and_frogs import ToadsAndFrogs

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

# Of ttttt..fffff: our copy of CGSuite's value had lost a brace, which is put back where the value agrees.
CANONICAL = known_forms(
    """
    toads_and_frogs(board='t..f', starter='left', longest=1)  -  0  P  0 -1 0 0
    toads_and_frogs(board='tt.f', starter='left', longest=1)  -  {1/2|0}  N  1/4 1/4 1/2 0
    toads_and_frogs(board='t.ff', starter='left', longest=1)  -  {0|-1/2}  N  -1/4 1/4 0 -1/2
    toads_and_frogs(board='tt.ff', starter='left', longest=1)  -  *  N  0 0 0 0
    toads_and_frogs(board='tt..ff', starter='left', longest=1)  -  *  N  0 0 0 0
    toads_and_frogs(board='ttt.f', starter='left', longest=1)  -  {1*|0}  N  1/2 1/2 1 0
    toads_and_frogs(board='ttt.fff', starter='left', longest=1)  -  *  N  0 0 0 0
    toads_and_frogs(board='tt..f', starter='left', longest=1)  -  1  L  1 -1 1 1
    toads_and_frogs(board='ttt..f', starter='left', longest=1)  -  2  L  2 -1 2 2
    toads_and_frogs(board='tttt.f', starter='left', longest=1)  -  {{2|1}|0}  N  3/4 3/4 1 0
    toads_and_frogs(board='tt...f', starter='left', longest=1)  -  2*  L  2 0 2 2
    toads_and_frogs(board='tt...ff', starter='left', longest=1)  -  *  N  0 0 0 0
    toads_and_frogs(board='ttt..ff', starter='left', longest=1)  -  {1/2|0}  N  1/4 1/4 1/2 0
    toads_and_frogs(board='tttt..f', starter='left', longest=1)  -  3  L  3 -1 3 3
    toads_and_frogs(board='tttt.ff', starter='left', longest=1)  -  *  N  0 0 0 0
    toads_and_frogs(board='tttt.fff', starter='left', longest=1)  -  *  N  0 0 0 0
    toads_and_frogs(board='t.t.f.f', starter='left', longest=1)  -  *  N  0 0 0 0
    toads_and_frogs(board='.t.f.', starter='left', longest=1)  -  *  N  0 0 0 0
    toads_and_frogs(board='t.tf.f', starter='left', longest=1)  -  *  N  0 0 0 0
    toads_and_frogs(board='tf.tf', starter='left', longest=1)  -  0  P  0 -1 0 0
    toads_and_frogs(board='tt.tff', starter='left', longest=1)  -  {1|*}  L  1/2 1/2 1 0
    toads_and_frogs(board='ttt...f', starter='left', longest=1)  -  4*  L  4 0 4 4
    toads_and_frogs(board='ttttt.f', starter='left', longest=1)  -  {{3|1}|0}  N  1 1 1 0
    toads_and_frogs(board='ttttt..fffff', starter='left', longest=1)  -  +-{{2|*},{5/2||2|{0||||{0||v<2>|-1},{0||||0||Miny(1/32)|-2|||-1/2*}|||v<2>|-1/2||-1*}|||0}}  -  -
    toads_and_frogs(board='tttt..fff', starter='left', longest=2)  -  {1/2*|v}  -  -
    """
)


def facts() -> Iterator[Fact]:
    """Outcome classes: who wins if the one begins, and if the other does."""
    for board, outcome in OUTCOMES:
        for starter, winning in (("left", "LN"), ("right", "RN")):
            game = f"toads_and_frogs(board={board!r}, starter={starter!r}, longest=1)"
            value = 1 if outcome in winning else -1
            yield Fact(game, "value", value, "an independent engine's canonical form", "recomputed", "small")


def twin(game: ToadsAndFrogs) -> Game:
    """Return the game on text: the four kinds of moves are patterns, looked for at every place."""
    return TextToads(board=game.board, starter=game.starter, longest=game.longest)


class TextToads(Game):
    board: str
    starter: str
    longest: int

    def start(self) -> str:
        return f"{self.board}\n{'toads' if self.starter == 'left' else 'frogs'} to move"

    def mover(self, position: str) -> int:
        return int(position.endswith("\nfrogs to move"))

    def moves(self, position: str) -> list[tuple[int, str, str]]:
        jumps = range(self.longest + 1)
        toads = [("t" + "f" * over + ".", "." + "f" * over + "t") for over in jumps]
        frogs = [("." + "t" * over + "f", "f" + "t" * over + ".") for over in jumps]
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
    small=(ToadsAndFrogs(board="tt.t..ff.f", starter="right"), ToadsAndFrogs("ttt..ff", longest=2)),
    larger=(ToadsAndFrogs(board="ttttt..fffff"), ToadsAndFrogs(board="tttttttttt...........ffffffffff")),
    facts=tuple(facts()),
    twin=twin,
    canonical=CANONICAL,
    refused=(
        (ToadsAndFrogs, {"board": ""}, "board='' is no row of toads and frogs"),
        (ToadsAndFrogs, {"board": "XX_OO"}, "board='xx.oo' is no row of toads and frogs"),
        (ToadsAndFrogs, {"board": 5}, "board=5 is no row"),
        (ToadsAndFrogs, {"board": "t" * 32}, "a row of 32 cells needs 65 bits"),
        (ToadsAndFrogs, {"longest": -1}, "longest=-1 is too small"),
        (ToadsAndFrogs, {"starter": "toads"}, "starter='toads' is no player"),
    ),
    unreadable=(
        (ToadsAndFrogs(), "", "it does not say who moves"),
        (ToadsAndFrogs(), "tt..ff", "it does not say who moves"),
        (ToadsAndFrogs(), "tt..ff/left to move", "it does not say who moves"),
        (ToadsAndFrogs(), "ttx.ff/toads to move", "'x' is no cell"),
        (ToadsAndFrogs(), "tt..fff/toads to move", "its row has 7 cells: write 6 cells"),
    ),
    written=(
        (ToadsAndFrogs(), "tf.t.f / toads to move", "1-3 4-5"),
        (ToadsAndFrogs(), "tf.t.f/frogs to move", "6-5"),
        (ToadsAndFrogs(), ".tft.f/frogs to move", "3-1 6-5"),
        (ToadsAndFrogs("TTF_FF", longest=2), "TTFF.F/toads to move", "2-5"),
    ),
)
