"""The slow obvious twin of solving games of chance: dictionaries and the definition word for word.

A value is the mover's; it flips along every move and every chance that leads to another mover. Without loops
values are exact fractions. With loops every position is worth 0 at first, and all are computed from each
other until nothing changes any more. Where the players can play for ever, both have best strategies that
make one move at each position (Liggett and Lippman, *Stochastic games with perfect information and time
average payoff*, 1969): all pairs of such strategies are tried. It imports the vocabulary and nothing else.
"""

from fractions import Fraction
from itertools import product
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


def by_strategies(game: Any) -> dict[Position, Fraction]:
    """Return every position's value, endless play being worth 0, by all pairs of strategies; few positions."""
    whole = {position: edges(game, position) for position in positions(game)}
    choices: tuple[list[Any], list[Any]] = (
        [],
        [],
    )  # each player's strategies: the edge at each of their places
    for player, strategies in enumerate(choices):
        mine = [each for each, (_, moves) in whole.items() if moves and game.mover(each) == player]
        for picked in product(*(whole[each][1] for each in mine)):
            strategies.append(dict(zip(mine, picked, strict=True)))
    table = [[_of_chain(game, whole, {**one, **two}) for two in choices[1]] for one in choices[0]]
    values = {}
    for position in whole:
        value = max(min(row[position] for row in rows) for rows in table)
        assert value == min(max(row[position] for row in column) for column in zip(*table, strict=True))
        values[position] = value if game.mover(position) == 0 else -value
    return values


def _of_chain(game: Any, whole: dict[Position, Any], chosen: dict[Position, Any]) -> dict[Position, Fraction]:
    """Return what the first player expects at every position, where both make the chosen moves."""
    steps = {
        position: [(Fraction(1), *chosen[position])]
        if moves
        else [(chance, 0, child) for chance, child in dice]
        for position, (dice, moves) in whole.items()
    }
    signs = {position: 1 if game.mover(position) == 0 else -1 for position in whole}
    reached = {position: {child for _, _, child in pairs} for position, pairs in steps.items()}
    for position in steps:
        for other, beyond in reached.items():
            if position in beyond:
                reached[other] = beyond | reached[position]
    rows: dict[
        Position, tuple[dict[Position, Fraction], Fraction]
    ] = {}  # weights of others' values, and more
    for position, pairs in steps.items():
        weights: dict[Position, Fraction] = {}
        more = Fraction(0 if pairs else signs[position] * end(game, position))
        if not all(position in reached[child] for child in reached[position]):  # else play stays, worth 0
            for chance, gain, child in pairs:
                weights[child] = weights.get(child, Fraction(0)) + chance
                more += chance * gain * signs[position]
        rows[position] = weights, more
    for position in rows:  # Gauss and Jordan: each place's value out of all the others'
        weights, more = rows[position]
        stays = 1 - weights.pop(position, Fraction(0))
        weights, more = {each: weight / stays for each, weight in weights.items()}, more / stays
        rows[position] = weights, more
        for other, (theirs, rest) in rows.items():
            if other != position and position in theirs:
                share = theirs.pop(position)
                for each, weight in weights.items():
                    theirs[each] = theirs.get(each, Fraction(0)) + share * weight
                rows[other] = theirs, rest + share * more
    return {position: more for position, (_, more) in rows.items()}
