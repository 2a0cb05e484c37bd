"""Find the turns of a board that keep the rules of a game, by trying them at the first positions of play.

Rules with a direction, such as a race to one side, differ on a turned board. A turn that changes the moves or
the end at one of the positions tried is left out; fewer symmetries cost time, never a value. Turns that
differ only later are found and refused by the checks of every solver.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from zermelo.boards.board import each
from zermelo.boards.board_symmetries import Permutation
from zermelo.core.game import Position, has
from zermelo.core.values import UNDECIDED

POSITIONS = 24  # that are looked at
WORK = 1_500  # moves that are played
MOST_MOVES = 256  # of a position: one with more is passed over


def map_cells_by_symmetry(cells: int, turn: Permutation) -> int:
    """Return where a symmetry sends a set of cells."""
    return sum(1 << turn[cell] for cell in each(cells))


def filter_rule_symmetries(game: Any, turns: Sequence[Permutation]) -> tuple[Permutation, ...]:
    """Return the turns that keep the rules at the first positions, a group again."""
    kept = list(turns)
    work = 0
    for position in _yield_first_positions(game):
        if len(kept) < 2 or work > WORK:
            break
        seen = _tally_move_results(game, position)
        if seen is None:
            continue
        work += len(kept) * (1 + len(seen))
        kept = [
            turn
            for turn in kept
            if _tally_move_results(game, _map_position_by_symmetry(game, position, turn))
            == _map_results_by_symmetry(game, seen, turn)
        ]
    if len(kept) == len(turns):
        return tuple(turns)
    known = set(kept)
    return tuple(one for one in kept if all(tuple(one[cell] for cell in other) in known for other in kept))


def _yield_first_positions(game: Any) -> Iterator[Position]:
    """Yield the first positions that play reaches, the start first."""
    found = {game.start(): None}
    for number in range(POSITIONS):
        if number == len(found):
            return
        position = next(islice(found, number, None))
        yield position
        seen = _tally_move_results(game, position)
        found.update((key[0], None) for key in seen or () if key[1] in ("move", "chance"))


def _tally_move_results(game: Any, position: Position) -> Counter[tuple[Any, str, Any]] | None:
    """Return the end of a position, or where its moves or chances lead; None where the rules raise."""
    try:
        outcome = game.outcome(position)
        if outcome != UNDECIDED:
            return Counter([(outcome, "end", 0)])
        chances = list(islice(game.chances(position), MOST_MOVES))
        if chances:
            return Counter((child, "chance", round(float(chance), 12)) for chance, child in chances)
        gains = has(game, "gain")
        moves = list(islice(game.moves(position), MOST_MOVES))
        return Counter(
            (game.play(position, move), "move", game.gain(position, move) if gains else 0) for move in moves
        ) or Counter([(game.stuck(position), "stuck", 0)])
    except Exception:  # errors of the rules are reported where they are played
        return None


def _map_results_by_symmetry(
    game: Any, seen: Counter[tuple[Any, str, Any]], turn: Permutation
) -> Counter[tuple[Any, str, Any]]:
    """Return what must be seen from the turned position."""
    found: Counter[tuple[Any, str, Any]] = Counter()
    for (what, kind, amount), count in seen.items():
        image = _map_position_by_symmetry(game, what, turn) if kind in ("move", "chance") else what
        found[image, kind, amount] += count
    return found


def _map_position_by_symmetry(game: Any, position: Position, turn: Permutation) -> Position:
    """Return a position on the turned board."""
    first, second = game.both_boards(position)
    marks, turned = game.marks(position), 0
    for plane in range(game.bits_per_cell - 2):
        cells = marks >> plane * game.cells & game.full
        turned |= map_cells_by_symmetry(cells, turn) << plane * game.cells
    return game.join_boards(
        map_cells_by_symmetry(first, turn),
        map_cells_by_symmetry(second, turn),
        turned,
        game._bits_above_pieces(position),
    )
