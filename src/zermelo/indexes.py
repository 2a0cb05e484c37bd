"""Perfect indexes: what `rank` and `unrank` of a game are made of, so that its positions need no room.

All are frozen objects, composed by `Product` and `Succession`, whose methods compile with the rules. What a
game says of rows of an index is made of `SETS`, the sets of one place each, `TOGETHER` and `WITHIN`.

>>> from zermelo.indexes import Choices
>>> two_of_four = Choices(4, 2)
>>> two_of_four.size, two_of_four.unrank(two_of_four.rank(0b0101))
(6, 5)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.ranking.combinations import Choices as Choices
    from zermelo.ranking.counters import AtMost as AtMost
    from zermelo.ranking.counters import Exactly as Exactly
    from zermelo.ranking.digits import Digits as Digits
    from zermelo.ranking.kinds import Kinds as Kinds
    from zermelo.ranking.kings import KingPairs as KingPairs
    from zermelo.ranking.product import Index as Index
    from zermelo.ranking.product import Product as Product
    from zermelo.ranking.rows import SETS as SETS
    from zermelo.ranking.rows import TOGETHER as TOGETHER
    from zermelo.ranking.rows import WITHIN as WITHIN
    from zermelo.ranking.sides import Sides as Sides
    from zermelo.ranking.succession import Succession as Succession
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "ranking.combinations": ("Choices",),
            "ranking.counters": ("AtMost", "Exactly"),
            "ranking.digits": ("Digits",),
            "ranking.kinds": ("Kinds",),
            "ranking.kings": ("KingPairs",),
            "ranking.product": ("Index", "Product"),
            "ranking.rows": ("SETS", "TOGETHER", "WITHIN"),
            "ranking.sides": ("Sides",),
            "ranking.succession": ("Succession",),
        },
    )
