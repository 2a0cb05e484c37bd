"""Boards: a kit for games that are played on one, and the pictures of them.

>>> from zermelo.boards import Picture, Place
>>> Picture(places=(Place("a1", 0, 0),)).places[0].ground
'square'
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.tabletop.marking import Marking as Marking
    from zermelo.tabletop.marking import Worth as Worth
    from zermelo.tabletop.picture import Mark as Mark
    from zermelo.tabletop.picture import Picture as Picture
    from zermelo.tabletop.picture import Place as Place
    from zermelo.tabletop.picture import Stroke as Stroke
    from zermelo.tabletop.picture import Thing as Thing
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "tabletop.marking": ("Marking", "Worth"),
            "tabletop.picture": ("Mark", "Picture", "Place", "Stroke", "Thing"),
        },
    )
