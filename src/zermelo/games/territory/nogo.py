"""Nogo: go in which nothing may be captured; every group of stones must keep a free cell beside it.

Also called anti-atari go. In `impartial_nogo` both players put stones of either colour.

A cell in both boards is a wall, # in text: nothing stands there and it is no free cell. Play makes no walls;
only `parts` does. A stone acts on the free cells beside its group, and they on each other, but groups of
different colours do not. So free cells and groups fall into parts, and of each the rest of the board may be
walls.

A cell that is forbidden to a player now stays forbidden: groups grow by their free cells alone, so the free
cells of a group that the stone would leave without any stay as they are. A region in which nobody can move is
therefore not counted as a part.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from zermelo.boards.board import Board, each, lowest
from zermelo.boards.board_constructors import LEFT, UP, squares
from zermelo.boards.board_games.board_game import FixedGame, PiecesGame, PieceStyle
from zermelo.boards.board_games.partizan_options import STARTERS, PartizanOptions
from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.pictures.picture import Picture
from zermelo.core.game import Position
from zermelo.core.parameters import WORD_BITS, check_bits, choice, whole
from zermelo.core.values import LOSS, WIN


class _LibertyGame(PiecesGame):
    """Boards with walls, and where a stone can be put so that every group keeps a free cell."""

    columns: int = whole(3, 1, WORD_BITS // 2)
    rows: int = whole(3, 1, WORD_BITS // 2)

    signs: ClassVar[str] = "xo"
    removed_sign: ClassVar[str] = "#"  # a wall
    player_names: ClassVar[tuple[str, str]] = STARTERS
    piece_styles: ClassVar[Mapping[str, PieceStyle]] = {"x": ("stone", 0, ""), "o": ("stone", 1, "")}

    def __post_init__(self) -> None:
        check_bits(f"a board of {self.columns} x {self.rows}", self.piece_bits + self.has_turn)

    @cached_property
    def board(self) -> Board:
        return squares(self.columns, self.rows, crossings=True)

    def all_groups_have_liberties(self, first: int, second: int) -> bool:
        """Return whether every group has a free cell beside it."""
        free = self.full & ~(first | second)
        return not (
            self.board.without_liberties(first & ~second, free)
            or self.board.without_liberties(second & ~first, free)
        )

    def yield_placements(self, position: Position, colour: int) -> Iterator[int]:
        """Yield the free cells that can take a stone of the colour, 0 for x."""
        first, second = self.both_boards(position)
        for cell in each(self.empty_cells(position)):
            stone = 1 << cell
            if (
                self.all_groups_have_liberties(first | stone, second)
                if colour == 0
                else self.all_groups_have_liberties(first, second | stone)
            ):
                yield cell

    def tier(self, position: Position) -> int:
        return (self.full & ~self.empty_cells(position)).bit_count()

    # Parts.

    def parts(self, position: Position) -> Iterator[Position]:
        """Yield free cells and groups that act on each other, with walls all around."""
        rest = self.empty_cells(position)
        while rest:
            part = self.interacting_cells(position, rest & -rest)
            rest &= ~part
            walls = self.full & ~part
            first, second = self.both_boards(position)
            alone = self.join_boards(first & part | walls, second & part | walls, 0, 0)
            if self.has_legal_placement(alone):
                yield self.canonical_part(alone)

    def interacting_cells(self, position: Position, cells: int) -> int:
        """Return the free cells and the groups that act on these free cells, or on others that do."""
        free = self.empty_cells(position)
        first, second = self.both_boards(position)
        before = 0
        while cells != before:
            before = cells
            near = self.board.adjacent(cells & free)
            cells |= near & free | self.board.group(near, first & ~second)
            cells |= self.board.group(near, second & ~first)
            cells |= self.board.adjacent(cells) & free
        return cells

    def has_legal_placement(self, position: Position) -> bool:
        """Return whether any stone can be put."""
        for colour in range(2):
            for _ in self.yield_placements(position, colour):
                return True
        return False

    def canonical_part(self, part: Position) -> Position:
        """Return the part in the corner that its images share: the same for all its copies."""
        first = self.move_part_to_corner(part)
        for image in self.symmetries(part):
            first = min(first, self.move_part_to_corner(image))
        return first

    def move_part_to_corner(self, part: Position) -> Position:
        """Return the part in the upper left corner, and walls where it has left."""
        first, second = self.both_boards(part)
        used = self.full & ~(first & second)
        moved = -self.board.shift_to_edges(used, (UP, LEFT))
        walls = self.full & ~(used >> moved)
        return self.join_boards((first & ~second) >> moved | walls, (second & ~first) >> moved | walls, 0, 0)

    # Text format: x, o, # for walls.

    def parse(self, text: str) -> Position:
        """Read rows of x, o, . and # for walls, and below who is to move, where that is part of a position.

        Whether play can reach the position is not checked: any stones with free cells may stand. Raises
        `UnreadablePosition`.
        """
        position = super().parse(text)
        first, second = self.both_boards(position)
        free = self.empty_cells(position)
        caught = self.board.without_liberties(first & ~second, free) or self.board.without_liberties(
            second & ~first, free
        )
        if caught:
            where = self.board.names[lowest(caught)]
            remedy = "take it off, as nothing is captured here"
            raise unreadable(self, text, f"the group at {where} has no free cell beside it", remedy)
        return position


class Nogo(_LibertyGame, FixedGame, PartizanOptions):
    """Put a stone so that every group, yours and the other's, keeps a free cell; who cannot loses.

    A player who cannot move wins where `misere`. Left has x and Right has o; `starter` is "left" or "right".
    Values are win and loss.
    """

    starter: str = choice(*STARTERS)
    misere: bool = False

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        return (
            "Make the opponent move last." if self.misere else "Make the last move.",
            "Put a stone on a free point where every group of either player keeps a free point beside it.",
            f"A player who cannot move {'wins' if self.misere else 'loses'}; there are no draws.",
        )

    def start(self) -> Position:
        return self.join_boards(0, 0, 0, STARTERS.index(self.starter))

    def moves(self, position: Position) -> Iterator[int]:
        """Yield the cells that the mover may put a stone on."""
        yield from self.yield_placements(position, self.side_to_move(position))

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.pieces(position)
        return self.next_position(position, mine | 1 << move, theirs)

    def stuck(self, position: Position) -> int:
        return WIN if self.misere else LOSS


class ImpartialNogo(_LibertyGame):
    """Put a stone of either colour so that every group keeps a free cell; who cannot loses.

    A player who cannot move wins where `misere`. Values are win and loss.
    """

    misere: bool = False

    impartial = True
    seen_by_mover: ClassVar[bool] = False

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        return (
            "Make the opponent move last." if self.misere else "Make the last move.",
            "Put a stone of either colour on a free point where every group keeps a free point beside it.",
            f"A player who cannot move {'wins' if self.misere else 'loses'}; there are no draws.",
        )

    def moves(self, position: Position) -> Iterator[int]:
        """Yield the bits of stones that can be put: cells for x, and as many further for o."""
        for colour in range(2):
            for cell in self.yield_placements(position, colour):
                yield cell + colour * self.cells

    def play(self, position: Position, move: int) -> Position:
        return position | 1 << move

    def stuck(self, position: Position) -> int:
        return WIN if self.misere else LOSS

    def symmetries(self, position: Position) -> Iterator[Position]:
        """Yield the board's images, and each with the colours exchanged."""
        for image in super().symmetries(position):
            yield image
            yield self.exchange_colours(image)

    def exchange_colours(self, position: Position) -> Position:
        first, second = self.both_boards(position)
        return self.join_boards(second, first, 0, 0)

    def name(self, position: Position, move: int) -> str:
        return f"{self.signs[move // self.cells]} {self.board.names[move % self.cells]}"

    def depict(self, position: Position) -> Picture:
        return replace(super().depict(position), mover=None)
