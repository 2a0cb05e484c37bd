"""Which kind of strategy a game has: each kind is tried, and what is proven goes before what is observed."""

from collections.abc import Callable, Iterator

from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game, has
from zermelo.policy.two_players import check_two_players
from zermelo.sums.strategies.mirrors import find_mirror
from zermelo.sums.strategies.nim_sums import find_nim_sum
from zermelo.sums.strategies.number_rules import find_number_rule
from zermelo.sums.strategies.parts_sums import find_parts_sum
from zermelo.sums.strategies.races import find_race
from zermelo.sums.strategies.remainders import find_remainders
from zermelo.sums.strategies.strategy import Strategy

KINDS: tuple[Callable[[Game], Strategy | None], ...] = (
    find_remainders,
    find_race,
    find_number_rule,
    find_nim_sum,
    find_mirror,
    find_parts_sum,
)


def find_strategy(game: Game) -> Strategy | None:
    """Return the strategy of a game in words, or None where no kind of rule that is known here holds.

    Found from the game's own rules: its name is not asked. A rule that is proven goes before one that is only
    observed, and then the simpler kind before the other. Raises `MissingCapability` for games of chance, of
    points or of more than two players.

    >>> from zermelo.games.subtraction import Subtraction
    >>> print(find_strategy(Subtraction(heap=99)).rules[0])
    Leave a multiple of 4 stones.
    """
    observed = None
    for found in _strategies(game):
        if found.proven:
            return found
        observed = observed or found
    return observed


def find_strategies(game: Game) -> tuple[Strategy, ...]:
    """Return every strategy of a game that is found, at most one of each kind, those that are proven first.

    >>> from zermelo.games.kayles import Kayles
    >>> [strategy.rules[0] for strategy in find_strategies(Kayles(pins=7))][0]
    'Begin with 4.'
    """
    return tuple(sorted(_strategies(game), key=lambda strategy: not strategy.proven))


def _strategies(game: Game) -> Iterator[Strategy]:
    check_two_players(game, "strategies in words are")
    if has(game, "gain") or game.scored:
        raise MissingCapability(f"{game!r} counts points: strategies in words are for games won or lost")
    for find in KINDS:
        found = find(game)
        if found is not None:
            yield found
