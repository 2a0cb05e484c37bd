"""What a policy is worth that may go wrong, once more: by recursion over a game's own rules, in fractions.

Symmetric positions are apart, and nothing but the ends is worked out before.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from reference import naive

from zermelo.core.game import Game, Move, Position

Row = tuple[Fraction, ...]


@dataclass
class Prices:
    """`row(position, own)` is won and lost at random, won and lost at the least expectation, lost and not won.

    The last two are against whoever makes the most of just that. `own` is whether the policy's player moves,
    who makes each move that it allows as often as the others.
    """

    game: Game
    policy: Callable[[Position], Sequence[Move]]
    known: dict[tuple[Position, bool], Row] = field(default_factory=dict)

    def row(self, position: Position, own: bool) -> Row:
        """Return the six of a position in a role."""
        if (position, own) not in self.known:
            self.known[position, own] = self._row(position, own)
        return self.known[position, own]

    def _row(self, position: Position, own: bool) -> Row:
        if not naive.children(self.game, position):
            value = end_of(self.game, position) * (1 if own else -1)
            won, lost = Fraction(value > 0), Fraction(value < 0)
            return won, lost, won, lost, lost, 1 - won
        moves = list(self.policy(position)) if own else list(self.game.moves(position))
        rows = [self.row(*after(self.game, position, own, move)) for move in moves]
        means = [sum(column, Fraction(0)) / len(rows) for column in zip(*rows, strict=True)]
        if own:
            return tuple(means)
        worst = min(rows, key=lambda row: (row[2] - row[3], -row[3]))
        return (*means[:2], *worst[2:4], max(row[4] for row in rows), max(row[5] for row in rows))

    def short(self, first: bool, value: int) -> Fraction | None:
        """Return how likely it is to end with less than the one start is worth, `value` to its mover.

        None where it is lost.
        """
        row = self.row(self.game.start(), first)
        worth = value if first else -value
        return None if worth < 0 else row[4] if worth == 0 else row[5]


def after(game: Game, position: Position, own: bool, move: Move) -> tuple[Position, bool]:
    """Return where a move leads to, and whether the policy's player moves there."""
    child = game.play(position, move)
    return child, own != naive.is_flipped(game, position, child)


def end_of(game: Game, position: Position) -> int:
    """Return what a position without moves is worth to its mover."""
    return game.outcome(position) if naive.is_finished(game, position) else game.stuck(position)


def met(
    game: Game, policy: Callable[[Position], Sequence[Move]], first: bool, values: dict[Position, int]
) -> tuple[set[Position], set[Position]]:
    """Return where a policy comes to decide, symmetric ones as one, and where it gives away an outcome."""
    seen: set[tuple[Position, bool]] = set()
    waiting = [(game.start(), first)]
    decisions, wrong = set(), set()
    while waiting:
        position, own = waiting.pop()
        if (position, own) in seen or not naive.children(game, position):
            continue
        seen.add((position, own))
        moves = list(policy(position)) if own else list(game.moves(position))
        reached = [after(game, position, own, move) for move in moves]
        waiting += reached
        if own:
            kept = [values[child] * (1 if mine else -1) for child, mine in reached]
            decisions.add(naive.canonical(game, position))
            if min(map(_sign, kept)) < _sign(values[position]):
                wrong.add(naive.canonical(game, position))
    return decisions, wrong


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
