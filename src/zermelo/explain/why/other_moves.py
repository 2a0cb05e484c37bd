"""What the other moves lose to: the other player's best reply, why it is one, and the line that follows."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from zermelo.core.game import Position
from zermelo.core.notation.result import AnswerFields, about
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

    move: Annotated[str, about("the move's name, meaningful in its position")]
    reasons: Annotated[tuple[MoveClaim, ...], about("facts about the move, the strongest first")]
    line: Annotated[BestPlayLine, about("a line of best play")]


class ExplainedOtherMove(ExplainedMove, frozen=True, kw_only=True):
    """A move that was not chosen; its reasons and its line are those of the reply."""

    standing: Annotated[Standing, about("beside the move that is explained")]
    reply: Annotated[str | None, about("the best reply; null where the move ends the game, or is as good")]


@dataclass(frozen=True)
class OtherMove:
    """A move that was not chosen.

    answer    the move and what it gives
    standing  "as good", "slower" (the same value, its plies worse) or "worse"
    reply     the name of the best reply, None where it ends the game or is as good
    claims    what the reply does, strongest first, none as good
    line      the reply and best play after it
    """

    answer: MoveAnswer
    standing: Standing
    reply: str | None = None
    claims: tuple[MoveClaim, ...] = ()
    line: BestPlayLine = NO_LINE

    def text(self, voice: Voice) -> str:
        """Return what it loses to, "" where nothing is to be said."""
        if self.reply is None:
            return "as good" if self.standing == "as good" else ""
        theirs = voice.swapped
        decides = self.answer.answer.value >= 0 or (self.claims and self.claims[0].kind in DECIDING)
        if not self.claims or not decides:
            return self.line.text(voice)
        return f"{theirs.me} {theirs.plays} {self.reply}, which {self.claims[0].text(theirs)}"

    def as_result(self) -> ExplainedOtherMove:
        """Return it as JSON has it."""
        return ExplainedOtherMove(
            move=self.answer.name,
            **self.answer.answer.as_json(),
            standing=self.standing,
            reply=self.reply,
            reasons=tuple(claim.address_to(TO_MOVER.swapped) for claim in self.claims),
            line=self.line,
        )


def explain_other_move(
    cached: CachedSolution, position: Position, move: MoveAnswer, best: MoveAnswer
) -> OtherMove:
    """Return what is wrong with a move, if something is."""
    if move.answer == best.answer:
        return OtherMove(move, "as good")
    same = move.answer.value == best.answer.value
    kind: Standing = "slower" if same else "worse"
    child = cached.game.play(position, move.move)
    if cached.is_over(child) or (same and move.answer.value >= 0):
        return OtherMove(move, kind)
    reply, claims, first = find_strongest_reply(cached, child)
    passes = cached.does_move_pass_turn(position, child)
    told = tuple(claim for claim in claims if claim.kind in REFUTING) if passes else ()
    line = make_best_play_line(cached, child, first, is_own=not passes)
    return OtherMove(move, kind, reply.name, told, line)


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
