"""What moves bring against an opponent who may err, beside their values: two ways to choose where all lose.

A player who is certainly going to lose is indifferent by the values alone. One heuristic delays: it takes the
longest loss. The other assumes that the opponent is not perfect, and takes the move after which the opponent
is expected to give most away. The expectations are those of `play.players.trap_players`.
"""

from typing import Annotated, Final, Literal

from zermelo.core.errors import MissingCapability
from zermelo.core.game import Position
from zermelo.core.notation.result import Count, Names, Result, about
from zermelo.core.values import signed_points_text
from zermelo.play.players.player_names import PlayerContext, make_player
from zermelo.play.players.trap_players import EQUAL, trap_player
from zermelo.solution.solution import Solution

DELAYS: Final = {"win": "hurry", "draw": "keep the draw", "loss": "delay"}
REASONS: Final = {"win": "the win is nearest", "draw": "the value is kept", "loss": "the loss is farthest"}


class MoveHope(Result, frozen=True, kw_only=True):
    """A move that gives no value away, and what it is expected to bring."""

    move: Annotated[str, about("its name")]
    expected: Annotated[
        float, about("the mean of what it brings its mover: 1 a win, -1 a loss, or points to come")
    ]


class MoveHopes(Result, frozen=True, kw_only=True):
    """The moves that keep the value, against an opponent who may err, and two ways to choose among them."""

    against: Annotated[str, about("the opponent, as `zermelo match` names players")]
    plies: Annotated[Count | None, about("plies that are looked ahead; null: to the end of play")]
    outcome: Annotated[Literal["win", "draw", "loss"], about("what the position is to its mover")]
    moves: Annotated[tuple[MoveHope, ...], about("the moves that keep the value, best first")]
    delaying: Annotated[Names, about("the moves of perfect play, which delays a loss and hurries a win")]
    hoping: Annotated[Names, about("the moves that are expected to bring most")]
    _scored: bool
    _opponent: str  # how it plays, in words

    def find_expectation(self, name: str) -> str:
        """Return what a move is expected to bring, as text; empty for one that gives value away."""
        found = [each.expected for each in self.moves if each.move == name]
        return (
            f"expects {signed_points_text(found[0]) if self._scored else f'{found[0]:+.3f}'}" if found else ""
        )

    def list_lines(self) -> list[str]:
        """Return lines on the opponent and on the two ways to choose."""
        unit = "points" if self._scored else "1 a win, -1 a loss"
        ahead = "to the end" if self.plies is None else f"{self.plies} plies ahead, and perfect play then"
        return [
            f"expected against an opponent who plays {self._opponent} ({unit}), {ahead}",
            f"{DELAYS[self.outcome]}: {', '.join(self.delaying)} ({REASONS[self.outcome]})",
            f"hope that the opponent errs: {', '.join(self.hoping)} "
            f"({self.find_expectation(self.hoping[0])})",
        ]


def find_move_hopes(solution: Solution, position: Position, against: str) -> MoveHopes:
    """Return what the moves of a position bring against an opponent; raises what `trap_player` does."""
    if solution.is_searched:
        raise MissingCapability(f"{solution.game!r} is not solved: expectations need every position's value")
    model, words = make_player(against, PlayerContext(solution.game, lambda: solution))
    trap = trap_player(solution, model)
    found = trap.list_moves_with_expectations(position)
    most = max((worth for _, worth in found), default=0.0)
    return MoveHopes(
        against=against,
        plies=trap.plies,
        outcome=solution.value(position).outcome,  # type: ignore[arg-type]  # one of these words
        moves=tuple(MoveHope(move=answer.name, expected=float(worth)) for answer, worth in found),
        delaying=tuple(each.name for each in solution.best(position)),
        hoping=tuple(answer.name for answer, worth in found if worth > most - EQUAL),
        _scored=solution.game.scored,
        _opponent=words,
    )
