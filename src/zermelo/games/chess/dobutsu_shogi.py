"""Dobutsu shogi, the game of four animals: catch the lion, or bring your own to the other side.

Madoka Kitao and Maiko Fujita (2008); solved by Tetsuro Tanaka (2009): the second player wins in 78 plies. A
position is stored from the mover's side: the board is rotated after every move, so that both players play
upwards. Each cell has four bits: 0 if it is empty, else the kind of the piece, plus 8 for a piece of the
opponent. Above the cells are the numbers of each kind in both hands, and the player to move, which only
people need: the board that they see is not rotated.

    bits  0  4  8     g l e     1 lion  2 giraffe  3 elephant  4 chick  5 hen, a chick that has crossed
         12 16 20     . c .
         24 28 32     . C .     48: the mover's giraffes, elephants and chicks in hand, two bits each
         36 40 44     E L G     54: the opponent's; 60: the player to move

A set of cells has the lowest bit of each. Rotating the board takes three exchanges of bits.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board import Board
from zermelo.boards.board_constructors import squares
from zermelo.boards.notation.board_text import read_pieces, split_rows_and_mover, unreadable
from zermelo.boards.pictures.picture import Picture, Thing
from zermelo.core.game import Game
from zermelo.core.parameters import choice
from zermelo.core.values import LOSS, UNDECIDED

COLUMNS, ROWS, CELLS = 3, 4, 12
LION, GIRAFFE, ELEPHANT, CHICK, HEN = 1, 2, 3, 4, 5
SIGNS = "LGECH"  # by kind, from 1
ANIMALS = {"L": "lion", "G": "giraffe", "E": "elephant", "C": "chick", "H": "hen"}  # as they are drawn
OTHERS = 8  # in a cell: the piece is the opponent's
ONES = 0x1111_1111_1111
BOARD = (1 << 4 * CELLS) - 1
OUTER, HALF, THIRD = 0x00F_00F_00F_00F, 0x000_000_FFF_FFF, 0x000_FFF_000_FFF
HAND = 4 * CELLS  # the mover's hand begins here,
HAND_BITS = 6  # and the opponent's above it
HANDS = (1 << 2 * HAND_BITS) - 1
MOVER = 1 << HAND + 2 * HAND_BITS  # set where the second player moves
TAKEN = 0  # the only position after a lion was taken, but for the player to move
PLAYERS = ("first", "second")
GOES = (  # steps of each kind from 1, as rows down and columns to the right
    ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
    ((-1, 0), (0, -1), (0, 1), (1, 0)),
    ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    ((-1, 0),),
    ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)),
)
LAST_RANK = ONES & 0xFFF
FIRST_RANK = LAST_RANK << 36
BEGINNING = {LION: 40, ELEPHANT: 36, GIRAFFE: 44, CHICK: 28}  # bits of the mover's pieces


class DobutsuShogi(Game):
    """Step with a piece or drop one that you took; take the lion, or bring yours to the last row, and win.

    `men` are the pieces besides the lion, of G (giraffe), E (elephant) and C (chick). A lion on the last row
    wins unless it can be taken there at once; with `bold` it wins in any case. Where the lion can be taken,
    nothing else is a move. Play may cycle. Values are win, draw, loss.
    """

    men: str = choice("GEC", "GE", "GC", "EC", "G", "E", "C", "")
    bold: bool = False

    player_names: ClassVar[tuple[str, str]] = PLAYERS

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        safe = "" if self.bold else " unless it can be taken there at once"
        return (
            "Take your opponent's lion, or bring yours to the last row.",
            "Step (lion any way, giraffe straight, elephant diagonally, chick ahead, hen all but diagonally "
            "back) or drop a taken piece. Chicks that cross become hens.",
            f"Taking the lion wins, and so does your lion on the last row{safe}. Endless play is a draw.",
        )

    def start(self) -> int:
        position = 0
        for kind, place in BEGINNING.items():
            if kind == LION or SIGNS[kind - 1] in self.men:
                position |= kind << place | (kind | OTHERS) << 4 * (CELLS - 1) - place
        return position

    def moves(self, position: int) -> Iterator[int]:
        lions = self.capturable_lion(position)
        if lions > 0:
            yield from self.yield_step_moves(position, lions)
        else:
            yield from self.yield_step_moves(position, ONES)
            for kind in (GIRAFFE, ELEPHANT, CHICK):
                if position >> HAND + 2 * (kind - GIRAFFE) & 3:
                    free = ONES & ~(position | position >> 1 | position >> 2)
                    while free:
                        yield (CELLS + kind) << 4 | ((free & -free) - 1).bit_count() >> 2
                        free &= free - 1

    def yield_step_moves(self, position: int, onto: int) -> Iterator[int]:
        """Yield the moves of pieces on the board to the cells `onto` that hold no piece of the mover."""
        mine = (position | position >> 1 | position >> 2) & ~(position >> 3) & ONES
        onto &= ~mine
        while mine:
            place = ((mine & -mine) - 1).bit_count()
            mine &= mine - 1
            ends = self.step_targets[(position >> place & 7) * CELLS + (place >> 2)] & onto
            while ends:
                yield place >> 2 << 4 | ((ends & -ends) - 1).bit_count() >> 2
                ends &= ends - 1

    def play(self, position: int, move: int) -> int:
        start, end = move >> 4, 4 * (move & 15)
        if start >= CELLS:
            kind = start - CELLS
            position += (kind << end) - (1 << HAND + 2 * (kind - GIRAFFE))
        else:
            kind = position >> 4 * start & 7
            taken = position >> end & 7
            position &= ~(15 << 4 * start | 15 << end)
            if taken == LION:
                return TAKEN | position & MOVER ^ MOVER
            if taken > 0:
                position += 1 << HAND + 2 * (min(taken, CHICK) - GIRAFFE)
            if kind == CHICK and end < 4 * COLUMNS:
                kind = HEN
            position |= kind << end
        return self.view_from_opponent(position)

    def outcome(self, position: int) -> int:
        if position | MOVER == TAKEN | MOVER:
            return LOSS
        if self.opponent_lion(position) & FIRST_RANK and (self.bold or self.capturable_lion(position) == 0):
            return LOSS
        return UNDECIDED

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        yield position ^ MOVER
        board = position & BOARD
        turned = (board & OUTER) << 8 | board >> 8 & OUTER
        image = position & ~(OUTER | OUTER << 8) | turned
        yield image
        yield image ^ MOVER

    def starts(self) -> Iterator[int]:
        yield from dict.fromkeys(self.symmetries(self.start()))  # so that positions are counted, not classes

    def mover(self, position: int) -> int:
        return position >> HAND + 2 * HAND_BITS

    def opponent_lion(self, position: int) -> int:
        """Return the cell of the opponent's lion."""
        return position & position >> 3 & ~(position >> 1) & ~(position >> 2) & ONES

    def capturable_lion(self, position: int) -> int:
        """Return the cell of the opponent's lion if the mover can take it, else 0."""
        lion = self.opponent_lion(position)
        cell = (lion - 1).bit_count() >> 2
        low, middle, high = position, position >> 1, position >> 2
        mine = ~(position >> 3)
        found = self.step_origins[cell + CELLS] & ~high & ~middle & low
        found |= self.step_origins[cell + 2 * CELLS] & ~high & middle & ~low
        found |= self.step_origins[cell + 3 * CELLS] & ~high & middle & low
        found |= self.step_origins[cell + 4 * CELLS] & high & ~low
        found |= self.step_origins[cell + 5 * CELLS] & high & low
        return lion if found & mine else 0

    def view_from_opponent(self, position: int) -> int:
        """Return the same position from the other side: the board rotated, every piece the other player's."""
        board, hands = position & BOARD, position >> HAND & HANDS
        board ^= ((board | board >> 1 | board >> 2) & ONES) << 3
        board = (board & HALF) << 24 | board >> 24 & HALF
        board = (board & THIRD) << 12 | board >> 12 & THIRD
        board = (board & OUTER) << 8 | board >> 8 & OUTER | board & OUTER << 4
        hands = hands >> HAND_BITS | (hands & (1 << HAND_BITS) - 1) << HAND_BITS
        return board | hands << HAND | position & MOVER ^ MOVER

    @cached_property
    def step_targets(self) -> tuple[int, ...]:
        """For each kind and cell, the cells to which a piece steps from there."""
        found = [0] * CELLS
        for ways in GOES:
            for cell in range(CELLS):
                row, column = divmod(cell, COLUMNS)
                ends = [(row + down, column + right) for down, right in ways]
                found.append(
                    sum(1 << 4 * (COLUMNS * y + x) for y, x in ends if 0 <= y < ROWS and 0 <= x < COLUMNS)
                )
        return tuple(found)

    @cached_property
    def step_origins(self) -> tuple[int, ...]:
        """For each kind and cell, the cells from which a piece steps there."""
        return tuple(
            sum(
                1 << 4 * start
                for start in range(CELLS)
                if self.step_targets[kind * CELLS + start] >> 4 * end & 1
            )
            for kind in range(len(GOES) + 1)
            for end in range(CELLS)
        )

    # What a person reads: the board from the first player's side, whose pieces are capitals, both hands, and
    # the player to move.

    @property
    def board(self) -> Board:
        return squares(COLUMNS, ROWS)

    def hand_signs(self, position: int, player: int) -> str:
        """Return the signs of the pieces in a player's hand."""
        hand = position >> HAND + HAND_BITS * (player ^ self.mover(position))
        return "".join(SIGNS[kind - 1] * (hand >> 2 * (kind - GIRAFFE) & 3) for kind in range(2, 5))

    def cell_on_board(self, position: int, cell: int) -> int:
        """Return a cell on the board that people see, which is not rotated; the same from there."""
        return CELLS - 1 - cell if self.mover(position) else cell

    def cell_signs(self, position: int) -> dict[int, str]:
        """Return the sign of each cell that is not empty."""
        found = {}
        for cell in range(CELLS):
            kind = position >> 4 * cell & 15
            if kind:
                sign = SIGNS[kind % OTHERS - 1]
                is_first_players = (kind < OTHERS) == (self.mover(position) == 0)
                found[self.cell_on_board(position, cell)] = sign if is_first_players else sign.lower()
        return found

    def show(self, position: int) -> str:
        first, second = self.hand_signs(position, 0), self.hand_signs(position, 1).lower()
        rows = self.board.text_rows(self.cell_signs(position))
        turn = f"{PLAYERS[self.mover(position)]} to move"
        return "\n".join([*rows, f"hands {first or '-'} {second or '-'}", turn])

    def parse(self, text: str) -> int:
        """Read four rows of L, G, E, C, H, small for the second player's pieces, and `.`; then `hands GE c`.

        A last line is `first to move` or `second to move`. An empty hand is `-`. A board without pieces is
        the end of play, after a lion was taken. Raises `UnreadablePosition`, also if the number of pieces
        differs from the start.
        """
        rows, mover = split_rows_and_mover(self, text, PLAYERS, -1)
        words = rows[-1].split() if rows else []
        if len(words) != 3 or words[0] != "hands" or words[1:] != [words[1].upper(), words[2].lower()]:
            raise unreadable(
                self, text, "its last line is not the hands", "write one like hands GE c or hands - -"
            )
        board = self.board
        signs = read_pieces(self, text, rows[:-1], board.text, board.spots, SIGNS + SIGNS.lower())
        position = sum(
            SIGNS.index(sign.upper()) + 1 + OTHERS * sign.islower() << 4 * cell
            for cell, sign in signs.items()
        )
        for hand in words[1:]:
            for sign in hand.upper().replace("-", ""):
                if sign not in self.men:
                    raise unreadable(self, text, f"{sign!r} is in hand", f"take some of {self.men!r}, or -")
        held = "".join(words[1:]).replace("-", "").upper()
        everyone = held + "".join(signs.values()).upper().replace("H", "C")
        for sign in "LGEC":
            expected = 2 if sign == "L" or sign in self.men else 0
            if everyone and everyone.count(sign) != expected:
                reason = f"it has {everyone.count(sign)} pieces {sign}, hens as chicks"
                raise unreadable(self, text, reason, f"write {expected}")
        for sign in "Ll":
            if signs and list(signs.values()).count(sign) != 1:
                raise unreadable(self, text, "a player has no lion, or two", "write one L and one l")
        for side, hand in enumerate(words[1:]):
            for sign in hand.upper().replace("-", ""):
                position += 1 << HAND + HAND_BITS * side + 2 * (SIGNS.index(sign) + 1 - GIRAFFE)
        return self.view_from_opponent(position) if mover else position

    def name(self, position: int, move: int) -> str:
        start, names = move >> 4, self.board.names
        end = names[self.cell_on_board(position, move & 15)]
        if start >= CELLS:
            return f"{SIGNS[start - CELLS - 1]}*{end}"
        return f"{names[self.cell_on_board(position, start)]}-{end}"

    def depict(self, position: int) -> Picture:
        board = self.board
        things = []
        for cell, sign in self.cell_signs(position).items():
            place = board.place_by_cell[cell]
            things.append(Thing(ANIMALS[sign.upper()], place.x, place.y, int(sign.islower())))
        for side in (0, 1):
            for number, sign in enumerate(self.hand_signs(position, side)):
                row, column = divmod(number, 3)
                y = ROWS - 1 - row if side == 0 else row
                things.append(Thing(ANIMALS[sign], COLUMNS + 0.4 + column, y, side))
        return Picture(
            board.places,
            board.strokes,
            tuple(things),
            board.marks,
            mover=self.mover(position),
            mover_shapes=("lion", "lion"),
        )
