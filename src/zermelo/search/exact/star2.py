"""The method `star2`: `star1`, with one move after each outcome probed first.

The search is `expectiminimax.star2`. Bruce W. Ballard (1983).
"""

from typing import Any, ClassVar

from zermelo.search.exact.expectiminimax import ExpectiminimaxSearch, star2


class Star2Search(ExpectiminimaxSearch):
    """The method `star2`: a game's positions, each searched anew, to `depth` plies where it is given."""

    algorithm: ClassVar[Any] = staticmethod(star2)
    limited: ClassVar[bool] = True
