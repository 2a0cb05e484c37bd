from families import DEFINITIONS, Family, bounds, counted
from families._text_boards import Cell, Text, cells_of, exchanged, has_line
from zermelo import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games.lines.gobblet_gobblers import GobbletGobblers


class TextGobblers(Text):
    """On each cell a pile of signs, the largest first, written as the boards of all sizes."""

    def start(self) -> str:
        return "\n".join([" ".join(["..."] * self.game.heights)] * 3)

    def read(self, position: str) -> dict[Cell, list[str]]:
        boards = zip(*(row.split(" ") for row in position.split("\n")), strict=True)
        sizes = [cells_of("\n".join(board)) for board in boards]
        return {cell: [size[cell] for size in sizes] for cell in sizes[0]}

    def write(self, piles: dict[Cell, list[str]]) -> str:
        return "\n".join(
            " ".join(
                "".join(piles[row, column][size] for column in range(3)) for size in range(self.game.heights)
            )
            for row in range(3)
        )

    def has_row(self, piles: dict[Cell, list[str]], sign: str) -> bool:
        return has_line({cell: "".join(pile).replace(".", "")[:1] for cell, pile in piles.items()}, sign, 3)

    def moves(self, position: str) -> list[tuple[int, Cell | None, Cell]]:
        piles = self.read(position)
        found: list[tuple[int, Cell | None, Cell]] = []
        for size in range(self.game.heights):
            starts: list[Cell | None] = []
            if sum(pile[size] == "X" for pile in piles.values()) < self.game.copies:
                starts.append(None)
            for start, pile in piles.items():
                if pile[size] == "X" and set(pile[:size]) <= {"."}:
                    lifted = piles | {start: [*pile[:size], ".", *pile[size + 1 :]]}
                    if self.game.lifting or not self.has_row(lifted, "O"):
                        starts.append(start)
            ends = [end for end, pile in piles.items() if set(pile[: size + 1]) <= {"."}]
            found += [(size, start, end) for start in starts for end in ends]
        return found

    def play(self, position: str, move: tuple[int, Cell | None, Cell]) -> str:
        piles = self.read(position)
        size, start, end = move
        if start is not None:
            piles[start][size] = "."
        piles[end][size] = "X"
        return exchanged(self.write(piles))

    def outcome(self, position: str) -> int:
        mine, theirs = (self.has_row(self.read(position), sign) for sign in "XO")
        if mine and theirs:
            return DRAW if self.game.tie else WIN
        return WIN if mine else LOSS if theirs else UNDECIDED


FAMILY = Family(
    small=(GobbletGobblers(heights=1, copies=3),),
    larger=(
        GobbletGobblers(),
        GobbletGobblers(tie=True),
        GobbletGobblers(lifting=False),
        GobbletGobblers(heights=3, copies=1),
    ),
    facts=(
        # Positions are as their movers see them. Two men of a player make no row: there all is drawn, and
        # only the moves over other men are counted. The rules are those of boardspace's page on gobblet and
        # of gobblet-gobblers.netlify.app; who makes both rows at once has lost, or drawn, by the board game
        # geek thread "Tie or loss?".
        *counted("totals positions edges", DEFINITIONS, size="medium")(
            (GobbletGobblers(2, 1), (0, 8_020, 0), 8_020, 94_635)
        ),
        *counted("value positions totals longest edges finished", DEFINITIONS, size="medium")(
            (GobbletGobblers(1, 3), 0, 6_222, (4_106, 828, 1_288), 5, 71_097, 316)
        ),
    ),
    twin=TextGobblers,
    refused=(*bounds(GobbletGobblers, heights=(1, 3), copies=(1, 4)),),
    unreadable=(
        (
            GobbletGobblers(heights=2),
            "X../.../...",
            "it has not three rows of all sizes: write rows like X.. X..",
        ),
        (GobbletGobblers(heights=1), "XX./X../...", "X has more than 2 pieces of a size: take some away"),
    ),
    written=(
        (
            GobbletGobblers(heights=2),
            "O.. .../.O. XX./... ..O",
            "2:b1 2:c1 2:a2 2:c2 2:a3 2:b3 2:c3 a2-b1 a2-c1 a2-c2 a2-a3 a2-b3",
        ),
        (
            GobbletGobblers(heights=2, copies=3, lifting=False),
            "X.. OOO/XX. .../... ...",
            "a2-b1 a2-c1 a2-c2 a2-a3 a2-b3 a2-c3 b2-b1 b2-c1 b2-c2 b2-a3 b2-b3 b2-c3 1:c2 1:a3 1:b3 1:c3",
        ),
    ),
)
