"""Claims about a move: facts that were checked, each with its words for either listener.

`kind` says what is claimed, and `cells` names what it is about. The kinds, roughly strongest first:

    ends        the move ends the game
    completes   it completes a line
    stops       on its cell the other would complete a line
    leaves      after it the other can complete a line at once
    forks       it can complete lines on two cells next, and the other none
    forces      each move of a sequence threatens on one cell, until the last forks
    threatens   it can complete a line on one cell next, which the other must take
    prepares    it can fork next, where the other lets it be
    stops fork  the other could fork if it were their move; after the move they cannot
    allows fork after it the other can fork
    won, held, lost, points, given away      what the solution says of the move, against all others
"""

import re
from typing import Annotated

from msgspec.structs import replace

from zermelo.core.notation.result import Names, Result, about
from zermelo.explain.why.second_person import Voice

PERSON = re.compile(r"\{v\.(\w+)\}")  # and not `format`: a move's name may hold braces
RANK = ("ends", "completes", "forks", "forces", "stops", "stops fork", "threatens", "prepares")


class MoveClaim(Result, frozen=True):
    """A fact about a move; until `address_to` its words hold names of the players in braces."""

    kind: Annotated[str, about("of what kind")]
    words: Annotated[str, about("in words")]
    cells: Annotated[Names, about("the cells it speaks of")] = ()

    def text(self, voice: Voice) -> str:
        """Return the claim in words; what is left out before it is "the move"."""
        return PERSON.sub(lambda found: str(getattr(voice, found[1])), self.words)

    def address_to(self, voice: Voice) -> "MoveClaim":
        """Return the claim with its words for a listener."""
        return replace(self, words=self.text(voice))


def rank_strongest_claim(claims: tuple[MoveClaim, ...]) -> int:
    """Return how strong the strongest claim is: less is stronger."""
    return min((RANK.index(claim.kind) for claim in claims if claim.kind in RANK), default=len(RANK))
