"""The search for a strategy of a game: each kind is tried, and proven ones go before observed ones."""

from collections.abc import Callable, Iterator

from zermelo.cgt.heaps.heap_rules import AllButRule, AnyRule, HeapCode, SubtractionRule, UnequalSplitRule
from zermelo.cgt.strategies.heap_game import HeapGame, read_heap_rule
from zermelo.cgt.strategies.methods.coded_heap_strategy import find_coded_heap_strategy
from zermelo.cgt.strategies.methods.component_strategy import find_component_strategy
from zermelo.cgt.strategies.methods.heap_strategy import find_heap_strategy
from zermelo.cgt.strategies.methods.mirror_strategy import find_mirror_strategy
from zermelo.cgt.strategies.methods.nim_sum_strategy import find_nim_sum_strategy, find_one_heap_strategy
from zermelo.cgt.strategies.methods.number_tuple_strategy import find_number_tuple_strategy
from zermelo.cgt.strategies.methods.race_strategy import find_race_strategy
from zermelo.cgt.strategies.methods.remainder_strategy import find_remainder_strategy
from zermelo.cgt.strategies.worded_strategy import Strategy, UnsoundStrategy
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, has
from zermelo.core.requirements import check_question, require

KINDS: tuple[Callable[[Game], Strategy | None], ...] = (
    find_one_heap_strategy,
    find_remainder_strategy,
    find_race_strategy,
    find_number_tuple_strategy,
    find_nim_sum_strategy,
    find_mirror_strategy,
    find_component_strategy,
)
# For a game that declares which heaps its positions are: no numbers have to be looked for in its text.
KINDS_OF_CODED = (find_mirror_strategy, find_component_strategy, find_coded_heap_strategy)


def find_strategy(
    game: Game | AnyRule | str,
    *,
    misere: bool = False,
    limit: int | None = None,
    budget: Budget | None = None,
) -> Strategy | None:
    """Find rules in words for winning a game.

    They are found from the game's rules, not from its name. Proven rules go before observed ones, and simpler
    kinds before others.

    Parameters
    ----------
    game : Game, rule or str
        A game, or a rule of one heap for any number of heaps, such as "0.77", "grundy" or "subtraction(1, 2,
        3)".
    misere : bool, default False
        For a rule of heaps: whether the player who takes last loses.
    limit : int, optional
        For heaps: number of heaps to look at for a period.
    budget : Budget, optional
        For heaps: limits of time and memory.

    Returns
    -------
    Strategy or None
        The rules; None where no known kind of rule holds.

    Raises
    ------
    MissingCapability
        If the game has chance, points or more than two players.
    BadParameter
        If a text names no rule of heaps; games are read by `zermelo.game`.

    Examples
    --------
    >>> from zermelo.games.heaps.subtraction import Subtraction
    >>> print(find_strategy(Subtraction(heap=99)).rules[0])
    Leave a multiple of 4 stones.
    >>> print(find_strategy("subtraction(1, 2, 3)", misere=True).rules[0])
    One heap: leave one more than a multiple of 4.
    """
    observed = None
    for found in _yield_strategies(game, misere, limit, budget):
        if found.proven:
            return found
        observed = observed or found
    return observed


def find_strategies(
    game: Game | AnyRule | str,
    *,
    misere: bool = False,
    limit: int | None = None,
    budget: Budget | None = None,
) -> tuple[Strategy, ...]:
    """Find rules in words for winning a game, at most one of each kind.

    Parameters
    ----------
    game : Game, rule or str
        As for `find_strategy`.
    misere : bool, default False
        For a rule of heaps: whether the player who takes last loses.
    limit : int, optional
        For heaps: number of heaps to look at for a period.
    budget : Budget, optional
        For heaps: limits of time and memory.

    Returns
    -------
    tuple of Strategy
        Proven rules first.

    Examples
    --------
    >>> from zermelo.games.rows.kayles import Kayles
    >>> [strategy.rules[0] for strategy in find_strategies(Kayles(pins=7))][0]
    'Begin with 4.'
    """
    return tuple(
        sorted(_yield_strategies(game, misere, limit, budget), key=lambda strategy: not strategy.proven)
    )


def _yield_strategies(
    game: Game | AnyRule | str, misere: bool, limit: int | None, budget: Budget | None
) -> Iterator[Strategy]:
    if isinstance(game, str | HeapCode | SubtractionRule | AllButRule | UnequalSplitRule):
        rule = read_heap_rule(game) if isinstance(game, str) else game
        game, misere = HeapGame(rule=str(rule), misere=misere), False
    if isinstance(game, HeapGame) and not misere:
        found = find_heap_strategy(game, limit, budget)
        return iter(() if found is None else (found,))
    if not isinstance(game, Game):
        raise BadParameter(f"{game!r} is no game and no rule of heaps: give one, or the name of such a rule")
    if misere or limit is not None:
        what = "misere=True" if misere else f"limit={limit}"
        raise BadParameter(
            f"{what} is for rules of heaps, and {game!r} is a game: misere play is one of its own "
            "parameters, where it has it"
        )
    return _yield_strategies_of_game(game)


def _yield_strategies_of_game(game: Game) -> Iterator[Strategy]:
    check_question(game, "strategy")
    require(game, "strategies in words are for games won or lost", excludes=("scored", "gain"))
    for find in KINDS_OF_CODED if has(game, "coded_heaps") else KINDS:
        try:
            found = find(game)
        except UnsoundStrategy:
            return
        if found is not None:
            yield found
