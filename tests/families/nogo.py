from families import Family, counted, outcomes
from families._text_boards import LeftOrRight, Misere, Rectangle, above, beside, cells_of, group_of, replaced
from zermelo.games.territory.nogo import ImpartialNogo, Nogo

MCGS = "MCGS docs/MCGS-results.html v1.7 (Grossman 2004 + MCGS 2026)"
OUTCOMES = (  # columns, rows, outcome class; size, None where only sums reach that far
    (3, 3, "N", "small"),
    (4, 3, "P", "medium"),
    (5, 3, "N", "searched"),
    (6, 3, "N", "searched"),
    (7, 3, "N", None),
    (8, 3, "N", None),
    (9, 3, "N", None),
    (4, 4, "P", "searched"),
    (5, 4, "N", None),
    (6, 4, "N", None),
    (5, 5, "N", None),
)
ROW_NIMBERS = (0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3, 1, 0, 3, 1, 0, 2, 2, 3, 1, 3, 3, 1, 0)  # of 1, 2, ... cells
NIMBERS = (  # columns, rows, nimber; size, None where only sums reach that far
    (2, 2, 1, "small"),
    (3, 2, 1, "small"),
    (4, 2, 0, "small"),
    (5, 2, 0, "medium"),
    (6, 2, 0, "medium"),
    (7, 2, 0, "medium"),
    (8, 2, 1, None),
    (9, 2, 1, None),
    (4, 4, 0, None),
    (5, 4, 0, None),
    (6, 4, 0, None),
)


def is_quiet(board: str) -> bool:
    """Whether every group of stones has a free cell beside it."""
    cells = cells_of(board)
    groups = [group_of(cells, cell) for cell, sign in cells.items() if sign in "xo"]
    return all(any(cells.get(other) == "." for cell in group for other in beside(cell)) for group in groups)


def placed(board: str, sign: str) -> list[str]:
    """Return the boards with one more stone of this sign."""
    boards = [replaced(board, place, sign) for place, found in enumerate(board) if found == "."]
    return [after for after in boards if is_quiet(after)]


class TextNogo(LeftOrRight, Misere, Rectangle):
    def moves(self, position: str) -> list[str]:
        return placed(above(position), "xo"[self.mover(position)])

    def play(self, position: str, move: str) -> str:
        return self.next_turn(position, move)


class TextImpartialNogo(Misere, Rectangle):
    def moves(self, position: str) -> list[str]:
        return placed(position, "x") + placed(position, "o")

    def play(self, position: str, move: str) -> str:
        return move


FAMILY = Family(
    small=(
        Nogo(columns=4, rows=2, starter="right"),
        Nogo(columns=2, rows=3, misere=True),
        ImpartialNogo(columns=3, rows=2),
        ImpartialNogo(columns=7, rows=1, misere=True),
    ),
    larger=(Nogo(columns=5, rows=6), Nogo(columns=31, rows=1, misere=True), ImpartialNogo(columns=6, rows=5)),
    facts=(
        *(
            fact
            for columns, rows, outcome, size in OUTCOMES
            if size
            for fact in outcomes(Nogo, MCGS, "literature", size)([((columns, rows), outcome)])
        ),
        # Nimbers tell which rule impartial nogo has: with one colour alone, a row of 5 would have the nimber
        # 0.
        *counted("nimber size", MCGS, "literature")(
            *(
                (ImpartialNogo(columns, rows), nimber, size)
                for columns, rows, nimber, size in NIMBERS
                if size
            ),
            *(
                (ImpartialNogo(cells, 1), nimber, "small" if cells < 9 else "medium")
                for cells, nimber in enumerate(ROW_NIMBERS[:14], 1)
            ),
        ),
    ),
    twin=lambda game: (TextNogo if isinstance(game, Nogo) else TextImpartialNogo)(game),
    refused=(
        (Nogo, {"columns": 0}, "columns=0 is too small"),
        (Nogo, {"columns": 8, "rows": 4}, "a board of 8 x 4 needs 65 bits"),
        (ImpartialNogo, {"columns": 8, "rows": 4}, "a board of 8 x 4 needs 64 bits"),
    ),
    unreadable=(
        (Nogo(columns=3, rows=2), ".../.../x to move", "write left to move or right to move"),
        (Nogo(columns=3, rows=2), "..X/.../left to move", "'X' is no cell"),
        (Nogo(columns=3, rows=2), "ox./x../left to move", "the group at a1 has no free cell beside it"),
        (Nogo(columns=3, rows=2), "..#/.#x/left to move", "the group at c2 has no free cell"),
        (ImpartialNogo(columns=3, rows=1), "xxx", "the group at a1 has no free cell"),
    ),
    written=(
        (Nogo(columns=3, rows=2), "x../.../left to move", "b1 c1 a2 b2 c2"),
        (Nogo(columns=3, rows=2), "x.o/.../right to move", "b1 a2 b2 c2"),
        (Nogo(columns=3, rows=2), "x.o/xx./left to move", "b1 c2"),
        (Nogo(columns=3, rows=1), "x.#/left to move", ""),
        (ImpartialNogo(columns=3, rows=1), "x..", "x b1 x c1 o c1"),
    ),
)
