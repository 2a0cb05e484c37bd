"""Strike, a quiz of several players: in turn each strikes one subject, and the one that is left is asked.

A position is the set of subjects left, a bit for each letter in the order of the alphabet, the first being
the lowest bit; how many are gone tells who moves. With four subjects, B and D left:

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

MOST_PLAYERS = 25  # a letter for each subject


class Strike(Game):
    """Each player in turn strikes one subject; everybody gets points for the one that is left.

    `preferences` has a word for each player, in the order of their turns: all subjects, as letters, the
    player's favourite first. There is one more subject than players. A player gets one point for each subject
    that the player likes less than the one left.
    """

    preferences: tuple[str, ...] = ("ABCD", "CABD", "DBCA")

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        *orders, last = (f"player {seat} {word}" for seat, word in enumerate(self.preferences, start=1))
        order = f"{', '.join(orders)} and {last}" if orders else last
        end = "The subject that is left counts: each player gets a point for every subject they like less."
        return f"Keep a subject that you like: {order}, best first.", "In turn, cross out one subject.", end

    def __post_init__(self) -> None:
        if not isinstance(self.preferences, tuple) or not self.preferences:
            raise BadParameter(
                f"preferences={self.preferences!r} is not a tuple of words: write for example ('ABC', 'CBA')"
            )
        if len(self.preferences) > MOST_PLAYERS:
            raise BadParameter(
                f"preferences={self.preferences!r} has {len(self.preferences)} players: "
                f"give {MOST_PLAYERS} at most"
            )
        for place, word in enumerate(self.preferences):
            self._check_word(f"preferences[{place}]", word)

    def _check_word(self, name: str, word: object) -> None:
        if not isinstance(word, str) or not (word.isascii() and word.isalpha() and word.isupper()):
            raise BadParameter(f"{name}={word!r} is not a word of letters A to Z: write for example 'ABC'")
        subject_count = len(self.preferences) + 1
        if len(word) != subject_count:
            raise BadParameter(
                f"{name}={word!r} has {len(word)} subjects, and {len(self.preferences)} players strike "
                f"all but one of {subject_count}: give {subject_count} letters"
            )
        letters = "".join(sorted(self.preferences[0]))
        if len(set(word)) < subject_count or "".join(sorted(word)) != letters:
            raise BadParameter(f"{name}={word!r} does not name each of {letters} once: order these letters")

    @property
    def players(self) -> int:  # type: ignore[override]  # as many as there are preferences
        return len(self.preferences)

    @cached_property
    def subject_count(self) -> int:
        return len(self.preferences) + 1

    @cached_property
    def letters(self) -> str:
        return "".join(sorted(self.preferences[0]))

    def start(self) -> int:
        return (1 << self.subject_count) - 1

    def moves(self, position: int) -> Iterator[int]:
        if position & (position - 1):  # two subjects or more
            for subject in range(self.subject_count):
                if (position >> subject) & 1:
                    yield subject

    def play(self, position: int, move: int) -> int:
        return position ^ (1 << move)

    def mover(self, position: int) -> int:
        """Return who strikes next; where one subject is left nobody does, and the first player is named."""
        return (self.subject_count - position.bit_count()) % (self.subject_count - 1)

    def payoffs(self, position: int) -> tuple[int, ...]:
        left = self.letters[position.bit_length() - 1]
        return tuple(self.subject_count - 1 - word.index(left) for word in self.preferences)

    # Text format: the subjects left, in the order of the alphabet.

    def show(self, position: int) -> str:
        return "".join(letter for place, letter in enumerate(self.letters) if (position >> place) & 1)

    def parse(self, text: str) -> int:
        """Read the subjects left, in any order, small letters or large; raises `UnreadablePosition`."""
        word = text.strip().upper()
        strange = [letter for letter in word if letter not in self.letters]
        if not word or strange or len(set(word)) < len(word):
            reason = (
                f"{strange[0]} is no subject"
                if strange
                else "a subject stands in it twice"
                if word
                else "it is empty"
            )
            raise unreadable(self, text, reason, f"write the letters left of {self.letters}")
        return sum(1 << self.letters.index(letter) for letter in word)

    def name(self, position: int, move: int) -> str:
        return self.letters[move]

    def depict(self, position: int) -> Picture:
        letters = enumerate(self.letters)
        left = [(place, letter) for place, letter in letters]
        places = tuple(Place(letter, 1.1 * place, 0.0, "bare") for place, letter in left)
        things = tuple(
            Thing("card", 1.1 * place, 0.0, None, letter) for place, letter in left if position >> place & 1
        )
        return Picture(places, (), things, (), (f"player {self.mover(position) + 1} to strike",))
