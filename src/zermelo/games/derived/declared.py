"""Declared games: rules as abstract graphs, read from text; see `boards.abstract_graphs.declaration_text`.

A position is the signs of both players and the mover, in one word; with n cells:

    bits 0 to n-1   the first player's     bits n to 2n-1   the second's     bit 2n   who moves

With more than 31 cells it is these three as a tuple, which is played by the interpreter. Rules without cells
are derived from, not played.

An action at one place on the board is a move: masks of the cells that it needs, and of their new contents.
All moves of both players are numbered, the first player's first, so that a table of masks holds all moves:

    need    mine, theirs, empty       a1 b1 -> a move puts a sign on c1: 0, 0, c1
    makes   mine, theirs, empty                                          c1, 0, 0

The graphs that end the game are masks too. Such a graph ends the game, whichever player made it; where both
players have one, the graph of the player who has just moved counts.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from zermelo.boards.abstract_graphs.abstract_board import Realisation, find_realisations
from zermelo.boards.abstract_graphs.abstract_game import AbstractGame
from zermelo.boards.abstract_graphs.abstract_graph import AbstractGraph, build_full_line
from zermelo.boards.board_games.partizan_options import read_rows_and_mover
from zermelo.boards.notation.board_text import unreadable
from zermelo.boards.pictures.game_pictures import CROSSES
from zermelo.boards.pictures.picture import Picture, Place, Thing
from zermelo.boards.pictures.picture_places import column_letters, coordinate_marks, row_numbers
from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game, Position
from zermelo.core.notation.wording import join_names
from zermelo.core.parameters import WORD_BITS
from zermelo.core.values import DRAW, LOSS, UNDECIDED, WIN

TIC_TAC_TOE = "cells 3 x 3; line straight 3; action put a*; wins {a=A b=A c=A}"
PLAYERS = ("X", "O")
MOST_PLACES = 100_000  # at which an action or a final graph lies, turned ones included
ENDS = {"draws": DRAW, "loses": LOSS, "wins": WIN}


class DeclaredRules(Game):
    """Rules of a declaration, which a subclass has as its `rules`: a parameter, or the text of a file."""

    if TYPE_CHECKING:
        rules: str = TIC_TAC_TOE

    @property
    def how_to_play(self) -> tuple[str, str, str]:
        rules = self.abstract_rules
        full = all(each == build_full_line(len(each.labels)) for each in rules.finals)
        lengths = join_names(sorted({len(each.labels) for each in rules.finals}))
        pattern = f"a line of {lengths} of your signs" if full else "one of the patterns in the rules"
        puts = all(str(each.graph) == "a*" for each in rules.actions)
        move = "put a sign on a free cell" if puts else "make a move that the rules allow"
        goal, verb = ("Do not complete", "loses") if rules.loses else ("Complete", "wins")
        end = f"The player who completes one {verb}. A player who cannot move {rules.stuck}"
        end += "." if puts else "; endless play is a draw."
        return f"{goal} {pattern}.", f"X and O take turns to {move}.", end

    def __post_init__(self) -> None:
        self.abstract_rules  # noqa: B018  # rules that cannot be read are refused at once

    @cached_property
    def abstract_rules(self) -> AbstractGame:
        return AbstractGame.parse(self.rules)

    @cached_property
    def cell_count(self) -> int:
        return len(self.abstract_rules.names)

    @cached_property
    def wide(self) -> bool:
        """Whether a position needs more than a word."""
        return 2 * self.cell_count + 1 > WORD_BITS

    @cached_property
    def board_mask(self) -> int:
        return (1 << self.cell_count) - 1

    def start(self) -> Position:
        if not self.abstract_rules.names:
            raise MissingCapability("rules without 'cells' are derived from, not played: write 'cells 3 x 3'")
        first, second = self.abstract_rules.starts
        return self.position_of(first, second, 0)

    def position_of(self, first: int, second: int, mover: int) -> Position:
        if self.wide:
            return first, second, mover
        return first | second << self.cell_count | mover << 2 * self.cell_count

    def mover(self, position: Position) -> int:
        turn: int = position[2] if self.wide else position >> 2 * self.cell_count
        return turn

    def signs_of(self, position: Position) -> tuple[int, int]:
        """Return the first player's signs and the second's."""
        if self.wide:
            return position[0], position[1]
        return position & self.board_mask, position >> self.cell_count & self.board_mask

    def boards(self, position: Position) -> tuple[int, int]:
        """Return the mover's signs and the other's."""
        first, second = self.signs_of(position)
        return (second, first) if self.mover(position) else (first, second)

    def moves(self, position: Position) -> Iterator[int]:
        mine, theirs = self.boards(position)
        for move in range(
            self.first_move_by_player[self.mover(position)],
            self.first_move_by_player[self.mover(position)] + self.move_count_by_player[self.mover(position)],
        ):
            if (
                self.needed_own_cells_by_move[move] & ~mine == 0
                and self.needed_opponent_cells_by_move[move] & ~theirs == 0
                and self.needed_empty_cells_by_move[move] & (mine | theirs) == 0
            ):
                yield move

    def play(self, position: Position, move: int) -> Position:
        mine, theirs = self.boards(position)
        mine = (
            mine & ~(self.resulting_opponent_cells_by_move[move] | self.resulting_empty_cells_by_move[move])
            | self.resulting_own_cells_by_move[move]
        )
        theirs = (
            theirs & ~(self.resulting_own_cells_by_move[move] | self.resulting_empty_cells_by_move[move])
            | self.resulting_opponent_cells_by_move[move]
        )
        if self.mover(position):
            return self.position_of(theirs, mine, 0)
        return self.position_of(mine, theirs, 1)

    def outcome(self, position: Position) -> int:
        mine, theirs = self.boards(position)
        mover = self.mover(position)
        if self.has_made_final_graph(theirs, mine, 1 - mover):
            return self.value_after_opponent_completes_graph
        if self.has_made_final_graph(mine, theirs, mover):
            return -self.value_after_opponent_completes_graph
        return UNDECIDED

    def stuck(self, position: Position) -> int:
        return self.value_without_moves

    @cached_property
    def value_after_opponent_completes_graph(self) -> int:
        """The value to the player who moves where the other has made a final graph."""
        return WIN if self.abstract_rules.loses else LOSS

    @cached_property
    def value_without_moves(self) -> int:
        return ENDS[self.abstract_rules.stuck]

    def has_made_final_graph(self, mine: int, theirs: int, player: int) -> bool:
        """Return whether a player has made a final graph, given that player's signs and the opponent's."""
        return any(
            final_mine & ~mine == 0 and final_theirs & ~theirs == 0 and final_empty & (mine | theirs) == 0
            for final_mine, final_theirs, final_empty in self.final_graph_masks_by_player[player]
        )

    # The tables.

    @cached_property
    def move_table(self) -> tuple[tuple[Realisation, ...], tuple[Realisation, ...]]:
        """Every move of each player, on the board as that player sees it."""
        first, second = (
            self.find_realisations_distinct_by_cells(
                tuple(action.graph for action in self.abstract_rules.actions), player
            )
            for player in (0, 1)
        )
        return first, second

    def find_realisations_distinct_by_cells(
        self, graphs: tuple[AbstractGraph, ...], player: int
    ) -> tuple[Realisation, ...]:
        """Return all realisations of graphs that differ in more than the lines they lie on."""
        assert self.abstract_rules.boards is not None
        board = self.abstract_rules.boards[player]
        found = {
            (each.attacker, each.defender, each.empty, each.becomes): each
            for graph in graphs
            for each in find_realisations(board, graph, MOST_PLACES)
        }
        return tuple(found.values())

    @cached_property
    def first_move_by_player(self) -> tuple[int, int]:
        return 0, len(self.move_table[0])

    @cached_property
    def move_count_by_player(self) -> tuple[int, int]:
        return len(self.move_table[0]), len(self.move_table[1])

    @cached_property
    def needed_own_cells_by_move(self) -> tuple[int, ...]:
        return tuple(each.attacker for places in self.move_table for each in places)

    @cached_property
    def needed_opponent_cells_by_move(self) -> tuple[int, ...]:
        return tuple(each.defender for places in self.move_table for each in places)

    @cached_property
    def needed_empty_cells_by_move(self) -> tuple[int, ...]:
        return tuple(each.empty for places in self.move_table for each in places)

    @cached_property
    def resulting_own_cells_by_move(self) -> tuple[int, ...]:
        return tuple(each.becomes[0] for places in self.move_table for each in places)

    @cached_property
    def resulting_opponent_cells_by_move(self) -> tuple[int, ...]:
        return tuple(each.becomes[1] for places in self.move_table for each in places)

    @cached_property
    def resulting_empty_cells_by_move(self) -> tuple[int, ...]:
        return tuple(each.becomes[2] for places in self.move_table for each in places)

    @cached_property
    def final_graph_masks_by_player(
        self,
    ) -> tuple[tuple[tuple[int, int, int], ...], tuple[tuple[int, int, int], ...]]:
        """For each player, the masks of own signs, opponent's signs and empty cells in every final graph."""
        first, second = (
            tuple(
                (each.attacker, each.defender, each.empty)
                for each in self.find_realisations_distinct_by_cells(self.abstract_rules.finals, player)
            )
            for player in (0, 1)
        )
        return first, second

    # Text format: rows from the top, and who is to move.

    @cached_property
    def cell_coordinates(self) -> tuple[tuple[int, int], ...]:
        """Column and row of every cell."""
        return tuple((int(column), int(row)) for column, row in self.abstract_rules.places)

    @cached_property
    def empty_board_rows(self) -> tuple[str, ...]:
        """The board without signs, a dot for each cell and a dash where there is none."""
        columns, rows = (1 + max(place[axis] for place in self.cell_coordinates) for axis in (0, 1))
        return tuple(
            "".join("." if (column, row) in self.cell_coordinates else "-" for column in range(columns))
            for row in range(rows)
        )

    player_names = PLAYERS

    def show(self, position: Position) -> str:
        grid = [list(row) for row in self.empty_board_rows]
        for cell, (column, row) in enumerate(self.cell_coordinates):
            for player in (0, 1):
                if self.signs_of(position)[player] >> cell & 1:
                    grid[row][column] = PLAYERS[player]
        return "\n".join([*("".join(row) for row in grid), f"{PLAYERS[self.mover(position)]} to move"])

    def parse(self, text: str) -> Position:
        """Read a position: rows of X, O and `.` from the top, and who is to move.

        `-` stands where no cell is. Raises `UnreadablePosition`.
        """
        rows, mover = read_rows_and_mover(self, text, PLAYERS)
        if [len(row) for row in rows] != [len(row) for row in self.empty_board_rows]:
            sizes = " ".join(str(len(row)) for row in rows)
            raise unreadable(
                self,
                text,
                f"its rows have lengths {sizes or 0}",
                f"write rows like {'/'.join(self.empty_board_rows)}",
            )
        boards = [0, 0]
        for row, (written, known) in enumerate(zip(rows, self.empty_board_rows, strict=True)):
            for column, (sign, place) in enumerate(zip(written, known, strict=True)):
                if (sign == "-") != (place == "-") or sign not in ".XO-":
                    raise unreadable(
                        self,
                        text,
                        f"{sign!r} is no cell",
                        f"write rows like {'/'.join(self.empty_board_rows)}",
                    )
                if sign in PLAYERS:
                    cell = self.cell_coordinates.index((column, row))
                    boards[PLAYERS.index(sign)] |= 1 << cell
        return self.position_of(boards[0], boards[1], mover)

    @cached_property
    def move_names(self) -> tuple[str, ...]:
        """The name of every move: its cell, or its start and end, and the captured cells after x."""
        names = []
        for each in (place for places in self.move_table for place in places):
            made, theirs, left = each.becomes
            came = left & each.attacker
            taken = each.defender & (left | made)
            said = self.cell_names_in_mask(made)
            if came:
                said = f"{self.cell_names_in_mask(came)}-{said}"
            if taken:
                said += f"x{self.cell_names_in_mask(taken)}"
            names.append(said + (f">{self.cell_names_in_mask(theirs)}" if theirs else ""))
        counted = {name: names[: len(self.move_table[0])].count(name) for name in names}
        return tuple(f"{name}({number})" if counted[name] > 1 else name for number, name in enumerate(names))

    def cell_names_in_mask(self, mask: int) -> str:
        return ",".join(name for cell, name in enumerate(self.abstract_rules.names) if mask >> cell & 1)

    def name(self, position: Position, move: int) -> str:
        return self.move_names[move]

    def depict(self, position: Position) -> Picture:
        places = tuple(
            Place(name, column, row)
            for name, (column, row) in zip(self.abstract_rules.names, self.cell_coordinates, strict=True)
        )
        things = tuple(
            Thing(CROSSES["XO"[player]][0], place.x, place.y, player)
            for cell, place in enumerate(places)
            for player in (0, 1)
            if self.signs_of(position)[player] >> cell & 1
        )
        mover = self.mover(position)
        columns, rows = max(map(len, self.empty_board_rows)), len(self.empty_board_rows)
        marks = coordinate_marks(column_letters(columns), row_numbers(rows))
        return Picture(places, (), things, marks, (f"{PLAYERS[mover]} to move",), mover, ("cross", "ring"))


class Declared(DeclaredRules):
    """Play by rules given as abstract graphs: cells, lines, actions, and the graphs that win or lose.

    The first player is X, the second O. Values are win, draw, loss. Up to 31 cells the rules compile.
    """

    rules: str = TIC_TAC_TOE
