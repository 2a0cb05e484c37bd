"""Comparison of a game's own rules with the placement game of a proof, position by position.

A board where they agree at every position that play reaches *is* that game. On larger boards lines of random
play are compared. A move that lets the other win at once is left out on both sides, if the mover has another:
who has none but such is lost as one who cannot move is.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from zermelo.cgt.sizes.placement_games import Open, PlacementGame
from zermelo.core.errors import CheckFailed
from zermelo.core.game import Game, Position, has
from zermelo.core.notation.wording import format_count
from zermelo.core.rule_queries import moves_at, terminal_value
from zermelo.core.values import LOSS, WIN

LINES = 8  # of random play on each larger board
SEED = 1974
SHUT = (False, False)

Reading = Callable[[Game, Position], Open]


@dataclass(frozen=True)
class SizedBoard:
    """A game on a board of this size."""

    game: Game
    columns: int
    rows: int


@dataclass(frozen=True)
class PlacementComparison:
    """At how many positions rules and model were found to agree: on whole boards, and in lines of play."""

    positions: int
    whole: tuple[str, ...]
    along: int
    larger: tuple[str, ...]

    def __str__(self) -> str:
        boards = _summarise_boards(self.whole)
        said = f"the rules are these placements at all {self.positions:,} positions of {boards}"
        if not self.along:
            return said
        return f"{said}, and at {self.along:,} more along random play on {_summarise_boards(self.larger)}"


def compare_placements(
    model: PlacementGame, reading: Reading, whole: Iterable[SizedBoard], larger: Iterable[SizedBoard] = ()
) -> PlacementComparison:
    """Compare rules with a model: all positions of the boards of `whole`, random play on the others.

    Raises `CheckFailed` at the first position where they differ.
    """
    whole, larger = list(whole), list(larger)
    positions = sum(_compare_all_positions(model, reading, board) for board in whole)
    dice = random.Random(SEED)
    along = sum(_compare_random_line(model, reading, board, dice) for board in larger for _ in range(LINES))
    return PlacementComparison(positions, _format_board_names(whole), along, _format_board_names(larger))


def make_open_cell_reader(signs: dict[str, tuple[bool, bool]]) -> Reading:
    """Return how a position is read off its text: to whom a cell with each sign is open."""

    def read_open_cells(game: Game, position: Position) -> Open:
        lines = [line for line in game.show(position).splitlines() if " " not in line]
        found: tuple[set[tuple[int, int]], set[tuple[int, int]]] = (set(), set())
        for y, line in enumerate(lines):
            for x, sign in enumerate(line):
                for player in (0, 1):
                    if signs[sign][player]:
                        found[player].add((x, y))
        return frozenset(found[0]), frozenset(found[1])

    return read_open_cells


def _compare_all_positions(model: PlacementGame, reading: Reading, board: SizedBoard) -> int:
    found = dict.fromkeys(board.game.starts())
    for start in found:
        everything = frozenset((x, y) for x in range(board.columns) for y in range(board.rows))
        if reading(board.game, start) != (everything, everything):
            raise CheckFailed(f"{board.game!r} does not begin with everything open")
    waiting = list(found)
    while waiting:
        position = waiting.pop()
        for child in _compare_moves_at_position(model, reading, board, position):
            if child not in found:
                found[child] = None
                waiting.append(child)
    return len(found)


def _compare_random_line(
    model: PlacementGame, reading: Reading, board: SizedBoard, dice: random.Random
) -> int:
    position, count = next(iter(board.game.starts())), 0
    while True:
        count += 1
        children = _compare_moves_at_position(model, reading, board, position)
        if not children:
            return count
        position = dice.choice(children)


def _compare_moves_at_position(
    model: PlacementGame, reading: Reading, board: SizedBoard, position: Position
) -> list[Position]:
    """Return the positions that a move leads to, without those that lose at once; raises `CheckFailed`."""
    game = board.game
    player = game.mover(position) if has(game, "mover") else 0  # type: ignore[attr-defined]  # it has one
    moves = moves_at(game, position)
    children = [game.play(position, move) for move in moves]
    safe = [child for child in children if moves_at(game, child) or terminal_value(game, child) != WIN]
    told = {reading(game, child) for child in safe}
    meant = set(
        model.yield_open_cells_after_moves(reading(game, position), player, board.columns, board.rows)
    )
    if told != meant or (not moves and terminal_value(game, position) != LOSS):
        raise CheckFailed(f"{game!r} is no such game of placements at\n{game.show(position)}")
    if has(game, "mover") and any(game.mover(child) == player for child in safe):  # type: ignore[attr-defined]
        raise CheckFailed(f"{game!r}: the turn stays at\n{game.show(position)}")
    return safe


def _format_board_names(boards: list[SizedBoard]) -> tuple[str, ...]:
    return tuple(f"{board.columns} x {board.rows}" for board in boards)


def _summarise_boards(names: tuple[str, ...]) -> str:
    return f"{format_count(len(names), 'board')} up to {names[-1]}"
