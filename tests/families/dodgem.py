from families import BOTH, BRUTE_FORCE, SEPARATE, Family, bounds, counted, facts_of
from families._text_boards import Cell, Turns, above, cells_of, text_of
from zermelo import LOSS, UNDECIDED, WIN
from zermelo.games.race.dodgem import Dodgem


class TextDodgem(Turns):
    names = ("X", "O")

    def start(self) -> str:
        upper = ["X" + "." * (self.game.size - 1)] * (self.game.size - 1)
        return "\n".join([*upper, "." + "O" * (self.game.size - 1), "X to move"])

    def moves(self, position: str) -> list[tuple[Cell, Cell | None]]:
        cells, found = cells_of(above(position)), []
        sign = "XO"[self.mover(position)]
        ahead, aside = ((0, 1), ((-1, 0), (1, 0))) if sign == "X" else ((-1, 0), ((0, -1), (0, 1)))
        for (row, column), own in cells.items():
            for down, right in (ahead, *aside) if own == sign else ():
                end = row + down, column + right
                if cells.get(end) == ".":
                    found.append(((row, column), end))
                elif end not in cells and (down, right) == ahead:
                    found.append(((row, column), None))
        return found

    def play(self, position: str, move: tuple[Cell, Cell | None]) -> str:
        begin, end = move
        cells = cells_of(above(position))
        arrived = {end: cells[begin]} if end else {}
        return self.next_turn(position, text_of(cells | {begin: "."} | arrived))

    def outcome(self, position: str) -> int:
        board = above(position)
        return UNDECIDED if "X" in board and "O" in board else LOSS

    def stuck(self, position: str) -> int:
        return {"wins": WIN, "loses": LOSS}[self.game.blocked]


FAMILY = Family(
    small=(Dodgem(),),
    larger=(Dodgem(size=5, blocked="loses"),),
    facts=(
        *facts_of(Dodgem(2), SEPARATE, BOTH, value=1, positions=15),
        *facts_of(Dodgem(2), SEPARATE, remoteness=3, longest=3, totals=(7, 0, 8), edges=15, finished=5),
        *counted("value positions", BRUTE_FORCE, BOTH)((Dodgem(), 1, 1_963), (Dodgem(4), 0, 393_900)),
        *counted("remoteness longest totals edges finished", BRUTE_FORCE)(
            (Dodgem(), 19, 21, (1_123, 0, 840), 5_373, 98),
            (Dodgem(4), ..., 42, (209_489, 35_281, 149_130), 1_900_621, 1_596),
        ),
        *counted("value remoteness longest positions totals edges finished", SEPARATE)(
            (Dodgem(blocked="loses"), 1, 19, 21, 1_963, (1_120, 0, 843), 5_373, 98)
        ),
        *counted("value positions totals edges finished", BRUTE_FORCE)(
            (Dodgem(4, "loses"), 0, 393_900, (205_919, 48_546, 139_435), 1_900_621, 1_596)
        ),
    ),
    twin=TextDodgem,
    refused=(
        *bounds(Dodgem, size=(2, 5)),
        (Dodgem, {"blocked": "draws"}, "blocked='draws'"),
        (Dodgem, {"blocked": True}, "give 'wins' or 'loses'"),
    ),
    unreadable=(
        (Dodgem(), "X../X../XOO/X to move", "X has 3 cars: leave at most 2"),
        (Dodgem(), ".../.../.OO/X to move", "play had ended"),
    ),
    written=(
        (Dodgem(), "X../X../.OO/X to move", "a1-b1 a2-b2 a2-a3"),
        (Dodgem(), "..X/.../.O./X to move", "c1-off c1-c2"),
        (Dodgem(), ".O./X../.O./O to move", "b1-off b3-b2 b1-a1 b3-a3 b1-c1 b3-c3"),
    ),
)
