"""Showing: a match as somebody looks at it, boards to click, and what programs that show games want.

A `Scene` is one position of a match seen by one of the players: its picture, and every move with the cells
that it is of and what it is worth to him. `board` of it is SVG, in which places are links (`Touch`) that a
script may take over.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.drawing.touching import Touch as Touch
    from zermelo.playable.one_file import OneFile as OneFile
    from zermelo.playable.scene import Choice as Choice
    from zermelo.playable.scene import Scene as Scene
    from zermelo.playable.scene import as_seen as as_seen
    from zermelo.playable.scene import figures as figures
    from zermelo.playable.scene import scene_of as scene_of
    from zermelo.playable.scene import touches_of as touches_of
    from zermelo.playable.walk import check_page as check_page
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "drawing.touching": ("Touch",),
            "playable.one_file": ("OneFile",),
            "playable.walk": ("check_page",),
            "playable.scene": ("Choice", "Scene", "as_seen", "figures", "scene_of", "touches_of"),
        },
    )
