"""Answers by a rule in words that is proven: who wins at any position, however large the game."""

import re
from typing import Final

from zermelo.cgt import Strategy, find_strategy
from zermelo.core.budget import measure_peak_memory
from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game, Position
from zermelo.core.values import LOSS, UNTIMED, WIN
from zermelo.solution.solution import Solution
from zermelo.solver.records.solution_records import UnlistedRecords
from zermelo.solver.records.solve_summary import make_summary

LARGE: Final = 100_000  # the least number in a start's text from which a rule is looked for


class RuleRecords(UnlistedRecords):
    """A record of any position, as the rule says: who wins, and not in how many plies."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy

    def find(self, position: Position) -> tuple[int, int]:
        """Return (value, UNTIMED) of a position."""
        return LOSS if self.strategy.is_lost(position) else WIN, UNTIMED

    def explain_refusal(self) -> str:
        """Return why there is no list."""
        return f"{self.strategy.game!r} is answered by a proven rule, position by position"


class RuleSolution(Solution):
    """Wins and losses by a proven rule, without plies: `value` and `moves` are those of `Solution`.

    Parameters
    ----------
    strategy : Strategy
        A proven rule that tells all lost positions.
    """

    def __init__(self, strategy: Strategy) -> None:
        game, records = strategy.game, RuleRecords(strategy)
        summary = make_summary(
            game,
            method="a proven rule",
            value=records.find(next(iter(game.starts())))[0],
            remoteness=None,
            domain="reachable",
            positions=None,
            solved=0,
            wins=None,
            draws=None,
            losses=None,
            seconds=0.0,
            peak_memory=measure_peak_memory(),
            longest=0,
            values_only=True,
        )
        super().__init__(game, summary, records, None)
        self.strategy = strategy

    def describe_source(self, position: Position) -> str:
        """Return the rule and its proof in words.

        Parameters
        ----------
        position : position
            Any position of the game.

        Returns
        -------
        str
            The rule, and why it holds.
        """
        return f"by a proven rule, without plies: {self.strategy.rules[0]} Proof: {self.strategy.proof}."


def find_proven_rule(game: Game) -> RuleSolution | None:
    """Find a proven rule that tells who wins at every position of a large game of numbers.

    Parameters
    ----------
    game : Game
        The game. Only numbers from 100,000 on in its start make it large enough.

    Returns
    -------
    RuleSolution or None
        The rule as a source of answers; None where the game is small, or no rule is proven.

    Examples
    --------
    >>> import zermelo
    >>> rule = find_proven_rule(zermelo.game("subtraction(heap=1000000000000)"))
    >>> print(rule.value(), rule.moves(999_999_999_999)[0], sep="; ")
    loss; 3  win
    """
    start = next(iter(game.starts()))
    if not any(int(number) >= LARGE for number in re.findall(r"\d+", game.show(start))):
        return None
    try:
        strategy = find_strategy(game)
    except MissingCapability:
        return None
    return RuleSolution(strategy) if strategy is not None and strategy.proven and strategy.whole else None
