"""Perfect indexes: what `rank` and `unrank` of a game are made of, so that its positions need no room.

All are frozen objects, composed by `Product` and `Succession`, whose methods compile with the rules.

>>> from zermelo.indexes import Choices
>>> two_of_four = Choices(4, 2)
>>> two_of_four.size, two_of_four.unrank(two_of_four.rank(0b0101))
(6, 5)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.index.combinations import Choices as Choices
    from zermelo.index.counters import AtMost as AtMost
    from zermelo.index.counters import Exactly as Exactly
    from zermelo.index.digits import Digits as Digits
    from zermelo.index.kinds import Kinds as Kinds
    from zermelo.index.kings import KingPairs as KingPairs
    from zermelo.index.product import Index as Index
    from zermelo.index.product import Product as Product
    from zermelo.index.succession import Succession as Succession
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "index.combinations": ("Choices",),
            "index.counters": ("AtMost", "Exactly"),
            "index.digits": ("Digits",),
            "index.kinds": ("Kinds",),
            "index.kings": ("KingPairs",),
            "index.product": ("Index", "Product"),
            "index.succession": ("Succession",),
        },
    )
