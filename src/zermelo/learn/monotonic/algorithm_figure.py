"""Figure 1 of the self-play paper: one turn of its algorithm, as a picture.

The agent beats the adversary P_k, the board is turned, and the adversary P_{k+1} plays what the agent has
just learned.
"""

from zermelo.draw.pictures.colour_theme import TONES
from zermelo.draw.pictures.svg_markup import element, escape, svg
from zermelo.learn.self_play_parameters import SelfPlayParameters

WIDTH, HEIGHT = 700.0, 392.0
INK, PALE = "ink", "soft"
Place = tuple[float, float]


def draw_algorithm_scheme(parameters: SelfPlayParameters | None = None) -> str:
    """Draw the scheme of Algorithm 1 with its parameters.

    Parameters
    ----------
    parameters : SelfPlayParameters, optional
        Parameters to write into the scheme.

    Returns
    -------
    str
        SVG.

    Examples
    --------
    >>> "P_0: uniform" in draw_algorithm_scheme()
    True
    """
    chosen = parameters or SelfPlayParameters()
    best = (
        "the agent's best reply to P_k: the policy",
        "whose value is largest at every position",
        "(equation 1): policy iteration, or a sweep",
    )
    counted = (
        "counted: its lines won, drawn and lost",
        "against every reply, on both sides;",
        "does the policy still change?",
    )
    turned = (
        "the board is turned: the adversary plays",
        f"the policy's move with probability {chosen.alpha:g},",
        "and else any other reply, each as likely",
    )
    boxes = (
        _draw_box((30, 92), "Policy", best, TONES["win"]),
        _draw_box((380, 92), "Improvement", counted, TONES["unknown"]),
        _draw_box((30, 252), "Model P_k+1", turned, TONES["loss"]),
        _draw_box(
            (380, 252), "End", ("the limit; the best policy", "that was counted is kept"), TONES["draw"]
        ),
    )
    arrows = (
        _draw_arrow((175, 62), (175, 92)),
        _draw_arrow((320, 142), (380, 142)),
        _draw_arrow((525, 192), (525, 252)),
        _draw_arrow((400, 192), (320, 262)),
        _draw_arrow((175, 252), (175, 192)),
    )
    words = (
        _draw_text(
            (30, 28), "No adversary is given: the agent makes one, beats it and becomes it", 16, bold=True
        ),
        _draw_text((30, 54), f"P_0: {chosen.model}. Begin with k = 0", 14),
        _draw_text((386, 230), "yes", 14),
        _draw_text((536, 227), "no", 14),
        _draw_text((186, 227), "k grows by 1", 14),
        _draw_text(
            (30, 378),
            f"discount {chosen.gamma:g} a decision; a game won, drawn, lost: {chosen.rewards}",
            14,
            PALE,
        ),
    )
    return svg(WIDTH, HEIGHT, "Algorithm 1: self-play with an improving model", *arrows, *boxes, *words)


def _draw_box(corner: Place, heading: str, lines: tuple[str, ...], tone: tuple[str, str]) -> str:
    left, top = corner
    stroke, fill = tone
    return "".join(
        (
            element(
                "rect",
                x=left,
                y=top,
                width=290.0,
                height=100.0,
                rx=6.0,
                fill=fill,
                stroke=stroke,
                stroke_width=1.5,
            ),
            _draw_text((left + 12, top + 25), heading, 15, bold=True),
            *(_draw_text((left + 12, top + 48 + 19 * row), line, 13) for row, line in enumerate(lines)),
        )
    )


def _draw_text(place: Place, text: str, size: int, fill: str = INK, *, bold: bool = False) -> str:
    left, bottom = place
    weight = {"font_weight": "bold"} if bold else {}
    return element("text", escape(text), x=left, y=bottom, font_size=size, fill=fill, **weight)


def _draw_arrow(begin: Place, end: Place) -> str:
    """Return a line with an arrowhead at its end."""
    (x, y), (to_x, to_y) = begin, end
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    along_x, along_y = (to_x - x) / length, (to_y - y) / length
    back_x, back_y = to_x - 10 * along_x, to_y - 10 * along_y
    corners = (
        (to_x, to_y),
        (back_x - 5 * along_y, back_y + 5 * along_x),
        (back_x + 5 * along_y, back_y - 5 * along_x),
    )
    points = " ".join(f"{across:.1f},{down:.1f}" for across, down in corners)
    return element("line", x1=x, y1=y, x2=back_x, y2=back_y, stroke=INK, stroke_width=2) + element(
        "polygon", points=points, fill=INK
    )
