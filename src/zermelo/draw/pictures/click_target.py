"""Places of a board that react to a click, a tap or a key: links, which a script may take over.

Each is an `<a>` on its place with `data-cell`, the place's name. Without a script it leads to `href`.
"""

from dataclasses import dataclass

from zermelo.draw.pictures.svg_markup import element, escape


@dataclass(frozen=True)
class ClickTarget:
    """A place of a board that reacts to a click, a tap or a key.

    Parameters
    ----------
    place : str
        Name of the place.
    label : str
        What a click does, in words.
    href : str
        Address of the link, "" for none.
    chosen : bool
        Whether the place is highlighted because a move begins there.
    """

    place: str
    label: str
    href: str = ""
    chosen: bool = False  # a move has begun here

    @property
    def css_class(self) -> str:
        """CSS class of its shape."""
        return "z-chosen" if self.chosen else "z-touch"

    def wrap_in_link(self, shape: str) -> str:
        """Put a shape into the link.

        Parameters
        ----------
        shape : str
            SVG markup.

        Returns
        -------
        str
            SVG markup of the link with the shape.
        """
        leads = {"href": self.href} if self.href else {"tabindex": 0, "role": "button"}
        more = {"data_cell": self.place, "aria_label": self.label}
        return element("a", element("title", escape(self.label)), shape, **leads, **more)
