"""The answer to why: a move, its reasons, and every other move with what it loses to; as text and as data."""

import textwrap
from typing import Annotated, ClassVar

from msgspec import field

from zermelo.core.game import Move
from zermelo.core.notation.result import PlayedGame, PositionJson, about
from zermelo.core.notation.wording import format_count
from zermelo.core.values import Answer
from zermelo.explain.rule_lists.rule_list import AppliedRule
from zermelo.explain.why.other_moves import ExplainedMove, OtherMove
from zermelo.explain.why.second_person import TO_MOVER, Voice

WIDTH = 80
SHOWN = 12  # rows of other moves
NAMED = 8  # moves in a row


class Why(ExplainedMove, frozen=True, kw_only=True):
    """Reasons for a move of a solved game; made by `solution.why`."""

    MARK: ClassVar = "!  a forced reply: the only move, or every other one is worse"

    game: PlayedGame
    position: Annotated[PositionJson, about("the position, as its game encodes it")]
    move: Move = field(name="_move")
    rule: Annotated[AppliedRule | None, about("the rule of a list that fires there")] = None
    strategy: Annotated[str | None, about("the strategy in words that it follows")] = None
    others: Annotated[tuple[OtherMove, ...], about("the other moves")] = ()

    @property
    def title(self) -> str:
        """Which move is explained."""
        return f"why {self.name}"

    @property
    def others_title(self) -> str:
        """The heading of the other moves."""
        return "the other moves" if len(self.others) > 1 else "the other move"

    @property
    def strategy_text(self) -> str:
        """The strategy that it follows, as a sentence; "" where it follows none."""
        return f"it follows a strategy: {self.strategy}" if self.strategy else ""

    def group_others(self, voice: Voice = TO_MOVER) -> dict[tuple[Answer, str], list[OtherMove]]:
        """Return the other moves, those together of which the same is said.

        Parameters
        ----------
        voice : Voice, optional
            Names of the players; by default the player to move is "you".

        Returns
        -------
        dict
            The moves by their answer and what they lose to.
        """
        groups: dict[tuple[Answer, str], list[OtherMove]] = {}
        for other in self.others:
            groups.setdefault((other.answer, other.text(voice)), []).append(other)
        return groups

    def paragraph(self, voice: Voice = TO_MOVER) -> str:
        """Return the reasons in short, without the other moves.

        Parameters
        ----------
        voice : Voice, optional
            Names of the players; by default the player to move is "you".

        Returns
        -------
        str
            Lines of text.
        """
        told = self._format_reason_lines(voice)
        if self.answer.value > 0 and len(self.line.plies) > 1:
            told.append(f"  line: {self.line.text(voice, marked=False)}")
        return "\n".join(map(_wrap_text, told))

    def _format_reason_lines(self, voice: Voice, *, at_length: bool = False) -> list[str]:
        said = "; ".join(claim.text(voice) for claim in self.claims)
        told = [f"{self.title}: {self.answer}", f"  {said}"]
        if self.rule is not None:
            told.append(f"  {self.rule}")
            if at_length and self.rule.describe_silent_rules():
                told.append(f"    {self.rule.describe_silent_rules()}")
        if self.strategy:
            told.append(f"  {self.strategy_text}")
        return told

    def __str__(self) -> str:
        lines = [
            self.game.show(self.position),
            *map(_wrap_text, self._format_reason_lines(TO_MOVER, at_length=True)),
        ]
        if len(self.line.plies) > 1:
            lines.append(_wrap_text(f"  line: {self.line.text(TO_MOVER)}"))
        rows = self._format_other_move_rows()
        if rows:
            lines.append(self.others_title)
            lines += map(_wrap_text, rows[:SHOWN])
        if len(rows) > SHOWN:
            lines.append(f"  and {format_count(len(rows) - SHOWN, 'more kind')} of moves")
        if self.line.has_forced_reply or any("!" in row for row in rows[:SHOWN]):
            lines.append(self.MARK)
        return "\n".join(lines)

    def _format_other_move_rows(self) -> list[str]:
        """Return the other moves, those of which the same is said in one row."""
        groups, heads = self.group_others(), []
        for others in groups.values():
            names = [other.name for other in others]
            more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
            heads.append(", ".join(names[:NAMED]) + more)
        wide = max((len(head) for head in heads), default=0)
        wide = min(wide, WIDTH * 2 // 5)
        return [
            f"  {head:<{wide}}  {answer}" + (f": {said}" if said else "")
            for head, (answer, said) in zip(heads, groups, strict=True)
        ]


def _wrap_text(text: str) -> str:
    indent = len(text) - len(text.lstrip())
    return (
        textwrap.fill(text, WIDTH, subsequent_indent=" " * (indent + 2), break_on_hyphens=False)
        if len(text) > WIDTH
        else text
    )
