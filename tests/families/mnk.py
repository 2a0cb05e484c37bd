"""Lines on a rectangle: known facts, and what is no position."""

from collections.abc import Iterator

from families import BOTH, BRUTE_FORCE, SELF_PLAY, SPECIFICATION, Fact, Family
from zermelo.core.game import Game
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN
from zermelo.games.mnk import Mnk, TicTacToe


def tic_tac_toe() -> Iterator[Fact]:
    """Three in a row on 3 x 3, and its misere form."""
    game = "tic_tac_toe(columns=3, rows=3, line=3, misere=False)"
    for quantity, expected, confidence, source in (
        ("value", 0, BOTH, BRUTE_FORCE),
        ("remoteness", 9, "recomputed", SELF_PLAY),
        ("positions", 5_478, BOTH, BRUTE_FORCE),
        ("totals", (2_836, 1_068, 1_574), "recomputed", BRUTE_FORCE),
        ("finished", 958, "recomputed", BRUTE_FORCE),
        ("edges", 16_167, "recomputed", BRUTE_FORCE),
        ("classes", 765, BOTH, "classical"),
        ("games", 255_168, BOTH, "classical"),
        ("results", (131_184, 46_080, 77_904), BOTH, "classical"),
        ("tree_nodes", 549_946, "recomputed", "specification of explainable strategies, section 4"),
    ):
        yield Fact(game, quantity, expected, source, confidence, "small")
        yield Fact(game.replace("tic_tac_toe", "mnk"), quantity, expected, source, confidence, "small")
    game = "mnk(columns=3, rows=3, line=3, misere=True)"
    yield Fact(game, "value", 0, BRUTE_FORCE, BOTH, "small")
    yield Fact(game, "positions", 5_478, BRUTE_FORCE, BOTH, "small")
    yield Fact(game, "totals", (3_054, 980, 1_444), BRUTE_FORCE, "recomputed", "small")


MNK = (  # columns, rows, line; value, remoteness, positions, totals, edges, finished
    (4, 3, 3, 1, 7, 111_973, (64_738, 3_060, 44_175), 391_062, 32_410),
    (4, 4, 3, 1, 5, 6_036_001, (3_199_406, 1_322, 2_835_273), 23_453_344, 2_572_460),
    (5, 3, 3, 1, 7, 2_286_668, (1_261_643, 6_872, 1_018_153), 8_813_673, 879_598),
    (5, 3, 4, 0, None, 3_414_564, (494_604, 2_780_883, 139_077), 17_333_457, 119_136),
)


def mnk() -> Iterator[Fact]:
    """Larger boards: all of them are beyond the definitions."""
    for columns, rows, line, value, remoteness, positions, totals, edges, finished in MNK:
        game = f"mnk(columns={columns}, rows={rows}, line={line}, misere=False)"
        for quantity, expected in (
            ("value", value),
            ("remoteness", remoteness),
            ("positions", positions),
            ("totals", totals),
            ("edges", edges),
            ("finished", finished),
        ):
            if expected is not None:
                yield Fact(game, quantity, expected, BRUTE_FORCE, "recomputed", "medium")
    game = "mnk(columns=4, rows=4, line=4, misere=False)"
    for quantity, given in (
        ("value", 0),
        ("remoteness", 16),
        ("positions", 9_722_011),
        ("wins", 2_730_266),
        ("finished", 659_392),
        ("edges", 51_562_424),
        ("games", 15_038_733_958_272),
        ("results", (3_225_291_101_568, 8_707_262_054_400, 3_106_180_802_304)),
    ):
        yield Fact(game, quantity, given, SELF_PLAY, "recomputed", "medium")
    source = "Uiterwijk and van den Herik 2000; Allis 1994; Hsu, Ko et al."
    for columns, rows, value in ((5, 4, 0), (6, 4, 0), (6, 6, 1)):
        game = f"mnk(columns={columns}, rows={rows}, line=4, misere=False)"
        yield Fact(game, "value", value, source, BOTH, "large" if rows == 4 else "searched")
    for columns, rows, value in ((5, 5, 0), (6, 5, 1)):
        game = f"mnk(columns={columns}, rows={rows}, line=4, misere=False)"
        yield Fact(game, "value", value, SPECIFICATION, "specification", "searched")
    game = "mnk(columns=4, rows=4, line=4, misere=True)"
    yield Fact(game, "value", 0, BRUTE_FORCE, "recomputed", "medium")
    yield Fact(game, "positions", 9_722_011, BRUTE_FORCE, "recomputed", "medium")
    yield Fact(game, "totals", (2_203_424, 6_718_241, 800_346), BRUTE_FORCE, "recomputed", "medium")


def facts() -> Iterator[Fact]:
    yield from tic_tac_toe()
    yield from mnk()


def twin(game: Mnk) -> Game:
    """Return the game on text: cells looked at one by one."""
    return TextMnk(columns=game.columns, rows=game.rows, line=game.line, misere=game.misere)


class TextMnk(Game):
    columns: int
    rows: int
    line: int
    misere: bool

    def start(self) -> str:
        return "\n".join(["." * self.columns] * self.rows)

    def moves(self, position: str) -> list[int]:
        return [place for place, sign in enumerate(position) if sign == "."]

    def play(self, position: str, move: int) -> str:
        sign = "X" if position.count("X") == position.count("O") else "O"
        return position[:move] + sign + position[move + 1 :]

    def outcome(self, position: str) -> int:
        rows = position.split("\n")
        cells = {(row, column): sign for row, text in enumerate(rows) for column, sign in enumerate(text)}
        for row, column in cells:
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [cells.get((row + step * down, column + step * right)) for step in range(self.line)]
                if line in (["X"] * self.line, ["O"] * self.line):
                    return WIN if self.misere else LOSS
        return UNDECIDED if "." in position else DRAW


FAMILY = Family(
    small=(Mnk(columns=4, rows=2, line=2, misere=True), TicTacToe()),
    larger=(Mnk(columns=6, rows=5, line=4), Mnk(columns=9, rows=7, line=5)),
    facts=facts,
    twin=twin,
    refused=(
        (Mnk, {"columns": 0}, "columns=0 is too small"),
        (Mnk, {"rows": -1}, "rows=-1 is too small"),
        (Mnk, {"line": 0}, "line=0 is too small"),
        (Mnk, {"columns": 64}, "columns=64 is too large"),
        (Mnk, {"columns": "3"}, "columns='3' is not a whole number"),
        (Mnk, {"columns": 3.0}, "columns=3.0 is not a whole number"),
        (Mnk, {"columns": True}, "columns=True is not a whole number"),
        (Mnk, {"misere": 1}, "misere=1 is not a yes or no"),
        (Mnk, {"columns": 8, "rows": 8}, "a board of 8 x 8 has 64 cells"),
        (TicTacToe, {"rows": 0}, "rows=0 is too small"),
    ),
    unreadable=(
        (TicTacToe(), "", "write 3 rows of 3"),
        (TicTacToe(), "X../...", "write 3 rows of 3"),
        (TicTacToe(), "X.../.../...", "write 3 rows of 3"),
        (TicTacToe(), "X../.../.../...", "write 3 rows of 3"),
        (TicTacToe(), "x../.../...", "'x' is no cell"),
        (TicTacToe(), "O../.../...", "X has 0 and O has 1"),
        (TicTacToe(), "XX./.../...", "X has 2 and O has 0"),
        (TicTacToe(), "XXX/OO./..O", "play had ended"),
        (TicTacToe(), "XXX/OOO/...", "play had ended"),
        (TicTacToe(misere=True), "XXX/OO./..O", "play had ended"),
        (Mnk(5, 2, 2), "XXOXX/O..O.", "play had ended"),
        (Mnk(6, 6, 4), "XXXX../OOO.../....../....../....../.....O", "play had ended"),
    ),
    written=(
        (TicTacToe(), "X../.O./..X", "b1 c1 a2 c2 a3 b3"),
        (Mnk(11, 3), "XXOOXXOOXXO/OOXXOOXXOO./XXOOXXOOXX.", "k2 k3"),
    ),
)
