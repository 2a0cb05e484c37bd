"""Places of a board that react to a click, a tap or a key: links, which a script may take over.

Each is an `<a>` on its place with `data-cell`, the place's name. Without a script it leads to `href`.
"""

from dataclasses import dataclass

from zermelo.draw.pictures.svg_markup import element, escape


@dataclass(frozen=True)
class ClickTarget:
    """A place that answers: its name, what happens there in words, and where the link leads ("": nowhere)."""

    place: str
    label: str
    href: str = ""
    chosen: bool = False  # a move has begun here

    @property
    def look(self) -> str:
        """The class of its shape."""
        return "z-chosen" if self.chosen else "z-touch"

    def around(self, shape: str) -> str:
        """Return the link around a shape, as markup."""
        leads = {"href": self.href} if self.href else {"tabindex": 0, "role": "button"}
        more = {"data_cell": self.place, "aria_label": self.label}
        return element("a", element("title", escape(self.label)), shape, **leads, **more)
