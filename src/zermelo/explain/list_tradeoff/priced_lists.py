"""The best lists found of 0, 1, 2, ... rules, whatever their price is measured in: as text and as data."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar

from zermelo.core.notation.result import Count, InJson, Names, PlayedGame, Result, about, in_json
from zermelo.core.notation.wording import format_count, format_table_lines
from zermelo.explain.rule_lists.list_certificate import SIDE_PHRASES, BySide
from zermelo.explain.rule_lists.rule_glossary import list_glossary_terms
from zermelo.explain.rule_lists.rule_list import ListSide, RuleList
from zermelo.explain.rule_lists.rule_predicates import GlossaryTerm


class PricedList(Result, frozen=True, kw_only=True, eq=False):
    """The best list found of so many rules or fewer; where no rule fires any move is made."""

    most: Annotated[Count, about("rules that it may have")]
    rules: RuleList  # "any move" is its last rule, which is not counted

    @property
    def rule_texts(self) -> Annotated[Names, in_json("rules")]:
        """Its rules in words."""
        return tuple(map(str, self.rules.rules[:-1]))

    @property
    def keys(self) -> InJson[Names]:
        """Its rules as files write them."""
        return tuple(rule.key for rule in self.rules.rules[:-1])

    @property
    def literals(self) -> InJson[Count]:
        """Predicates of all rules together."""
        return self.rules.literal_count

    @property
    def length(self) -> int:
        """How many rules it has."""
        return len(self.rules.rules) - 1


class PricedLists(Result, frozen=True, kw_only=True, eq=False):
    """The best lists found of 0, 1, 2, ... rules."""

    HEAD: ClassVar[Sequence[str]]

    game: PlayedGame
    side: ListSide
    lists: Annotated[tuple[Any, ...], about("the best list found of each length, or shorter")]
    words: Annotated[Names, about("the families that rules speak of")]
    pool: Annotated[Count, about("rules that were chosen from")]
    decisions: Annotated[Count, about("unfinished positions, symmetric ones as one")]
    whole: Annotated[bool, about("whether all of these rules were tried everywhere")]

    @property
    def terms(self) -> InJson[tuple[GlossaryTerm, ...]]:
        """Terms that a beginner needs to understand their rules."""
        return list_glossary_terms(rule for each in self.lists for rule in each.rules.rules)

    def __str__(self) -> str:
        lines = [f"{self.game!r}, {SIDE_PHRASES[self.side]}: the price of a rule", ""]
        lines += format_table_lines([self.HEAD, *self._yield_table_rows()])
        for each, before in zip(self.lists[1:], self.lists, strict=False):
            if each.rules.rules != before.rules.rules:
                count = format_count(each.length, "rule")
                lines += ["", f"{count}, {format_count(each.literals, 'literal')}"]
                lines += [f"{number}  {rule}" for number, rule in enumerate(each.rule_texts, start=1)]
        lines += ["", *map(str, self.terms)] if self.terms else []
        return "\n".join((*lines, "", *self.proof_lines()))

    def _yield_table_rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the rows of the table, one for each side of each list."""
        for each in self.lists:
            sides: BySide[Any] = each.sides
            for place, (name, side) in enumerate(sides.items()):
                most = "" if place else str(each.most)
                yield most, name, *self._format_cells(each, side, is_first=not place)

    def _format_cells(self, each: Any, side: Any, *, is_first: bool) -> tuple[str, ...]:
        """Return the rest of a row, for a side of a list."""
        raise NotImplementedError

    def proof_lines(self) -> list[str]:
        """Return how the lists were found, and what is known of shorter ones."""
        of = f"chosen from {format_count(self.pool, 'rule')} for {format_count(self.decisions, 'position')}"
        lines = [
            f"found       the best found, {of}; where no rule fires any move is made, which is not counted"
        ]
        if not self.whole:
            lines.append("tried       not every rule of them: that is too much work")
        return lines
