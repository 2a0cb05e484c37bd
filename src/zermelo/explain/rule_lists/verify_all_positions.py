"""Check that a list is right at every position that is not lost, however that position came about.

The check covers all positions where the list's player may be to move, symmetric ones each by itself. Every
move that the list allows there has to keep the value. A list may make that claim only for some positions
(`where`). Then the positions that its own play reaches from the won ones among them are checked, too. Where
play may cycle, the list also has to reach a win. Then the won positions are ordered backwards, from the ends:
a position is settled when all moves that the list allows, or all replies, are. Positions that are never
settled cycle. For the others this counts the most moves that the list's player makes.
"""

import time
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from zermelo.compiler.guards.error_reports import describe_position
from zermelo.core.budget import Budget
from zermelo.core.errors import CheckFailed
from zermelo.core.game import Position
from zermelo.core.notation.evidence import Evidence
from zermelo.core.notation.wording import format_count
from zermelo.core.rule_queries import moves_at
from zermelo.explain.rule_lists.game_decisions import SIDES, Bools, Decisions, find_roles_of_side
from zermelo.explain.rule_lists.rule_list import ANY, RuleList
from zermelo.explain.rule_lists.rule_predicates import Rule
from zermelo.solution.arena.position_arena import Arena

Numbers = npt.NDArray[np.int64]


def describe_everywhere(evidence: Evidence) -> str:
    """Return the result of `verify_all_positions` in words."""
    where, most_moves = evidence.details["where"], evidence.details["most_moves"]
    right = f"right at all {format_count(evidence.checked, 'position')} not lost"
    if where:
        right += f", of those where a move {where}, and of what it makes of won ones"
    if most_moves is None:
        return right
    won = f"won ones are won in at most {format_count(most_moves, 'move')}"
    return f"{right}; {won}, where best play takes {evidence.details['best']:,}"


def verify_all_positions(rules: RuleList, decisions: Decisions, budget: Budget | None = None) -> Evidence:
    """Return the evidence that a list is right at all positions that are not lost; else raise `CheckFailed`.

    Its details have `where`, the positions that were checked, in words, empty for all; and `most_moves`, the
    most moves that the list's player needs from a won position, with `best`, the most that best play needs.
    Both are None for games that always end.
    """
    began = time.perf_counter()
    arena, values, game = decisions.arena, decisions.values, rules.game
    demand = decisions.find_highest_demand(find_roles_of_side(rules.goal, rules.side))
    own = mark_positions_of_side_to_move(decisions, rules.side)
    kept = np.zeros(len(arena.children), np.bool_)  # what the list allows
    right = 0
    whole = rules.where == ANY
    reached = _ReachedPositions(
        arena, own if whole else own & _mark_positions_where_rule_fires(rules.where, decisions, own)
    )
    for number in reached.walk_positions():
        edges = decisions.list_edges(number)
        value = int(values[number])
        if value < 0 or not edges:
            continue
        position = arena.position_at(number)
        allowed = rules(position)
        needed = value if rules.goal == "always" else min(value, demand)
        for edge, move in zip(edges, game.moves(position), strict=True):
            if move in allowed:
                kept[edge] = True
                if value > 0 and not whole:
                    reached.add_replies(edge)
                if decisions.find_kept_value(edge) < needed:
                    what = f"{game.name(position, move)} gives away value"
                    raise CheckFailed(_describe_failure(rules, position, what))
        if not allowed:
            raise CheckFailed(_describe_failure(rules, position, "no rule fires"))
        right += 1
        if budget is not None and right % 4096 == 0:
            budget.report("certify", number, arena.positions)
    most_moves = best = None
    if arena.has_cycles:
        won = reached.seen & (values > 0)
        best = (int(decisions.plies[won].max(initial=0)) + 1) // 2
        most_moves = _count_longest_win_moves(rules, decisions, kept)
    return Evidence(
        claim="every move that the rules allow keeps the value",
        game=repr(game),
        method="positions that are not lost",
        checked=right,
        total=right,
        seconds=time.perf_counter() - began,
        trusted=("the game's own Python rules", "the solution, for values of positions"),
        details={"most_moves": most_moves, "best": best, "where": "" if whole else str(rules.where)},
    )


def _mark_positions_where_rule_fires(rule: Rule, decisions: Decisions, own: Bools) -> Bools:
    """Return [positions]: where a rule fires, of those asked."""
    found, game = np.zeros(len(own), np.bool_), decisions.game
    for number in np.flatnonzero(own).tolist():
        position = decisions.arena.position_at(number)
        moves = moves_at(game, position)
        found[number] = bool(moves) and bool(rule.list_allowed_moves(position, moves))
    return found


class _ReachedPositions:
    """Positions that a list's player moves at, and those that come about after what it allows."""

    def __init__(self, arena: Arena, begun: Bools) -> None:
        self.arena, self.seen = arena, begun.copy()  # [positions]: the list's player is to move
        self.others = np.zeros(len(begun), np.bool_)  # [positions]: the opponent is to move
        self.left = np.flatnonzero(begun).tolist()

    def walk_positions(self) -> Iterator[int]:
        """Yield every position, also those that are reached on the way."""
        for number in self.left:  # it grows
            yield number

    def add_replies(self, edge: int) -> None:
        """Add the positions that can follow a move of the list's player.

        These are the ones after the opponent's replies, and after more replies while the opponent has the
        turn.
        """
        bounds, children = self.arena.bounds, self.arena.children
        ways = [(int(children[edge]), True)]
        while ways:
            child, own = ways.pop()
            number, own = child >> 1, own == bool(child & 1)
            seen = self.seen if own else self.others
            if seen[number]:
                continue
            seen[number] = True
            if own:
                self.left.append(number)
            else:
                ways += [(each, False) for each in children[bounds[number] : bounds[number + 1]].tolist()]


def mark_positions_of_side_to_move(decisions: Decisions, side: str) -> Bools:
    """Return [positions]: where the player of a side may be to move, whatever both play."""
    arena = decisions.arena
    if decisions.alone:
        return np.ones(arena.positions, np.bool_)
    seen = np.zeros((2, arena.positions), np.bool_)  # [whether the side's player is to move]
    left = [(np.asarray(arena.starts, np.int64), int(role == 0)) for role in SIDES[side]]
    while left:
        numbers, to_move = left.pop()
        numbers = numbers[~seen[to_move, numbers]]
        if len(numbers) == 0:
            continue
        seen[to_move, numbers] = True
        children = arena.children[_list_edges_of_positions(arena.bounds, numbers)]
        for stays in (0, 1):
            after = np.unique(children[(children & 1) == stays] >> 1).astype(np.int64)
            left.append((after, to_move if stays else 1 - to_move))
    return np.asarray(seen[1])


def _list_edges_of_positions(bounds: Numbers, numbers: Numbers) -> Numbers:
    """Return the numbers of all moves of some positions, one position after the other."""
    counts = bounds[numbers + 1] - bounds[numbers]
    before = np.cumsum(counts) - counts
    return np.asarray(np.arange(counts.sum()) + np.repeat(bounds[numbers] - before, counts))


def _count_longest_win_moves(rules: RuleList, decisions: Decisions, kept: Bools) -> int:
    """Return the most moves that the list's player makes from a won position; raises where play cycles.

    Positions are counted in both roles: first those where the list's player is to move, then the others.
    """
    arena, values, size = decisions.arena, decisions.values, decisions.arena.positions
    mover = np.repeat(np.arange(size), np.diff(arena.bounds))
    child, stays = (arena.children >> 1).astype(np.int64), arena.children & 1 == 1
    mine, theirs = kept & (values[mover] > 0), values[mover] < 0
    sources = np.concatenate((mover[mine], size + mover[theirs]))
    targets = np.concatenate((child[mine] + size * ~stays[mine], child[theirs] + size * stays[theirs]))
    left = np.bincount(sources, minlength=2 * size)
    moves = np.zeros(2 * size, np.int64)
    settled = np.concatenate((values > 0, values < 0)) & (left == 0)
    while settled.any():
        into = settled[targets]
        np.maximum.at(moves, sources[into], moves[targets[into]] + (sources[into] < size))
        left -= np.bincount(sources[into], minlength=2 * size)
        found = np.zeros(2 * size, np.bool_)
        found[sources[into]] = True
        settled = found & (left == 0)
    if left.any():
        number = int(np.flatnonzero(left)[0]) % size
        raise CheckFailed(_describe_failure(rules, arena.position_at(number), "play can cycle"))
    return int(moves.max())


def _describe_failure(rules: RuleList, position: Position, what: str) -> str:
    where = describe_position(rules.game, position)
    return f"the rules do not hold everywhere in {rules.game!r}: {what} at {where}"
