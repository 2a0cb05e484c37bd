from itertools import permutations

from families import BOTH, Family, bounds, counted, size_of
from families._text_boards import Puzzle
from zermelo import UNDECIDED, WIN
from zermelo.games.puzzles.hanoi import Hanoi

LUCAS = "É. Lucas, Récréations mathématiques III (1893): 2**n - 1"
FRAME_STEWART = "OEIS A007664 (Frame and Stewart 1941; T. Bousch, La quatrième tour de Hanoï, 2014)"
FOUR_PEGS = (0, 1, 3, 5, 9, 13, 17, 25, 33, 41, 49)


class TextHanoi(Puzzle):
    def start(self) -> str:
        tower = " ".join(str(disc) for disc in range(self.game.discs, 0, -1))
        return " | ".join([tower] + ["."] * (self.game.pegs - 1))

    def moves(self, position: str) -> list[tuple[int, int]]:
        tops = [int(peg.split()[-1].replace(".", "99")) for peg in position.split("|")]
        pairs = permutations(range(self.game.pegs), 2)
        return [(here, there) for here, there in pairs if tops[here] < tops[there]]

    def play(self, position: str, move: tuple[int, int]) -> str:
        pegs = [[disc for disc in peg.split() if disc != "."] for peg in position.split("|")]
        here, there = move
        pegs[there].append(pegs[here].pop())
        return " | ".join(" ".join(peg) or "." for peg in pegs)

    def outcome(self, position: str) -> int:
        return WIN if position.startswith(". | " * (self.game.pegs - 1)) else UNDECIDED


FAMILY = Family(
    small=(Hanoi(discs=4), Hanoi(discs=3, pegs=4)),
    larger=(Hanoi(discs=12), Hanoi(discs=10, pegs=5)),
    facts=(
        # The fewest moves with three and with four pegs; every disc may be on every peg.
        *counted("remoteness positions longest", LUCAS, BOTH)(
            *((Hanoi(discs), 2**discs - 1, 3**discs, 2**discs - 1) for discs in range(1, 9))
        ),
        *counted("remoteness size", FRAME_STEWART, BOTH)(
            *((Hanoi(discs, 4), fewest, size_of(4**discs)) for discs, fewest in enumerate(FOUR_PEGS) if discs)
        ),
    ),
    twin=TextHanoi,
    refused=(
        *bounds(Hanoi, discs=(1, 31), pegs=(3, 16)),
        (Hanoi, {"discs": 31, "pegs": 5}, "discs=31, pegs=5 needs 93 bits"),
    ),
    unreadable=(
        (Hanoi(), "4 3 2 1 | .", "it has not 3 pegs"),
        (Hanoi(), "4 3 | 2 2 | .", "its discs are not 1 to 4"),
        (Hanoi(), "4 3 | 1 2 | .", "a disc lies on a smaller one"),
    ),
    written=((Hanoi(), "4 3|2|1", "3-1 3-2 2-1"), (Hanoi(discs=1), "1 | . | .", "1-2 1-3")),
    slow_facts=("hanoi(discs=6, pegs=4", "hanoi(discs=7", "hanoi(discs=8"),
)
