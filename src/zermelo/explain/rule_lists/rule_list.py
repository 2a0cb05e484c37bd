"""A list of rules as a policy: scanned from the top, the first rule that fires says what is allowed.

Positions that no rule handles rightly are exceptions: they are looked up first, with their moves. A symmetric
position has its class's moves: those that lead to the same classes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from zermelo.core.game import Game, Move, Position, has
from zermelo.core.notation.position_input import as_position
from zermelo.core.notation.result import Count, InJson, Names, Result, about, in_json
from zermelo.core.notation.wording import format_count, join_names
from zermelo.core.rule_queries import list_moves
from zermelo.explain.rule_lists.rule_glossary import list_glossary_terms
from zermelo.explain.rule_lists.rule_predicates import GlossaryTerm, Measurements, Rule

ANY = Rule()
EXCEPTION = 0  # the number of the rule that is no rule


NO_RULE = "no rule of the list fires here"
SideName = Annotated[Literal["first", "second"], about("a side")]
ListSide = Annotated[Literal["first", "second", "both"], about("for whom the rules are")]
ListGoal = Annotated[Literal["start", "always"], about("what they keep: the start's outcome, or every value")]


class AppliedRule(Result, frozen=True):
    """The rule of a list that fires: its number, words and moves, and whether the move is one of them."""

    number: Annotated[
        Count | None,
        about("its place in the list; 0 for the exceptions, null where none fires"),
    ]
    words: Annotated[str, about("the rule")]
    moves: Annotated[Names, about("the moves that it allows")]
    agrees: Annotated[bool, about("whether the move is one of them")]
    silent: Annotated[Names, about("the rules above it, none of which fires there")] = ()

    def describe_silent_rules(self) -> str:
        """Return that the rules above do not fire, in words; "" where there is none above."""
        if not self.silent:
            return ""
        said = "; ".join(f"{number} {words}" for number, words in enumerate(self.silent, 1))
        return f"silent above it: {said}" if self.number is not None else f"silent: {said}"

    @property
    def title(self) -> str:
        """Which rule fires."""
        called = f"rule {self.number}" if self.number else "the table of exceptions"
        return NO_RULE if self.number is None else f"{called} fires here"

    def __str__(self) -> str:
        if self.number is None:
            return NO_RULE
        return (
            f"by {self._rule_name}"
            if self.agrees
            else f"{self._rule_name} would play {join_names(self.moves)} instead"
        )

    def describe_allowed_moves(self) -> str:
        """Return what is allowed, whatever is played."""
        return NO_RULE if self.number is None else f"{self._rule_name} allows {join_names(self.moves, 'and')}"

    @property
    def _rule_name(self) -> str:
        return f"rule {self.number} ({self.words})" if self.number else "the table of exceptions"


@dataclass(frozen=True, eq=False)
class RuleList:
    """Rules of a game in order, with exceptions; a policy.

    Called with a position it returns the allowed moves: those of the first rule that fires; none where no
    rule fires, unless `otherwise` allows all.

    Parameters
    ----------
    game : Game
        The game.
    rules : sequence of Rule
        The rules, the first to be asked first.
    exceptions : mapping of position to moves, optional
        Allowed moves at exceptional positions, each the least of its symmetric images.
    side : str, default "both"
        Side that the list is for: "first", "second" or "both".
    goal : str, default "start"
        What the list keeps: "start" (the value of the start) or "always" (every value).
    otherwise : bool, default False
        Whether any move is allowed where no rule fires; such positions are lost.
    everywhere : bool, default False
        Whether the list claims to be right at all positions, not only where its own play leads.
    where : Rule, optional
        Then it claims so where this rule fires, and in what it makes of won positions.

    Examples
    --------
    >>> from zermelo.explain.rule_lists.rule_predicates import read_conjunction
    >>> from zermelo.explain.features.feature_families import build_game_features
    >>> from zermelo.games import Nim
    >>> nim = Nim((1, 2, 4))
    >>> features = build_game_features(nim)
    >>> rules = RuleList(nim, [read_conjunction(text, features) for text in ("nim_sum==0", "any")])
    >>> [nim.name(nim.start(), move) for move in rules(nim.start())]
    ['1 from heap 3']
    >>> print(rules)
    1  leaves nim-sum 0
    2  any move
    """

    READING: ClassVar = (
        "Read from the top: the first rule that fires says what to play.",
        'In rules "it" is the move and "I" the player who makes it.',
    )
    OTHERWISE: ClassVar = "any move, where the position is lost"

    game: Game
    rules: Sequence[Rule]
    exceptions: Mapping[Position, Sequence[Move]] = field(default_factory=dict, repr=False)
    side: str = "both"
    goal: str = "start"
    otherwise: bool = False
    everywhere: bool = False
    where: Rule = ANY

    @property
    def literal_count(self) -> int:
        """Number of predicates of all rules together."""
        return sum(rule.literal_count for rule in self.rules)

    @property
    def goal_text(self) -> str:
        """What a list for both players keeps of the start, in a sentence; "" for other lists."""
        if (self.goal, self.side) != ("start", "both"):
            return ""
        return "A player who follows it never gets less than the game is worth at the start."

    def __call__(self, position: Position) -> list[Move]:
        """Return the allowed moves; none where no rule fires, unless `otherwise` allows all."""
        return self.find_firing_rule(as_position(self.game, position))[1]

    def find_firing_rule(self, position: Position) -> tuple[int | None, list[Move]]:
        """Return the rule that fires at a position.

        Parameters
        ----------
        position : position
            An unfinished position.

        Returns
        -------
        (int or None, list of move)
            Number of the rule from 1 on (0 for an exception, None where no rule fires), and the moves it
            allows.
        """
        moves = list_moves(self.game, position)
        if self.exceptions:
            least = find_least_image(self.game, position)
            if least in self.exceptions:
                return EXCEPTION, self._map_moves_from_image(least, position, moves)
        known: Measurements = {}
        for number, rule in enumerate(self.rules, start=1):
            allowed = rule.list_allowed_moves(position, moves, known)
            if allowed:
                return number, allowed
        return None, moves if self.otherwise else []

    def find_applied_rule(self, position: Position, move: Move | None = None) -> AppliedRule:
        """Return the rule that fires at a position, and whether it allows a move.

        Parameters
        ----------
        position : position
            An unfinished position.
        move : move, optional
            A move there.

        Returns
        -------
        AppliedRule
            Number and words of the rule, its moves, and whether the move is one of them; as text with `str`.

        Examples
        --------
        >>> from zermelo.explain.rule_lists.rule_predicates import read_conjunction
        >>> from zermelo.explain.features.feature_families import build_game_features
        >>> from zermelo.games import Nim
        >>> nim = Nim((1, 2, 4))
        >>> features = build_game_features(nim)
        >>> rules = RuleList(nim, [read_conjunction(key, features) for key in ("nim_sum==0", "any")])
        >>> print(rules.find_applied_rule(nim.start(), next(iter(nim.moves(nim.start())))))
        rule 1 (leaves nim-sum 0) would play 1 from heap 3 instead
        """
        number, allowed = self.find_firing_rule(position)
        words = self.list_rule_sentences()
        if number is None:
            return AppliedRule(None, "", (), False, tuple(words))
        text = words[number - 1] if number else "the table of exceptions"
        names = tuple(self.game.name(position, each) for each in allowed)
        return AppliedRule(number, text, names, move in allowed, tuple(words[: max(0, number - 1)]))

    def _map_moves_from_image(self, least: Position, position: Position, moves: Iterable[Move]) -> list[Move]:
        allowed = self.exceptions[least]
        if position == least:
            return list(allowed)
        leads = {find_least_image(self.game, self.game.play(least, move)) for move in allowed}
        return [
            move for move in moves if find_least_image(self.game, self.game.play(position, move)) in leads
        ]

    def list_rule_sentences(self) -> list[str]:
        """Return the rules in words.

        Returns
        -------
        list of str
            A text for each rule.
        """
        return [str(rule) for rule in self.rules]

    def list_numbered_rules(self) -> list[tuple[int, str]]:
        """Return the rules with their numbers, first the table of exceptions where there is one.

        Returns
        -------
        list of (int, str)
            The number, 0 for the table, and the words of each.
        """
        where = f"at {format_count(len(self.exceptions), 'exceptional position')}, what the table says"
        return [*([(0, where)] if self.exceptions else []), *enumerate(self.list_rule_sentences(), 1)]

    def list_glossary_terms(self) -> tuple[GlossaryTerm, ...]:
        """Return the terms in the words that a beginner has to know.

        Returns
        -------
        tuple of GlossaryTerm
            Each word with its meaning.
        """
        return list_glossary_terms(self.rules)

    def __str__(self) -> str:
        lines = [f"{number}  {text}" for number, text in self.list_numbered_rules()]
        if self.otherwise:
            lines.append(f"-  {self.OTHERWISE}")
        return "\n".join(lines)


class RuleListAnswer(Result, frozen=True, kw_only=True, eq=False):
    """What is known of a list of rules."""

    rules: RuleList

    @property
    def game(self) -> InJson[str]:
        """The game, as every command reads it."""
        return repr(self.rules.game)

    @property
    def side(self) -> InJson[ListSide]:
        """For whom the rules are."""
        return self.rules.side  # type: ignore[return-value]  # checked

    @property
    def goal(self) -> InJson[ListGoal]:
        """What they keep: the start's outcome, or every value."""
        return self.rules.goal  # type: ignore[return-value]  # checked

    @property
    def rule_texts(self) -> Annotated[Names, in_json("rules")]:
        """The rules in words, in order."""
        return tuple(self.rules.list_rule_sentences())


def find_least_image(game: Game, position: Position) -> Position:
    """Return the least of a position's symmetric images; itself where the game says none."""
    if not has(game, "symmetries"):
        return position
    asked: Any = game
    return min(asked.symmetries(position))
