"""Strategies: the rule by which a person wins, in words, with its proof; and what is proven of all sizes.

>>> import zermelo
>>> from zermelo.strategies import find_strategy
>>> print(find_strategy(zermelo.game("subtraction(heap=99)")).rules[0])
Leave a multiple of 4 stones.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.theory.sizes.claim import AllSizes as AllSizes
    from zermelo.theory.sizes.claim import Checked as Checked
    from zermelo.theory.sizes.claim import Claim as Claim
    from zermelo.theory.sizes.finding import all_sizes as all_sizes
    from zermelo.theory.sizes.finding import families_known as families_known
    from zermelo.theory.strategies.any_heaps import Heaps as Heaps
    from zermelo.theory.strategies.any_heaps import heap_rule_of as heap_rule_of
    from zermelo.theory.strategies.finding import find_strategies as find_strategies
    from zermelo.theory.strategies.finding import find_strategy as find_strategy
    from zermelo.theory.strategies.heap_strategies import HeapStrategy as HeapStrategy
    from zermelo.theory.strategies.heap_strategies import find_heap_strategy as find_heap_strategy
    from zermelo.theory.strategies.replay import Replay as Replay
    from zermelo.theory.strategies.replay import prove as prove
    from zermelo.theory.strategies.replay import replay as replay
    from zermelo.theory.strategies.strategy import Strategy as Strategy
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "theory.sizes.claim": ("AllSizes", "Checked", "Claim"),
            "theory.sizes.finding": ("all_sizes", "families_known"),
            "theory.strategies.any_heaps": ("Heaps", "heap_rule_of"),
            "theory.strategies.finding": ("find_strategies", "find_strategy"),
            "theory.strategies.heap_strategies": ("HeapStrategy", "find_heap_strategy"),
            "theory.strategies.replay": ("Replay", "prove", "replay"),
            "theory.strategies.strategy": ("Strategy",),
        },
    )
