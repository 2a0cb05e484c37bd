"""The game that rules are derived on, and what it looks like as an abstract game.

A game says its `abstract_rules`, or its winning lines, which is one declaration: a sign is put, and a whole
line wins. Either way `boards` tells what stands where, and that is enough to see what a move has done.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from zermelo.boards.abstract_graphs.abstract_board import AbstractBoard, Realisation, find_realisations
from zermelo.boards.abstract_graphs.abstract_game import AbstractGame
from zermelo.boards.abstract_graphs.abstract_graph import AbstractGraph
from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game, Move, Position, has
from zermelo.explain.positional_game import PositionalGame, read_positional_game, yield_set_bits

NO_BOARD = "its rules name no cells: write 'cells' and the lines on them"


@dataclass(frozen=True)
class DerivationGame:
    """A game, its abstract game, and the lines of a positional one, where it is one."""

    game: Game
    abstract: AbstractGame

    @cached_property
    def boards_by_player(self) -> tuple[AbstractBoard, AbstractBoard]:
        """The board as the first player and as the second sees it."""
        assert self.abstract.boards is not None
        return self.abstract.boards

    @property
    def first_player_board(self) -> AbstractBoard:
        """The board as the first player sees it."""
        return self.boards_by_player[0]

    @cached_property
    def cell_names(self) -> dict[int, str]:
        """The name of every cell: that of a move that puts a sign there, or the cell's own."""
        found = dict(zip(self.abstract.cells, self.abstract.names, strict=True))
        start = next(iter(self.game.starts()))
        asked: Any = self.game
        if has(self.game, "cell_of"):
            found |= {asked.cell_of(start, move): asked.name(start, move) for move in asked.moves(start)}
        return found

    def find_realisations_by_attacker(
        self, graph: AbstractGraph
    ) -> tuple[tuple[Realisation, ...], tuple[Realisation, ...]]:
        """Return where a graph lies if the first player attacks, and if the second does."""
        first = find_realisations(self.boards_by_player[0], graph)
        return first, first if self.abstract.is_board_same_for_both_players else find_realisations(
            self.boards_by_player[1], graph
        )

    def read_stone_masks(self, position: Position) -> tuple[int, int]:
        """Return the mover's signs and the other's, as masks of cells."""
        asked: Any = self.game
        mine, theirs = asked.boards(position)
        return mine, theirs

    def find_side_to_move(self, position: Position) -> int:
        """Return who is to move, 0 or 1, where both see the board differently; else 0."""
        asked: Any = self.game
        if self.abstract.is_board_same_for_both_players:
            return 0
        return (
            int(asked.mover(position))
            if has(self.game, "mover")
            else sum(stones.bit_count() for stones in self.read_stone_masks(position)) % 2
        )

    def find_moves_realising(
        self, position: Position, places: tuple[Realisation, ...], *, attacks: bool
    ) -> list[Move]:
        """Return the moves that do what a realisation says: as the attacker, or as the defender.

        A defence's action is marked as the attack's that it prevents, or as the defender's own.
        """
        mine, theirs = self.read_stone_masks(position)
        wanted = set()
        for place in places:
            made = (
                place.stones_after_action(mine, theirs)
                if attacks
                else place.stones_after_action(theirs, mine)[::-1]
            )
            wanted.add(made)
        return [
            move
            for move in self.game.moves(position)
            if self.find_stones_after_move(position, move) in wanted
        ]

    def find_move_cell(self, position: Position, move: Move) -> int:
        """Return the cell on which a move puts a sign, the least of several."""
        mine, _ = self.read_stone_masks(position)
        put = self.find_stones_after_move(position, move)[0] & ~mine
        return (put & -put).bit_length() - 1

    def find_stones_after_move(self, position: Position, move: Move) -> tuple[int, int]:
        """Return the stones of who moves, and those of the other, after the move."""
        theirs, mine = self.read_stone_masks(self.game.play(position, move))
        return mine, theirs


def make_derivation_game(game: Game | PositionalGame) -> DerivationGame:
    """Return a game as one that rules are derived on.

    Raises `MissingCapability` for games that say neither abstract rules nor lines, or whose stones fall,
    and where the board has no line.

    >>> from zermelo.games import TicTacToe
    >>> len(make_derivation_game(TicTacToe()).first_player_board.lines["line"])
    8
    """
    if isinstance(game, PositionalGame):
        check_board_supports_derivation(game)
        return DerivationGame(game.game, game.abstract_game)
    if has(game, "abstract_rules"):
        said: Any = game
        rules = said.abstract_rules
        found = AbstractGame.parse(rules) if isinstance(rules, str) else rules
        if found.boards is None:
            raise MissingCapability(f"{game!r} has no board: {NO_BOARD}")
        return DerivationGame(game, found)
    return make_derivation_game(read_positional_game(game))


def check_board_supports_derivation(board: PositionalGame) -> None:
    """Refuse a board without lines, or on which some empty cell cannot be played to."""
    start = next(iter(board.game.starts()))
    played = {board.find_move_cell(start, move) for move in board.game.moves(start)}
    mine, theirs = board.read_stone_masks(start)
    if not board.lines:
        raise MissingCapability(f"{board.game!r} has no line: take a board on which one fits")
    if played != set(yield_set_bits(board.all_cells_mask & ~(mine | theirs))):
        raise MissingCapability(
            f"{board.game!r} does not let a stone stand on any empty cell, and abstract graphs know no "
            "gravity: take mnk of that size, or method='list'"
        )
