from families import SEPARATE, Family, bounds, counted
from families._text_boards import Rectangle, replaced
from zermelo import DRAW, LOSS, UNDECIDED
from zermelo.games.lines.quarto import Quarto


class TextQuarto(Rectangle):
    """Pieces are hexadecimal digits, their traits binary ones."""

    def start(self) -> str:
        return f"{self.board()}\nnothing in hand"

    def moves(self, position: str) -> list[tuple[int | None, str]]:
        board, held = self.halves(position)
        unused = [piece for piece in self.pieces() if piece not in board and piece != held]
        if held == "nothing":
            return [(None, piece) for piece in unused]
        found: list[tuple[int | None, str]] = []
        for place, sign in enumerate(board):
            if sign == ".":
                after = replaced(board, place, held)
                ends = self.has_line(after) or "." not in after or not unused
                found += [(place, piece) for piece in (["nothing"] if ends else unused)]
        return found

    def play(self, position: str, move: tuple[int | None, str]) -> str:
        board, held = self.halves(position)
        place, given = move
        return f"{board if place is None else replaced(board, place, held)}\n{given} in hand"

    def outcome(self, position: str) -> int:
        board, held = self.halves(position)
        if self.has_line(board):
            return LOSS
        return DRAW if held == "nothing" and position != self.start() else UNDECIDED

    def halves(self, position: str) -> tuple[str, str]:
        board, _, last = position.rpartition("\n")
        return board, last.removesuffix(" in hand")

    def pieces(self) -> list[str]:
        return [f"{number:X}" for number in range(2**self.game.traits)]

    def has_line(self, board: str) -> bool:
        rows = board.split("\n")
        lines = [*rows, *("".join(column) for column in zip(*rows, strict=True))]
        if self.game.columns == self.game.rows:
            lines.append("".join(row[place] for place, row in enumerate(rows)))
            lines.append("".join(row[-1 - place] for place, row in enumerate(rows)))
        for line in lines:
            digits = [f"{int(sign, 16):0{self.game.traits}b}" for sign in line if sign != "."]
            if len(digits) == len(line) and any(len(set(trait)) == 1 for trait in zip(*digits, strict=True)):
                return True
        return False


FAMILY = Family(
    small=(Quarto(columns=3, rows=2, traits=2), Quarto(columns=2, rows=2, traits=2)),
    larger=(Quarto(), Quarto(columns=4, rows=4, traits=4)),
    # On two by two the fourth piece or one before makes a line.
    facts=counted("value remoteness positions totals edges finished", SEPARATE)(
        (Quarto(2, 2, 2), -1, 4, 245, (84, 0, 161), 340, 144),
        (Quarto(3, 2, 2), 0, 5, 1_205, (528, 269, 408), 2_860, 528),
        (Quarto(2, 2), -1, 4, 1_385, (488, 0, 897), 1_960, 864),
    ),
    twin=TextQuarto,
    refused=(
        *bounds(Quarto, columns=(2, 63), rows=(2, 63), traits=(1, 4)),
        (
            Quarto,
            {"columns": 5, "rows": 5, "traits": 4},
            "half of a board of 5 x 5 with traits=4 needs 78 bits",
        ),
    ),
    unreadable=(
        (Quarto(), "", "it does not say what is in hand"),
        (Quarto(), ".../.../...", "it does not say what is in hand"),
        (Quarto(), ".../.../.../8 in hand", "it does not say what is in hand"),
        (Quarto(), "8../.../.../1 in hand", "'8' is no cell"),
        (Quarto(), "1../.../.../1 in hand", "1 is there twice"),
        (Quarto(), "1../.../.../nothing in hand", "the game goes on"),
        (Quarto(), "012/.../.../7 in hand", "the game is over"),
        (Quarto(), "012/376/.../nothing in hand", "play had ended"),
    ),
    written=(
        (Quarto(2, 2, 2), "../../nothing in hand", "0 1 2 3"),
        (Quarto(2, 2, 2), "0./../3 in hand", "b1 1 b1 2 a2 1 a2 2 b2 1 b2 2"),
        (Quarto(2, 2, 2), "0./../1 in hand", "b1 a2 b2"),
        (Quarto(2, 2, 1), "0./../1 in hand", "b1 a2 b2"),
    ),
)
