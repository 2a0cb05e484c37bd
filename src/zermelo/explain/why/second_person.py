"""How the two players are called: a claim is said to the player who moves, or to the one who must answer."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Voice:
    """What the player whose move is explained is called, and the other one: "you", or any name.

    >>> Voice("the opponent", "you").others, Voice("first", "second").others
    ('your', "second's")
    """

    me: str = "you"
    other: str = "the opponent"

    @property
    def others(self) -> str:
        """What goes before what the other owns."""
        return "your" if self.other == "you" else f"{self.other}'s"

    @property
    def has(self) -> str:
        """What goes after the other."""
        return "have" if self.other == "you" else "has"

    @property
    def is_(self) -> str:
        """What goes after the other."""
        return "are" if self.other == "you" else "is"

    @property
    def plays(self) -> str:
        """What goes after the player whose move is explained."""
        return "play" if self.me == "you" else "plays"

    @property
    def moves(self) -> str:
        """What goes after the player whose move is explained."""
        return "move" if self.me == "you" else "moves"

    @property
    def turned(self) -> "Voice":
        """The same listener's voice for a move of the other player."""
        return Voice(self.other, self.me)


TO_MOVER = Voice()


def join_names(names: Sequence[str], joint: str = "or") -> str:
    """Return names as a person lists them.

    >>> join_names(["a1"]), join_names(["a1", "b2", "c3"]), join_names(["a1", "b2"], "and")
    ('a1', 'a1, b2 or c3', 'a1 and b2')
    """
    return " ".join(part for part in (", ".join(names[:-1]), joint if names[1:] else "", *names[-1:]) if part)


def format_plies(count: int) -> str:
    """Return a number of plies in words.

    >>> format_plies(1), format_plies(4)
    ('1 ply', '4 plies')
    """
    return "1 ply" if count == 1 else f"{count} plies"
