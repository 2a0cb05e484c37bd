"""Lines of best play, in which forced replies are marked.

A reply is forced if it is the only move, if every other one gives away value, or, to a player who loses
anyway, if every other one loses sooner. Nothing else is called forced.
"""

from dataclasses import dataclass
from typing import Annotated

from zermelo.core.game import Move, Position
from zermelo.core.notation.result import Count, Result, about
from zermelo.core.rule_queries import is_finished
from zermelo.explain.why.cached_solution import CachedSolution
from zermelo.explain.why.second_person import Voice, format_plies
from zermelo.solution.solution import MoveAnswer, preference_key

WHOLE = 8  # plies of a line that is printed to its end
BEGUN = 6  # plies that are printed of a longer line
ONLY, VALUE, SOONER = "only move", "all else gives away value", "all else loses sooner"


class LineMove(Result, frozen=True, kw_only=True):
    """A move of a line of best play."""

    move: Annotated[str, about("the move's name, meaningful in its position")]
    own: Annotated[bool, about("whether the player who is explained makes it")]
    move_count: Annotated[Count, about("moves that there are")]
    forced: Annotated[str | None, about("why no other will do")]


class ExplainedLine(Result, frozen=True, kw_only=True):
    """A line of best play."""

    moves: Annotated[tuple[LineMove, ...], about("its moves")]
    plies_left: Annotated[Count | None, about("plies still to come after them; null where play need not end")]


@dataclass(frozen=True)
class LinePly:
    """A move of a line: whether the player who is explained makes it, and why it is forced, "" if not."""

    move: Move
    name: str
    is_own: bool
    moves: int  # that there were
    forced: str = ""

    def text(self, voice: Voice, marked: bool = True) -> str:
        """Return the move with its player and its mark."""
        return (
            f"{voice.me if self.is_own else voice.other} {self.name}{'!' if self.forced and marked else ''}"
        )


@dataclass(frozen=True)
class BestPlayLine:
    """Plies of best play, as far as they are printed.

    `left` are the plies that are to come after them, 0 at the end of play, None where play need not end.
    `stuck` says who cannot move where that ends it: True the player who is explained, False the other.
    """

    plies: tuple[LinePly, ...]
    left: int | None = 0
    stuck: bool | None = None

    @property
    def has_forced_reply(self) -> bool:
        """Whether some reply of it is marked."""
        return any(ply.forced for ply in self.plies)

    def text(self, voice: Voice, marked: bool = True) -> str:
        """Return the moves, and how much is left to come; forced replies are marked, or are not."""
        told = ", ".join(ply.text(voice, marked) for ply in self.plies)
        if self.left is None:
            return f"{told} ... and so on without end"
        if self.left:
            return f"{told} ... {format_plies(self.left)} more"
        if self.stuck is not None:
            return f"{told}, and {voice.me if self.stuck else voice.other} cannot move"
        return told

    def as_result(self) -> ExplainedLine:
        """Return the line as JSON has it."""
        moves = tuple(
            LineMove(move=ply.name, own=ply.is_own, move_count=ply.moves, forced=ply.forced or None)
            for ply in self.plies
        )
        return ExplainedLine(moves=moves, plies_left=self.left)


def make_best_play_line(
    cached: CachedSolution, position: Position, first: tuple[Move, ...], is_own: bool = True
) -> BestPlayLine:
    """Return the line that begins with the moves `first` and goes on with best play.

    `is_own` says whether the player who is explained is to move. A line of eight plies is printed to its end,
    of a longer one its first six, or as many as are given. Replies are moves of the player who does not
    begin. Ties go to the game's first move.
    """
    begins = is_own
    whole = 1 + (cached.solution.value(cached.game.play(position, first[0])).remoteness or 0)
    limit = WHOLE if 1 < whole <= WHOLE else max(BEGUN, len(first))
    told: list[LinePly] = []
    seen = {position}
    while not cached.is_over(position) and len(told) < limit:
        moves = cached.list_move_answers(position)
        chosen = _find_move_answer(moves, first[len(told)]) if len(told) < len(first) else moves[0]
        why = describe_forced_reason(moves, chosen) if is_own != begins else ""
        told.append(LinePly(chosen.move, chosen.name, is_own, len(moves), why))
        child = cached.game.play(position, chosen.move)
        is_own ^= cached.does_move_pass_turn(position, child)
        position = child
        if position in seen:
            break
        seen.add(position)
    stuck = cached.is_over(position) and not is_finished(cached.game, position)
    return BestPlayLine(tuple(told), cached.solution.value(position).remoteness, is_own if stuck else None)


def _find_move_answer(moves: list[MoveAnswer], move: Move) -> MoveAnswer:
    return next(each for each in moves if each.move == move)


def describe_forced_reason(moves: list[MoveAnswer], chosen: MoveAnswer) -> str:
    """Return why a move is forced, "" where it is not."""
    others = [each for each in moves if each is not chosen]
    if not others:
        return ONLY
    if all(each.answer.value < chosen.answer.value for each in others):
        return VALUE
    if chosen.answer.value < 0 and all(
        preference_key(each.answer) > preference_key(chosen.answer) for each in others
    ):
        return SOONER
    return ""
