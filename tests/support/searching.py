"""What tests of searches share: small positions of every family, the twin's answers there, a method's compared.

`check_method` holds a method to what its row of `METHODS` says, so that a new row is tested as the others are.
"""

import itertools
import random
from typing import Any

from reference import naive

from zermelo.core.budget import Budget
from zermelo.core.errors import LoopFound
from zermelo.core.game import Game, Position, beginning_at, has
from zermelo.search.position_solver import solve_position
from zermelo.search.search_methods import METHODS
from zermelo.search.search_result import SearchResult

FEW = 400  # positions below one that the interpreter searches in a test
SMALL_TREE = 1_500  # vertices of a tree that is searched without a table


def one_thread() -> Budget:
    return Budget(threads=1)


def searchable(game: Game) -> bool:
    """Return whether a game is of two players without chance, its positions numbers or tuples of numbers."""
    start = next(iter(game.starts()))
    is_plain = isinstance(start, int) or (
        isinstance(start, tuple) and all(isinstance(word, int) for word in start)
    )
    return is_plain and game.players == 2 and not has(game, "chances") and not has(game, "payoffs")


def below(game: Game, position: Position, most: int) -> set[Any] | None:
    """Return the positions that play reaches from here, None where they are more than `most`."""
    found, waiting = {position}, [position]
    while waiting:
        for child in naive.children(game, waiting.pop()):
            if child not in found:
                found.add(child)
                waiting.append(child)
        if len(found) > most:
            return None
    return found


def played_out(game: Game, chance: random.Random) -> list[Any]:
    """Return the positions of one line of random play, which may be stopped."""
    line = [chance.choice(list(itertools.islice(game.starts(), 50)))]
    while len(line) < 200 and (after := naive.children(game, line[-1])):
        line.append(chance.choice(after))
    return line


def endings(game: Game, chance: random.Random, count: int) -> list[Position]:
    """Return positions of one line of random play with few positions below, the first ones in front."""
    small = [position for position in played_out(game, chance) if below(game, position, FEW) is not None]
    return small[:: max(1, len(small) // count)][:count]


class Truth:
    """What the twin says of all positions below one: value, remoteness, and how large the tree is."""

    def __init__(self, game: Game, position: Position) -> None:
        self.answers: dict[Any, tuple[int, int | None]] = {}
        self.vertices: dict[Any, int] = {}
        try:
            order = naive.backwards(game, [position])
        except LoopFound:
            self.ends = False  # play may go round
            self.answers = naive.solve(beginning_at(game, position))
            return
        self.ends = True
        for each in order:
            self.answers[each] = naive.answer(game, each, self.answers)
            self.vertices[each] = 1 + sum(self.vertices[child] for child in naive.children(game, each))

    def is_for(self, method: str, position: Position) -> bool:
        """Return whether a method can be asked about a position, in a moment."""
        row = METHODS[method]
        if row.dice:
            return False
        if not self.ends:
            return row.loops
        return row.table or self.vertices[position] <= SMALL_TREE


def end_of(game: Game, position: Position, line: tuple[Any, ...]) -> int:
    """Return what who moves first gets where a line of play is played to its end."""
    total, sign = 0, 1
    for move in line:
        assert move in list(game.moves(position))
        total += sign * naive.points(game, position, move)
        child = game.play(position, move)
        sign *= -1 if naive.is_flipped(game, position, child) else 1
        position = child
    assert not naive.children(game, position)
    return total + sign * naive.answer(game, position, {})[0]


def check_method(method: str, game: Game, position: Position, truth: Truth, **options: Any) -> SearchResult:
    """Compare all that a method gives at a position with the twin."""
    row = METHODS[method]
    value, remoteness = truth.answers[position]
    found = solve_position(game, position, method, budget=one_thread(), **options)
    assert found.answer.value == value and found.method == method and found.nodes > 0
    if truth.ends:
        assert end_of(game, position, found.line) == value
    timed = None
    if row.plies == "always":
        timed = found
    elif row.plies == "if asked" and (row.plies_beside_points or not game.scored):
        timed = solve_position(game, position, method, budget=one_thread(), timed=True, **options)
    if timed is not None:
        assert timed.answer.value == value
        if value or row.plies == "always":
            assert timed.answer.remoteness == remoteness == len(timed.line)
    return found
