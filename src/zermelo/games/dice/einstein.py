"""EinStein würfelt nicht: numbered stones race to the far corner, and a die says which may move.

Invented by Ingo Althöfer, 2004. The start on 3 x 3 with three stones a side, and what the cells are called in
a position; A, B, C are the stones 1, 2, 3 of the first player, a, b, c those of the second:

    A B .     0 1 2
    C . c     3 4 5
    . b a     6 7 8

Every stone has a field that holds its cell plus one, 0 where it is off; the first player's stone 1 is lowest.
The first player's other stones follow, then the second player's, the die (0 before it is thrown), and one bit
for the mover. The only symmetry is half a turn of the board with the players exchanged.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.boards.notation.sign_grid_text import cell_name, read_signs, show_signs
from zermelo.boards.pictures.game_pictures import depict_signs
from zermelo.boards.pictures.picture import Picture, Thing
from zermelo.core.game import Game
from zermelo.core.parameters import check_bits, check_whole, whole
from zermelo.core.values import LOSS, UNDECIDED

PLAYERS = ("first", "second")


class Einstein(Game):
    """Throw a die and move the stone of that number, or one next to it where it is off; reach the far corner.

    Stones of the first player move right, down or both by one cell; those of the second left, up or both. A
    stone that moves onto another, of either player, takes it off. Reaching the corner wins, and so does
    taking the last stone of the opponent. The die has as many faces as a player has stones. Where the stone
    thrown is off, the next higher or the next lower that is there moves. Stones begin in the order shown,
    filling the corner diagonal by diagonal; at the table each player chooses an order. Values are
    expectations of win and loss.
    """

    size: int = whole(3, 2, 5)
    stones: int = whole(3, 1, 10)

    how_to_play = (
        "Reach the far corner with a piece, or take all pieces of the opponent.",
        "Throw and move that piece (A is 1; the next higher or lower if it is off) one square towards the "
        "far corner, straight or diagonally. It takes what it meets.",
        "A piece in the corner farthest from its start wins, and so does taking the opponent's last "
        "piece; there are no draws.",
    )

    def __post_init__(self) -> None:
        check_whole("stones", self.stones, 1, self.size * (self.size - 1) // 2)
        bits = 2 * self.stones * self.bits_per_stone + self.stones.bit_length() + 1
        check_bits(f"size={self.size}, stones={self.stones}", bits)

    @cached_property
    def cell_count(self) -> int:
        return self.size * self.size

    @cached_property
    def bits_per_stone(self) -> int:
        return self.cell_count.bit_length()

    @cached_property
    def side_mask(self) -> int:
        """The bits of one player's stones."""
        return self.stones * self.bits_per_stone

    @cached_property
    def mover_bit(self) -> int:
        """The bit of the mover."""
        return 1 << 2 * self.side_mask + self.stones.bit_length()

    @cached_property
    def starting_cells(self) -> tuple[int, ...]:
        """The first player's cells at the start, stone by stone."""
        order = sorted(range(self.cell_count), key=lambda cell: (sum(divmod(cell, self.size)), cell))
        return tuple(order[: self.stones])

    def start(self) -> int:
        return self.pack_position(
            self.starting_cells, tuple(self.cell_count - 1 - cell for cell in self.starting_cells)
        )

    def starts(self) -> Iterator[int]:
        yield self.start()
        yield self.start() | self.mover_bit

    def pack_position(self, first: tuple[int, ...], second: tuple[int, ...]) -> int:
        """Return the board where the stones stand on these cells, -1 being off."""
        return sum(cell + 1 << index * self.bits_per_stone for index, cell in enumerate((*first, *second)))

    def stone_cell(self, position: int, player: int, stone: int) -> int:
        """Return where a stone stands, -1 where it is off; stones count from 0."""
        return (
            position >> player * self.side_mask + stone * self.bits_per_stone & (1 << self.bits_per_stone) - 1
        ) - 1

    def rolled_die(self, position: int) -> int:
        return (position & self.mover_bit - 1) >> 2 * self.side_mask

    def mover(self, position: int) -> int:
        return 1 if position & self.mover_bit else 0

    def outcome(self, position: int) -> int:
        """Return LOSS where the other has just moved into the corner, or taken the last stone."""
        mover = self.mover(position)
        far = self.cell_count - 1 if mover == 1 else 0
        alive = False
        for stone in range(self.stones):
            if self.stone_cell(position, 1 - mover, stone) == far:
                return LOSS
            if self.stone_cell(position, mover, stone) >= 0:
                alive = True
        return UNDECIDED if alive else LOSS

    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        if self.rolled_die(position) == 0:
            for face in range(1, self.stones + 1):
                yield 1 / self.stones, position | face << 2 * self.side_mask

    def moves(self, position: int) -> Iterator[int]:
        mover, thrown = self.mover(position), self.rolled_die(position) - 1
        if thrown >= 0:
            for stone in range(self.stones):
                if self.is_stone_movable(position, mover, stone, thrown):
                    cell = self.stone_cell(position, mover, stone)
                    row, column = cell // self.size, cell % self.size
                    if mover == 1:
                        row, column = self.size - 1 - row, self.size - 1 - column
                    for direction in range(3):  # right, down, both; as the mover sees it
                        down, right = (0 if direction == 0 else 1), (0 if direction == 1 else 1)
                        if row + down < self.size and column + right < self.size:
                            yield stone * 3 + direction

    def is_stone_movable(self, position: int, mover: int, stone: int, thrown: int) -> bool:
        """Return whether a stone is there, and neither the one thrown nor one nearer to that is."""
        if self.stone_cell(position, mover, stone) < 0:
            return False
        step = 1 if stone < thrown else -1
        nearer = stone
        for _ in range(self.stones):
            if nearer == thrown:
                return True
            nearer += step
            if self.stone_cell(position, mover, nearer) >= 0:
                return False
        return True

    def target_cell(self, position: int, move: int) -> int:
        """Return the cell that a move leads to."""
        mover = self.mover(position)
        stone, direction = move // 3, move % 3
        step = (1, self.size, self.size + 1)[direction]
        return self.stone_cell(position, mover, stone) + (step if mover == 0 else -step)

    def play(self, position: int, move: int) -> int:
        mover, target = self.mover(position), self.target_cell(position, move)
        after = 0
        for index in range(2 * self.stones):
            cell = self.stone_cell(position, 0, index)  # the second player's stones follow the first's
            if index == mover * self.stones + move // 3:
                cell = target
            elif cell == target:
                cell = -1
            after |= cell + 1 << index * self.bits_per_stone
        return after | (position & self.mover_bit) ^ self.mover_bit

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        after = 0
        for index in range(2 * self.stones):
            cell = self.stone_cell(position, 0, index)
            other = index - self.stones if index >= self.stones else index + self.stones
            if cell >= 0:
                after |= self.cell_count - cell << other * self.bits_per_stone
        yield (
            after
            | self.rolled_die(position) << 2 * self.side_mask
            | (position & self.mover_bit) ^ self.mover_bit
        )

    # Text format: the board, and in the last line the player to roll or the number rolled.

    def show(self, position: int) -> str:
        signs = {}
        for player, first_sign in ((0, "A"), (1, "a")):
            for stone in range(self.stones):
                if (cell := self.stone_cell(position, player, stone)) >= 0:
                    signs[cell] = chr(ord(first_sign) + stone)
        die = self.rolled_die(position)
        said = f"{PLAYERS[self.mover(position)]} {f'rolled {die}' if die else 'to roll'}"
        return f"{show_signs(signs, self.size, self.size)}\n{said}"

    def parse(self, text: str) -> int:
        """Read the board, and the player to roll or the number rolled. Raises `UnreadablePosition`."""
        *board, said = split_rows(text) or [""]
        words = said.split()
        if len(words) != 3 or words[0] not in PLAYERS or words[1] not in ("to", "rolled"):
            remedy = "write `first to roll` or `second rolled 2` in the last line"
            raise unreadable(self, text, "it does not say who is to roll, or what was rolled", remedy)
        rolled = words[1] == "rolled"
        faces = [str(face) for face in range(1, self.stones + 1)]
        if (words[2] not in faces) if rolled else (words[2] != "roll"):
            raise unreadable(
                self, text, f"the die has {self.stones} faces", "write one of them, or `to roll`"
            )
        known = "".join(chr(ord(sign) + stone) for sign in "Aa" for stone in range(self.stones))
        signs = read_signs(self, text, self.size, self.size, known, board)
        if len(set(signs.values())) < len(signs):
            raise unreadable(self, text, "a stone stands there twice", "write each letter once")
        cells = {sign: cell for cell, sign in signs.items()}
        position = sum(
            cells.get(sign, -1) + 1 << index * self.bits_per_stone for index, sign in enumerate(known)
        )
        position |= self.mover_bit * PLAYERS.index(words[0])
        if rolled and self.outcome(position) != UNDECIDED:
            raise unreadable(self, text, "the game is over and nobody rolls", "write `to roll`")
        return position | (int(words[2]) if rolled else 0) << 2 * self.side_mask

    def name(self, position: int, move: int) -> str:
        sign = chr(ord("Aa"[self.mover(position)]) + move // 3)
        return f"{sign}-{cell_name(self.target_cell(position, move), self.size)}"

    def depict(self, position: int) -> Picture:
        signs, texts = {}, {}
        for player in (0, 1):
            for stone in range(self.stones):
                if (cell := self.stone_cell(position, player, stone)) >= 0:
                    signs[cell] = "XO"[player]
                    texts[cell] = "Aa"[player] if self.stones == 1 else chr(ord("Aa"[player]) + stone)
        die, mover = self.rolled_die(position), self.mover(position)
        notes = (f"{PLAYERS[mover]} {f'rolled {die}' if die else 'to roll'}",)
        looks = {"X": ("tile", 0), "O": ("tile", 1)}
        board = depict_signs(signs, looks, self.size, self.size, texts=texts, notes=notes, mover=mover)
        if not die:
            return board
        thrown = Thing("die", self.size + 0.4, (self.size - 1) / 2, None, str(die))
        return replace(board, things=(*board.things, thrown))
