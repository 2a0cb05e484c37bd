"""Ultimate tic-tac-toe: each field is a board, and a stone sends the other to the field of its place.

Rules: en.wikipedia.org, *Ultimate tic-tac-toe*; G. Bertholon, R. Géraud-Stewart, A. Kugelmann, T. Lenoir and
D. Naccache, *At most 43 moves, at least 29: optimal strategies and bounds for ultimate tic-tac-toe*
(arXiv:2006.02353, 2020). Where a field that is won may be played on (`playing_on`) the first player wins.
`tests/games/test_ultimate_tic_tac_toe.py` checks a strategy for that game against every reply; with it the
first player has won after 43 moves of both at the latest. That the second player can hold out so long against
any play is neither shown nor claimed; the "at least 29" is cited from the authors. The board has as many
fields as a field has cells. Two columns and two rows, X having been sent to the field on the upper right:

    X. ..     field 2
    .. ..
    .. O.
    .. ..

A field is stored as the number of its state in a precomputed table of the states that play can reach. The
contents of a field do not matter once nobody can play there, nor does the owner of the stones in a field that
was won. So fields of six cells take 10 bits. Six of them fit one word, with the number of the field to play
in above them; one more than the last number means any field:

    field sent to | last field's state | ... | first field's state

as the mover sees them. The usual board takes three words, which rules do not compile for: it is to be
searched and played by the interpreter.
"""

from collections.abc import Iterator
from functools import cache, cached_property
from typing import ClassVar, NamedTuple

from zermelo.boards.board import Board
from zermelo.boards.board_constructors import squares
from zermelo.boards.notation.board_text import read_pieces, split_rows, unreadable
from zermelo.boards.pictures.picture import Picture, Stroke, Thing
from zermelo.core.game import Game, Position
from zermelo.core.parameters import WORD_BITS, check_whole, whole
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN

NOBODY, MINE, THEIRS, DRAWN = range(4)  # who won a field
SIGNS = {"X": ("cross", 0), "O": ("ring", 1), "x": ("cross", 0), "o": ("ring", 1), "#": ("block", None)}
ANY = "any field"


class FieldState(NamedTuple):
    """What lies in a field: the mover's stones and the other's; where it is won, all stones are in `mine`."""

    mine: int
    theirs: int
    winner: int


class FieldStates(NamedTuple):
    """Every state of a field, and what follows from each by its number."""

    all: tuple[FieldState, ...]
    after: tuple[int, ...]  # [state * cells + cell], where the mover puts a stone there
    other: tuple[int, ...]  # as the other player sees it
    winner: tuple[int, ...]
    free: tuple[int, ...]  # the cells that may be played on
    filled: tuple[int, ...]  # how many cells may not
    turned: tuple[tuple[int, ...], ...]  # by the board's symmetry


class UltimateTicTacToe(Game):
    """Put a stone in the field you are sent to; `line` in it win the field, and `line` such fields the game.

    The place of the stone in its field is the field that the other is sent to; where nobody can play there,
    and in the first turn, the mover may take any field. Nobody plays in a field that is won, or where
    `playing_on` it may be filled, and stays its winner's. A full field without a line is nobody's. Where no
    field is left the game is drawn; or where `majority`, the player with more fields wins. X is the player to
    move. Values are win, draw, loss.
    """

    columns: int = whole(3, 1, 9)
    rows: int = whole(3, 1, 9)
    line: int = whole(3, 1, 9)
    playing_on: bool = False
    majority: bool = False

    seen_by_mover: ClassVar[bool] = True

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        closed = "full ones" if self.playing_on else "won or full ones"
        end = "more boards win and equal numbers draw" if self.majority else "it is a draw"
        return (
            f"Win {self.line} small boards in a row, across, down or diagonally.",
            "Your opponent's last mark has a place in its small board. Play in the small board at that "
            "place; in any, if it is closed or you begin.",
            f"A row of {self.line} wins a small board; {closed} are closed. "
            f"The first {self.line} in a row win the game. If none is open, {end}.",
        )

    def __post_init__(self) -> None:
        check_whole("columns * rows", self.columns * self.rows, 1, 9)
        check_whole("line", self.line, 1, max(self.columns, self.rows))

    @cached_property
    def cell_count(self) -> int:
        """The number of fields, and of cells in each."""
        return self.columns * self.rows

    @cached_property
    def field_board(self) -> Board:
        """A field as a board, and the fields as cells of one."""
        return squares(self.columns, self.rows)

    @cached_property
    def field_states(self) -> FieldStates:
        return enumerate_field_states(self.columns, self.rows, self.line, self.playing_on)

    @cached_property
    def bits_per_field(self) -> int:
        """The bits of a field."""
        return len(self.field_states.all).bit_length()

    @cached_property
    def sent_field_bit(self) -> int:
        """Where the field to play in is kept, in a position of one word."""
        return self.bits_per_field * self.cell_count

    @cached_property
    def needs_several_words(self) -> bool:
        """Whether a position is several words."""
        return self.sent_field_bit + self.cell_count.bit_length() > WORD_BITS

    @cached_property
    def fields_per_word(self) -> int:
        return WORD_BITS // self.bits_per_field

    def field_state(self, position: Position, number: int) -> int:
        """Return the state of a field."""
        if self.needs_several_words:
            word = position[number // self.fields_per_word]
            return int(
                word >> self.bits_per_field * (number % self.fields_per_word) & (1 << self.bits_per_field) - 1
            )
        return int(position >> self.bits_per_field * number & (1 << self.bits_per_field) - 1)

    def sent_field(self, position: Position) -> int:
        """Return the field to play in, the number of fields for any."""
        return int(position[-1]) if self.needs_several_words else int(position >> self.sent_field_bit)

    def start(self) -> Position:
        return self.pack_position((0,) * self.cell_count, self.cell_count)

    def pack_position(self, fields: tuple[int, ...], sent: int) -> Position:
        """Return the position of these states of fields."""
        words = [0] * (self.cell_count // self.fields_per_word + 1) if self.needs_several_words else [0]
        for number, state in enumerate(fields):
            word, place = divmod(number, self.fields_per_word) if self.needs_several_words else (0, number)
            words[word] |= state << self.bits_per_field * place
        return (*words, sent) if self.needs_several_words else words[0] | sent << self.sent_field_bit

    def moves(self, position: Position) -> Iterator[int]:
        sent = self.sent_field(position)
        for number in range(self.cell_count):
            if sent in (number, self.cell_count):
                free = self.field_states.free[self.field_state(position, number)]
                while free:
                    yield number * self.cell_count + ((free & -free) - 1).bit_count()
                    free &= free - 1

    def play(self, position: Position, move: int) -> Position:
        field, cell = move // self.cell_count, move % self.cell_count
        filled = self.field_states.after[self.field_state(position, field) * self.cell_count + cell]
        following = filled if cell == field else self.field_state(position, cell)
        sent = cell if self.field_states.free[following] else self.cell_count
        if self.needs_several_words:
            fields = [self.field_state(position, number) for number in range(self.cell_count)]
            fields[field] = filled
            return self.pack_position(tuple(self.field_states.other[state] for state in fields), sent)
        found = sent << self.sent_field_bit
        for number in range(self.cell_count):
            state = filled if number == field else self.field_state(position, number)
            found |= self.field_states.other[state] << self.bits_per_field * number
        return found

    def outcome(self, position: Position) -> int:
        mine = theirs = free = 0
        for number in range(self.cell_count):
            state = self.field_state(position, number)
            free |= self.field_states.free[state]
            if self.field_states.winner[state] == MINE:
                mine |= 1 << number
            elif self.field_states.winner[state] == THEIRS:
                theirs |= 1 << number
        if self.field_board.has_line(theirs, self.line):
            return LOSS
        if free:
            return UNDECIDED
        if self.majority and mine.bit_count() != theirs.bit_count():
            return WIN if mine.bit_count() > theirs.bit_count() else LOSS
        return DRAW

    def tier(self, position: Position) -> int:
        """How many cells can be played on no more."""
        found = 0
        for number in range(self.cell_count):
            found += self.field_states.filled[self.field_state(position, number)]
        return found

    def symmetries(self, position: Position) -> Iterator[Position]:
        """Yield every image: the board of fields and each field turn alike."""
        for turn in range(len(self.symmetry_cell_images)):
            sent = self.sent_field(position)
            if sent < self.cell_count:
                sent = self.symmetry_cell_images[turn][sent]
            if self.needs_several_words:
                fields = [0] * self.cell_count
                for number in range(self.cell_count):
                    state = self.field_states.turned[turn][self.field_state(position, number)]
                    fields[self.symmetry_cell_images[turn][number]] = state
                yield self.pack_position(tuple(fields), sent)
            else:
                found = sent << self.sent_field_bit
                for number in range(self.cell_count):
                    state = self.field_states.turned[turn][self.field_state(position, number)]
                    found |= state << self.bits_per_field * self.symmetry_cell_images[turn][number]
                yield found

    @cached_property
    def symmetry_cell_images(self) -> tuple[tuple[int, ...], ...]:
        """Where each cell of a field goes, for each symmetry."""
        return self.field_board.symmetries

    # Text format: fields with a blank between; x and o are those that are won, # is nobody's.

    @cached_property
    def board(self) -> Board:
        """All cells of all fields."""
        return squares(self.columns**2, self.rows**2)

    def cell_on_whole_board(self, field: int, cell: int) -> int:
        """Return the number of a field's cell on the board of all."""
        down, right = divmod(field, self.columns)
        row, column = divmod(cell, self.columns)
        return (down * self.rows + row) * self.columns**2 + right * self.columns + column

    def cell_signs(self, position: Position) -> dict[int, str]:
        """Return the sign of each cell that is not empty."""
        found = {}
        for field in range(self.cell_count):
            state = self.field_states.all[self.field_state(position, field)]
            for cell, sign in enumerate(field_signs(state, self.cell_count)):
                if sign != ".":
                    found[self.cell_on_whole_board(field, cell)] = sign
        return found

    player_names = ("X", "O")

    def show(self, position: Position) -> str:
        rows = [
            " ".join(row[first : first + self.columns] for first in range(0, len(row), self.columns))
            for row in self.board.text_rows(self.cell_signs(position))
        ]
        return "\n".join([*rows, self.sent_field_text(position)])

    def sent_field_text(self, position: Position) -> str:
        """Return which field is to be played in."""
        sent = self.sent_field(position)
        return ANY if sent == self.cell_count else f"field {sent + 1}"

    def parse(self, text: str) -> Position:
        """Read rows of X, O and `.` with a blank between fields, then `field 2` or `any field`.

        All cells of a field that was won, or its stones where play in it goes on, are x or o; all cells of a
        field that is nobody's are #. Raises `UnreadablePosition`. Whether play can reach the position is not
        checked.
        """
        rows = split_rows(text)
        allowed = [ANY, *(f"field {number + 1}" for number in range(self.cell_count))]
        if not rows or rows[-1] not in allowed:
            raise unreadable(
                self, text, "it does not say which field", f"write {allowed[1]} or {ANY} in the last line"
            )
        lines = ["".join(row.split()) for row in rows[:-1]]
        signs = read_pieces(self, text, lines, self.board.text, self.board.spots, "".join(SIGNS))
        known = {
            field_signs(state, self.cell_count): number for number, state in enumerate(self.field_states.all)
        }
        fields = []
        for field in range(self.cell_count):
            shown = "".join(
                signs.get(self.cell_on_whole_board(field, cell), ".") for cell in range(self.cell_count)
            )
            if shown not in known:
                reason = f"no field is like {shown}, its cells in a row"
                raise unreadable(self, text, reason, "write x or o where it is won, # where it is nobody's")
            fields.append(known[shown])
        sent = allowed.index(rows[-1]) - 1
        if sent >= 0 and self.field_states.free[fields[sent]] == 0:
            raise unreadable(self, text, f"nobody can play in {rows[-1]}", f"write {ANY}")
        return self.pack_position(tuple(fields), sent if sent >= 0 else self.cell_count)

    def name(self, position: Position, move: int) -> str:
        return self.board.names[self.cell_on_whole_board(*divmod(move, self.cell_count))]

    def depict(self, position: Position) -> Picture:
        board = self.board
        things = []
        for cell, sign in self.cell_signs(position).items():
            shape, side = SIGNS[sign]
            place = board.place_by_cell[cell]
            things.append(Thing(shape, place.x, place.y, side))
        width, height = self.columns**2, self.rows**2
        strokes = [
            *(
                Stroke(x - 0.5, -0.5, x - 0.5, height - 0.5, "wall")
                for x in range(self.columns, width, self.columns)
            ),
            *(
                Stroke(-0.5, y - 0.5, width - 0.5, y - 0.5, "wall")
                for y in range(self.rows, height, self.rows)
            ),
        ]
        note = self.sent_field_text(position)
        if note != ANY:
            y, x = divmod(self.sent_field(position), self.columns)
            left, top = x * self.columns - 0.5, y * self.rows - 0.5
            right, low = left + self.columns, top + self.rows
            corners = ((left, top), (right, top), (right, low), (left, low), (left, top))
            strokes += [
                Stroke(*corners[side], *corners[side + 1], "goal", 0) for side in range(4)
            ]  # around the field that is to be played in
        return Picture(
            board.places, tuple(strokes), tuple(things), board.marks, (note,), 0, ("cross", "ring")
        )


def field_signs(state: FieldState, cells: int) -> str:
    """Return the signs of a field's cells, in a row."""
    if state.winner == DRAWN:
        return "#" * cells
    mine, theirs = ("X", "O") if state.winner == NOBODY else 2 * ("xo"[state.winner - 1],)
    return "".join(
        mine if state.mine >> cell & 1 else theirs if state.theirs >> cell & 1 else "."
        for cell in range(cells)
    )


@cache
def enumerate_field_states(columns: int, rows: int, line: int, playing_on: bool) -> FieldStates:
    """Return every state that a field can come to, the empty one first."""
    board = squares(columns, rows)
    full = board.full

    def place_stone(state: FieldState, cell: int) -> FieldState:
        if state.winner:
            return FieldState(state.mine | 1 << cell, 0, state.winner)
        mine = state.mine | 1 << cell
        if board.has_line(mine, line):
            return FieldState(mine | state.theirs if playing_on else full, 0, MINE)
        return (
            FieldState(full, 0, DRAWN)
            if mine | state.theirs == full
            else FieldState(mine, state.theirs, NOBODY)
        )

    def exchange_players(state: FieldState) -> FieldState:
        if state.winner == NOBODY:
            return FieldState(state.theirs, state.mine, NOBODY)
        return FieldState(state.mine, 0, {MINE: THEIRS, THEIRS: MINE, DRAWN: DRAWN}[state.winner])

    def turn_state(state: FieldState, turn: tuple[int, ...]) -> FieldState:
        mine, theirs = (
            sum(1 << turn[cell] for cell in range(board.cells) if stones >> cell & 1)
            for stones in (state.mine, state.theirs)
        )
        return FieldState(mine, theirs, state.winner)

    def find_free_cells(state: FieldState) -> int:
        return full & ~(state.mine | state.theirs)

    number = {FieldState(0, 0, NOBODY): 0}
    waiting = list(number)
    while waiting:
        state = waiting.pop()
        found = [place_stone(state, cell) for cell in board.cell_numbers(find_free_cells(state))]
        for following in [exchange_players(state), *found]:
            if following not in number:
                number[following] = len(number)
                waiting.append(following)
    return FieldStates(
        tuple(number),
        tuple(
            number[place_stone(state, cell)] if find_free_cells(state) >> cell & 1 else -1
            for state in number
            for cell in range(board.cells)
        ),
        tuple(number[exchange_players(state)] for state in number),
        tuple(state.winner for state in number),
        tuple(find_free_cells(state) for state in number),
        tuple(board.cells - find_free_cells(state).bit_count() for state in number),
        tuple(tuple(number[turn_state(state, turn)] for state in number) for turn in board.symmetries),
    )
