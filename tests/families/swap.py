"""The swap rule: whoever wins an inner game by his first move loses it to the swap."""

from collections.abc import Iterator
from typing import Any

import families
from families import Fact, Family
from zermelo.core.game import Game, has
from zermelo.games.domineering import Domineering
from zermelo.games.dots_and_boxes import DotsAndBoxes
from zermelo.games.hex import Hex
from zermelo.games.mnk import Mnk, TicTacToe
from zermelo.games.swap import Swap

ARGUMENT = "the swapper takes the winning side: the first player wins only if every first move does both ways"


def facts() -> Iterator[Fact]:
    """The value of the start, from those of the inner game's positions after one move."""
    for inner, value in (
        (Hex(size=2), -1),  # every first move is won or lost, and the swapper chooses
        (Hex(size=3), -1),
        (TicTacToe(), 0),  # every first move is a draw
        (Mnk(columns=2, rows=2, line=2), -1),  # every first move wins
        (Mnk(columns=4, rows=2, line=3), 0),
    ):
        yield Fact(repr(Swap(game=inner)), "value", value, ARGUMENT, "recomputed", "small")


def twin(game: Swap) -> Game:
    """Return the rule over the twin of the inner game."""
    return TextSwap(game=families.twin(game.game))


class TextSwap(Game):
    game: Game

    def start(self) -> str:
        return f"{self.game.start()}\nfirst to move first"

    def parts(self, position: str) -> tuple[str, str, str]:
        inner, _, last = position.rpartition("\n")
        player, _, stage = last.partition(" ")
        return inner, player, stage

    def moves(self, position: str) -> list[Any]:
        inner, _, stage = self.parts(position)
        swap = ["swap"] if stage == "to move, may swap" else []
        return [*swap, *(("inner", move) for move in self.game.moves(inner))]

    def play(self, position: str, move: Any) -> str:
        inner, player, stage = self.parts(position)
        other = {"first": "second", "second": "first"}[player]
        if move == "swap":
            return f"{inner}\n{other} to move, swapped"
        child = self.game.play(inner, move[1])
        if has(self.game, "mover") and self.game.mover(child) == self.game.mover(inner):
            other = player
        following = {"to move first": "to move, may swap", "to move, swapped": "to move, swapped"}
        return f"{child}\n{other} {following.get(stage, 'to move')}"

    def outcome(self, position: str) -> int:
        return self.game.outcome(self.parts(position)[0])

    def stuck(self, position: str) -> int:
        return self.game.stuck(self.parts(position)[0])

    def mover(self, position: str) -> int:
        return int(self.parts(position)[1] == "second")


FAMILY = Family(
    small=(Swap(game=Hex(size=2)), Swap(game=Domineering(columns=3, rows=3))),
    larger=(Swap(game=TicTacToe()), Swap()),
    facts=tuple(facts()),
    twin=twin,
    refused=(
        (Swap, {"game": "hex"}, "is no game: give one as in swap"),
        (Swap, {"game": DotsAndBoxes()}, "brings points with its moves"),
    ),
    unreadable=(
        (Swap(), ".../.../...", "it does not say how play stands"),
        (Swap(), ".../.../.../third to move", "it does not say how play stands"),
        (Swap(), ".../.../second to move, may swap", "write 3"),
    ),
    written=((Swap(game=Hex(size=2)), "X./../second to move, may swap", "swap b1 a2 b2"),),
)
