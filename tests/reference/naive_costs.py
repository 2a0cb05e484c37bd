"""What a policy is expected to bring, with dice or points on the way, once more: sweeps over a game's own rules.

Symmetric positions are apart. Every expectation is gone through, in floats, until none moves.
"""

from collections.abc import Callable, Sequence
from typing import Any

from zermelo.core.game import Game, Move, Position, has
from zermelo.core.rule_queries import keeps_turn, moves_at, points_of_move, terminal_value
from zermelo.core.values import UNDECIDED

Policy = Callable[[Position], Sequence[Move]]
Node = tuple[Position, bool]  # a position, and whether the policy's player is its mover


def thrown(game: Any, position: Position) -> list[tuple[float, Position]]:
    """Return what dice may bring at a position; nothing where nobody throws."""
    if not has(game, "chances") or game.outcome(position) != UNDECIDED:
        return []
    return list(game.chances(position))


def expected(game: Game, policy: Policy, opponent: Policy | None, still: float = 1e-15) -> dict[Node, float]:
    """Return what the policy's player gets at every node; without an opponent it is the least that he can."""
    options: dict[Node, tuple[str, list[tuple[float, float, Node]]]] = {}  # share, points, where to
    waiting = [(start, own) for start in game.starts() for own in (True, False)]
    while waiting:
        node = position, own = waiting.pop()
        if node in options:
            continue
        throws = thrown(game, position)
        moves = list(moves_at(game, position))
        if throws:
            options[node] = (
                "mean",
                [(chance, 0, (child, _turn(game, node, child))) for chance, child in throws],
            )
        elif not moves:
            options[node] = "end", []
        else:
            asked = policy if own else opponent
            allowed = moves if asked is None else list(asked(position))
            kind = "least" if asked is None else "mean"
            options[node] = kind, [_moved(game, node, move, len(allowed)) for move in allowed]
        every = [(chance, 0, (child, _turn(game, node, child))) for chance, child in throws]
        waiting += [target for _, _, target in every or (_moved(game, node, move, 1) for move in moves)]
    table = dict.fromkeys(options, 0.0)
    for node, (kind, _) in options.items():
        if kind == "end":
            table[node] = terminal_value(game, node[0]) * (1 if node[1] else -1)
    change = 1.0
    while change > still:
        change = 0.0
        for node, (kind, ways) in options.items():
            if kind == "end":
                continue
            worths = [(share, points + table[target]) for share, points, target in ways]
            now = (
                min(worth for _, worth in worths)
                if kind == "least"
                else sum(x * worth for x, worth in worths)
            )
            change, table[node] = max(change, abs(now - table[node])), now
    return table


def _turn(game: Game, node: Node, child: Position) -> bool:
    position, own = node
    return own == keeps_turn(game, position, child)


def _moved(game: Game, node: Node, move: Move, count: int) -> tuple[float, float, Node]:
    position, own = node
    child = game.play(position, move)
    return (
        1 / count,
        points_of_move(game, position, move) * (1 if own else -1),
        (child, _turn(game, node, child)),
    )
