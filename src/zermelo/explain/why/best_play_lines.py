"""Lines of best play, in which forced replies are marked.

A reply is forced if it is the only move, if every other one gives away value, or, to a player who loses
anyway, if every other one loses sooner. Nothing else is called forced.
"""

from typing import Annotated

from msgspec import field

from zermelo.core.game import Move, Position
from zermelo.core.notation.result import Count, Result, about
from zermelo.core.notation.wording import format_plies
from zermelo.core.rule_queries import is_finished
from zermelo.explain.why.cached_solution import CachedSolution
from zermelo.explain.why.second_person import Voice
from zermelo.solution.solution import MoveAnswer

WHOLE = 8  # plies of a line that is printed to its end
BEGUN = 6  # plies that are printed of a longer line
ONLY, VALUE, SOONER = "only move", "every other move is worse", "every other move loses sooner"


class LinePly(Result, frozen=True, kw_only=True):
    """A move of a line of best play."""

    name: Annotated[str, about("the move's name, meaningful in its position")] = field(name="move")
    is_own: Annotated[bool, about("whether the player who is explained makes it")] = field(name="own")
    moves: Annotated[Count, about("moves that there are")] = field(name="move_count")
    forced: Annotated[str | None, about("why no other will do")]
    move: Move = field(name="_move")

    def text(self, voice: Voice, marked: bool = True) -> str:
        """Return the move with its player and its mark."""
        return (
            f"{voice.me if self.is_own else voice.other} {self.name}{'!' if self.forced and marked else ''}"
        )


class BestPlayLine(Result, frozen=True, kw_only=True):
    """A line of best play, as far as it is printed.

    `_stuck` says who cannot move where that ends it: True the player who is explained, False the other.
    """

    plies: Annotated[tuple[LinePly, ...], about("its moves")] = field(name="moves")
    left: Annotated[Count | None, about("plies still to come after them; null where play need not end")] = (
        field(name="plies_left")
    )
    _stuck: bool | None = None

    @property
    def has_forced_reply(self) -> bool:
        """Whether some reply of it is marked."""
        return any(ply.forced for ply in self.plies)

    def text(self, voice: Voice, marked: bool = True) -> str:
        """Return the moves, and how much is left to come; forced replies are marked, or are not."""
        told = ", ".join(ply.text(voice, marked) for ply in self.plies)
        rest = self.rest_text(voice)
        return f"{told}{'' if not rest or rest.startswith('...') else ','} {rest}".rstrip()

    def rest_text(self, voice: Voice) -> str:
        """Return what follows the moves, "" where play ends with them."""
        if self.left is None:
            return "... and so on without end"
        if self.left:
            return f"... {format_plies(self.left)} more"
        return "" if self._stuck is None else f"and {voice.me if self._stuck else voice.other} cannot move"


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
        told.append(
            LinePly(name=chosen.name, is_own=is_own, moves=len(moves), forced=why or None, move=chosen.move)
        )
        child = cached.game.play(position, chosen.move)
        is_own ^= cached.does_move_pass_turn(position, child)
        position = child
        if position in seen:
            break
        seen.add(position)
    stuck = cached.is_over(position) and not is_finished(cached.game, position)
    left = cached.solution.value(position).remoteness
    return BestPlayLine(plies=tuple(told), left=left, _stuck=is_own if stuck else None)


def _find_move_answer(moves: list[MoveAnswer], move: Move) -> MoveAnswer:
    return next(each for each in moves if each.move == move)


def describe_forced_reason(moves: list[MoveAnswer], chosen: MoveAnswer) -> str:
    """Return why a move is forced, "" where it is not."""
    others = [each for each in moves if each is not chosen]
    if not others:
        return ONLY
    if all(each.answer.value < chosen.answer.value for each in others):
        return VALUE
    if chosen.answer.value < 0 and all(each.answer.preference > chosen.answer.preference for each in others):
        return SOONER
    return ""
