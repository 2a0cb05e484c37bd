"""Cannibal clobber: known facts, and what is no position."""

from collections.abc import Iterator

from families import Fact, Family
from families.clobber import TextClobber
from zermelo.core.game import Game
from zermelo.games.cannibal_clobber import CannibalClobber

ALONE = "by the definition: a row of one player's stones is as many moves as it has stones, less one"


def facts() -> Iterator[Fact]:
    """Rows of one colour, which are integers; values of others are held against the twin."""
    for stones in range(1, 10):
        for sign, starter, value in (
            ("x", "left", 1),
            ("x", "right", -1),
            ("o", "left", -1),
            ("o", "right", 1),
        ):
            won = value if stones > 1 else -1
            game = f"cannibal_clobber(setup={sign * stones!r}, columns={stones}, rows=1, starter={starter!r}"
            yield Fact(f"{game}, piece='wazir')", "value", won, ALONE, "recomputed", "small")


def twin(game: CannibalClobber) -> Game:
    """Return the game on text: every stone looks around itself."""
    names = ("columns", "rows", "setup", "starter", "piece")
    return TextCannibals(**{name: getattr(game, name) for name in names})


class TextCannibals(TextClobber):
    """Clobber's twin, whose stones take whatever they meet."""

    def moves(self, position: str) -> Iterator[tuple[int, int]]:
        board, turn = position.rsplit("\n", 1)
        other = {"x": "o", "o": "x"}[turn[0]]
        for begin, sign in enumerate(board):
            if sign == turn[0]:  # alone among the others, it takes any of them
                others = board[:begin].replace(sign, other) + sign + board[begin + 1 :].replace(sign, other)
                yield from super().moves(f"{others}\n{turn}")


FAMILY = Family(
    small=(CannibalClobber("xxo/oxo"), CannibalClobber("xo.x/x..x", piece="king", starter="right")),
    larger=(CannibalClobber(columns=6, rows=5), CannibalClobber("xo.x/ox.o/x.ox", piece="rook")),
    facts=tuple(facts()),
    twin=twin,
    refused=((CannibalClobber, {"piece": "pawn"}, "piece='pawn' is no piece"),),
    unreadable=((CannibalClobber(columns=3, rows=2), "xox/oxo", "it does not say who moves"),),
    written=((CannibalClobber(columns=3, rows=1), "xxo/x to move", "a1-b1 b1-c1 b1-a1"),),
)
