"""The answer to why: a move, its reasons, and every other move with what it loses to; as text and as data."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.position_input import position_to_json
from zermelo.core.values import Answer
from zermelo.explain.why.best_play_lines import BestPlayLine
from zermelo.explain.why.move_claims import MoveClaim
from zermelo.explain.why.other_moves import OtherMove
from zermelo.explain.why.second_person import TO_MOVER, Voice, join_names

if TYPE_CHECKING:
    from zermelo.explain.rule_lists.rule_list import RuleList

WIDTH = 80
SHOWN = 12  # rows of other moves
NAMED = 8  # moves in a row
NO_RULE = "no rule of the list fires here"
MARK = "!  a forced reply: the only move, or every other one is worse"


@dataclass(frozen=True)
class AppliedRule:
    """The rule of a list that fires: its number, words and moves, and whether the move is one of them.

    The number is 0 where the position is in the table of exceptions, and None where no rule fires. `silent`
    are the rules above it, none of which fires; all of them where no rule does.
    """

    number: int | None
    words: str
    moves: tuple[str, ...]
    agrees: bool
    silent: tuple[str, ...] = ()

    @classmethod
    def of(cls, rules: "RuleList", position: Position, move: Move | None = None) -> "AppliedRule":
        """Return the rule that fires at a position, and whether it allows a move.

        >>> from zermelo.explain.rule_lists.rule_predicates import read_conjunction
        >>> from zermelo.explain.rule_lists.rule_list import RuleList
        >>> from zermelo.explain.features.feature_families import features_of
        >>> from zermelo.games import Nim
        >>> nim = Nim((1, 2, 4))
        >>> rules = RuleList(nim, [read_conjunction(key, features_of(nim)) for key in ("nim_sum==0", "any")])
        >>> print(AppliedRule.of(rules, nim.start(), next(iter(nim.moves(nim.start())))))
        rule 1 (leaves nim-sum 0) would play 1 from heap 3 instead
        """
        number, allowed = rules.fired(position)
        words = rules.words()
        above = words if number is None else words[: max(0, number - 1)]
        if number is None:
            return cls(None, "", (), False, tuple(above))
        said = words[number - 1] if number else "the table of exceptions"
        names = tuple(rules.game.name(position, each) for each in allowed)
        return cls(number, said, names, move in allowed, tuple(above))

    def silence(self) -> str:
        """Return that the rules above do not fire, in words; "" where there is none above."""
        if not self.silent:
            return ""
        said = "; ".join(f"{number} {words}" for number, words in enumerate(self.silent, 1))
        return f"silent above it: {said}" if self.number is not None else f"silent: {said}"

    def __str__(self) -> str:
        if self.number is None:
            return NO_RULE
        return (
            f"by {self._called}"
            if self.agrees
            else f"{self._called} would play {join_names(self.moves)} instead"
        )

    def allows(self) -> str:
        """Return what is allowed, whatever is played."""
        return NO_RULE if self.number is None else f"{self._called} allows {join_names(self.moves, 'and')}"

    @property
    def _called(self) -> str:
        return f"rule {self.number} ({self.words})" if self.number else "the table of exceptions"


@dataclass(frozen=True)
class Why:
    """Why a move, in a solved game.

    answer    what it gives: value and remoteness, counted from the position before it
    reason    claims about it, each checked, the strongest first
    line      the move and best play after it, forced replies marked
    rule      the rule that fires, None where no rules were given
    strategy  the game's strategy in words that the move follows, "" where none is proven
    others    every other move, best first
    """

    game: Game
    position: Position
    move: Move
    name: str
    answer: Answer
    reason: tuple[MoveClaim, ...]
    line: BestPlayLine
    rule: AppliedRule | None = None
    strategy: str = ""
    others: tuple[OtherMove, ...] = ()

    @property
    def value(self) -> int:
        """What the move gives its player."""
        return self.answer.value

    @property
    def remoteness(self) -> int | None:
        """Plies to the end from the position before the move, None where play need not end."""
        return self.answer.remoteness

    def paragraph(self, voice: Voice = TO_MOVER) -> str:
        """Return why, in short and without the other moves; said to whom the voice calls you."""
        told = self._reasons(voice)
        if self.answer.value > 0 and len(self.line.plies) > 1:
            told.append(f"  line: {self.line.said(voice, marked=False)}")
        return "\n".join(map(_filled, told))

    def _reasons(self, voice: Voice, *, at_length: bool = False) -> list[str]:
        said = "; ".join(claim.said(voice) for claim in self.reason)
        told = [f"why {self.name}: {self.answer}", f"  {said}"]
        if self.rule is not None:
            told.append(f"  {self.rule}")
            if at_length and self.rule.silence():
                told.append(f"    {self.rule.silence()}")
        if self.strategy:
            told.append(f"  it follows a strategy: {self.strategy}")
        return told

    def __str__(self) -> str:
        lines = [self.game.show(self.position), *map(_filled, self._reasons(TO_MOVER, at_length=True))]
        if len(self.line.plies) > 1:
            lines.append(_filled(f"  line: {self.line.said(TO_MOVER)}"))
        rows = _rows(self.others, TO_MOVER)
        if rows:
            lines.append("the other moves" if len(self.others) > 1 else "the other move")
            lines += map(_filled, rows[:SHOWN])
        if len(rows) > SHOWN:
            more = len(rows) - SHOWN
            lines.append(f"  and {more} more kind{'s' * (more != 1)} of moves")
        if self.line.has_forced or any("!" in row for row in rows[:SHOWN]):
            lines.append(MARK)
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """Return what `zermelo why --json` prints."""
        rule = self.rule
        return {
            "game": repr(self.game),
            "position": position_to_json(self.position),
            "move": self.name,
            **self.answer.as_json(),
            "reasons": [claim.as_json() for claim in self.reason],
            "line": self.line.as_json(),
            "rule": None
            if rule is None
            else {
                "number": rule.number,
                "words": rule.words,
                "moves": list(rule.moves),
                "agrees": rule.agrees,
                "silent": list(rule.silent),
            },
            "strategy": self.strategy or None,
            "others": [other.as_json() for other in self.others],
        }


def _rows(others: Sequence[OtherMove], voice: Voice) -> list[str]:
    """Return the other moves, those of which the same is said in one row."""
    groups: dict[tuple[Answer, str], list[str]] = {}
    for other in others:
        groups.setdefault((other.answer.answer, other.said(voice)), []).append(other.answer.name)
    heads = []
    for names in groups.values():
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        heads.append(", ".join(names[:NAMED]) + more)
    wide = max((len(head) for head in heads), default=0)
    wide = min(wide, WIDTH * 2 // 5)
    return [
        f"  {head:<{wide}}  {answer}" + (f": {said}" if said else "")
        for head, (answer, said) in zip(heads, groups, strict=True)
    ]


def _filled(text: str) -> str:
    indent = len(text) - len(text.lstrip())
    return (
        textwrap.fill(text, WIDTH, subsequent_indent=" " * (indent + 2), break_on_hyphens=False)
        if len(text) > WIDTH
        else text
    )
