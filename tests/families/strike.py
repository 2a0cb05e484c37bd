from families import BRUTE_FORCE, Family, facts_of
from families._text_boards import Text
from zermelo.games.payoffs.strike import Strike


def split(text: str) -> list[str]:
    """The subjects of a text: between commas, between blanks, or its letters."""
    return text.split(", ") if "," in text else text.split(" ") if " " in text else list(text)


class TextStrike(Text):
    """A position is the subjects left, as `show` prints them."""

    @property
    def players(self) -> int:  # type: ignore[override]
        return len(self.game.preferences)

    @property
    def subjects(self) -> list[str]:
        return split(self.game.preferences[0])

    def join(self, left: list[str]) -> str:
        first = self.game.preferences[0]
        return (", " if "," in first else " " if " " in first else "").join(sorted(left))

    def read(self, position: str) -> list[str]:
        """The subjects of a position: one alone is no longer between anything."""
        return [position] if position in self.subjects else split(position)

    def struck(self, position: str) -> int:
        return len(self.subjects) - len(self.read(position))

    def start(self) -> str:
        return self.join(self.subjects)

    def moves(self, position: str) -> list[str]:
        over = self.struck(position) == self.game.rounds * self.players
        return [] if over else self.read(position)

    def play(self, position: str, move: str) -> str:
        return self.join([each for each in self.read(position) if each != move])

    def mover(self, position: str) -> int:
        mover = 0
        for _ in range(self.struck(position)):
            mover = mover + 1 if mover + 1 < self.players else 0
        return mover

    def payoffs(self, position: str) -> list[int]:
        return [
            sum(word.index(other) > word.index(left) for left in self.read(position) for other in word)
            for word in map(split, self.game.preferences)
        ]


WORDS = (
    "Algebra Biology Chemistry Drama",
    "Chemistry Algebra Biology Drama",
    "Drama Biology Chemistry Algebra",
)

FAMILY = Family(
    several=(
        Strike(),
        Strike(("ABC", "CBA")),
        Strike(("ABCDE", "EDCBA", "BADCE", "CDEAB")),
        Strike(("AZ",)),
        Strike(WORDS),
        Strike(("ABCDEFG", "GFEDCBA")),
        Strike(("ABCDEF", "CAFBED"), rounds=2),
        Strike(("Modern art, Old art, Music, Law", "Law, Music, Old art, Modern art")),
        Strike(("ABCDEF", "ABCDEF", "FEDCBA", "BCDEFA", "DEFCBA")),
    ),
    facts=(
        *facts_of(Strike(), BRUTE_FORCE, games=24, tree_nodes=41),
        *facts_of(Strike(WORDS), BRUTE_FORCE, games=24, tree_nodes=41),
    ),
    twin=TextStrike,
    refused=(
        (Strike, {"preferences": ()}, "is not a tuple of texts"),
        (Strike, {"preferences": "ABC"}, "is not a tuple of texts"),
        (Strike, {"preferences": ("AB",) * 26}, "has 26 players: give 25 at most"),
        (Strike, {"preferences": (12, "ABC")}, r"preferences\[0\]=12 names no subjects"),
        (Strike, {"preferences": ("A\nB", "BA")}, "names no subjects"),
        (Strike, {"preferences": ("abc", "ABC")}, r"preferences\[1\]='ABC' does not name each of abc once"),
        (Strike, {"preferences": ("ABCD", "ABC")}, r"preferences\[1\]='ABC' does not name each of ABCD once"),
        (Strike, {"preferences": ("ABC", "ABD")}, r"preferences\[1\]='ABD' does not name each of ABC once"),
        (Strike, {"preferences": ("AAB", "AAB")}, r"preferences\[0\]='AAB' names a subject twice"),
        (Strike, {"preferences": ("Art, , Law", "Law")}, "names a subject twice or an empty one"),
        (Strike, {"preferences": ("Art Law Art",)}, "names a subject twice or an empty one"),
        (Strike, {"preferences": ("Art Law Music", "Art, Law, Music")}, "each of Art Law Music once"),
        (
            Strike,
            {"preferences": ("AB", "BA")},
            "2 subjects, and 2 players strike 2: give 3 subjects or more",
        ),
        (Strike, {"preferences": ("ABC", "BCA"), "rounds": 2}, "strike 4: give 5 subjects or more"),
    ),
    unreadable=(
        (Strike(), "", "it is empty"),
        (Strike(), "ABE", "E is no subject"),
        (Strike(), "ABA", "a subject stands in it twice"),
        (Strike(WORDS), "Drama History", "History is no subject: write the subjects left of Algebra Biology"),
    ),
    written=(
        (Strike(), " dab ", "A B D"),
        (Strike(), "C", ""),
        (Strike(WORDS), "drama,  BIOLOGY", "Biology Drama"),
        (Strike(("Modern art, Old art, Music, Law", "Law, Music, Old art, Modern art")), "LAW,old  art", ""),
        (Strike(("ABCDE", "EDCBA")), "edc", ""),
    ),
)
