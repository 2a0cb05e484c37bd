"""A match: a game being played, move by move, with undo and redo.

Player 0 begins the game and is called "first" in texts. Games with `mover` report who moves at a position, so
a match from the middle gives the turn to the right player. In other games players alternate, and the player
who moves at the match's first position is player 0. In a game with payoffs players have the numbers that the
game gives them, and the match ends with `payoffs` in place of a `result`. Where dice are to be thrown nobody
moves: `throw` throws them, and the outcome is recorded among the moves.
"""

import copy
import random
from dataclasses import dataclass, field
from typing import Any

from zermelo.boards.pictures.picture import Picture
from zermelo.compiler.guards.error_reports import chances_at
from zermelo.core.errors import BadParameter, IllegalMove
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.notation.player_view import is_shown_for_mover, show_for_player
from zermelo.core.notation.position_input import find_by_prefix, find_move, moves_with_prefix
from zermelo.core.requirements import is_of_payoffs, refuse_payoffs
from zermelo.core.rule_queries import moves_at, points_of_move, terminal_value
from zermelo.draw.pictures.position_picture import picture_of
from zermelo.solution.solution import MoveAnswer, Solution
from zermelo.solver.methods.subgame_perfect import Payoffs, check_has_payoffs, mover_at, payoffs_at

MOST_NAMED = 30  # characters of the moves in an error, where none begins like the typed text
MOST_QUOTED = 22  # characters of a quoted text that is no move


@dataclass(frozen=True)
class ChanceOutcome:
    """The outcome of a throw of dice: the position that followed."""

    position: Position


@dataclass
class Match:
    """The positions so far, of which the last is the current one, and the player to move at each.

    `positions` is given as a list of one, the position to begin with; by default the game's start.

    >>> from zermelo.games import Subtraction
    >>> match = Match(Subtraction(heap=4))
    >>> match.play(match.find_move("3"))
    >>> match.play(match.find_move("1"))
    >>> match.result()                          # player 1 took the last
    -1
    >>> match.undo(), match.undo(), match.redo(), match.position
    (True, True, True, 1)
    """

    game: Game
    positions: list[Position] = field(default_factory=list)
    movers: list[int] = field(init=False)
    points: list[tuple[int, int]] = field(init=False)  # each player's points so far
    made: list[Move | ChanceOutcome] = field(init=False, default_factory=list)
    undone: list[Move | ChanceOutcome] = field(
        init=False, default_factory=list
    )  # the next to redo is the last

    def __post_init__(self) -> None:
        if len(self.positions) > 1:
            raise BadParameter(
                f"a match begins at one position, not {len(self.positions)}: make its moves with play()"
            )
        self.positions = list(self.positions) or [_start(self.game)]
        self.movers = [self._mover_at(self.position, 0)]
        self.points = [(0, 0)]

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    @property
    def is_whole(self) -> bool:
        """Whether play began at a start of the game, so that `points` are all points gained."""
        return any(self.positions[0] == start for start in self.game.starts())

    @property
    def mover(self) -> int:
        """The player to move: 0 began the game."""
        return self.movers[-1]

    def moves(self) -> list[Move]:
        """Return the moves, none where the game is over."""
        return moves_at(self.game, self.position)

    def throws(self) -> list[tuple[float, Position]]:
        """Return the outcomes of the dice with their probabilities; empty where no dice are thrown."""
        return chances_at(self.game, self.position)

    def names(self) -> list[str]:
        """Return the names of the moves, in the order of `moves`."""
        return [self.game.name(self.position, move) for move in self.moves()]

    def is_numbered(self) -> bool:
        """Return whether moves may be called by their place in the list: not where a name is a number."""
        return not any(name.isdecimal() for name in self.names())

    def find_move(self, text: str, *, whole: bool = False) -> Move:
        """Return the move called `text`.

        A move is called by its name, read by `core.notation.position_input`, or by its number from 1.

        Else it is the move whose name begins so, unless the name must be `whole`. Raises `IllegalMove` where
        there is none, or where several moves match.
        """
        found = find_move(self.game, self.position, text)
        if found is not None:
            return found
        moves, names = self.moves(), self.names()
        number = int(text) if text.isdecimal() and len(text) < 10 else 0
        if self.is_numbered() and 1 <= number <= len(moves):
            return moves[number - 1]
        begun = None if whole else find_by_prefix(self.game, self.position, text)
        if begun is not None:
            return begun
        said = shorten(repr(text), MOST_QUOTED)
        first = shorten(", ".join(names), MOST_NAMED) or "none, the game is over"
        raise IllegalMove(f"{said} is no move here: moves are {moves_with_prefix(names, text) or first}")

    def shown(self) -> str:
        """Return the position as text, in which X stays the player who was X when the match began."""
        return show_for_player(self.game, self.position, self.mover)

    def depicted(self) -> Picture | None:
        """Return the position's picture, each side as when the match began; None where there is none."""
        return depict_by_player(self.game, self.position, self.mover)

    def mover_after(self, child: Position) -> int:
        """Return the player to move at a position that follows the last one."""
        return self._mover_at(child, 1 - self.mover)

    def play(self, move: Move | ChanceOutcome) -> None:
        """Make a move, or record a given outcome of the dice; moves that were taken back are forgotten."""
        self._make(move)
        self.undone.clear()

    def copied(self) -> "Match":
        """Return an independent match with the same moves."""
        found = copy.copy(self)
        for each in ("positions", "movers", "points", "made", "undone"):
            setattr(found, each, list(getattr(self, each)))
        return found

    def throw(self, chance: random.Random) -> None:
        """Throw the dice; moves that were taken back are forgotten."""
        likely, found = zip(*self.throws(), strict=True)
        self.play(ChanceOutcome(chance.choices(found, likely)[0]))

    def count_moves(self, player: int) -> int:
        """Return how many moves a player has made; throws do not count."""
        made = zip(self.movers, self.made, strict=False)
        return sum(mover == player and not isinstance(move, ChanceOutcome) for mover, move in made)

    def undo(self) -> bool:
        """Take the last move or throw back; return whether there was one."""
        if not self.made:
            return False
        self.undone.append(self.made.pop())
        for history in (self.positions, self.movers, self.points):
            history.pop()
        return True

    def redo(self) -> bool:
        """Repeat the move or throw that was taken back last; return whether there was one."""
        if not self.undone:
            return False
        self._make(self.undone.pop())
        return True

    def times(self) -> int:
        """Return how often the position has occurred, now included, with the same player to move."""
        here = self.position, self.mover
        return sum(there == here for there in zip(self.positions, self.movers, strict=True))

    @property
    def lead(self) -> int:
        """Player 0's points since the match began, minus the other player's."""
        first, second = self.points[-1]
        return first - second

    def is_over(self) -> bool:
        """Return whether there is neither a move nor a throw left."""
        return not self.moves() and not self.throws()

    def payoffs(self) -> Payoffs | None:
        """Return each player's payoff, None while the game goes on.

        Raises `MissingCapability` where the game has no payoffs, `BadRules`.
        """
        check_has_payoffs(self.game)
        return payoffs_at(self.game, self.position) if self.is_over() else None

    def result(self) -> int | None:
        """Return player 0's value or points at the end, None while the game goes on.

        Points are those gained since the match began: `is_whole` says whether that is the final result.
        Raises `MissingCapability` for games of payoffs.
        """
        refuse_payoffs(self.game, "results are")
        if not self.is_over():
            return None
        value = terminal_value(self.game, self.position)
        return self.lead + (value if self.mover == 0 else -value)

    def _make(self, move: Move | ChanceOutcome) -> None:
        is_thrown = isinstance(move, ChanceOutcome)
        child = move.position if is_thrown else self.game.play(self.position, move)
        points = list(self.points[-1])
        if has(self.game, "gain") and not is_thrown:
            points[self.mover] += points_of_move(self.game, self.position, move)
        self.points.append((points[0], points[1]))
        self.movers.append(self.mover_after(child))
        self.positions.append(child)
        self.made.append(move)

    def _mover_at(self, position: Position, alternating: int) -> int:
        """Return the player who moves at a position: `alternating`, where the game does not report one.

        In a game of two adversaries that is the player who began (0) or the other (1).
        """
        game: Any = self.game
        if is_of_payoffs(game):
            return mover_at(game, position) if moves_at(game, position) else 0
        if not has(game, "mover"):
            return alternating
        return int(game.mover(position) != game.mover(_start(game)))


def depict_by_player(game: Game, position: Position, mover: int) -> Picture | None:
    """Return a position's picture in which side 0 is player 0 and `mover` is to move; None without one."""
    picture = picture_of(game, position)
    if picture is None or not is_shown_for_mover(game) or picture.mover in (None, mover):
        return picture
    return picture.swap_sides()


@dataclass(frozen=True)
class Mistake:
    """A move that gave away value: its ply (the first is 1), its player, and the better moves."""

    ply: int
    mover: int
    played: MoveAnswer
    better: MoveAnswer

    @property
    def lost(self) -> float:
        """How much value it gave away: a win is 2 more than a loss, a score is points; whole without dice."""
        return self.better.answer.value - self.played.answer.value


def find_mistake(match: Match, solution: Solution, ply: int | None = None) -> Mistake | None:
    """Return the mistake made at a ply (default: the last), None where the move gave away nothing.

    Only values count: a slow win or a fast loss gives away nothing, and neither does a throw. With dice, a
    difference of two expectations counts where it exceeds the solution's error.
    """
    which = len(match.made) if ply is None else ply
    move = match.made[which - 1]
    if isinstance(move, ChanceOutcome):
        return None
    answers = solution.moves(match.positions[which - 1])
    played = next(answer for answer in answers if answer.move == move)
    if played.answer.value >= answers[0].answer.value - solution.slack:
        return None
    return Mistake(which, match.movers[which - 1], played, answers[0])


def find_mistakes(match: Match, solution: Solution) -> list[Mistake]:
    """Return every move of the match that gave away value, in the order of play."""
    found = (find_mistake(match, solution, ply) for ply in range(1, len(match.made) + 1))
    return [mistake for mistake in found if mistake is not None]


def _start(game: Game) -> Position:
    return next(iter(game.starts()))


def shorten(text: str, most: int) -> str:
    """Return the text, shortened to at most `most` characters."""
    return text if len(text) <= most else text[: most - 3] + "..."
