from support.grids import images_of_text

from families import DEFINITIONS, Family, counted
from families._text_boards import Cell, Text, blank, cells_of, exchanged, text_of
from zermelo.games.blockade.isolation import Isolation


class TextIsolation(Text):
    def first(self) -> str:
        pawns = {(0, self.game.columns // 2): "O", (self.game.rows - 1, (self.game.columns - 1) // 2): "X"}
        return text_of(cells_of(blank(self.game.columns, self.game.rows)) | pawns)

    def starts(self) -> list[str]:
        if self.game.placing:
            return [blank(self.game.columns, self.game.rows)]
        images = images_of_text(self.first())
        if self.game.platforms:
            stays = [place for place, sign in enumerate(self.first()) if sign in "XO"]
            images = [image for image in images if all(image[place] in "XO" for place in stays)]
        return images

    def reaches(self, cells: dict[Cell, str], begin: Cell, end: Cell) -> bool:
        down, right = end[0] - begin[0], end[1] - begin[1]
        far = max(abs(down), abs(right))
        if self.game.piece == "knight":
            return sorted((abs(down), abs(right))) == [1, 2]
        if self.game.piece == "king":
            return far == 1
        straight = down == 0 or right == 0 or abs(down) == abs(right)
        between = [(begin[0] + down * i // far, begin[1] + right * i // far) for i in range(1, far)]
        return straight and all(cells[cell] == "." for cell in between)

    def moves(self, position: str) -> list[tuple[Cell | None, Cell, Cell | None]]:
        cells = cells_of(position)
        free = [cell for cell in cells if cells[cell] == "."]
        pieces = [cell for cell in cells if cells[cell] == "X"]
        if not pieces:
            return [(None, cell, None) for cell in free]
        first = cells_of(self.first())
        stays = [cell for cell in cells if self.game.platforms and first[cell] in "XO"]
        found: list[tuple[Cell | None, Cell, Cell | None]] = []
        for end in free:
            if self.reaches(cells, pieces[0], end):
                takable = [cell for cell in [*free, pieces[0]] if cell != end and cell not in stays]
                if not self.game.removing:
                    takable = pieces
                found += [(pieces[0], end, taken) for taken in takable or [None]]
        return found

    def play(self, position: str, move: tuple[Cell | None, Cell, Cell | None]) -> str:
        begin, end, taken = move
        after = {begin: "."} | {taken: "#"} | {end: "X"}
        return exchanged(text_of(cells_of(position) | {cell: sign for cell, sign in after.items() if cell}))


QUEENS = Isolation(3, 3, piece="queen", removing=False, placing=True)
KNIGHTS = Isolation(3, 4, piece="knight", removing=False)


FAMILY = Family(
    small=(
        Isolation(3, 2),
        Isolation(2, 2, platforms=True),
        Isolation(2, 3, platforms=True),
        QUEENS,
        KNIGHTS,
        Isolation(3, 3, piece="queen", removing=False),
        Isolation(2, 2, removing=False, placing=True),
    ),
    larger=(
        Isolation(),
        Isolation(6, 8, platforms=True),
        Isolation(7, 7),
        Isolation(7, 7, piece="queen", removing=False, placing=True),
        Isolation(4, 5, piece="knight"),
    ),
    # Positions are boards as their movers see them, from all images of the start.
    facts=counted("value remoteness positions totals longest edges finished", DEFINITIONS)(
        (Isolation(2, 3), 1, 3, 334, (196, 0, 138), 3, 796, 70),
        (Isolation(3, 2), -1, 4, 288, (176, 0, 112), 4, 688, 66),
        (Isolation(3, 3), 1, 5, 8_616, (6_612, 0, 2_004), 6, 60_548, 920),
        (Isolation(2, 3, platforms=True), 1, 3, 42, (26, 0, 16), 3, 70, 4),
        (Isolation(3, 3, piece="queen", removing=False), 1, 5, 1_828, (956, 0, 872), 5, 2_536, 488),
        (QUEENS, 1, 9, 8_718, (5_477, 0, 3_241), 9, 19_209, 920),
        (KNIGHTS, -1, 6, 134, (60, 0, 74), 8, 132, 20),
    ),
    twin=TextIsolation,
    refused=(
        (Isolation, {"columns": 0}, "columns=0 is too small"),
        (Isolation, {"columns": 8, "rows": 8}, "rows=64 is too large"),
        (Isolation, {"piece": "rook"}, "piece='rook' is unknown: give 'king', 'queen' or 'knight'"),
        (Isolation, {"platforms": True, "placing": True}, "platforms=True needs removing=True"),
        (Isolation, {"removing": False}, "is another game: play isola"),
    ),
    unreadable=(
        (Isolation(3, 2), ".O./.O.", "X has 0 pieces and O 2: write one X and one O"),
        (Isolation(3, 3, platforms=True), ".#./.O./.X.", "a square of the start is gone: write . for it"),
        (QUEENS, ".#./.O./...", "X has 0 pieces and O 1"),
        (QUEENS, ".../.X./...", "X has 1 pieces and O 0"),
    ),
    written=(
        (Isolation(2, 2), ".O/X.", "a1/a2 a1/b2 b2/a1 b2/a2"),
        (Isolation(3, 2, platforms=True), "#O#/#X.", "c2"),
        (QUEENS, ".O./.../...", "a1 c1 a2 b2 c2 a3 b3 c3"),
        (QUEENS, "#X./.../O..", "c1 a2 b2 c2 b3"),
        (KNIGHTS, ".O./.../.../.X.", "a2 c2"),
    ),
)
