"""Strike, a quiz of several players: in turn each strikes one subject, and what is left is asked.

A position is the set of subjects left, a bit for each in the order of the alphabet, the first being the
lowest bit; how many are gone tells who moves. With four subjects, B and D left:

    bits   3 2 1 0
           D . B .

A move is the place of the subject that is struck.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.pictures.picture import Picture, Place, Thing
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.core.parameters import WORD_BITS, whole

MOST_PLAYERS = 25


class Strike(Game):
    """Each player in turn strikes one subject; everybody gets points for what is left.

    `preferences` has a text for each player, in the order of their turns: all subjects, the player's
    favourite first. Subjects are single letters, as in "ABCD", or words, as in "Algebra Biology Drama"; with
    commas between them they may have blanks. Each player strikes `rounds` subjects, so that one or more are
    left. For each subject left, a player gets one point for each subject that the player likes less.
    """

    preferences: tuple[str, ...] = ("ABCD", "CABD", "DBCA")
    rounds: int = whole(1, 1, WORD_BITS)

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        *orders, last = (f"player {seat} {text}" for seat, text in enumerate(self.preferences, start=1))
        joint = "; " if self.separator else ", "
        order = f"{joint.join(orders)} and {last}" if orders else last
        goal, left = "Keep a subject that you like", "The subject that is left counts"
        if self.left_count > 1:
            goal, left = "Keep subjects that you like", "The subjects that are left count"
        end = f"{left}: each player gets a point for every subject they like less."
        return f"{goal}: {order}, best first.", "In turn, cross out one subject.", end

    def __post_init__(self) -> None:
        if not isinstance(self.preferences, tuple) or not self.preferences:
            raise BadParameter(
                f"preferences={self.preferences!r} is not a tuple of texts: write for example ('ABC', 'CBA')"
            )
        if len(self.preferences) > MOST_PLAYERS:
            raise BadParameter(
                f"preferences={self.preferences!r} has {len(self.preferences)} players: "
                f"give {MOST_PLAYERS} at most"
            )
        for place, text in enumerate(self.preferences):
            self._check_order(f"preferences[{place}]", text)
        struck, count = self.rounds * self.players, len(self.orders[0])
        if not struck < count <= WORD_BITS:
            raise BadParameter(
                f"preferences[0]={self.preferences[0]!r} has {count} subjects, and {self.players} players "
                f"strike {struck}: give {struck + 1} subjects or more, {WORD_BITS} at most"
            )

    def _check_order(self, name: str, text: object) -> None:
        if not isinstance(text, str) or not text.strip() or not text.replace(",", "").isprintable():
            raise BadParameter(
                f"{name}={text!r} names no subjects: write letters, as in 'ABC', or words, as in 'Art Music'"
            )
        subjects, first = split_subjects(text), split_subjects(self.preferences[0])
        if "" in subjects or len({each.casefold() for each in subjects}) < len(subjects):
            raise BadParameter(f"{name}={text!r} names a subject twice or an empty one: name each once")
        if sorted(subjects) != sorted(first) or separator_of(text) != separator_of(self.preferences[0]):
            known = separator_of(self.preferences[0]).join(sorted(first))
            raise BadParameter(f"{name}={text!r} does not name each of {known} once: order these subjects")

    @property
    def players(self) -> int:  # type: ignore[override]  # as many as there are preferences
        return len(self.preferences)

    @cached_property
    def orders(self) -> tuple[tuple[str, ...], ...]:
        """The subjects as each player likes them, the favourite first."""
        return tuple(split_subjects(text) for text in self.preferences)

    @cached_property
    def separator(self) -> str:
        """What stands between two subjects."""
        return separator_of(self.preferences[0])

    @cached_property
    def subjects(self) -> tuple[str, ...]:
        """All subjects in the order of the alphabet."""
        return tuple(sorted(self.orders[0]))

    @cached_property
    def left_count(self) -> int:
        """How many subjects are left at the end."""
        return len(self.subjects) - self.rounds * self.players

    @cached_property
    def points(self) -> tuple[tuple[int, ...], ...]:
        """What each subject brings each player: how many subjects the player likes less."""
        return tuple(
            tuple(len(order) - 1 - order.index(subject) for subject in self.subjects) for order in self.orders
        )

    def start(self) -> int:
        return (1 << len(self.subjects)) - 1

    def moves(self, position: int) -> Iterator[int]:
        if position.bit_count() > self.left_count:
            for subject in range(len(self.subjects)):
                if (position >> subject) & 1:
                    yield subject

    def play(self, position: int, move: int) -> int:
        return position ^ (1 << move)

    def mover(self, position: int) -> int:
        """Return who strikes next; at the end nobody does, and the first player is named."""
        return (len(self.subjects) - position.bit_count()) % self.players

    def payoffs(self, position: int) -> tuple[int, ...]:
        return tuple(
            sum(points for place, points in enumerate(brought) if (position >> place) & 1)
            for brought in self.points
        )

    # Text format: the subjects left, in the order of the alphabet.

    def show(self, position: int) -> str:
        left = (each for place, each in enumerate(self.subjects) if (position >> place) & 1)
        return self.separator.join(left)

    def parse(self, text: str) -> int:
        """Read the subjects left, in any order, small letters or large; raises `UnreadablePosition`."""
        places = {subject.casefold(): place for place, subject in enumerate(self.subjects)}
        parts = text.split(",") if self.separator else list(text.strip())
        if self.separator == " ":
            parts = text.replace(",", " ").split()
        words = [" ".join(part.split()) for part in parts if part.strip()]
        strange = [word for word in words if word.casefold() not in places]
        found = {places[word.casefold()] for word in words if word not in strange}
        if not words or strange or len(found) < len(words):
            reason = (
                f"{strange[0]} is no subject"
                if strange
                else "a subject stands in it twice"
                if words
                else "it is empty"
            )
            known = self.separator.join(self.subjects)
            what = "letters" if not self.separator else "subjects"
            raise unreadable(self, text, reason, f"write the {what} left of {known}")
        return sum(1 << place for place in found)

    def name(self, position: int, move: int) -> str:
        return self.subjects[move]

    def depict(self, position: int) -> Picture:
        """Return cards in a row, or below each other where they have words."""
        places, things = [], []
        for place, subject in enumerate(self.subjects):
            x, y = (0.0, 1.1 * place) if self.separator else (1.1 * place, 0.0)
            places.append(Place(subject, x, y, "bare"))
            if (position >> place) & 1:
                things.append(Thing("card", x, y, None, subject))
        note = f"player {self.mover(position) + 1} to strike"
        return Picture(tuple(places), (), tuple(things), (), (note,))


def separator_of(text: str) -> str:
    """Return what stands between the subjects of a text: a comma, a blank, or nothing between letters."""
    return ", " if "," in text else " " if len(text.split()) > 1 else ""


def split_subjects(text: str) -> tuple[str, ...]:
    """Return the subjects of a text in its order.

    >>> split_subjects("CAB"), split_subjects("Drama Algebra"), split_subjects("Modern art, Drama")
    (('C', 'A', 'B'), ('Drama', 'Algebra'), ('Modern art', 'Drama'))
    """
    separator = separator_of(text)
    parts = text.split(separator.strip() or None) if separator else list(text.strip())
    return tuple(" ".join(part.split()) for part in parts)
