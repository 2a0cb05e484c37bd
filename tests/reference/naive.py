"""The slow obvious twin of everything that counts or solves: dictionaries, and the definitions word for word.

Works on any finite game, whatever its positions are; counting lines of play and nimbers need one without
loops. It imports the vocabulary and nothing else, so that no kernel can be wrong here and there in the same way.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from zermelo.core.errors import BadRules, LoopFound, MissingCapability
from zermelo.core.game import Game, Move, Position, has
from zermelo.core.values import LOSS, UNDECIDED


def is_finished(game: Game, position: Position) -> bool:
    """Return whether the rules end the game here; having no move is not asked."""
    return game.outcome(position) != UNDECIDED


def children(game: Game, position: Position) -> list[Position]:
    """Return the position after each move, in the order of the moves; none where the game is finished."""
    if is_finished(game, position):
        return []
    return [game.play(position, move) for move in game.moves(position)]


def backwards(game: Game, starts: Iterable[Position]) -> list[Position]:
    """Return every position that play reaches, each after all that its moves lead to.

    Raises `LoopFound` where play can return to a position.
    """
    order: dict[Position, None] = {}
    open_positions: set[Position] = set()
    for start in starts:
        if start in order:
            continue
        open_positions.add(start)
        stack = [(start, iter(children(game, start)))]
        while stack:
            position, rest = stack[-1]
            child = next(rest, None)
            if child is None:
                open_positions.remove(position)
                order[position] = None
                stack.pop()
            elif child in open_positions:
                raise LoopFound(f"{game!r}: play returns to {child!r}: no order without loops")
            elif child not in order:
                open_positions.add(child)
                stack.append((child, iter(children(game, child))))
    return list(order)


def legal(game: Any) -> list[Position]:
    """Return every position of a game's perfect index, none where it has no such index."""
    if not has(game, "unrank"):
        return []
    return [position for position in map(game.unrank, range(game.size)) if position != -1]


def positions(game: Game) -> set[Position]:
    """Return every position that play reaches from the starts, or from any of a perfect index."""
    found = {*game.starts(), *legal(game)}
    waiting = list(found)
    while waiting:
        for child in children(game, waiting.pop()):
            if child not in found:
                found.add(child)
                waiting.append(child)
    return found


def edges(game: Game) -> int:
    """Return how many pairs there are of a position and one that a move leads to."""
    return sum(len(set(children(game, position))) for position in positions(game))


def finished(game: Game) -> int:
    """Return how many positions are finished or have no move."""
    return sum(not children(game, position) for position in positions(game))


def points(game: Game, position: Position, move: Move) -> int:
    """Return what the mover gets at once for `move`."""
    return game.gain(position, move) if has(game, "gain") else 0


def is_flipped(game: Game, position: Position, child: Position) -> bool:
    """Return whether a move from `position` to `child` changes the mover."""
    if not has(game, "mover"):
        return True
    return game.mover(position) != game.mover(child)


def worth(game: Game, position: Position, move: Move, child_value: int) -> int:
    """Return what `move` is worth to the mover, where the position after it has `child_value`."""
    child = game.play(position, move)
    value = -child_value if is_flipped(game, position, child) else child_value
    return points(game, position, move) + value


def solve(game: Game) -> dict[Position, tuple[int, int | None]]:
    """Return the value and the remoteness of all `positions`, the latter None where play need not end."""
    if game.players != 2 and hasattr(game, "payoffs"):
        raise MissingCapability(f"{game!r} has {game.players} players: the naive twin knows two")
    answers: dict[Position, tuple[int, int | None]] = {}
    try:
        order = backwards(game, [*game.starts(), *legal(game)])
    except LoopFound:
        return solve_loops(game)
    for position in order:
        answers[position] = answer(game, position, answers)
    return answers


def answer(
    game: Game, position: Position, answers: dict[Position, tuple[int, int | None]]
) -> tuple[int, int | None]:
    """Return the value and the remoteness of a position whose moves lead to positions in `answers`."""
    if is_finished(game, position):
        return game.outcome(position), 0
    moves = list(game.moves(position))
    if not moves:
        return game.stuck(position), 0
    after = {move: answers[game.play(position, move)] for move in moves}
    worths = {move: worth(game, position, move, after[move][0]) for move in moves}
    value = max(worths.values())
    distances = [after[move][1] for move in moves if worths[move] == value]
    ends = [distance for distance in distances if distance is not None]
    if not ends or (value < 0 and len(ends) < len(distances)):
        return value, None
    return value, 1 + (max(ends) if value < 0 else min(ends))


def solve_loops(game: Game) -> dict[Position, tuple[int, int | None]]:
    """Return what `solve` does of a game where play may go on for ever, which is worth 0 from then on.

    Values: play that is cut off after n plies, worth 0 there, for n = 0, 1, 2, ... until nothing changes.
    Remoteness: nobody is near an end at first, then whoever has a move towards one, again until nothing
    changes. Where moves bring points, tiers are solved one after the other, the last first.
    """
    members: dict[int, list[Position]] = {}
    for position in positions(game):
        members.setdefault(game.tier(position) if has(game, "tier") else 0, []).append(position)
    answers: dict[Position, tuple[int, int | None]] = {}
    for tier in sorted(members, reverse=True):
        answers |= dict.fromkeys(members[tier], (0, None))
        changed = True
        while changed:
            values = {position: answer(game, position, answers)[0] for position in members[tier]}
            changed = any(answers[position][0] != values[position] for position in members[tier])
            answers |= {position: (value, None) for position, value in values.items()}
        changed = True
        while changed:
            again = {position: answer(game, position, answers) for position in members[tier]}
            changed = any(answers[position] != again[position] for position in members[tier])
            answers |= again
    return answers


def totals(game: Game) -> tuple[int, int, int]:
    """Return how many positions their movers win, draw and lose."""
    values = [value for value, _ in solve(game).values()]
    wins, losses = sum(value > 0 for value in values), sum(value < 0 for value in values)
    return wins, len(values) - wins - losses, losses


def games(game: Game) -> int:
    """Return how many complete lines of play there are from all starts together."""
    lines: dict[Position, int] = {}
    for position in backwards(game, game.starts()):
        after = children(game, position)
        lines[position] = sum(lines[child] for child in after) if after else 1
    return sum(lines[start] for start in game.starts())


def tree_nodes(game: Game) -> int:
    """Return how many nodes the game trees of all starts have, roots and leaves included."""
    nodes: dict[Position, int] = {}
    for position in backwards(game, game.starts()):
        nodes[position] = 1 + sum(nodes[child] for child in children(game, position))
    return sum(nodes[start] for start in game.starts())


def results(game: Game) -> Counter[int]:
    """Return how many lines of play end with which total, as the mover at the start sees it.

    A total is the outcome of the last position, and all points gained on the way.
    """
    lines: dict[Position, Counter[int]] = {}
    for position in backwards(game, game.starts()):
        count: Counter[int] = Counter()
        if is_finished(game, position):
            count[game.outcome(position)] = 1
        else:
            moves = list(game.moves(position))
            if not moves:
                count[game.stuck(position)] = 1
            for move in moves:
                for total, number in lines[game.play(position, move)].items():
                    count[worth(game, position, move, total)] += number
        lines[position] = count
    together: Counter[int] = Counter()
    for start in game.starts():
        together += lines[start]
    return together


def nimbers(game: Game) -> dict[Position, int]:
    """Return the nimber of every position: the least number that no move leads to.

    Raises `BadRules` where a game does not end by having no move and losing.
    """
    least: dict[Position, int] = {}
    for position in backwards(game, game.starts()):
        after = children(game, position)
        if is_finished(game, position) or (not after and game.stuck(position) != LOSS):
            raise BadRules(f"{game!r} does not end by normal play at {position!r}: it has no nimbers")
        taken = {least[child] for child in after}
        least[position] = min(number for number in range(len(taken) + 1) if number not in taken)
    return least


def orbit(game: Game, position: Position) -> set[Position]:
    """Return the position and its symmetric copies."""
    return {position, *game.symmetries(position)} if has(game, "symmetries") else {position}


def canonical(game: Game, position: Position) -> Position:
    """Return the representative of the position's class: the smallest of its orbit."""
    return min(orbit(game, position))


def classes(game: Game) -> int:
    """Return how many positions are left where symmetric copies count once."""
    return len({canonical(game, position) for position in positions(game)})
