"""Games on a board: positions of pieces in one or several words, and the methods that follow from them.

A position holds the pieces of both players, a bit for each cell, as the mover sees them: the mover's below,
the opponent's above, and a move swaps them. Where `fixed`, they stay with their players and a bit above says
who moves. Rules call `pieces(position)` and return `next_position(position, mine, theirs)`. Both calls are
the same for either layout, and where two boards do not fit one word:

    one word      theirs | mine                   fixed      mover | extra | marks | second's | first's
    several       (mine, theirs)                             (first's, second's, marks, mover and extra)

With several kinds of pieces a cell also has *marks*, further bits: a piece's kind is the number that the
marks of its cell make.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board import Board, each
from zermelo.boards.board_constructors import squares
from zermelo.boards.board_games.board_game_checks import (
    check_declared_names,
    make_shared_cell_error,
    validate_zones,
)
from zermelo.boards.board_games.piece_moves import MovingPieces
from zermelo.boards.board_games.rule_symmetries import filter_rule_symmetries, map_cells_by_symmetry
from zermelo.boards.board_symmetries import Permutation, find_delta_swaps, find_symmetry_walk
from zermelo.boards.notation.board_text import (
    read_pieces,
    split_rows,
    split_rows_and_extra_number,
    split_rows_and_mover,
    unreadable,
)
from zermelo.boards.pictures.picture import SIGNS as SHAPES_BY_SIDE
from zermelo.boards.pictures.picture import Picture, Thing
from zermelo.core.errors import BadRules
from zermelo.core.game import Position
from zermelo.core.mix_ins import InputPlanes
from zermelo.core.parameters import WORD_BITS

PieceStyle = tuple[str, int | None, str]  # a shape of `picture`, whose, and the text on it


class PiecesGame(MovingPieces, InputPlanes):
    """Two players' pieces on a `board`; a subclass defines the `setup`, the moves and the end.

    All board games share this class; `BoardGame`, `FixedGame` and `PlacingGame` add the side to view from.

    `setup` is the start as text, rows with `/` between; without it the board begins empty. `signs` are those
    of the pieces in text: the first player's, or the mover's, and then the other's, as many kinds of each.
    """

    setup: ClassVar[str] = ""
    signs: ClassVar[str] = "XO"
    removed_sign: ClassVar[str] = (
        ""  # the sign of a cell that stands on both boards: nobody passes there any more
    )
    fixed: ClassVar[bool] = False  # whether pieces stay with the first player and the second
    has_turn: ClassVar[bool] = False  # whether a bit holds who moves, of `FixedGame` alone
    seen_by_mover: ClassVar[bool] = True
    player_names: ClassVar[tuple[str, str]] = ("X", "O")  # the players, where text names who is to move
    extra_bits: ClassVar[int] = 0  # for a number of the game's own beside the pieces
    extra_label: ClassVar[str] = "more"  # the word before that number in text; "": it is not written so
    piece_styles: ClassVar[Mapping[str, PieceStyle]] = {}  # what a sign is drawn as; discs by default

    @cached_property
    def board(self) -> Board:
        """The board: by default squares, with the size of `setup` or of `columns` and `rows`."""
        if self.setup:
            rows, _ = split_rows_and_extra_number(self, self.setup, split_rows(self.setup))
            return squares(len(rows[0].replace(" ", "")), len(rows))
        if not hasattr(self, "columns") or not hasattr(self, "rows"):
            raise BadRules(f"{self!r} has no board: give it a setup, a board, or parameters columns and rows")
        return squares(self.columns, self.rows)

    # Where what stands in a position.

    @cached_property
    def kind_count(self) -> int:
        """How many kinds of pieces each player has."""
        return len(self.signs) // 2

    @cached_property
    def bits_per_cell(self) -> int:
        """Number of bits for each cell: the owner of its piece, and its marks."""
        return 2 + (self.kind_count - 1).bit_length()

    @cached_property
    def piece_bits(self) -> int:
        """Number of bits for all pieces."""
        return self.bits_per_cell * self.cells

    @cached_property
    def wide(self) -> bool:
        """Whether a position is several words."""
        return self.piece_bits + self.extra_bits + self.has_turn > WORD_BITS

    @cached_property
    def turn_bit(self) -> int:
        """Bit for the player to move, in the word that has it."""
        return 1 << self.extra_bits + (0 if self.wide else self.piece_bits)

    def pieces(self, position: Position) -> tuple[int, int]:
        """Return the pieces of the mover and of the opponent, as sets of cells."""
        first, second = self.both_boards(position)
        if self.fixed and self.side_to_move(position) == 1:
            return second, first
        return first, second

    def both_boards(self, position: Position) -> tuple[int, int]:
        """Return both sets of pieces in the order in which the position holds them."""
        if self.wide:
            return position[0], position[1]
        if self.bits_per_cell == 2 and not self.has_turn and self.extra_bits == 0:
            return position & self.full, position >> self.cells
        return position & self.full, position >> self.cells & self.full

    def empty_cells(self, position: Position) -> int:
        """Return the set of cells without a piece."""
        first, second = self.both_boards(position)
        return self.full & ~(first | second)

    def marks(self, position: Position) -> int:
        """Return the marked cells: those of the pieces of the second kind, where there are two kinds.

        Where there are more kinds, a piece's kind is a number, and the boards of its bits stand one above the
        other: the lowest bits are `marks(position) & self.full`, the next `marks(position) >> self.cells`.
        """
        if self.bits_per_cell == 2:
            return 0
        if self.wide:
            return int(position[2])
        return int(position >> 2 * self.cells & (1 << (self.bits_per_cell - 2) * self.cells) - 1)

    def extra_number(self, position: Position) -> int:
        """Return the game's own number, of `extra_bits` bits: 0 at a start that gives none."""
        return self._bits_above_pieces(position) & (1 << self.extra_bits) - 1

    def side_to_move(self, position: Position) -> int:
        """Return who moves, 0 or 1, where boards are fixed; else the mover is always 0."""
        return self._bits_above_pieces(position) >> self.extra_bits

    def _bits_above_pieces(self, position: Position) -> int:
        """Return the bits above the pieces."""
        if self.extra_bits == 0 and not self.has_turn:
            return 0
        if self.wide:
            return int(position[-1])
        return int(position >> self.piece_bits)

    def next_position(self, position: Position, mine: int, theirs: int) -> Position:
        """Return the position after a move: the mover's pieces, the opponent's, and the opponent to move."""
        return self.next_position_with(
            position, mine, theirs, self.marks(position), self.extra_number(position)
        )

    def next_position_with(
        self, position: Position, mine: int, theirs: int, marks: int, more: int
    ) -> Position:
        """Return the position after a move that also changes marks, or the number beside the pieces.

        A `BoardGame` exchanges the pieces of both, because the opponent is the mover now. Marks stay on their
        cells and `extra_number` stays as it is given; the rules exchange the mover's part of it.
        """
        if not self.fixed:
            return self.join_boards(theirs, mine, marks, more)
        if self.side_to_move(position) == 0:
            return self.join_boards(mine, theirs, marks, more | self.has_turn << self.extra_bits)
        return self.join_boards(theirs, mine, marks, more)

    def join_boards(self, first: int, second: int, marks: int, above: int) -> Position:
        """Return the position with these boards, marks, and the number above them."""
        if not self.wide:
            return first | second << self.cells | marks << 2 * self.cells | above << self.piece_bits
        if self.bits_per_cell > 2:
            if self.extra_bits or self.has_turn:
                return first, second, marks, above
            return first, second, marks
        if self.extra_bits or self.has_turn:
            return first, second, above
        return first, second

    # Play.

    def start(self) -> Position:
        """Return the `setup`, or the empty board."""
        return (
            self.read_position_rows(self.setup, split_rows(self.setup), 0)
            if self.setup
            else self.join_boards(0, 0, 0, 0)
        )

    def starts(self) -> Iterator[Position]:
        """Yield every image of the start: of a fixed board there is one."""
        yield from dict.fromkeys(self.symmetries(self.start()))

    # Symmetries.

    @cached_property
    def zones(self) -> tuple[int, ...]:
        """Sets of cells that the rules speak of, such as goals: symmetries leave each where it is."""
        return ()

    def symmetries(self, position: Position) -> Iterator[Position]:
        """Yield every image of a position, itself first."""
        yield position
        if len(self.symmetry_walk_step_numbers) > 0:
            for image in range(len(self.symmetry_walk_step_numbers)):
                position = self.apply_symmetry_walk_step(position, image)
                yield position

    def apply_symmetry_walk_step(self, position: Position, image: int) -> Position:
        """Return the image of a position by one step of the walk through all symmetries."""
        if self.wide:
            return self.join_boards(
                self.move_cells_by_symmetry_walk_step(position[0], image),
                self.move_cells_by_symmetry_walk_step(position[1], image),
                self.move_cells_by_symmetry_walk_step(self.marks(position), image)
                if self.bits_per_cell > 2
                else 0,
                self._bits_above_pieces(position),
            )
        return self.move_cells_by_symmetry_walk_step(position, image)

    def move_cells_by_symmetry_walk_step(self, cells: int, image: int) -> int:
        """Return the cells of every board in the word, moved by one step of the walk."""
        # A step that is a constant becomes a few exchanges by constants: most walks have three.
        which = self.symmetry_walk_step_numbers[image]
        if which == 0:
            return self.swap_cells_by_symmetry_walk_step(cells, 0)
        if len(self.delta_swaps_by_symmetry_walk_step) > 1 and which == 1:
            return self.swap_cells_by_symmetry_walk_step(cells, 1)
        if len(self.delta_swaps_by_symmetry_walk_step) > 2 and which == 2:
            return self.swap_cells_by_symmetry_walk_step(cells, 2)
        return self.swap_cells_by_symmetry_walk_step(cells, which)

    def swap_cells_by_symmetry_walk_step(self, cells: int, which: int) -> int:
        """Return the cells after the delta swaps of one step."""
        for mask, distance in self.delta_swaps_by_symmetry_walk_step[which]:
            changed = (cells ^ cells >> distance) & mask
            cells ^= changed ^ changed << distance
        return cells

    @cached_property
    def symmetry_walk_step_numbers(self) -> tuple[int, ...]:
        """For each step of the walk through the symmetries, the number of its delta swaps."""
        return tuple(self._distinct_symmetry_walk_steps.index(step) for step in self._symmetry_walk)

    @cached_property
    def delta_swaps_by_symmetry_walk_step(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each different step of the walk, its delta swaps, of all boards in a word at once."""
        planes = 1 if self.wide else self.bits_per_cell
        every = sum(1 << plane * self.cells for plane in range(planes))
        return tuple(
            tuple((mask * every, distance) for mask, distance in find_delta_swaps(step))
            for step in self._distinct_symmetry_walk_steps
        )

    @cached_property
    def _symmetry_walk(self) -> tuple[Permutation, ...]:
        return find_symmetry_walk(self.symmetries_kept_by_rules)

    @cached_property
    def _distinct_symmetry_walk_steps(self) -> tuple[Permutation, ...]:
        """The different steps of the walk, those that are taken most often first."""
        counts = Counter(self._symmetry_walk)
        return tuple(step for step, _ in counts.most_common())

    @cached_property
    def symmetries_kept_by_rules(self) -> tuple[Permutation, ...]:
        """Symmetries of the board that are symmetries of the game.

        They leave every zone where it is, and on a fixed board the start. Those that change the moves or the
        end at one of the first positions are left out.
        """
        sets = validate_zones(self, self.zones)
        if self.fixed:
            start = self.start()
            marks = self.marks(start)
            sets += self.both_boards(start)
            sets += (marks >> plane * self.cells & self.full for plane in range(self.bits_per_cell - 2))
        turns = tuple(
            turn
            for turn in self.board.symmetries
            if all(map_cells_by_symmetry(cells, turn) == cells for cells in sets)
        )
        return filter_rule_symmetries(self, turns)

    # Text format.

    def show(self, position: Position) -> str:
        """Return the board as rows of text, and below it the number of the game's own and the notes."""
        return "\n".join(
            [*self.board.text_rows(self.cell_signs(position)), *self.text_lines_below_board(position)]
        )

    def text_lines_below_board(self, position: Position) -> list[str]:
        """Return the number of the game's own, where there is one, and the notes, each a line."""
        number = (
            [f"{self.extra_label} {self.extra_number(position)}"]
            if self.extra_bits and self.extra_label
            else []
        )
        return [*number, *self.notes(position)]

    def notes(self, position: Position) -> list[str]:
        """Return the lines below the board."""
        return [f"{self.player_names[self.side_to_move(position)]} to move"] if self.has_turn else []

    def cell_signs(self, position: Position) -> dict[int, str]:
        """Return the sign of each cell on which something stands."""
        first, second = self.both_boards(position)
        marks = self.marks(position)
        marked = range(self.bits_per_cell - 2)
        found = {}
        for cell in each(first | second):
            if first >> cell & 1 and second >> cell & 1:
                if not self.removed_sign:
                    raise make_shared_cell_error(self, cell)
                found[cell] = self.removed_sign
            else:
                kind = 0
                for plane in marked:
                    kind |= (marks >> plane * self.cells + cell & 1) << plane
                found[cell] = self.signs[kind + (0 if first >> cell & 1 else self.kind_count)]
        return found

    def parse(self, text: str) -> Position:
        """Read the text that `show` prints.

        Raises `UnreadablePosition`. Whether play can reach the position is not checked.
        """
        if not self.has_turn:
            return self.read_position_rows(text, split_rows(text), 0)
        rows, mover = split_rows_and_mover(self, text, self.player_names, self.cells)
        return self.read_position_rows(text, rows, mover << self.extra_bits)

    def read_position_rows(self, text: str, rows: list[str], above: int) -> Position:
        """Return the position of the pieces in `rows`, the rows of `text`.

        A last row such as `more 3` gives the game's own number.
        """
        rows, more = split_rows_and_extra_number(self, text, rows)
        signs = read_pieces(
            self, text, rows, self.board.text, self.board.spots, self.signs + self.removed_sign
        )
        first = second = marks = 0
        for cell, sign in signs.items():
            if sign == self.removed_sign:
                first |= 1 << cell
                second |= 1 << cell
                continue
            owner, kind = divmod(self.signs.index(sign), self.kind_count)
            if owner == 0:
                first |= 1 << cell
            else:
                second |= 1 << cell
            for plane in range(self.bits_per_cell - 2):
                marks |= (kind >> plane & 1) << plane * self.cells + cell
        return self.join_boards(first, second, marks, above | more)

    def name(self, position: Position, move: int) -> str:
        """Return the cells of a move, `a1-b2`, or `b2` where a piece comes from outside.

        Where the cells do not determine the direction, the first cell passed is added: `a1-a3 via a4`.
        """
        if move == self.pass_move:
            return "pass"
        start, end, direction = (
            self.start_of(move),
            self.end_of(move),
            (move >> 2 * self.cell_number_bits + 1) - 1,
        )
        names = self.board.names
        if start < 0:
            return names[end]
        plain = direction < 0 or self.board.is_only_nearest(start, end, direction)
        via = "" if plain else f" via {names[self.board.next_cells[direction][start]]}"
        return f"{names[start]}-{names[end]}{via}"

    def depict(self, position: Position) -> Picture:
        """Return the picture: the board, its pieces, and who is to move where the board is fixed."""
        looks, board = self._piece_style_by_sign, self.board
        things = [self._build_thing_for_sign(cell, sign) for cell, sign in self.cell_signs(position).items()]
        notes = tuple(self.text_lines_below_board(position))
        pieces = looks[self.signs[0]][0], looks[self.signs[self.kind_count]][0]
        return Picture(
            board.places,
            board.strokes,
            tuple(things),
            board.marks,
            notes,
            self.side_to_move(position),
            pieces,
        )

    def layers(self, position: Position) -> Iterator[int]:
        """Yield the pieces of each kind, the mover's and then the opponent's, and last whether O is to move.

        Where X's and O's pieces look unlike each other, each turn has its own layers.
        """
        mine, theirs = self.pieces(position)
        marks, side = self.marks(position), self.side_to_move(position)
        for kind in range(self.kind_count):
            cells = self.full
            for plane in range(self.bits_per_cell - 2):
                marked = marks >> plane * self.cells & self.full
                cells &= marked if kind >> plane & 1 else ~marked
            if self._do_players_look_different:
                yield mine & ~theirs & cells if side == 0 else 0
                yield theirs & ~mine & cells if side == 0 else 0
                yield mine & ~theirs & cells if side == 1 else 0
                yield theirs & ~mine & cells if side == 1 else 0
            else:
                yield mine & ~theirs & cells
                yield theirs & ~mine & cells
        yield mine & theirs
        yield side

    @cached_property
    def _piece_style_by_sign(self) -> dict[str, PieceStyle]:
        """What each sign is drawn as."""
        found: dict[str, PieceStyle] = {}
        for number, sign in enumerate(self.signs):
            kind, side = number % self.kind_count, number // self.kind_count
            found[sign] = ("disc" if kind == 0 else "crowned", side, "")
        if self.removed_sign:
            found[self.removed_sign] = ("block", None, "")
        return found | dict(self.piece_styles)

    def _build_thing_for_sign(self, cell: int, sign: str) -> Thing:
        """Return what a sign is drawn as on a cell."""
        found = self._thing_cache.get((cell, sign))
        if found is None:
            shape, side, text = self._piece_style_by_sign[sign]
            place = self.board.place_by_cell[cell]
            found = self._thing_cache[cell, sign] = Thing(shape, place.x, place.y, side, text)
        return found

    @cached_property
    def _thing_cache(self) -> dict[tuple[int, str], Thing]:
        """The things that were drawn, each made once."""
        return {}

    @cached_property
    def _do_players_look_different(self) -> bool:
        """Whether X's and O's pieces of one kind differ by more than their colour."""
        looks = [self._piece_style_by_sign[sign] for sign in self.signs]
        ours, theirs = looks[: self.kind_count], looks[self.kind_count :]
        return any(
            (SHAPES_BY_SIDE.get(mine[0], mine[0]), mine[2]) != (other[0], other[2])
            for mine, other in zip(ours, theirs, strict=True)
        )

    def __init_subclass__(cls, **arguments: object) -> None:
        super().__init_subclass__(**arguments)
        check_declared_names(cls)


class BoardGame(PiecesGame):
    """Two players' pieces on a `board` as the mover sees them, the mover's and the opponent's."""

    def passed(self, position: Position) -> Position:
        """Return the same position with the other player to move.

        Parameters
        ----------
        position : Position
            The position.

        Returns
        -------
        Position
            With the pieces where they were.
        """
        mine, theirs = self.pieces(position)
        return self.next_position(position, mine, theirs)


class FixedGame(BoardGame):
    """Pieces on a `board` that stay with their players, X and O, and the player to move.

    This suits goals on different sides, sums, and play that a person follows. Rules are written in the same
    way as for a `BoardGame`.
    """

    fixed: ClassVar[bool] = True
    has_turn: ClassVar[bool] = True
    seen_by_mover: ClassVar[bool] = False

    def mover(self, position: Position) -> int:
        """Return the player to move.

        Parameters
        ----------
        position : Position
            The position.

        Returns
        -------
        int
            0 for X, 1 for O.
        """
        return self.side_to_move(position)

    def with_mover(self, position: Position, player: int) -> Position:
        """Return the same position with a given player to move.

        Parameters
        ----------
        position : Position
            The position.
        player : int
            0 or 1.

        Returns
        -------
        Position
            The position itself if the player is to move already.
        """
        return position if self.side_to_move(position) == player else self.passed(position)


class PlacingGame(PiecesGame):
    """Pieces that X and O put on a `board` by turns and that stay: their numbers give the player to move.

    A move is the number of a cell. `moves` and `play` are defined here; a subclass defines the end.

    Examples
    --------
    >>> from zermelo.core.values import LOSS, UNDECIDED
    >>> class InLine(PlacingGame):
    ...     columns: int = 4
    ...     rows: int = 2
    ...     def outcome(self, position):
    ...         return LOSS if self.board.has_line(self.pieces(position)[1], 3) else UNDECIDED
    >>> game = InLine()
    >>> game.show(game.play(game.start(), 5)).split()
    ['....', '.X..']
    """

    fixed: ClassVar[bool] = True
    seen_by_mover: ClassVar[bool] = False
    lasting: ClassVar[bool] = True

    def moves(self, position: Position) -> Iterator[int]:
        """Yield the free cells.

        Parameters
        ----------
        position : Position
            The position.

        Yields
        ------
        int
            Number of a cell, from the lowest.
        """
        free = self.empty_cells(position)
        while free:
            yield ((free & -free) - 1).bit_count()
            free &= free - 1

    def play(self, position: Position, move: int) -> Position:
        """Return the position with one more of the mover's pieces.

        Parameters
        ----------
        position : Position
            The position.
        move : int
            Number of a free cell.

        Returns
        -------
        Position
            With the opponent to move.
        """
        mine, theirs = self.pieces(position)
        return self.next_position(position, mine | 1 << move, theirs)

    def side_to_move(self, position: Position) -> int:
        """Return the player to move, computed from the numbers of pieces.

        Parameters
        ----------
        position : Position
            The position.

        Returns
        -------
        int
            0 for X, if both have equally many pieces, else 1.
        """
        first, second = self.both_boards(position)  # a game may define another tier
        return first.bit_count() + second.bit_count() & 1

    def tier(self, position: Position) -> int:
        """Return the number of pieces.

        Parameters
        ----------
        position : Position
            The position.

        Returns
        -------
        int
            It grows by one with every move.
        """
        first, second = self.both_boards(position)
        return first.bit_count() + second.bit_count()

    def parse(self, text: str) -> Position:
        """Read the text that `show` prints.

        Parameters
        ----------
        text : str
            Rows of the board.

        Returns
        -------
        Position
            The position.

        Raises
        ------
        UnreadablePosition
            If the text is no board, or turns cannot give the players these numbers of pieces.
        """
        position = super().parse(text)
        first, second = (pieces.bit_count() for pieces in self.both_boards(position))
        if first - second not in (0, 1):
            begins, follows = tuple(self.signs)
            reason = f"{begins} has {first} and {follows} has {second}"
            remedy = f"{begins} began, so {begins} has as many as {follows} or one more"
            raise unreadable(self, text, reason, remedy)
        return position
