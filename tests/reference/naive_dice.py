"""The slow obvious twin of solving games of chance: dictionaries and the definition word for word.

A value is the mover's; it flips along every move and every chance that leads to another mover. Without loops
values are exact fractions. With loops every position is worth 0 at first, and all are computed from each
other until nothing changes any more. It imports the vocabulary and nothing else.
"""

from fractions import Fraction
from typing import Any

from zermelo.core.game import Game, Position, has
from zermelo.core.values import UNDECIDED

SWEEPS = 100_000


def edges(game: Any, position: Position) -> tuple[list[tuple[Any, Position]], list[tuple[int, Position]]]:
    """Return (probability, child) pairs and (gain, child) pairs; one of the lists is empty, or both are."""
    if game.outcome(position) != UNDECIDED:
        return [], []
    chances = list(game.chances(position)) if has(game, "chances") else []
    if chances:
        return [(Fraction(chance).limit_denominator(1_000_000), child) for chance, child in chances], []
    moves = list(game.moves(position))
    gains = [game.gain(position, move) if has(game, "gain") else 0 for move in moves]
    return [], [(gain, game.play(position, move)) for gain, move in zip(gains, moves, strict=True)]


def end(game: Game, position: Position) -> int:
    """Return what a position without edges is worth."""
    value = game.outcome(position)
    return game.stuck(position) if value == UNDECIDED else value


def positions(game: Game) -> list[Position]:
    """Return every position that play reaches from the starts."""
    found = dict.fromkeys(game.starts())
    waiting = list(found)
    for position in waiting:
        for pairs in edges(game, position):
            for _, child in pairs:
                if child not in found:
                    found[child] = None
                    waiting.append(child)
    return waiting


def seen(game: Any, position: Position, child: Position, value: Any) -> Any:
    """Return a child's value as the mover of `position` sees it."""
    flips = not has(game, "mover") or game.mover(position) != game.mover(child)
    return -value if flips else value


def worth(game: Game, position: Position, values: Any) -> Any:
    """Return a position's value, where its children's are known."""
    chances, moves = edges(game, position)
    if chances:
        return sum(chance * seen(game, position, child, values[child]) for chance, child in chances)
    if moves:
        return max(gain + seen(game, position, child, values[child]) for gain, child in moves)
    return end(game, position)


def exact(game: Game) -> dict[Position, Fraction]:
    """Return every position's value in a game without loops."""
    values: dict[Position, Fraction] = {}

    def find(position: Position) -> None:
        for pairs in edges(game, position):
            for _, child in pairs:
                if child not in values:
                    find(child)
        values[position] = Fraction(worth(game, position, values))

    for start in game.starts():
        if start not in values:
            find(start)
    return values


def iterated(game: Any) -> dict[Position, float]:
    """Return every position's value, loops or not, as far as 64 bits go."""
    whole = {}
    for position in positions(game):
        signed = [
            [(float(weight), child, int(seen(game, position, child, 1))) for weight, child in pairs]
            for pairs in edges(game, position)
        ]
        whole[position] = (*signed, 0 if any(signed) else end(game, position))
    values = dict.fromkeys(whole, 0.0)
    for _ in range(SWEEPS):
        again = {}
        for position, (chances, moves, value) in whole.items():
            if moves:
                value = max(gain + sign * values[child] for gain, child, sign in moves)
            for weight, child, sign in chances:
                value += weight * sign * values[child]
            again[position] = value
        change = max(abs(again[position] - values[position]) for position in whole)
        values = again
        if change < 1e-15:
            return values
    raise AssertionError(f"{game!r}: no end in {SWEEPS} sweeps")
