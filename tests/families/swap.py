from typing import Any

import families
from families import Family, counted
from zermelo import Game
from zermelo.core.game import has
from zermelo.games.connection.hex import Hex
from zermelo.games.derived.swap import Swap
from zermelo.games.dominoes.domineering import Domineering
from zermelo.games.lines.mnk import Mnk, TicTacToe
from zermelo.games.territory.dots_and_boxes import DotsAndBoxes

ARGUMENT = "the swapper takes the winning side: the first player wins only if every first move does both ways"


class TextSwap(Game):
    """The rule over the twin of the inner game."""

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
    facts=counted("value", ARGUMENT)(
        (Swap(game=Hex(size=2)), -1),  # every first move is won or lost, and the swapper chooses
        (Swap(game=Hex(size=3)), -1),
        (Swap(game=TicTacToe()), 0),  # every first move is a draw
        (Swap(game=Mnk(2, 2, 2)), -1),  # every first move wins
        (Swap(game=Mnk(4, 2, 3)), 0),
    ),
    twin=lambda game: TextSwap(game=families.twin(game.game)),
    refused=(
        (Swap, {"game": "hex"}, "is no game: give one like game=hex"),
        (Swap, {"game": DotsAndBoxes()}, "brings points with its moves"),
    ),
    unreadable=(
        (Swap(), ".../.../...", "it does not say how play stands"),
        (Swap(), ".../.../.../third to move", "it does not say how play stands"),
        (Swap(), ".../.../second to move, may swap", "write 3"),
    ),
    written=((Swap(game=Hex(size=2)), "X./../second to move, may swap", "swap b1 a2 b2"),),
)
