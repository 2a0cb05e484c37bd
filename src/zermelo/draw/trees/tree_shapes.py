"""Shapes of a tree before it is drawn: one for each vertex, for every kind of picture.

The three ways of drawing, as text, as Mermaid and as SVG, take the same shapes.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from enum import Enum

from zermelo.boards.pictures.picture import Picture


class BranchStyle(Enum):
    """How a branch is drawn."""

    PLAIN = "plain"
    BEST = "best"
    CUT = "cut"


@dataclass(frozen=True)
class TreeShape:
    """A vertex as it is drawn, with the branch that leads to it and the shapes below.

    Shapes with the same `key` are one vertex where the picture is not bound to be a tree. One without `lines`
    is a branch that leads to nothing drawn. `who` moves there; `notes` stand below the answer. `tone` is
    "win", "draw", "loss", "payoffs" or "unknown". A `picture` stands in SVG in place of the lines.
    """

    key: Hashable
    lines: tuple[str, ...]
    who: str = ""
    answer: str = ""
    tone: str = "unknown"
    branch: str = ""
    stroke: BranchStyle = BranchStyle.PLAIN
    number: str = ""
    notes: tuple[str, ...] = ()
    children: tuple["TreeShape", ...] = ()
    picture: Picture | None = None

    @property
    def mover_and_value(self) -> str:
        """Who moves, and what the position is worth."""
        return ": ".join(part for part in (self.who, self.answer) if part)

    @property
    def caption(self) -> str:
        """What stands below the position: its number, who moves, and what it is worth."""
        return f"{self.number} {self.mover_and_value}".strip()

    def walk(self) -> Iterator["TreeShape"]:
        """Yield this shape and all below it, each before its children, from left to right."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True)
class TreeFrame:
    """One tree of a picture that has several, with what is said above it.

    Where it `is_step`, the heading is enough, and text needs no tree below it.
    """

    heading: str
    root: TreeShape
    is_step: bool = False
