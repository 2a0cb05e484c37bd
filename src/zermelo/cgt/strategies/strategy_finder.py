"""The search for a strategy of a game: each kind is tried, and proven ones go before observed ones."""

from collections.abc import Callable, Iterator

from zermelo.cgt.heaps.heap_rules import AllButRule, AnyRule, HeapCode, SubtractionRule, UnequalSplitRule
from zermelo.cgt.strategies.heap_game import read_heap_rule
from zermelo.cgt.strategies.methods.coded_heap_strategy import find_coded_heaps
from zermelo.cgt.strategies.methods.component_strategy import find_parts_sum
from zermelo.cgt.strategies.methods.heap_strategy import find_heap_strategy
from zermelo.cgt.strategies.methods.mirror_strategy import find_mirror
from zermelo.cgt.strategies.methods.nim_sum_strategy import find_nim_sum, find_one_heap
from zermelo.cgt.strategies.methods.number_tuple_strategy import find_number_rule
from zermelo.cgt.strategies.methods.race_strategy import find_race
from zermelo.cgt.strategies.methods.remainder_strategy import find_remainders
from zermelo.cgt.strategies.worded_strategy import Strategy, UnsoundStrategy
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game, has
from zermelo.core.requirements import check_two_players, require

KINDS: tuple[Callable[[Game], Strategy | None], ...] = (
    find_one_heap,
    find_remainders,
    find_race,
    find_number_rule,
    find_nim_sum,
    find_mirror,
    find_parts_sum,
)
# For a game that declares which heaps its positions are: no numbers have to be looked for in its text.
KINDS_OF_CODED = (find_mirror, find_parts_sum, find_coded_heaps)


def find_strategy(
    game: Game | AnyRule | str, *, misere: bool = False, limit: int | None = None
) -> Strategy | None:
    """Return the strategy of a game in words, or None where no kind of rule that is known here holds.

    Found from the game's own rules: its name is not asked. A rule that is proven goes before one that is only
    observed, and then the simpler kind before the other. Raises `MissingCapability` for games of chance, of
    points or of more than two players.

    A rule of heaps, or a text that names one, such as 0.77, grundy or subtraction(1, 2, 3), stands for heaps
    of any size, any number of them; who takes last loses where `misere`, and `limit` is how many heaps to
    look at for a period. Raises `BadParameter` for a text that names no such rule: `zermelo.game` reads
    games.

    >>> from zermelo.games.heaps.subtraction import Subtraction
    >>> print(find_strategy(Subtraction(heap=99)).rules[0])
    Leave a multiple of 4 stones.
    >>> print(find_strategy("subtraction(1, 2, 3)", misere=True).rules[0])
    One heap: leave one more than a multiple of 4.
    """
    observed = None
    for found in _all(game, misere, limit):
        if found.proven:
            return found
        observed = observed or found
    return observed


def find_strategies(
    game: Game | AnyRule | str, *, misere: bool = False, limit: int | None = None
) -> tuple[Strategy, ...]:
    """Return every strategy of a game that is found, at most one of each kind, those that are proven first.

    >>> from zermelo.games.rows.kayles import Kayles
    >>> [strategy.rules[0] for strategy in find_strategies(Kayles(pins=7))][0]
    'Begin with 4.'
    """
    return tuple(sorted(_all(game, misere, limit), key=lambda strategy: not strategy.proven))


def _all(game: Game | AnyRule | str, misere: bool, limit: int | None) -> Iterator[Strategy]:
    if isinstance(game, str | HeapCode | SubtractionRule | AllButRule | UnequalSplitRule):
        rule = read_heap_rule(game) if isinstance(game, str) else game
        found = find_heap_strategy(rule, misere=misere, limit=limit)
        return iter(() if found is None else (found,))
    if not isinstance(game, Game):
        raise BadParameter(f"{game!r} is no game and no rule of heaps: give one, or the name of such a rule")
    if misere or limit is not None:
        what = "misere=True" if misere else f"limit={limit}"
        raise BadParameter(
            f"{what} is for rules of heaps, and {game!r} is a game: misere play is one of its own "
            "parameters, where it has it"
        )
    return _strategies(game)


def _strategies(game: Game) -> Iterator[Strategy]:
    check_two_players(game, "strategies in words are")
    require(game, "strategies in words are for games won or lost", excludes=("scored", "gain"))
    for find in KINDS_OF_CODED if has(game, "coded_heaps") else KINDS:
        try:
            found = find(game)
        except UnsoundStrategy:
            return
        if found is not None:
            yield found
