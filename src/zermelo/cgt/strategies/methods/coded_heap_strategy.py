"""Games that declare which heaps their positions are: the strategy of the heaps' rule, played in the game.

In a game with `coded_heaps` no numbers have to be looked for. Where its heaps are all of one rule, what is
known of it (`heap_strategies`) is the strategy. Heaps only become smaller, and the nimbers of all heaps up to
the largest are found, so it is proven for the game, whether or not they repeat.
"""

from typing import Any

from zermelo.cgt.heaps.heap_rules import parse_heap_rule
from zermelo.cgt.impartial.coded_nimbers import CodedHeapNimbers
from zermelo.cgt.strategies.heap_game import HeapGame
from zermelo.cgt.strategies.methods.heap_strategy import find_heap_strategy
from zermelo.cgt.strategies.worded_strategy import Strategy, yield_reachable_positions
from zermelo.core.errors import BadRules
from zermelo.core.game import Game, Position, has


def find_coded_heap_strategy(game: Game) -> Strategy | None:
    """Return the strategy of the heaps that a game's positions are, None where it has none, or several rules.

    >>> from zermelo.games.rows.stripes import Stripes
    >>> found = find_coded_heap_strategy(Stripes(length=1_500, strips=(2, 2, 2)))
    >>> found.rules[0]
    'The position is heaps, each moved in by itself: take 2 and leave nothing, one heap or two heaps.'
    >>> found.starter_wins, found.proven
    (True, True)
    """
    if not has(game, "coded_heaps") or not game.impartial:
        return None
    start = next(iter(game.starts()))
    rules = {rule for rule, _ in _read_coded_heaps_of_position(game, start)}
    if len(rules) != 1:
        return None
    nimbers = CodedHeapNimbers(game)
    try:
        nimbers.nimber(start)
    except BadRules:  # as in misere play
        return None
    sizes = [size for _, size in _read_coded_heaps_of_position(game, start)]
    heaps = HeapGame(rule=str(parse_heap_rule(*rules)), heaps=tuple(sizes))
    found = find_heap_strategy(heaps, max(sizes) + 1)
    if found is None:
        return None
    return Strategy(
        game,
        found.kind,
        (f"The position is heaps, each moved in by itself: {heaps.heap_rule.describe()}.", *found.rules),
        f"the game declares which heaps its positions are, none larger than {max(sizes):,}; {found.proof}",
        lambda position: nimbers.has_nimber(position, 0),
        lambda _: yield_reachable_positions(game),
    )


def _read_coded_heaps_of_position(game: Any, position: Position) -> list[tuple[str, int]]:
    return list(game.coded_heaps(position))
