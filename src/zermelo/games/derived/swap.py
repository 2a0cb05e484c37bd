"""The swap rule for any game: one player makes the first move, the other chooses the side.

A position is (stage, player, position of the inner game). `player` is who moves, as a person: 0 made the
first move. The position holds `player` because a swap passes the turn without changing the inner position,
whose mover is from then on the other person. Stages: 0 nothing is played, 1 the swap may be made, 2 the game
goes on, 3 the game goes on after a swap.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from zermelo.boards.pictures.picture import Picture
from zermelo.core.errors import BadParameter, UnreadablePosition
from zermelo.core.game import Game, Position, has
from zermelo.core.game_kind import ByKind
from zermelo.core.notation.how_to_play import read_own_sentences
from zermelo.games.connection.hex import Hex

SWAP = 0  # a move of the inner game is one more than it is there
PLAYERS = ("first", "second")
STAGES = ("to move first", "to move, may swap", "to move", "to move, swapped")


_FAULT: Final = "brings points with its moves: take one that is decided at its end"
NOT_SWAPPED: Final = ByKind("why sides are not swapped", "", payoffs="", dice_gains=_FAULT, gains=_FAULT)


class Swap(Game):
    """After the first move of `game` the other player may take that move's side instead of answering it.

    Any game will do whose points do not come on the way: `swap(game=hex(size=3))`. Values are the inner
    game's.
    """

    game: Game = Hex(size=3)

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, turn, end = read_own_sentences(self.game)
        swap = "Instead of their first move, the second player may take over the other side."
        return goal, f"{turn} {swap}".strip(), end

    def __post_init__(self) -> None:
        if fault := NOT_SWAPPED.choose(self.game):
            raise BadParameter(f"game={self.game!r} {fault}")

    @cached_property
    def scored(self) -> bool:  # type: ignore[override]  # the inner game defines it
        return self.game.scored

    @cached_property
    def inner_game(self) -> Any:
        return self.game

    @cached_property
    def inner_game_defines_mover(self) -> bool:
        return has(self.game, "mover")

    @cached_property
    def inner_game_defines_symmetries(self) -> bool:
        return has(self.game, "symmetries")

    def start(self) -> Position:
        return (0, 0, self.game.start())

    def moves(self, position: Position) -> Iterator[int]:
        stage, _, inner = position
        if stage == 1:
            yield SWAP
        for move in self.game.moves(inner):
            yield move + 1

    def play(self, position: Position, move: int) -> Position:
        stage, player, inner = position
        if move == SWAP:
            return (3, 1 - player, inner)
        child = self.game.play(inner, move - 1)
        if not self.does_same_player_move_again(inner, child):
            player = 1 - player
        return (max(stage, min(stage + 1, 2)), player, child)

    def does_same_player_move_again(self, inner: int, child: int) -> bool:
        """Return whether the same player moves again."""
        if self.inner_game_defines_mover:
            return bool(self.inner_game.mover(inner) == self.inner_game.mover(child))
        return False

    def outcome(self, position: Position) -> int:
        return self.game.outcome(position[2])

    def stuck(self, position: Position) -> int:
        return self.game.stuck(position[2])

    def mover(self, position: Position) -> int:
        return int(position[1])

    def symmetries(self, position: Position) -> Iterator[Position]:
        stage, player, inner = position
        if self.inner_game_defines_symmetries:
            for image in self.inner_game.symmetries(inner):
                yield (stage, player, image)
        else:
            yield position

    # Text format: the inner game's position, and who is to move and how play stands.

    def show(self, position: Position) -> str:
        stage, player, inner = position
        return f"{self.game.show(inner)}\n{PLAYERS[player]} {STAGES[stage]}"

    def parse(self, text: str) -> Position:
        """Read the inner game's position and, in the last line, who moves; raises `UnreadablePosition`."""
        board, _, last = text.strip().replace("/", "\n").rpartition("\n")
        player, _, rest = last.strip().partition(" ")
        if player not in PLAYERS or rest not in STAGES:
            raise UnreadablePosition(
                f"{text.strip()!r} is not a position of {self!r}: it does not say how play stands: "
                f"write for example '{PLAYERS[1]} {STAGES[1]}' in the last line"
            )
        return (STAGES.index(rest), PLAYERS.index(player), self.game.parse(board))

    def name(self, position: Position, move: int) -> str:
        return "swap" if move == SWAP else self.game.name(position[2], move - 1)

    def depict(self, position: Position) -> Picture:
        """Return the game's own picture, or no more than a caption where it has none."""
        stage, player, inner = position
        own: Any = self.game
        picture: Picture = own.depict(inner) if has(self.game, "depict") else Picture()
        return replace(picture, notes=(f"{PLAYERS[player]} {STAGES[stage]}",))
