"""Anti-clobber: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, WINS, Fact, Family, known_forms
from families.clobber import TextClobber
from zermelo.core.game import Game
from zermelo.games.anti_clobber import AntiClobber

OUTCOMES = (  # setup; who wins: left, right, the next player, the previous one
    ("x", "P"),
    ("x.", "L"),
    ("x..", "L"),
    (".x.", "P"),
    ("x.o", "N"),
    ("xx.oo", "N"),
    ("x..o", "P"),
    ("x...o", "N"),
    ("x.x.o", "P"),
    ("x/.", "L"),
    ("x./.o", "P"),
    ("xo/..", "P"),
    ("x../..o", "P"),
    ("x.x/.../o.o", "N"),
    ("xxx/.../ooo", "N"),
    ("xxxx/..../oooo", "P"),
    ("x.../..../..../...o", "P"),
    ("xoxo/oo..", "R"),
    ("..x/ox./...", "P"),
)
CANONICAL = known_forms(
    """
    anti_clobber(setup='xoxo/oo..', columns=4, rows=2, starter='left', piece='wazir')  -  {*|-1}  -  -
    """
)


def facts() -> Iterator[Fact]:
    """Each outcome class is two values: of the game that Left starts, and of Right's."""
    for setup, outcome in OUTCOMES:
        for starter, value in zip(("left", "right"), WINS[outcome], strict=True):
            sizes = f"columns={setup.find('/') if '/' in setup else len(setup)}, rows={setup.count('/') + 1}"
            game = f"anti_clobber(setup={setup!r}, {sizes}, starter={starter!r}, piece='wazir')"
            yield Fact(game, "value", value, BRUTE_FORCE, "recomputed", "small")


def twin(game: AntiClobber) -> Game:
    """Return the game on text: every stone looks around itself."""
    names = ("columns", "rows", "setup", "starter", "piece")
    return TextAntiClobber(**{name: getattr(game, name) for name in names})


class TextAntiClobber(TextClobber):
    """Clobber's twin, to which free cells are stones of the other's, and the other's are nothing."""

    def start(self) -> str:
        rows = ["." * self.columns] * self.rows
        rows[-1], rows[0] = "o" * self.columns, "x" * self.columns
        rows = self.setup.split("/") if self.setup else rows
        return "\n".join([*rows, "x to move" if self.starter == "left" else "o to move"])

    def moves(self, position: str) -> Iterator[tuple[int, int]]:
        board, turn = position.rsplit("\n", 1)
        mine, other = turn[0], {"x": "o", "o": "x"}[turn[0]]
        looked_at = {other: ".", ".": other}
        yield from super().moves("".join(looked_at.get(sign, sign) for sign in board) + f"\n{mine} to move")

    def play(self, position: str, move: tuple[int, int]) -> str:
        signs = list(super().play(position, move))
        signs[move[0]] = "o" if signs[move[1]] == "x" else "x"
        return "".join(signs)


FAMILY = Family(
    small=(
        AntiClobber("x.o/.xo/o..", starter="right"),
        AntiClobber("x.o./.x.o", piece="king"),
        AntiClobber("x.o/.x./o.x", piece="knight"),
    ),
    larger=(AntiClobber(columns=6, rows=5),),
    facts=tuple(facts()),
    twin=twin,
    canonical=CANONICAL,
    refused=(
        (
            AntiClobber,
            {"piece": "rook"},
            "piece='rook' goes further than a cell: give wazir, ferz, king or knight",
        ),
        (AntiClobber, {"piece": "pawn"}, "piece='pawn' is no piece"),
        (AntiClobber, {"setup": "x#o"}, "has the cell '#'"),
    ),
    unreadable=((AntiClobber(columns=3, rows=2), "xox/oxo", "it does not say who moves"),),
    written=(
        (AntiClobber(columns=3, rows=2), "x.o/.xo/x to move", "a1-b1 a1-a2 b2-a2 b2-b1"),
        (AntiClobber(columns=3, rows=3), "x../.x./..o/o to move", "c3-b3 c3-c2"),
    ),
)
