"""What the other moves lose to: the other player's best reply, why it is one, and the line that follows."""

from typing import Annotated, Any, ClassVar, Literal

from msgspec import field

from zermelo.core.game import Position
from zermelo.core.notation.result import AnswerFields, InJson, about
from zermelo.explain.why.best_play_lines import BestPlayLine, make_best_play_line
from zermelo.explain.why.cached_solution import CachedSolution
from zermelo.explain.why.move_claims import RANK, MoveClaim, rank_strongest_claim
from zermelo.explain.why.second_person import TO_MOVER, Voice
from zermelo.explain.why.threat_claims import make_line_claims
from zermelo.solution.solution import MoveAnswer

NO_LINE = BestPlayLine(plies=(), left=0)
DECIDING = ("completes", "forks", "forces")
REFUTING = (*DECIDING, "stops", "stops fork")
Standing = Literal["as good", "slower", "worse"]


class ExplainedMove(AnswerFields, frozen=True, kw_only=True):
    """A move with what it is worth, and why."""

    VOICE: ClassVar = TO_MOVER  # of the reasons as data

    name: Annotated[str, about("the move's name, meaningful in its position")] = field(name="move")
    claims: tuple[MoveClaim, ...]  # the reasons, for any voice
    line: Annotated[BestPlayLine, about("a line of best play")]

    @property
    def reasons(self) -> InJson[tuple[MoveClaim, ...]]:
        """Facts about the move, the strongest first."""
        return tuple(claim.address_to(self.VOICE) for claim in self.claims)


class OtherMove(ExplainedMove, frozen=True, kw_only=True):
    """A move that was not chosen; its reasons and its line are those of the reply."""

    VOICE = TO_MOVER.swapped_voice

    standing: Annotated[Standing, about("beside the move that is explained")]
    reply: Annotated[str | None, about("the best reply; null where the move ends the game, or is as good")]

    def text(self, voice: Voice) -> str:
        """Return what it loses to, "" where nothing is to be said."""
        if self.reply is None:
            return "as good" if self.standing == "as good" else ""
        theirs = voice.swapped_voice
        decides = self.answer.value >= 0 or (self.claims and self.claims[0].kind in DECIDING)
        if not self.claims or not decides:
            return self.line.text(voice)
        return f"{theirs.me} {theirs.play_form} {self.reply}, which {self.claims[0].text(theirs)}"

    def title(self, best: str) -> str:
        """Return what is wrong with it beside a best move, as a heading."""
        if self.standing == "slower" or self.answer.scored or self.answer.outcome == "win":
            return f"why {self.name} is {self.standing} than {best}"
        return f"why {self.name} {'loses' if self.answer.outcome == 'loss' else 'only draws'}"


def explain_other_move(
    cached: CachedSolution, position: Position, move: MoveAnswer, best: MoveAnswer
) -> OtherMove:
    """Return what is wrong with a move, if something is."""
    same = move.answer.value == best.answer.value
    standing: Standing = "as good" if move.answer == best.answer else "slower" if same else "worse"
    child = cached.game.play(position, move.move)
    told: tuple[MoveClaim, ...] = ()
    reply, line = None, NO_LINE
    if standing != "as good" and not cached.is_over(child) and not (same and move.answer.value >= 0):
        found, claims, first = find_strongest_reply(cached, child)
        passes = cached.does_move_pass_turn(position, child)
        reply, told = found.name, tuple(claim for claim in claims if passes and claim.kind in REFUTING)
        line = make_best_play_line(cached, child, first, is_own=not passes)
    return OtherMove.of(
        move.answer,
        name=move.name,
        standing=standing,
        reply=reply,
        claims=told,
        line=line,
    )


def find_strongest_reply(
    cached: CachedSolution, position: Position, allowed: list[Any] | None = None
) -> tuple[MoveAnswer, tuple[MoveClaim, ...], tuple[Any, ...]]:
    """Return the best move of which most can be said, its claims about lines, and the moves it forces.

    `allowed` are moves that go first where some of them are best.
    """
    best = cached.list_best_moves(position)
    if allowed:
        best = [move for move in best if move.move in allowed] or best
    if cached.positional_game is None:
        return best[0], (), (best[0].move,)
    found = None
    for move in best:
        claims, first = make_line_claims(cached, position, move.move)
        rank = rank_strongest_claim(claims)
        if found is None or rank < found[0]:
            found = rank, move, claims, first
        if rank <= RANK.index("completes"):
            break
    assert found is not None
    return found[1:]
