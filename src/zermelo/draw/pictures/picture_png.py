"""A picture as PNG, for programs and sites that show no SVG; needs the extra `web`."""

from typing import Final

from zermelo.core.errors import MissingExtra
from zermelo.draw.pictures.colour_theme import resolve_picture_colours

WIDTH: Final = 1200  # pixels: what sites that show a preview ask for


def picture_png(svg: str, *, width: int = WIDTH, dark: bool = False) -> bytes:
    """Draw a picture as PNG.

    Parameters
    ----------
    svg : str
        The picture, as `picture_svg` returns it.
    width : int, default 1200
        Width in pixels; the height follows from the picture.
    dark : bool, default False
        Whether it is drawn on a dark ground.

    Returns
    -------
    bytes
        The content of a PNG file.

    Raises
    ------
    MissingExtra
        If resvg_py is not installed.

    Examples
    --------
    >>> from zermelo.draw import picture_svg
    >>> picture_png(picture_svg(zermelo.game("tic_tac_toe").depict(0), "empty"))[1:4]
    b'PNG'
    """
    try:
        import resvg_py
    except ImportError as error:
        raise MissingExtra('PNG needs resvg_py, which is not installed: pip install "zermelo[web]"') from error
    return resvg_py.svg_to_bytes(svg_string=resolve_picture_colours(svg, dark=dark), width=width)
