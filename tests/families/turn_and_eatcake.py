"""Turn-and-eatcake: known facts, and what is no position."""

from collections.abc import Iterator

from families import BRUTE_FORCE, WINS, Fact, Family, known_forms
from families.eatcake import TextEatcake
from zermelo.core.game import Game
from zermelo.games.turn_and_eatcake import TurnAndEatcake

# From the tests of CGSuite 2.2, whose (8, n) has its Left eat along 8.
CANONICAL = known_forms(
    """
    turn_and_eatcake(columns=8, rows=1, starter='left')  -  v  -  -
    turn_and_eatcake(columns=8, rows=2, starter='left')  -  0  -  -
    turn_and_eatcake(columns=8, rows=3, starter='left')  -  v  -  -
    """
)
OUTCOMES = (  # columns, rows; who wins: left, right, the next player, the previous one
    (1, 1, "N"),
    (1, 2, "L"),
    (1, 3, "N"),
    (1, 4, "L"),
    (2, 1, "R"),
    (2, 2, "P"),
    (2, 3, "R"),
    (2, 4, "P"),
    (3, 1, "N"),
    (3, 2, "L"),
    (3, 3, "N"),
    (3, 4, "L"),
    (4, 1, "R"),
    (4, 2, "P"),
    (4, 3, "R"),
    (4, 4, "P"),
    (5, 1, "N"),
    (5, 2, "L"),
    (5, 3, "N"),
)


def facts() -> Iterator[Fact]:
    """Each outcome class is two values: of the game that Left starts, and of Right's."""
    for columns, rows, outcome in OUTCOMES:
        for starter, value in zip(("left", "right"), WINS[outcome], strict=True):
            game = f"turn_and_eatcake(columns={columns}, rows={rows}, starter={starter!r})"
            yield Fact(game, "value", value, BRUTE_FORCE, "recomputed", "small")


def twin(game: TurnAndEatcake) -> Game:
    """Return the game on text: a strip is eaten as far as cake goes on, and its piece changes its sign."""
    return TextTurning(columns=game.columns, rows=game.rows, starter=game.starter)


class TextTurning(TextEatcake):
    """The twin of eatcake, asked for columns and rows, of which a piece's sign says which may be eaten."""

    def moves(self, position: str) -> list[list[int]]:
        board, turn = position.rsplit("\n", 1)
        other = {"left to move": "right to move", "right to move": "left to move"}[turn]
        found = []
        for sign, asked in (("#", turn), ("%", other)):
            alone = "".join({sign: "#", "\n": "\n"}.get(each, ".") for each in board)
            found += super().moves(f"{alone}\n{asked}")
        return found

    def play(self, position: str, strip: list[int]) -> str:
        board, turn = super().play(position, strip).rsplit("\n", 1)
        steps = (1, -1, self.columns + 1, -self.columns - 1)
        piece = set(strip)
        while grown := {place + step for place in piece for step in steps} - piece:
            near = {place for place in grown if 0 <= place < len(board) and board[place] in "#%"}
            if not near:
                break
            piece |= near
        turned = {"#": "%", "%": "#"}
        signs = (turned.get(sign, sign) if place in piece else sign for place, sign in enumerate(board))
        return f"{''.join(signs)}\n{turn}"


FAMILY = Family(
    small=(TurnAndEatcake(columns=3, rows=3), TurnAndEatcake(columns=4, rows=2, starter="right")),
    larger=(TurnAndEatcake(columns=6, rows=5), TurnAndEatcake(columns=15, rows=2)),
    facts=tuple(facts()),
    twin=twin,
    canonical=CANONICAL,
    refused=(
        (TurnAndEatcake, {"columns": 0}, "columns=0 is too small"),
        (TurnAndEatcake, {"columns": 8, "rows": 4}, "a cake of 8 x 4 needs 65 bits"),
        (TurnAndEatcake, {"starter": "up"}, "starter='up' is no player"),
    ),
    unreadable=(
        (TurnAndEatcake(columns=3, rows=2), "###/###", "it does not say who moves"),
        (TurnAndEatcake(columns=3, rows=2), "###/##./left to move", "a piece is no rectangle"),
        (TurnAndEatcake(columns=3, rows=2), "##%/##%/left to move", "a piece has both signs"),
        (TurnAndEatcake(columns=3, rows=2), "xxx/xxx/left to move", "'x' is no cell"),
    ),
    written=(
        (TurnAndEatcake(columns=3, rows=2), "#.%/#.%/left to move", "a1-a2 c1-c1 c2-c2"),
        (TurnAndEatcake(columns=3, rows=2), "#.%/#.%/right to move", "a1-a1 a2-a2 c1-c2"),
    ),
)
