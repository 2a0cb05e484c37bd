"""Searches of one position: the methods, what they find, and a search against the clock.

`zermelo.solve_position` runs one of `METHODS`, a table of each method's name, what it is and what it gives
besides the value.

>>> from zermelo.searches import METHODS
>>> METHODS["df_pn"].about, METHODS["df_pn"].loops
('proof numbers and a table, on one core', True)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.search.book import Book as Book
    from zermelo.search.book import first_plies as first_plies
    from zermelo.search.clock import Chosen as Chosen
    from zermelo.search.clock import ClockSearch as ClockSearch
    from zermelo.search.clock import Limit as Limit
    from zermelo.search.clock import WallClock as WallClock
    from zermelo.search.clock import parse_time as parse_time
    from zermelo.search.deepening import Endgame as Endgame
    from zermelo.search.exact import ExactSearch as ExactSearch
    from zermelo.search.found import Found as Found
    from zermelo.search.methods import METHODS as METHODS
    from zermelo.search.methods import Method as Method
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "search.book": ("Book", "first_plies"),
            "search.clock": ("Chosen", "ClockSearch", "Limit", "WallClock", "parse_time"),
            "search.deepening": ("Endgame",),
            "search.exact": ("ExactSearch",),
            "search.found": ("Found",),
            "search.methods": ("METHODS", "Method"),
        },
    )
