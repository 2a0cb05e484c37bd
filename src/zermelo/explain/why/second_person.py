"""How the two players are called: a claim is said to the player who moves, or to the one who must answer."""

from dataclasses import dataclass

from zermelo.core.notation.wording import is_plural_name


@dataclass(frozen=True)
class Voice:
    """Names of the two players in an explanation, to whom it is addressed.

    Parameters
    ----------
    me : str, default "you"
        Name of the player whose move is explained.
    other : str, default "the opponent"
        Name of the other player; "you" or any name.

    Examples
    --------
    >>> Voice("the opponent", "you").other_possessive, Voice("first", "second").other_possessive
    ('your', "second's")
    """

    me: str = "you"
    other: str = "the opponent"

    @property
    def other_possessive(self) -> str:
        """The other player as a possessive: "your" or "second's"."""
        if self.other == "you":
            return "your"
        ends_in_s = self.other.islower() and self.other.endswith("s")
        return f"{self.other}'" if ends_in_s else f"{self.other}'s"

    @property
    def have_form(self) -> str:
        """Verb after the other player: "has" or "have"."""
        return "have" if is_plural_name(self.other) else "has"

    @property
    def lose_form(self) -> str:
        """Verb after the other player: "loses" or "lose"."""
        return "lose" if is_plural_name(self.other) else "loses"

    @property
    def play_form(self) -> str:
        """Verb after the player whose move is explained: "plays" or "play"."""
        return "play" if is_plural_name(self.me) else "plays"

    @property
    def move_form(self) -> str:
        """Verb after the player whose move is explained: "moves" or "move"."""
        return "move" if is_plural_name(self.me) else "moves"

    @property
    def swapped_voice(self) -> "Voice":
        """The names for a move of the other player, said to the same listener."""
        return Voice(self.other, self.me)


TO_MOVER = Voice()
