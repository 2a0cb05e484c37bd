"""Domineering: dominoes on a rectangle; one player lays them upright and the other level.

Göran Andersson's game; Conway, *On numbers and games* (1976). A position is the covered cells, numbered by
rows from the top, and the mover, 0 for who lays upright and 1 for who lays level; on 4 x 3:

    bit  0  1  2  3
         4  5  6  7      bit 12: the mover
         8  9 10 11

Who covered a cell does not matter for what follows. Upright is Left in combinatorial game theory. Where a
word does not hold the board, a position is two, and where two do not, a word a row: `_domineering_boards.py`
takes each apart, and moves too.

A search of a board of up to two words looks first at who surely has the last move: see
`_domineering_last_moves`. Larger boards are for the interpreter, and for sums of small regions.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board_games.partizan_options import PartizanOptions
from zermelo.boards.notation.board_text import split_rows, unreadable
from zermelo.boards.pictures.game_pictures import depict_signs
from zermelo.boards.pictures.picture import Picture
from zermelo.core.game import Position
from zermelo.core.mix_ins import InputPlanes
from zermelo.core.parameters import choice, whole
from zermelo.core.values import LOSS, WIN
from zermelo.games.dominoes._domineering_boards import (
    DomineeringBoard,
    DomineeringRows,
    build_domineering_board,
)
from zermelo.games.dominoes._domineering_mobility import DominoMobility
from zermelo.games.dominoes._domineering_safe_moves import SafeMoves
from zermelo.games.dominoes._domino_rectangle import (
    DOMINOES,
    domino_name,
    read_covered_cells,
    show_covered_cells,
)
from zermelo.games.dominoes._domino_rows import MOST

STARTERS = ("vertical", "horizontal")


class DomineeringRules(PartizanOptions, InputPlanes):
    """The rules; `Domineering` below adds methods for searches."""

    columns: int = whole(4, 1, MOST)
    rows: int = whole(4, 1, MOST)
    starter: str = choice(*STARTERS)
    misere: bool = False

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        goal, end = ("Do not lay", "wins") if self.misere else ("Lay", "loses")
        turn = "Lay a domino on two free squares: Vertical one above the other, Horizontal side by side."
        return f"{goal} the last domino.", turn, f"A player who cannot lay a domino {end}."

    @cached_property
    def board(self) -> DomineeringBoard | DomineeringRows:
        return build_domineering_board(self.columns, self.rows)

    def start(self) -> Position:
        return self.board.position_from_covered(0, STARTERS.index(self.starter))

    def mover(self, position: Position) -> int:
        return self.board.mover(position)

    def moves(self, position: Position) -> Iterator[int]:
        """Yield the dominoes that can be laid, row by row."""
        for word in range(self.board.row_word_count):
            firsts = self.board.first_cells_of_legal_dominoes(position, word)
            while firsts:
                yield self.board.move_from_first_cell(position, word, firsts & -firsts)
                firsts &= firsts - 1

    def play(self, position: Position, move: int) -> Position:
        return self.board.add_domino(position, move)

    def with_mover(self, position: Position, player: int) -> Position:
        """Return the same board with this player to move."""
        return position if self.mover(position) == player else self.board.pass_turn(position)

    def parts(self, position: Position) -> Iterator[Position]:
        """Yield the regions of two free cells or more, each alone in the upper left corner."""
        yield from self.board.yield_region_boards(position)

    def stuck(self, position: Position) -> int:
        return WIN if self.misere else LOSS

    def tier(self, position: Position) -> int:
        return self.board.count_dominoes(position)

    def symmetries(self, position: Position) -> Iterator[Position]:
        for image in range(4):
            if image > 0:
                position = (
                    self.board.mirror_board(position) if image % 2 == 1 else self.board.flip_board(position)
                )
            yield position

    # Text format: the board and, in the last line, who moves.

    player_names = STARTERS

    def show(self, position: Position) -> str:
        board = show_covered_cells(self.board.covered_cells(position), self.columns, self.rows)
        return f"{board}\n{STARTERS[self.mover(position)]} to move"

    def parse(self, text: str) -> Position:
        """Read the board, # for each covered cell, and who moves; lines apart or with `/` between them.

        Raises `UnreadablePosition`. As in a sum of games, either player may be to move and any cells may be
        missing.
        """
        lines = split_rows(text)
        for mover, player in enumerate(STARTERS):
            if lines and lines[-1] == f"{player} to move":
                covered = read_covered_cells(self, text, self.columns, self.rows, lines[:-1])
                return self.board.position_from_covered(covered, mover)
        remedy = "write vertical to move or horizontal to move at the end"
        raise unreadable(self, text, "it does not say who moves", remedy)

    def name(self, position: Position, move: int) -> str:
        first, second = self.board.first_cell(move), self.board.second_cell(position, move)
        return domino_name(first, second, self.columns)

    def layers(self, position: Position) -> Iterator[int]:
        """Yield the covered cells, and whose turn it is."""
        yield self.board.covered_cells(position)
        yield self.mover(position)

    def depict(self, position: int) -> Picture:
        rows = self.show(position).split("\n")
        covered = {cell: "#" for cell, sign in enumerate("".join(rows[: self.rows])) if sign == "#"}
        return depict_signs(covered, DOMINOES, self.columns, self.rows, notes=tuple(rows[self.rows :]))


class Domineering(DomineeringRules):
    """One lays dominoes upright and the other level; who cannot loses, or wins where `misere`.

    `starter` is "vertical", who is Left in theory, or "horizontal". Values are win and loss.
    """

    # Methods for searches. Where `misere`, having no move wins, and they do not apply.

    lasting: ClassVar[bool] = True

    @cached_property
    def safe_moves(self) -> SafeMoves:
        """Who surely has the last move on this board."""
        assert isinstance(self.board, DomineeringBoard)
        return SafeMoves(self.board)

    @cached_property
    def mobility(self) -> DominoMobility:
        """How dominoes change the mobility on this board."""
        assert isinstance(self.board, DomineeringBoard)
        return DominoMobility(self.board)

    @cached_property
    def needs_several_words(self) -> bool:
        """Whether two words do not hold the board: then nothing is seen at a glance."""
        return isinstance(self.board, DomineeringRows)

    def bounds(self, position: Position) -> tuple[int, int]:
        """Return who surely has the last move, where that is seen at a glance."""
        if self.misere or self.needs_several_words:
            return LOSS, WIN
        mover = self.mover(position)
        if self.safe_moves.is_last_move_certain(position, mover, 1):
            return WIN, WIN
        if self.safe_moves.is_last_move_certain(position, 1 - mover, 0):
            return LOSS, LOSS
        return LOSS, WIN

    def order(self, position: Position, move: int) -> int:
        """Return how good a move looks: unsafe moves first, then high mobility, then the place on the board.

        Moves that leave the same mobility are searched in a fixed order, so that a search meets the same
        positions again. With the mobility alone, row by row, it took seven times as many positions on 8 x 6.
        """
        if self.needs_several_words:
            return 0
        first = self.board.first_cell(move)
        room = self.mobility.mobility_change(position, self.mover(position), first)
        if self.misere:
            return -room
        room -= self.mobility.count_unreachable_cells(position, self.mover(position), first) << 7
        row, column = first // self.columns, first % self.columns
        if self.mover(position) == 0:
            beside, along = min(column, self.columns - 1 - column), min(row, self.rows - 2 - row)
        else:
            beside, along = min(row, self.rows - 1 - row), min(column, self.columns - 2 - column)
        place = (1 - beside % 2) << 13 | along % 2 << 12 | beside << 6 | along
        if beside == 0:
            place = 1 << 14
        return (room << 15) - place
