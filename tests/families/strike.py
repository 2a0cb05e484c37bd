from families import BRUTE_FORCE, Family, facts_of
from families._text_boards import Text
from zermelo.games.payoffs.strike import Strike


class TextStrike(Text):
    @property
    def players(self) -> int:  # type: ignore[override]
        return len(self.game.preferences)

    def start(self) -> str:
        return "".join(sorted(self.game.preferences[0]))

    def moves(self, position: str) -> list[str]:
        return list(position) if len(position) > 1 else []

    def play(self, position: str, move: str) -> str:
        return position.replace(move, "")

    def mover(self, position: str) -> int:
        struck = len(self.game.preferences) + 1 - len(position)
        return struck if struck < len(self.game.preferences) else 0

    def payoffs(self, position: str) -> list[int]:
        return [
            sum(word.index(other) > word.index(position) for other in word) for word in self.game.preferences
        ]


FAMILY = Family(
    several=(
        Strike(),
        Strike(("ABC", "CBA")),
        Strike(("ABCDE", "EDCBA", "BADCE", "CDEAB")),
        Strike(("AZ",)),
        Strike(("ABCDEF", "ABCDEF", "FEDCBA", "BCDEFA", "DEFCBA")),
    ),
    facts=facts_of(Strike(), BRUTE_FORCE, games=24, tree_nodes=41),
    twin=TextStrike,
    refused=(
        (Strike, {"preferences": ()}, "is not a tuple of words"),
        (Strike, {"preferences": "ABC"}, "is not a tuple of words"),
        (Strike, {"preferences": ("AB",) * 26}, "has 26 players: give 25 at most"),
        (Strike, {"preferences": (12, "ABC")}, r"preferences\[0\]=12 is not a word of letters"),
        (Strike, {"preferences": ("abc", "ABC")}, r"preferences\[0\]='abc' is not a word of letters A to Z"),
        (Strike, {"preferences": ("ABCD", "ABC")}, r"preferences\[0\]='ABCD' has 4 subjects.*give 3 letters"),
        (Strike, {"preferences": ("ABC", "ABD")}, r"preferences\[1\]='ABD' does not name each of ABC once"),
        (Strike, {"preferences": ("AAB", "AAB")}, r"preferences\[0\]='AAB' does not name each"),
    ),
    unreadable=(
        (Strike(), "", "it is empty"),
        (Strike(), "ABE", "E is no subject"),
        (Strike(), "ABA", "a subject stands in it twice"),
    ),
    written=((Strike(), " dab ", "A B D"), (Strike(), "C", "")),
)
