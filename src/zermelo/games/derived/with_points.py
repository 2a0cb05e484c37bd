"""Any game of points with the points so far in its position: only who has more in the end counts.

A position is (player, points, position of the inner game). `player` is who moves, as a person: 0 is the
player who begins, unless the inner game defines it. Points are the mover's so far minus the opponent's, so
they change sign with the turn, and a symmetry of the inner game leaves them alone even where it exchanges the
players. Words are never negative: 0, -1, 1, -2, 2 points are written 0, 1, 2, 3, 4, which takes as many bits
as the points that come and no bound of them.

A player who plays for points to come can forget the points so far; a player who plays to win cannot. Where
all play ends, the start here is won if the inner game's score there is above 0, drawn at 0 and lost below:
best play for points is best play for their sign, though not the other way round.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from zermelo.boards.pictures.picture import Picture
from zermelo.core.errors import BadParameter, UnreadablePosition
from zermelo.core.game import Game, Position, has
from zermelo.core.notation.how_to_play import read_own_sentences
from zermelo.core.requirements import can_ask
from zermelo.core.values import LARGEST_VALUE, UNDECIDED
from zermelo.games.territory.dots_and_boxes import DotsAndBoxes

PLAYERS = ("first", "second")


class WithPoints(Game):
    """Play `game` to have more points in the end: values are win, draw and loss.

    Any game of points without dice will do, `with_points(game=kalah(houses=3, seeds=2))`, whether they come
    on the way or in the end. Endless play is a draw, whichever player is ahead. Where the inner game's
    positions are tuples themselves, the interpreter solves it.

    >>> game = WithPoints(game=DotsAndBoxes(columns=1, rows=1))
    >>> position = game.parse("+-+/| |/+.+/second/second to move, level")
    >>> print(game.show(game.play(position, 1)))
    +-+
    | |
    +-+
    second
    second to move, 1 ahead
    """

    game: Game = DotsAndBoxes()

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        inner = read_own_sentences(self.game)
        end = "More points win, no matter by how many; equal points or endless play are a draw."
        goal = "Have more points than the opponent in the end."
        return goal, inner.turn or inner.goal, f"{inner.end} {end}".strip()

    def __post_init__(self) -> None:
        if not can_ask(self.game, "with_points"):
            raise BadParameter(
                f"game={self.game!r}: points to compare are for two players without chance: take such "
                "a game, as in with_points(game=kalah(houses=3, seeds=2)), or this one as it is"
            )
        if not self.game.scored:
            raise BadParameter(
                f"game={self.game!r} has no points, its ends are won, drawn or lost already: take it as it is"
            )

    @cached_property
    def inner_game(self) -> Any:
        return self.game

    @cached_property
    def inner_game_defines_gain(self) -> bool:
        return has(self.game, "gain")

    @cached_property
    def inner_game_defines_mover(self) -> bool:
        return has(self.game, "mover")

    @cached_property
    def inner_game_defines_symmetries(self) -> bool:
        return has(self.game, "symmetries")

    @cached_property
    def inner_game_defines_tier(self) -> bool:
        return has(self.game, "tier")

    def start(self) -> Position:
        return next(self.starts())

    def starts(self) -> Iterator[Position]:
        for inner in self.game.starts():
            yield (self.mover_of_inner_game(inner, 0), 0, inner)

    def moves(self, position: Position) -> Iterator[int]:
        yield from self.game.moves(position[2])

    def play(self, position: Position, move: int) -> Position:
        player, word, inner = position
        points = decode_points(word)
        if self.inner_game_defines_gain:
            points += self.inner_game.gain(inner, move)
        child = self.game.play(inner, move)
        following = self.mover_of_inner_game(child, 1 - player)
        if following != player:
            points = -points
        return (following, encode_points(points), child)

    def mover_of_inner_game(self, inner: Position, otherwise: int) -> int:
        """Return who moves there if the inner game defines it."""
        if self.inner_game_defines_mover:
            return int(self.inner_game.mover(inner))
        return otherwise

    def outcome(self, position: Position) -> int:
        rest = self.game.outcome(position[2])
        if rest == UNDECIDED:
            return UNDECIDED
        return outcome_of_lead(decode_points(position[1]) + rest)

    def stuck(self, position: Position) -> int:
        return outcome_of_lead(decode_points(position[1]) + self.game.stuck(position[2]))

    def mover(self, position: Position) -> int:
        return int(position[0])

    def tier(self, position: Position) -> int:
        """Return the inner game's tier; without one all is one tier."""
        if self.inner_game_defines_tier:
            return int(self.inner_game.tier(position[2]))
        return 0

    def symmetries(self, position: Position) -> Iterator[Position]:
        player, word, inner = position
        if self.inner_game_defines_symmetries:
            for image in self.inner_game.symmetries(inner):
                yield (self.mover_of_inner_game(image, player), word, image)
        else:
            yield position

    # Text format: the inner game's position, the player to move, and by how much that player leads.

    def show(self, position: Position) -> str:
        player, word, inner = position
        return f"{self.game.show(inner)}\n{PLAYERS[player]} to move, {lead_text(decode_points(word))}"

    def parse(self, text: str) -> Position:
        """Read the inner game's position and, in the last line, the player to move and that player's lead.

        Raises `UnreadablePosition`, also where the inner position has the other player to move. Whether play
        can bring so many points is not checked.
        """
        board, _, last = text.strip().replace("/", "\n").rpartition("\n")
        player, _, rest = last.strip().partition(" to move, ")
        points = read_lead(rest)
        if player not in PLAYERS or points is None:
            raise UnreadablePosition(
                f"{text.strip()!r} is not a position of {self!r}: it does not say how play stands: "
                "write for example 'first to move, 2 ahead', '2 behind' or 'level' in the last line"
            )
        inner, mover = self.game.parse(board), PLAYERS.index(player)
        if self.mover_of_inner_game(inner, mover) != mover:
            raise UnreadablePosition(
                f"{text.strip()!r} is not a position of {self!r}: {PLAYERS[1 - mover]} is to move there: "
                "write that player in the last line"
            )
        return (mover, encode_points(points), inner)

    def name(self, position: Position, move: int) -> str:
        return self.game.name(position[2], move)

    def depict(self, position: Position) -> Picture:
        """Return the game's own picture, or no more than a caption where it has none."""
        player, word, inner = position
        own: Any = self.game
        picture: Picture = own.depict(inner) if has(self.game, "depict") else Picture()
        return replace(picture, notes=(f"{PLAYERS[player]} to move, {lead_text(decode_points(word))}",))


def encode_points(points: int) -> int:
    """Return the word that stands for so many points."""
    return 2 * points if points >= 0 else -2 * points - 1


def decode_points(word: int) -> int:
    """Return the points that a word stands for."""
    return -((word + 1) // 2) if word % 2 == 1 else word // 2


def outcome_of_lead(points: int) -> int:
    """Return WIN, DRAW or LOSS for a player who leads by `points`."""
    return int(points > 0) - int(points < 0)


def lead_text(points: int) -> str:
    """Return a lead in words."""
    return f"{points} ahead" if points > 0 else f"{-points} behind" if points < 0 else "level"


def read_lead(words: str) -> int | None:
    """Return the lead that `lead_text` puts into these words, None where it puts none."""
    number, _, side = words.partition(" ")
    if words == "level":
        return 0
    if side not in ("ahead", "behind") or not (number.isascii() and number.isdigit()):
        return None
    if len(number) > len(str(LARGEST_VALUE)) or not 0 < int(number) <= LARGEST_VALUE:
        return None
    return int(number) if side == "ahead" else -int(number)


def keep_points_in_position(game: Game) -> Game:
    """Return a game whose positions have the points so far: the game itself where moves bring none.

    >>> from zermelo.games.heaps.nim import Nim
    >>> keep_points_in_position(Nim()), keep_points_in_position(DotsAndBoxes(columns=1, rows=1))
    (nim(heaps=(1, 3, 5, 7), misere=False), with_points(game=dots_and_boxes(columns=1, rows=1)))
    """
    return WithPoints(game=game) if has(game, "gain") else game
