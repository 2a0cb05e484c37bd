"""The evaluation bar: which part of it is the first player's, as boards for analysis have it.

The parts have the colours of the players' pieces, light and dark, which differ in grey too. An estimate has a
dotted edge between them, and a dotted outline.
"""

from typing import Final

from zermelo.core.notation.wording import label_player
from zermelo.draw.pictures.colour_theme import FIRM, SMALL, choose_player_colours
from zermelo.draw.pictures.svg_markup import element, escape, svg

LENGTH: Final = 320.0  # pixels
WIDTH: Final = 22.0


def draw_evaluation_bar(
    share: float, words: str, players: tuple[str, str], *, is_exact: bool, vertical: bool = False
) -> str:
    """Draw the evaluation bar.

    Parameters
    ----------
    share : float
        The first player's part, from 0 to 1.
    words : str
        What the bar says, for those who do not see it.
    players : tuple of str
        Names of the two players.
    is_exact : bool
        Whether the value is known exactly; estimates are dotted.
    vertical : bool, default False
        Whether the bar stands, with the first player below.

    Returns
    -------
    str
        SVG.
    """
    edge = LENGTH * share
    dotted = {} if is_exact else {"stroke_dasharray": "1 4", "stroke_linecap": "round"}

    def draw_bar_segment(begin: float, end: float, **look: object) -> str:
        along, across = ("height", "width") if vertical else ("width", "height")
        start = LENGTH - end if vertical else begin
        place = {"x": 1.0, "y": 1.0 + start} if vertical else {"x": 1.0 + start, "y": 1.0}
        return element("rect", **place, **{along: end - begin, across: WIDTH}, **look)

    middle = LENGTH / 2 + 1
    half = {"x1": 1.0, "x2": WIDTH + 1, "y1": middle, "y2": middle}
    if not vertical:
        half = {"x1": middle, "x2": middle, "y1": 1.0, "y2": WIDTH + 1}
    own, other = choose_player_colours(players)
    parts = [
        draw_bar_segment(0, edge, fill=own),
        draw_bar_segment(edge, LENGTH, fill=other),
        draw_bar_segment(0, LENGTH, fill="none", stroke="line", stroke_width=FIRM, **dotted),
    ]
    if 0 < share < 1:
        parts.append(draw_bar_segment(edge, edge, fill="none", stroke="ink", stroke_width=FIRM, **dotted))
    parts.append(element("line", **half, stroke="nobody", stroke_width=1.0, stroke_dasharray="2 2"))
    if not vertical:
        label = {"y": WIDTH / 2 + 5, "font_size": SMALL}
        first, second = (escape(label_player(player)) for player in players)
        parts.append(element("text", first, x=8.0, class_=f"z-word-{own if edge > 60 else other}", **label))
        parts.append(
            element(
                "text",
                second,
                x=LENGTH - 6,
                class_=f"z-end z-word-{own if edge > LENGTH - 60 else other}",
                **label,
            )
        )
    size = (WIDTH + 2, LENGTH + 2) if vertical else (LENGTH + 2, WIDTH + 2)
    return svg(*size, words, *parts)
