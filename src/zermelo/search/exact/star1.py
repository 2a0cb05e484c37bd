"""The method `star1`: expectiminimax that leaves out outcomes of dice which cannot matter any more.

The search is `expectiminimax.star1`. Bruce W. Ballard (1983).
"""

from typing import Any, ClassVar

from zermelo.search.exact.expectiminimax import ExpectiminimaxSearch, star1


class Star1Search(ExpectiminimaxSearch):
    """The method `star1`: a game's positions, each searched anew, to `depth` plies where it is given."""

    algorithm: ClassVar[Any] = staticmethod(star1)
    limited: ClassVar[bool] = True
