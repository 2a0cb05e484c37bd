"""Quarto: every piece differs, you place the one you are given, and a line of a shared trait wins.

Blaise Muller's game (1991). A position is several boards in one word, each with one bit more than cells,
which stands for the hand. The lowest board has the cells of pieces, and above it a board for each trait has
the pieces with that trait. On 3 x 3 with three traits:

    bit  0  1  2         10 11 12         20 21 22         30 31 32
         3  4  5  9      13 14 15 19      23 24 25 29      33 34 35 39
         6  7  8         16 17 18         26 27 28         36 37 38
         pieces          have trait 1     have trait 2     have trait 3

So a line shares a trait where its cells of the trait's board are all set or all empty. To exchange two traits
is to exchange two boards, to call a trait its opposite is one exclusive or with the lowest board, and the
hand goes along in both. The game's own board, 4 x 4 with four traits, needs 85 bits: three boards in one
word and two in another. It is reported to be drawn (Luc Goossens, 1998).

Rules are written once, over two words: `words` takes a position apart and `pack_position` puts it together.
"""

from collections.abc import Iterator
from functools import cached_property

from zermelo.boards.bitboards.johnson_trotter import list_johnson_trotter_exchanges
from zermelo.boards.bitboards.rectangle import Rectangle
from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.boards.notation.sign_grid_text import cell_name, read_signs, show_signs
from zermelo.boards.pictures.game_pictures import depict_signs
from zermelo.boards.pictures.picture import Mark, Picture, Place, Thing
from zermelo.core.game import Game, Position
from zermelo.core.parameters import WORD_BITS, check_bits, whole
from zermelo.core.values import DRAW, LOSS, UNDECIDED

Words = tuple[int, int]  # the second is 0 where one holds all boards
MOST_TRAITS = 4  # a piece is one character in text: a hexadecimal digit
PIECES = "0123456789ABCDEF"


class Quarto(Game, Rectangle):
    """Place the piece you were given and give the next; a line of pieces that share a trait wins.

    A line is a full row or column and, on a square board, a long diagonal; its pieces share a trait where
    all have it or all lack it. There are 2 ** `traits` pieces, each different. The first move only gives
    one. A piece that makes a line, fills the board or is the last ends the game, and none is given after
    it; without a line that is a draw. Values are win, draw, loss.
    """

    columns: int = whole(3, 2, WORD_BITS)
    rows: int = whole(3, 2, WORD_BITS)
    traits: int = whole(3, 1, MOST_TRAITS)

    move_word = "handing over"

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        line = "row, column or long diagonal" if self.columns == self.rows else "row or column"
        return (
            f"Complete a {line} of pieces that have a trait in common.",
            "Place the piece you were given, then give your opponent the next. The first turn only gives.",
            "The player who completes such a line wins. If pieces or squares run out first, it is a draw.",
        )

    @property
    def line(self) -> int:
        """Number of pieces in a row that may win; 0 on a board where rows and columns differ in it."""
        return self.columns if self.columns == self.rows else 0

    def __post_init__(self) -> None:
        what = f"half of a board of {self.columns} x {self.rows} with traits={self.traits}"
        check_bits(
            what, self.cell_and_hand_count * max(self.boards_in_first_word, self.boards_in_second_word)
        )

    @cached_property
    def cell_and_hand_count(self) -> int:
        """The cells and, after them, the hand."""
        return self.cells + 1

    @cached_property
    def needs_two_words(self) -> bool:
        """Whether one word is too small for the board of pieces and those of traits."""
        return self.cell_and_hand_count * (1 + self.traits) > WORD_BITS

    @cached_property
    def boards_in_first_word(self) -> int:
        return 1 + self.traits - self.boards_in_second_word

    @cached_property
    def boards_in_second_word(self) -> int:
        return (1 + self.traits) // 2 if self.needs_two_words else 0

    @cached_property
    def bit_of_hand(self) -> int:
        return 1 << self.cells

    @cached_property
    def cells_and_hand(self) -> int:
        """All bits of a board."""
        return self.full | self.bit_of_hand

    @cached_property
    def piece_count(self) -> int:
        return 1 << self.traits

    def words(self, position: Position) -> Words:
        """Return the word that begins with the board of pieces, and that of the last traits or 0."""
        return (position[0], position[1]) if self.needs_two_words else (position, 0)

    def pack_position(self, low: int, high: int) -> Position:
        """Return the position of these words."""
        return (low, high) if self.needs_two_words else low

    def trait_board(self, low: int, high: int, trait: int) -> int:
        """Return the cells and the hand whose pieces have a trait."""
        board = trait + 1
        if board < self.boards_in_first_word:
            return low >> self.cell_and_hand_count * board & self.cells_and_hand
        return high >> self.cell_and_hand_count * (board - self.boards_in_first_word) & self.cells_and_hand

    def start(self) -> Position:
        return self.pack_position(0, 0)

    # A move is where to put the piece in hand, the hand itself at the start, and the piece to give next: the
    # number that no piece has where nothing is given.

    def moves(self, position: Position) -> Iterator[int]:
        low, high = self.words(position)
        rest = ~self.used_pieces(low, high) & ((1 << self.piece_count) - 1)
        if low == 0:
            for piece in range(self.piece_count):
                yield self.cells * (self.piece_count + 1) + piece
        else:
            free = ~low & self.full
            is_last = rest == 0 or free & (free - 1) == 0
            for cell in range(self.cells):
                if free >> cell & 1 == 1:
                    placed, placed_high = self.place_held_piece(low, high, cell)
                    if is_last or self.has_line(placed, placed_high):
                        yield cell * (self.piece_count + 1) + self.piece_count
                    else:
                        for piece in range(self.piece_count):
                            if rest >> piece & 1 == 1:
                                yield cell * (self.piece_count + 1) + piece

    def play(self, position: Position, move: int) -> Position:
        cell, piece = divmod(move, self.piece_count + 1)
        low, high = self.words(position)
        low, high = self.place_held_piece(low, high, cell)
        held = self.hand_words_by_piece[piece]
        return self.pack_position(low | held[0], high | held[1])

    def outcome(self, position: Position) -> int:
        low, high = self.words(position)
        if self.has_line(low, high):
            return LOSS
        return DRAW if low & self.bit_of_hand == 0 and low != 0 else UNDECIDED

    def tier(self, position: Position) -> int:
        return (self.words(position)[0] & self.cells_and_hand).bit_count()

    def place_held_piece(self, low: int, high: int, cell: int) -> Words:
        """Return the words with the piece in hand moved to `cell`, in every board."""
        held = low & (self.lowest_bits[0] << self.cells)
        held_high = high & (self.lowest_bits[1] << self.cells)
        return (
            low ^ held ^ (held >> (self.cells - cell)),
            high ^ held_high ^ (held_high >> (self.cells - cell)),
        )

    def used_pieces(self, low: int, high: int) -> int:
        """Return the pieces on the board and in hand, one bit each."""
        used = 0
        for place in range(self.cell_and_hand_count):
            if low >> place & 1 == 1:
                used |= 1 << self.piece_on_cell(low, high, place)
        return used

    def piece_on_cell(self, low: int, high: int, place: int) -> int:
        return sum((self.trait_board(low, high, trait) >> place & 1) << trait for trait in range(self.traits))

    def has_line(self, low: int, high: int) -> bool:
        for line in self.line_masks:
            if low & line == line:
                for trait in range(self.traits):
                    shared = self.trait_board(low, high, trait) & line
                    if shared == 0 or shared == line:
                        return True
        return False

    @cached_property
    def line_masks(self) -> tuple[int, ...]:
        across = [self.first_row << row * self.columns for row in range(self.rows)]
        upright = [self.first_column << column for column in range(self.columns)]
        if self.columns != self.rows:
            return (*across, *upright)
        falling = sum(1 << row * self.columns + row for row in range(self.rows))
        rising = sum(1 << (row + 1) * (self.columns - 1) for row in range(self.rows))
        return (*across, *upright, falling, rising)

    @cached_property
    def hand_words_by_piece(self) -> tuple[Words, ...]:
        """Each piece in the hand, and nothing."""
        width, split = self.cell_and_hand_count, self.cell_and_hand_count * self.boards_in_first_word
        boards = (
            sum((piece >> trait & 1) << width * (trait + 1) for trait in range(self.traits)) << self.cells
            | self.bit_of_hand
            for piece in range(self.piece_count)
        )
        return (*((board & ((1 << split) - 1), board >> split) for board in boards), (0, 0))

    @cached_property
    def lowest_bits(self) -> Words:
        """The lowest bit of each board, in both words."""
        counts = (self.boards_in_first_word, self.boards_in_second_word)
        first, second = (sum(1 << board * self.cell_and_hand_count for board in range(n)) for n in counts)
        return first, second

    # Symmetries: turns of the board, traits called their opposites, traits in another order. Each image is
    # one step after the one before, as an odometer counts.

    def symmetries(self, position: Position) -> Iterator[Position]:
        low, high = self.words(position)
        for image in range(self.turns * self.piece_count * (len(self.trait_swap_sequence) + 1)):
            names = image // self.turns
            if image % self.turns > 0:
                low = self.turned(low, self.lowest_bits[0], image)
                high = self.turned(high, self.lowest_bits[1], image)
            elif names % self.piece_count > 0:
                trait = ((names & -names) - 1).bit_count()  # a Gray code: one opposite at a time
                low, high = self.flip_trait(low, high, trait)
            elif names > 0:
                low, high = self.swap_traits(
                    low, high, self.trait_swap_sequence[names // self.piece_count - 1]
                )
            yield self.pack_position(low, high)

    def flip_trait(self, low: int, high: int, trait: int) -> Words:
        """Return the words with a trait called its opposite."""
        pieces, board = low & self.cells_and_hand, trait + 1
        if board < self.boards_in_first_word:
            return low ^ pieces << self.cell_and_hand_count * board, high
        return low, high ^ pieces << self.cell_and_hand_count * (board - self.boards_in_first_word)

    def swap_traits(self, low: int, high: int, trait: int) -> Words:
        """Return the words with a trait and the next exchanged."""
        changed = self.trait_board(low, high, trait) ^ self.trait_board(low, high, trait + 1)
        for board in (trait + 1, trait + 2):
            if board < self.boards_in_first_word:
                low ^= changed << self.cell_and_hand_count * board
            else:
                high ^= changed << self.cell_and_hand_count * (board - self.boards_in_first_word)
        return low, high

    @cached_property
    def trait_swap_sequence(self) -> tuple[int, ...]:
        return list_johnson_trotter_exchanges(self.traits)

    # Text format: rows from the top, each piece a hexadecimal digit that has a binary digit for each
    # trait, and in the last line what is in hand.

    def show(self, position: Position) -> str:
        low, high = self.words(position)
        signs = {
            cell: PIECES[self.piece_on_cell(low, high, cell)] for cell in range(self.cells) if low >> cell & 1
        }
        held = PIECES[self.piece_on_cell(low, high, self.cells)] if low & self.bit_of_hand else "nothing"
        return f"{show_signs(signs, self.columns, self.rows)}\n{held} in hand"

    def parse(self, text: str) -> Position:
        """Read a position: rows of pieces and `.`, then such as `5 in hand` or `nothing in hand`.

        Lines stand by themselves or with `/` between. Raises `UnreadablePosition`. Of the earlier play only
        this is checked: without the last piece there is no line.
        """
        known = PIECES[: self.piece_count]
        rows = split_rows(text)
        held, _, words = rows[-1].partition(" ") if rows else ("", "", "")
        if words != "in hand" or held not in ("nothing", *known):
            remedy = f"end with one of {known} or nothing and the words in hand"
            raise unreadable(self, text, "it does not say what is in hand", remedy)
        signs = read_signs(self, text, self.columns, self.rows, known, rows[:-1])
        pieces = [*signs.values(), *(held if held != "nothing" else "")]
        for piece in pieces:
            if pieces.count(piece) > 1:
                raise unreadable(self, text, f"{piece} is there twice", "every piece is there once")
        board = self.words_with_pieces(signs)
        before = [
            self.words_with_pieces({other: signs[other] for other in signs if other != cell})
            for cell in signs
        ]
        if before and all(self.has_line(*earlier) for earlier in before):
            raise unreadable(
                self,
                text,
                "play had ended before the last piece",
                "take back the pieces after the first line",
            )
        is_over = self.has_line(*board) or len(signs) in (self.cells, self.piece_count)
        if is_over and held != "nothing":
            raise unreadable(self, text, "the game is over", "write nothing in hand")
        if signs and not is_over and held == "nothing":
            raise unreadable(self, text, "the game goes on", "say which piece is in hand")
        hand = self.hand_words_by_piece[PIECES.index(held) if held != "nothing" else -1]
        return self.pack_position(board[0] | hand[0], board[1] | hand[1])

    def words_with_pieces(self, signs: dict[int, str]) -> Words:
        """Return the words of a board of pieces, given the sign on each cell."""
        low, high = 0, 0
        for cell, piece in signs.items():
            placed, placed_high = self.place_held_piece(*self.hand_words_by_piece[PIECES.index(piece)], cell)
            low, high = low | placed, high | placed_high
        return low, high

    def name(self, position: Position, move: int) -> str:
        cell, piece = divmod(move, self.piece_count + 1)
        words = [cell_name(cell, self.columns)] if cell < self.cells else []
        return " ".join([*words, PIECES[piece]] if piece < self.piece_count else words)

    def depict(self, position: Position) -> Picture:
        """Return the board, aside the piece in hand, and below those that are left, over their signs."""

        def build_piece_thing(piece: int, x: float, y: float) -> Thing:
            return Thing("figure", x, y, None, "".join(str(piece >> trait & 1) for trait in range(4)))

        low, high = self.words(position)
        board = depict_signs({}, {}, self.columns, self.rows)
        things = [
            build_piece_thing(self.piece_on_cell(low, high, cell), cell % self.columns, cell // self.columns)
            for cell in range(self.cells)
            if low >> cell & 1
        ]
        used, places, marks = self.used_pieces(low, high), [], []
        wide = 4 if self.piece_count <= 8 else 6
        for piece in range(self.piece_count):
            x = (self.columns - wide) / 2 + piece % wide
            y = self.rows + 0.25 + 1.35 * (piece // wide)
            places.append(Place(PIECES[piece], x, y, "button"))
            marks.append(Mark(PIECES[piece], x, y + 0.65))
            if not used >> piece & 1:
                things.append(build_piece_thing(piece, x, y))
        hand = self.columns + 0.3, (self.rows - 1) / 2
        places.append(Place("hand", *hand, "button"))
        marks.append(Mark("in hand", hand[0], hand[1] + 0.7))
        if low & self.bit_of_hand:
            things.append(build_piece_thing(self.piece_on_cell(low, high, self.cells), *hand))
        return Picture((*board.places, *places), (), tuple(things), (*board.marks, *marks))
