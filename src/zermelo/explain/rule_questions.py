"""Find rules that a person can remember, price them, and derive them.

These are the entry points of `zermelo.explain`.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from zermelo.core.budget import Budget
from zermelo.core.game import Game
from zermelo.games.game_lookup import game

if TYPE_CHECKING:
    from zermelo.explain.derivation.derived_rules import RuleDerivation
    from zermelo.explain.features.user_features import FeatureFunction
    from zermelo.explain.list_tradeoff.expected_loss_tradeoff import ExpectedLossTradeoff
    from zermelo.explain.list_tradeoff.win_draw_loss_tradeoff import WinDrawLossTradeoff
    from zermelo.explain.rule_lists.rule_explanation import Explanation


def find_rules(
    game_or_text: Game | str,
    *,
    side: str = "both",
    method: str = "sat",
    goal: str = "start",
    most: int = 8,
    pairs: bool = True,
    own: "Sequence[FeatureFunction]" = (),
    families: Sequence[str] | None = None,
    budget: Budget | None = None,
) -> "Explanation":
    """Return the shortest list of rules that plays a game rightly, certified.

    `side` is first, second or both; `method` sat, list or greedy; `goal` start (what can come about when the
    list is followed) or always; `most` the most rules; `own` functions of (game, position, move) that rules
    may speak of beside the `families` of known words. Raises `BadParameter`, `LoopFound`,
    `MissingCapability`, `MissingExtra`, `OutOfBudget`, `CheckFailed` should a list not hold. Source:
    `explain.list_search.rule_finder`.

    >>> print(find_rules("nim(heaps=(1, 3, 5, 7))").rules)
    1  leaves nim-sum 0
    2  any move
    """
    from zermelo.explain.list_search.rule_finder import find_rules as find

    return find(
        game(game_or_text),
        side=side,
        method=method,
        goal=goal,
        most=most,
        pairs=pairs,
        own=own,
        families=families,
        budget=budget,
    )


def find_tradeoff(
    game_or_text: Game | str,
    *,
    side: str = "both",
    most: int = 8,
    pairs: bool = True,
    own: "Sequence[FeatureFunction]" = (),
    families: Sequence[str] | None = None,
    within: float = 0.0,
    budget: Budget | None = None,
) -> "WinDrawLossTradeoff | ExpectedLossTradeoff":
    """Return the best lists found of 0, 1, 2, ... rules, with what each wins, draws and loses.

    With dice, and with points on the way, it is what each brings and costs: `ExpectedLossTradeoff`. `within`
    ends it with the first that falls short so seldom, or costs so little: a share of games, or points. The
    other options are those of `find_rules`. Raises the errors of `find_rules`, and `MissingCapability` where
    points come on the way and play may cycle. Source: `explain.list_tradeoff.win_draw_loss_search`.

    >>> found = find_tradeoff("nim(heaps=(1, 2, 3))", side="second")
    >>> [(each.length, each.perfect.lost) for each in found.lists], found.minimal
    ([(0, 0.933333333333), (1, 0.0)], True)
    """
    from zermelo.explain.list_tradeoff.expected_loss_search import (
        find_expected_loss_tradeoff,
        has_expected_loss,
    )
    from zermelo.explain.list_tradeoff.win_draw_loss_search import find_win_draw_loss_tradeoff

    which = game(game_or_text)
    find: Callable[..., WinDrawLossTradeoff | ExpectedLossTradeoff] = (
        find_expected_loss_tradeoff if has_expected_loss(which) else find_win_draw_loss_tradeoff
    )
    return find(
        which,
        side=side,
        most=most,
        pairs=pairs,
        own=own,
        families=families,
        within=within,
        budget=budget,
    )


def derive_rules(
    game_or_text: Game | str,
    *,
    literal: bool = False,
    against: str = "first",
    stop: str | None = None,
    last: int | None = None,
    budget: Budget | None = None,
) -> "RuleDerivation":
    """Return the rules that the backward algorithm of Iklassov's thesis derives for a game of lines.

    An attack with threats that one reply can stop together is left out, and an attack counts only where it
    wins when it is played out. `literal` takes the thesis at its word, and some of its attacks then lose.
    `against` is "first" or "any", `stop` "explained" or "new", `last` the number of the last attack: see
    `explain.derivation.backward_derivation`. Raises `MissingCapability` for games without lines or with
    gravity, `BadParameter`, `Cancelled`.

    >>> [len(rule.structures) for rule in derive_rules("tic_tac_toe").rules[:5]]
    [1, 1, 1, 1, 2]
    >>> [len(rule.structures) for rule in derive_rules("tic_tac_toe", literal=True).rules[:5]]
    [1, 1, 1, 1, 3]
    """
    from zermelo.explain.derivation.backward_derivation import derive_backward

    which = game(game_or_text)
    return derive_backward(which, literal=literal, against=against, stop=stop, last=last, budget=budget)
