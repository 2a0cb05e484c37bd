"""Tak: put stones down, flat or standing, and move whole stacks; a road from edge to edge wins.

James Ernest and Patrick Rothfuss; the rules are those of their open beta (*Rules for Tak*, Cheapass Games, 9
March 2016) and of the help page at qu4z.net/tak, which agree. Of 3 x 3, which the former call trivially
simple, Joshua Achiam (*3x3 Tak is a (weakly) solved game*, 2016, github.com/jachiam/tak-ai) found by search
that the first player wins, in at most 13 plies; searches of the tests find the same, and that 11 are too few.

A position is the stacks as the mover sees them. Each is its stones from below, and one stands behind the
other in the order of the cells: first how high they are, a 1 for each stone and then a 0, and above that
whose each stone is, 1 for the mover's. Standing stones and capstones are always the uppermost of their
stacks, so that a bit for each cell marks them:

    a3 empty, b3 two stones, c3 one ...    heights   ... 0 1  0 1 1  0     read from the right
                                           colours       ... 1  0 1

    from the lowest bit: standing stones, capstones (where the game has some), heights, colours

What is not on the board is in hand. So 3 x 3 with ten stones each, stacks of any height, has 58 bits.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.board import Board, each
from zermelo.boards.board_constructors import DOWN, LEFT, RIGHT, UP, squares
from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.boards.pictures.picture import Picture, Thing
from zermelo.core.game import Game
from zermelo.core.parameters import check_bits, whole
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN

CELL_BITS, DIRECTION_BITS = 4, 2
FLAT, STANDING, CAPSTONE = range(3)
KINDS = ("", "S", "C")  # as moves and stacks are written
ARROWS = {RIGHT: ">", DOWN: "-", LEFT: "<", UP: "+"}


class Tak(Game):
    """Lay a stone on a free cell or move a stack that is yours; join opposite edges by what is flat.

    Each player has `stones`, which lie flat or, where `standing`, stand, and `capstones`. The first move of
    each lays a flat stone of the opponent's, unless `swap` is off. A stack belongs to the player whose stone
    is on top. Its owner takes up to `size` stones from it and moves them straight on, leaving one or more
    from below on each cell that they reach. Nothing may be put on a standing stone or a capstone, except that
    a capstone that reaches a standing stone alone lays it flat.

    A road of flat stones and capstones from edge to edge wins, for the mover where both get one. Where the
    board is full, or a player has nothing left in hand, more flat stones on top win, and as many are a draw.
    X is the player to move. Play may cycle. Values are win, draw, loss.
    """

    size: int = whole(3, 2, 4)
    stones: int = whole(2, 2, 30)
    capstones: int = whole(0, 0, 2)
    standing: bool = True
    swap: bool = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        road = "flat stones and capstones" if self.capstones else "flat stones"
        goal = f"Join two opposite edges of the board with a road of your {road}"
        goal += "; standing ones only block" if self.standing else ""
        goal += ", and a capstone flattens them." if self.standing and self.capstones else "."
        turn = "Lay a flat or standing stone" if self.standing else "Lay a flat stone"
        turn += " or capstone" if self.capstones else ""
        turn += " (first, a flat one of the opponent's)" if self.swap else ""
        turn += f" or spread up to {self.size} of a stack with yours on top in a line, one or more a square."
        end = (
            "A road wins. When the board is full or a player has no piece left, more flat stones on top win; "
        )
        return goal, turn, f"{end}as many, or endless play, is a draw."

    def __post_init__(self) -> None:
        check_bits(f"{self!r}", self.first_colours_bit + self.total_pieces)

    @cached_property
    def board(self) -> Board:
        return squares(self.size, self.size, from_below=True)

    @cached_property
    def cell_count(self) -> int:
        return self.size**2

    @cached_property
    def board_mask(self) -> int:
        return (1 << self.cell_count) - 1

    @cached_property
    def pieces_per_player(self) -> int:
        """All that a player has at the start."""
        return self.stones + self.capstones

    @cached_property
    def total_pieces(self) -> int:
        """What both have together."""
        return 2 * self.pieces_per_player

    @cached_property
    def first_heights_bit(self) -> int:
        return self.cell_count * (2 if self.capstones else 1)

    @cached_property
    def first_colours_bit(self) -> int:
        return self.first_heights_bit + self.cell_count + self.total_pieces

    # Parts of a position.

    def standing_cells(self, position: int) -> int:
        """Return the cells of standing stones."""
        return position & self.board_mask

    def capstone_cells(self, position: int) -> int:
        """Return the cells of capstones."""
        return position >> self.cell_count & self.board_mask if self.capstones else 0

    def packed_heights(self, position: int) -> int:
        return position >> self.first_heights_bit & (1 << self.cell_count + self.total_pieces) - 1

    def packed_colours(self, position: int) -> int:
        return position >> self.first_colours_bit

    def pack_position(self, standing: int, capstones: int, heights: int, colours: int) -> int:
        """Return the position of these parts."""
        return (
            standing
            | capstones << self.cell_count
            | heights << self.first_heights_bit
            | colours << self.first_colours_bit
        )

    def stack_cells_by_owner(self, heights: int, colours: int) -> tuple[int, int]:
        """Return the cells of the mover's stacks and of the other's."""
        mine = theirs = 0
        for cell in range(self.cell_count):
            height = (heights ^ heights + 1).bit_count() - 1
            if height > 0:
                if colours >> height - 1 & 1:
                    mine |= 1 << cell
                else:
                    theirs |= 1 << cell
            heights >>= height + 1
            colours >>= height
        return mine, theirs

    def stack_start_and_height(self, heights: int, cell: int) -> tuple[int, int]:
        """Return how many stones stand on the cells before one, and how many on it."""
        before = 0
        for _ in range(cell):
            height = (heights ^ heights + 1).bit_count() - 1
            before += height
            heights >>= height + 1
        return before, (heights ^ heights + 1).bit_count() - 1

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        heights, colours = self.packed_heights(position), self.packed_colours(position)
        standing, capstones = self.standing_cells(position), self.capstone_cells(position)
        mine, theirs = self.stack_cells_by_owner(heights, colours)
        free = self.board_mask & ~(mine | theirs)
        if self.swap and heights.bit_count() < 2:
            yield from self.yield_placements(free, FLAT)
        else:
            crowned = (mine & capstones).bit_count()
            if colours.bit_count() - crowned < self.stones:
                yield from self.yield_placements(free, FLAT)
                if self.standing:
                    yield from self.yield_placements(free, STANDING)
            if crowned < self.capstones:
                yield from self.yield_placements(free, CAPSTONE)
            while mine:
                start = ((mine & -mine) - 1).bit_count()
                mine &= mine - 1
                _, height = self.stack_start_and_height(heights, start)
                for direction in range(4):
                    yield from self.yield_stack_moves(start, direction, height, standing, capstones)

    def yield_placements(self, free: int, kind: int) -> Iterator[int]:
        """Yield the moves that lay a piece of a kind on each of the free cells."""
        while free:
            yield kind << CELL_BITS | ((free & -free) - 1).bit_count()
            free &= free - 1

    def yield_stack_moves(
        self, start: int, direction: int, height: int, standing: int, capstones: int
    ) -> Iterator[int]:
        """Yield the moves of a stack in a way.

        What is taken has a bit for each stone, the lowest first, that is set where the walk then goes on; the
        uppermost is always set. So every number is another way to leave stones behind.
        """
        room = 0
        ahead = self.board.step(1 << start, direction)
        while ahead & ~(standing | capstones):
            room += 1
            ahead = self.board.step(ahead, direction)
        flattens = ahead & standing != 0 and capstones >> start & 1 != 0
        for drops in range(1, 1 << min(height, self.size)):
            steps = drops.bit_count()
            is_alone = drops == 1 or drops >> drops.bit_length() - 2 == 3
            if steps <= room or (flattens and steps == room + 1 and is_alone):
                yield (drops << DIRECTION_BITS | direction) << CELL_BITS | start

    def play(self, position: int, move: int) -> int:
        heights, colours = self.packed_heights(position), self.packed_colours(position)
        standing, capstones = self.standing_cells(position), self.capstone_cells(position)
        cell = move & (1 << CELL_BITS) - 1
        direction = move >> CELL_BITS & (1 << DIRECTION_BITS) - 1  # or the kind of piece
        drops = move >> CELL_BITS + DIRECTION_BITS
        if drops == 0:
            is_mine = 0 if self.swap and heights.bit_count() < 2 else 1
            heights, colours = self.add_stone(heights, colours, cell, is_mine)
            if direction == STANDING:
                standing |= 1 << cell
            if direction == CAPSTONE:
                capstones |= 1 << cell
        else:
            top = 1 << cell
            count = drops.bit_length()
            before, height = self.stack_start_and_height(heights, cell)
            left = before + height - count
            taken = colours >> left & (1 << count) - 1
            heights = self.remove_bits(heights, left + cell, count)
            colours = self.remove_bits(colours, left, count)
            here = cell
            for stone in range(count):
                if stone == 0 or drops >> stone - 1 & 1:
                    here = self.board.next_cells[direction][here]
                heights, colours = self.add_stone(heights, colours, here, taken >> stone & 1)
            end = 1 << here
            if standing & top:
                standing ^= top | end
            if capstones & top:
                capstones ^= top | end
                standing &= ~end
        everyone = (1 << heights.bit_count()) - 1
        return self.pack_position(standing, capstones, heights, colours ^ everyone)

    def add_stone(self, heights: int, colours: int, cell: int, is_mine: int) -> tuple[int, int]:
        """Return heights and colours with one more stone on top of a cell."""
        before, height = self.stack_start_and_height(heights, cell)
        place = before + height
        colours = self.insert_zero_bit(colours, place) | is_mine << place
        return self.insert_zero_bit(heights, place + cell) | 1 << place + cell, colours

    def insert_zero_bit(self, bits: int, place: int) -> int:
        """Return the bits with a 0 put in at a place."""
        low = bits & (1 << place) - 1
        return low | (bits ^ low) << 1

    def remove_bits(self, bits: int, place: int, count: int) -> int:
        """Return the bits without so many of them from a place on."""
        return bits & (1 << place) - 1 | bits >> place + count << place

    def outcome(self, position: int) -> int:
        heights, colours = self.packed_heights(position), self.packed_colours(position)
        standing, capstones = self.standing_cells(position), self.capstone_cells(position)
        mine, theirs = self.stack_cells_by_owner(heights, colours)
        if self.has_road(theirs & ~standing):
            return LOSS
        if self.has_road(mine & ~standing):
            return WIN
        own = colours.bit_count()
        others = heights.bit_count() - own
        if (
            mine | theirs != self.board_mask
            and own < self.pieces_per_player
            and others < self.pieces_per_player
        ):
            return UNDECIDED
        flat = ~(standing | capstones)
        more = (mine & flat).bit_count() - (theirs & flat).bit_count()
        if more == 0:
            return DRAW
        return WIN if more > 0 else LOSS

    def has_road(self, men: int) -> bool:
        """Return whether pieces connect the left with the right, or the top with the bottom."""
        board = self.board
        if board.connects(men, board.edge(LEFT), board.edge(RIGHT)):
            return True
        return board.connects(men, board.edge(UP), board.edge(DOWN))

    def tier(self, position: int) -> int:
        return self.packed_heights(position).bit_count()

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        for image in range(1, len(self.source_cells_by_symmetry)):
            yield self.apply_board_symmetry(position, image)

    def apply_board_symmetry(self, position: int, image: int) -> int:
        """Return the position after a turn of the board."""
        heights, colours = self.packed_heights(position), self.packed_colours(position)
        standing, capstones = self.standing_cells(position), self.capstone_cells(position)
        new_standing = new_capstones = new_heights = new_colours = count = 0
        for cell in range(self.cell_count):
            source = self.source_cells_by_symmetry[image][cell]
            before, height = self.stack_start_and_height(heights, source)
            new_heights |= (1 << height) - 1 << count + cell
            new_colours |= (colours >> before & (1 << height) - 1) << count
            new_standing |= (standing >> source & 1) << cell
            new_capstones |= (capstones >> source & 1) << cell
            count += height
        return self.pack_position(new_standing, new_capstones, new_heights, new_colours)

    @cached_property
    def source_cells_by_symmetry(self) -> tuple[tuple[int, ...], ...]:
        """For each turn of the board and cell, the cell whose stack comes there; the identity first."""
        return tuple(
            tuple(turn.index(cell) for cell in range(self.cell_count)) for turn in self.board.symmetries
        )

    # Text format: a stack from below, X's stones and O's, then S if the uppermost stands, C if it is
    # a capstone. Moves are those of portable Tak notation: 3a1>12 takes three and leaves one, then two.

    seen_by_mover = True

    def stack_texts(self, position: int) -> list[str]:
        """Return each stack as text, empty cells as a point."""
        found = []
        for cell in range(self.cell_count):
            before, height = self.stack_start_and_height(self.packed_heights(position), cell)
            colours = self.packed_colours(position) >> before
            stones = "".join("OX"[colours >> stone & 1] for stone in range(height))
            kind = (self.standing_cells(position) >> cell & 1) + 2 * (
                self.capstone_cells(position) >> cell & 1
            )
            found.append(stones + KINDS[kind] or ".")
        return found

    player_names = ("X", "O")

    def show(self, position: int) -> str:
        stacks = self.stack_texts(position)
        return "\n".join(
            " ".join(stacks[row : row + self.size]) for row in range(0, self.cell_count, self.size)
        )

    def parse(self, text: str) -> int:
        """Read rows from the top with blanks between the stacks, as in `. XO .`, `OXS`, `XC`.

        X is who is to move. Raises `UnreadablePosition`. Only the number of pieces is checked, not whether
        play can reach the position.
        """
        rows = [row.split() for row in split_rows(text)]
        if [len(row) for row in rows] != [self.size] * self.size:
            like = " ".join(["."] * self.size)
            raise unreadable(self, text, "its size is another", f"write {self.size} rows like {like}")
        standing = capstones = heights = colours = count = 0
        for cell, word in enumerate(word for row in rows for word in row):
            stones = "" if word == "." else word.rstrip("SC")
            kind = word.removeprefix(stones)
            if set(stones) - set("XO") or (word != "." and (not stones or kind not in KINDS)):
                remedy = "write X and O from below, then S if the top stands or C for a capstone, or a point"
                raise unreadable(self, text, f"{word!r} is no stack", remedy)
            standing |= int(kind == "S") << cell
            capstones |= int(kind == "C") << cell
            for sign in stones:
                colours |= int(sign == "X") << count
                heights |= 1 << count + cell
                count += 1
        self.check_piece_counts(text, (standing, capstones, heights, colours))
        return self.pack_position(standing, capstones, heights, colours)

    def check_piece_counts(self, text: str, parts: tuple[int, int, int, int]) -> None:
        """Refuse a text with more pieces of a player than there are."""
        standing, capstones, heights, colours = parts
        own = colours.bit_count()
        for player, tops, count in zip(
            "XO", self.stack_cells_by_owner(heights, colours), (own, heights.bit_count() - own), strict=True
        ):
            crowned = (tops & capstones).bit_count()
            if crowned > self.capstones or count - crowned > self.stones:
                reason = f"{player} has {count - crowned} stones and {crowned} capstones"
                raise unreadable(self, text, reason, f"give up to {self.stones} and {self.capstones}")
        if standing and not self.standing:
            raise unreadable(self, text, "a stone stands", "lay it flat, or play with standing=True")

    def name(self, position: int, move: int) -> str:
        cell = self.board.names[move & (1 << CELL_BITS) - 1]
        direction = move >> CELL_BITS & (1 << DIRECTION_BITS) - 1
        drops = move >> CELL_BITS + DIRECTION_BITS
        if drops == 0:
            return KINDS[direction] + cell
        count = drops.bit_length()
        ends = [stone + 1 for stone in each(drops)]
        left = [end - begin for begin, end in zip([0, *ends], ends, strict=False)]
        digits = "".join(map(str, left)) if len(left) > 1 else ""
        return f"{count if count > 1 else ''}{cell}{ARROWS[direction]}{digits}"

    def depict(self, position: int) -> Picture:
        """Return the stacks, their stones one on the other, and what is in hand."""
        board = self.board
        things = []
        stacks = self.stack_texts(position)
        for cell, stack in enumerate(stacks):
            place = board.place_by_cell[cell]
            stones = stack.rstrip("SC.")
            apart = min(0.1, 0.32 / max(1, len(stones) - 1))
            for number, sign in enumerate(stones):
                is_top = number == len(stones) - 1
                shape = {"S": "domino", "C": "crowned"}.get(stack[-1], "disc") if is_top else "disc"
                y = place.y + apart * (len(stones) - 1) / 2 - apart * number
                height = str(len(stones)) if is_top and number > 0 and shape == "disc" else ""
                things.append(Thing(shape, place.x, y, "XO".index(sign), height))
        on_board = "".join(stacks)
        left = [self.pieces_per_player - on_board.count(sign) for sign in "XO"]
        notes = (f"in hand: X {left[0]}, O {left[1]}",)
        return Picture(board.places, board.strokes, tuple(things), board.marks, notes, 0)
