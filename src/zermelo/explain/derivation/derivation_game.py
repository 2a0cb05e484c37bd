"""The game that rules are derived on, and what it looks like as an abstract game.

A game says its `abstract_rules`, or its winning lines, which is one declaration: a sign is put, and a whole
line wins. Either way `boards` tells what stands where, and that is enough to see what a move has done. Rules
are derived from abstract rules alone, without a game, and even without a board.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from zermelo.boards.abstract_graphs.abstract_board import (
    AbstractBoard,
    Realisation,
    count_realisations,
    find_realisations,
    find_realisations_at,
    sort_realisations,
    yield_realisations,
)
from zermelo.boards.abstract_graphs.abstract_game import AbstractGame
from zermelo.boards.abstract_graphs.abstract_graph import OTHER, AbstractGraph
from zermelo.core.errors import MissingCapability
from zermelo.core.game import Game, Move, Position, has
from zermelo.explain.positional_game import PositionalGame, read_positional_game, yield_set_bits


class Stones(NamedTuple):
    """What stands on a board: masks of the mover's signs and the other's, and who moves, 0 or 1.

    Who moves is 0 where both players see the same board.
    """

    mine: int
    theirs: int
    side: int


@dataclass(frozen=True)
class DerivationGame:
    """An abstract game that rules are derived for, and the game that is played so, if one was given."""

    played: Game | None
    abstract: AbstractGame

    @property
    def game(self) -> Game:
        """The game that is played."""
        if self.played is None:
            raise MissingCapability(
                "abstract rules alone are derived from, not played: give a game, such as declared(rules=...)"
            )
        return self.played

    def __str__(self) -> str:
        return "an abstract game" if self.played is None else repr(self.played)

    @property
    def has_board(self) -> bool:
        """Whether there are cells, so that a graph lies somewhere or nowhere."""
        return self.abstract.boards is not None

    @cached_property
    def boards_by_player(self) -> tuple[AbstractBoard, AbstractBoard]:
        """The board as the first player and as the second sees it, with no cells if there is none."""
        return self.abstract.boards or (AbstractBoard((), {}),) * 2

    @property
    def first_player_board(self) -> AbstractBoard:
        """The board as the first player sees it."""
        return self.boards_by_player[0]

    @property
    def cell_count(self) -> int:
        """Cells of the board, 0 without one."""
        return len(self.abstract.cells)

    def does_graph_fit_board(self, graph: AbstractGraph) -> bool:
        """Return whether a graph lies anywhere on either player's board; without a board, it does."""
        return not self.has_board or self.find_example(graph) is not None

    def find_example(self, graph: AbstractGraph) -> Realisation | None:
        """Return where a graph lies, None if nowhere."""
        return next(iter(self.list_first_realisations(graph, 1)), None)

    def list_first_realisations(self, graph: AbstractGraph, most: int) -> tuple[Realisation, ...]:
        """Return some places where a graph lies on the first player's board, or else on the second's."""
        first, second = (islice(yield_realisations(board, graph), most) for board in self.boards_by_player)
        return sort_realisations(first) or sort_realisations(second)

    def count_realisations(self, graph: AbstractGraph) -> int:
        """Return in how many ways a graph lies on the board, whichever player attacks."""
        own = self.abstract.kinds_with_own_lines
        if any(kind.removeprefix(OTHER) in own for kind in graph.kinds):
            return len(set().union(*self.find_realisations_by_attacker(graph)))
        return count_realisations(self.first_player_board, graph)

    @cached_property
    def cell_names(self) -> dict[int, str]:
        """The name of every cell: that of a move that puts a sign there, or the cell's own."""
        found = dict(zip(self.abstract.cells, self.abstract.names, strict=True))
        asked: Any = self.played
        if self.played is not None and has(self.played, "cell_of"):
            start = next(iter(self.played.starts()))
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

    def yield_realisations_at(self, graphs: Sequence[AbstractGraph], stones: Stones) -> Iterator[Realisation]:
        """Yield where graphs lie, given what stands on the board; the mover attacks."""
        board, signs = self.boards_by_player[stones.side], (stones.mine, stones.theirs)
        lines = board.map_signs_to_lines(*signs)
        for graph in graphs:
            yield from find_realisations_at(board, graph, signs, lines)

    def yield_attacks_on_mover(
        self, graphs: Sequence[AbstractGraph], stones: Stones
    ) -> Iterator[Realisation]:
        """Yield where graphs lie with the mover as the defender."""
        return self.yield_realisations_at(graphs, Stones(stones.theirs, stones.mine, self.other_side(stones)))

    def other_side(self, stones: Stones) -> int:
        """Return who does not move."""
        return 0 if self.abstract.is_board_same_for_both_players else 1 - stones.side

    def read_stones(self, position: Position) -> Stones:
        """Return what stands on the board."""
        return Stones(*self.read_stone_masks(position), self.find_side_to_move(position))

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


def make_derivation_game(game: Game | PositionalGame | AbstractGame) -> DerivationGame:
    """Return a game as one that rules are derived on.

    Raises `MissingCapability` for games that say neither abstract rules nor lines, or whose stones fall,
    and where the board has no line.

    >>> from zermelo.games import TicTacToe
    >>> len(make_derivation_game(TicTacToe()).first_player_board.lines["line"])
    8
    """
    if isinstance(game, AbstractGame):
        return DerivationGame(None, game)
    if isinstance(game, PositionalGame):
        check_board_supports_derivation(game)
        return DerivationGame(game.game, game.abstract_game)
    if has(game, "abstract_rules"):
        said: Any = game
        rules = said.abstract_rules
        return DerivationGame(game, AbstractGame.parse(rules) if isinstance(rules, str) else rules)
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
            f"{board.game!r} does not let a stone stand on any empty cell, and lines know no "
            "gravity: declare its rules as abstract graphs, take mnk of that size, or method='list'"
        )
