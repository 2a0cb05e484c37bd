from families import BRUTE_FORCE, SPECIFICATION, Family, bounds, counted, facts_of
from families._text_boards import Misere, Text
from zermelo import UNDECIDED, WIN, Game
from zermelo.games.heaps.subtraction import Powers, Subtraction

SUBTRACTION = (  # numbers to take; nimbers of the heaps 0 to 40; period; remainders of the lost heaps
    ((1, 2, 3), "01230123012301230123012301230123012301230", 4, (0,)),
    ((1, 2), "01201201201201201201201201201201201201201", 3, (0,)),
    ((1, 3), "01010101010101010101010101010101010101010", 2, (0,)),
    ((1, 4), "01012010120101201012010120101201012010120", 5, (0, 2)),
    ((2, 3), "00112001120011200112001120011200112001120", 5, (0, 1)),
    ((1, 3, 4), "01012320101232010123201012320101232010123", 7, (0, 2)),
    ((2, 3, 7), "00112001120011200112001120011200112001120", 5, (0, 1)),
    ((2, 5), "00110210011021001102100110210011021001102", 7, (0, 1, 4)),
    ((3, 5), "00011122000111220001112200011122000111220", 8, (0, 1, 2)),
    ((2, 6), "00110011001100110011001100110011001100110", 4, (0, 1)),
    ((4, 10, 12), "00001111002211330022110000111100221133002", 22, (0, 1, 2, 3, 8, 9, 16, 17)),
    ((3, 6, 7), "00011122230001112223000111222300011122230", 10, (0, 1, 2)),
    ((2, 3, 5, 7), "00112233400112233400112233400112233400112", 9, (0, 1)),
    ((1, 6, 10), "01010120101012320101012010101232010101201", 16, (0, 2, 4, 7, 9, 11)),
    ((5, 9, 10), "00000111112222200000111112222200000111112", 15, (0, 1, 2, 3, 4)),
    ((1, 2, 8), "01201201201201201201201201201201201201201", 3, (0,)),
    ((2, 7, 11), "00110011200110011200110011200110011200110", 9, (0, 1, 4, 5)),
    ((4, 7, 11), "00001111222233300001111222233300001111222", 15, (0, 1, 2, 3)),
    ((1, 9, 10), "01010101012323232320101010101232323232010", 19, (0, 2, 4, 6, 8)),
    ((6, 10, 13), "00000011111122222230000001111112222223000", 19, (0, 1, 2, 3, 4, 5)),
)
BACHET = (6, 8, 9, 10)  # take one to so many: normal play loses the multiples of one more
BACHET_MISERE = (1, 2, 3, 4, 7, 8, 9, 10)  # misere play loses the heaps one above those


class TextHeap(Text):
    """The stones as a number, and what may be taken of them."""

    take: tuple[int, ...]

    def start(self) -> str:
        return str(self.game.heap)

    def moves(self, position: str) -> list[int]:
        return [stones for stones in self.take if stones <= int(position)]

    def play(self, position: str, move: int) -> str:
        return str(int(position) - move)


class TextSubtraction(Misere, TextHeap):
    def outcome(self, position: str) -> int:
        return WIN if self.game.stop and int(position) <= self.game.stop else UNDECIDED


class TextPowers(TextHeap):
    def outcome(self, position: str) -> int:
        return WIN if self.game.ending == "power" and int(position) in self.take else UNDECIDED


def twin(game: Subtraction | Powers) -> Game:
    if isinstance(game, Subtraction):
        return TextSubtraction(game, game.take)
    return TextPowers(game, tuple(game.base**exponent for exponent in range(60)))


FAMILY = Family(
    small=(Subtraction(heap=260), Powers(), Powers(ending="power")),
    larger=(Subtraction(heap=10**12, take=(10**10, 10**11)),),
    facts=(
        *counted("nimbers", BRUTE_FORCE)(
            *((Subtraction(40, take), tuple(map(int, nimbers))) for take, nimbers, *_ in SUBTRACTION)
        ),
        *counted("lost_modulo", BRUTE_FORCE)(
            *((Subtraction(300, take), (period, lost)) for take, _, period, lost in SUBTRACTION)
        ),
        *counted("lost_modulo", "textbooks", "literature")(
            *(
                (Subtraction(300, tuple(range(1, most + 1)), misere=misere), (most + 1, (int(misere),)))
                for misere, mosts in ((False, BACHET), (True, BACHET_MISERE))
                for most in mosts
            )
        ),
        *facts_of(Subtraction(), SPECIFICATION, "specification", value=1),
        *facts_of(Powers(), SPECIFICATION, "specification", value=-1),
        *counted("tree_nodes", SPECIFICATION, "specification")(
            (Subtraction(stop=3), 56_343_125_079_040_471_808_818_753)
        ),
    ),
    twin=twin,
    refused=(
        *bounds(Subtraction, heap=(0, 1_000_000_000_000), stop=(0, 1_000_000_000_000)),
        *bounds(Powers, heap=(0, 1_000_000_000_000), base=(2, 1_000_000_000_000)),
        (Subtraction, {"take": (0, 1)}, r"take\[0\]=0 is too small"),
        (Subtraction, {"take": (2, 1)}, r"write take=\(1, 2\)"),
        (Subtraction, {"take": (1, 1)}, r"write take=\(1,\)"),
        (Subtraction, {"stop": 1, "misere": True}, "leave one of them out"),
        (Powers, {"ending": "three"}, "ending='three' is unknown: give 'empty' or 'power'"),
        (Powers, {"heap": 10**12, "base": 10**12}, "take smaller ones"),
    ),
    unreadable=(
        (Subtraction(), "", "write one from 0 to 99"),
        (Subtraction(), "100", "write one from 0 to 99"),
        (Subtraction(), "-1", "write one from 0 to 99"),
        (Subtraction(), "1.0", "write one from 0 to 99"),
        (Powers(), "ten", "write one from 0 to 99"),
        (Powers(heap=5), "6", "write one from 0 to 5"),
    ),
    written=((Subtraction(), " 42 ", "1 2 3"), (Powers(), "9", "1 2 4 8")),
)
