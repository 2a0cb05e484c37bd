"""Find rules that a person can remember, price them, and derive them.

These are the entry points of `zermelo.explain`.
"""

from collections.abc import Sequence
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
    """Find the shortest list of rules that plays a game correctly, and certify it.

    Parameters
    ----------
    game_or_text : Game or str
        The game, or its name.
    side : str, default "both"
        Side that the list is for: "first", "second" or "both".
    method : str, default "sat"
        "sat" (the shortest list, proven), "list" (right at every position) or "greedy" (with exceptions).
    goal : str, default "start"
        "start" (keep the value of the start) or "always" (keep every value).
    most : int, default 8
        Largest number of rules.
    pairs : bool, default True
        Whether rules may have two predicates.
    own : sequence of callable, default ()
        Your own predicates: functions of (game, position, move) that return a bool or an int.
    families : sequence of str, optional
        Families of features that rules may use; by default those that fit the game.
    budget : Budget, optional
        Limits of time and memory; by default there are none.

    Returns
    -------
    Explanation
        The list with its certificate, and what is known of shorter lists.

    Raises
    ------
    MissingCapability
        If the game is not one that lists are found for.
    OutOfBudget
        If the game is too large.
    CheckFailed
        If a list does not hold.

    Examples
    --------
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
    """Find the best lists of 0, 1, 2, ... rules, with what each wins, draws and loses.

    With dice, and with points during play, the lists have an expected loss instead.

    Parameters
    ----------
    game_or_text : Game or str
        The game, or its name.
    side : str, default "both"
        Side that the lists are for: "first", "second" or "both".
    most : int, default 8
        Largest number of rules.
    pairs : bool, default True
        Whether rules may have two predicates.
    own : sequence of callable, default ()
        Your own predicates, as for `find_rules`.
    families : sequence of str, optional
        Families of features that rules may use; by default those that fit the game.
    within : float, default 0.0
        End with the first list that falls short in so small a share of games, or loses so few points.
    budget : Budget, optional
        Limits of time and memory; by default there are none.

    Returns
    -------
    WinDrawLossTradeoff or ExpectedLossTradeoff
        The lists and their results.

    Raises
    ------
    MissingCapability
        Also where points come during play and play may cycle.

    Examples
    --------
    >>> found = find_tradeoff("nim(heaps=(1, 2, 3))", side="second")
    >>> [(each.length, each.against_perfect_opponent.lost) for each in found.lists], found.minimal
    ([(0, 0.933333333333), (1, 0.0)], True)
    """
    from zermelo.explain.list_tradeoff.tradeoff_search import find_list_tradeoff

    return find_list_tradeoff(
        game(game_or_text),
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
    """Derive rules for a game of lines, by the backward algorithm of Iklassov's thesis.

    An attack with threats that one reply can stop together is left out, and an attack counts only if it wins
    when it is played out.

    Parameters
    ----------
    game_or_text : Game or str
        The game, or its name.
    literal : bool, default False
        Whether the thesis is followed literally; some of its attacks then lose.
    against : str, default "first"
        Earlier inputs that the last attack's input is combined with: the "first" one, or "any".
    stop : str, optional
        When the derivation ends: "explained" (a layer explains no new won position) or "new" (it has no new
        input).
    last : int, optional
        Number of the last attack.
    budget : Budget, optional
        Limits of time and memory; by default there are none.

    Returns
    -------
    RuleDerivation
        The rules, their structures, and the candidates that were dropped.

    Raises
    ------
    MissingCapability
        For games without lines or with gravity.

    Examples
    --------
    >>> [len(rule.structures) for rule in derive_rules("tic_tac_toe").rules[:5]]
    [1, 1, 1, 1, 2]
    >>> [len(rule.structures) for rule in derive_rules("tic_tac_toe", literal=True).rules[:5]]
    [1, 1, 1, 1, 3]
    """
    from zermelo.explain.derivation.backward_derivation import derive_rules_backward

    which = game(game_or_text)
    return derive_rules_backward(which, literal=literal, against=against, stop=stop, last=last, budget=budget)
