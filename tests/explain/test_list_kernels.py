"""Kernels of lists of rules, compiled and interpreted, against sets that are gone through one by one."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from made.random_games import RandomPond, RandomTurnedPond

from zermelo.compiler.kernel_binders import shared_kernel
from zermelo.compiler.plain_jit import PlainJit
from zermelo.core.game import Game
from zermelo.explain.kernels.rule_bitsets import build_apply_rules, build_count_common_bits
from zermelo.explain.list_search.rule_pool import pack_bits, unpack_bits
from zermelo.explain.rule_lists.game_decisions import Decisions, build_decisions
from zermelo.explain.rule_lists.list_walk import ListWalk

WAYS = [shared_kernel, lambda build: build(PlainJit())]


@pytest.mark.parametrize("way", WAYS, ids=["compiled", "interpreted"])
@pytest.mark.parametrize("seed", range(12))
def test_where_rules_fire(seed: int, way: Callable[[Any], Any]) -> None:
    chance = random.Random(seed)
    widths = [chance.choice([1, 2, 5, 31, 32, 33, 70]) for _ in range(chance.choice([1, 31, 32, 65]))]
    bounds = np.cumsum([0, *widths])
    columns = int(bounds[-1])
    density = chance.choice([0.02, 0.3, 1.0])
    holds = np.array([[chance.random() < density for _ in range(columns)] for _ in range(4)])
    marked = np.array([chance.random() < 0.5 for _ in range(columns)])
    parts = np.array([(one, other) for one in range(4) for other in range(one + 1)], np.int32)
    asked = np.array(sorted(chance.sample(range(len(widths)), chance.randint(1, len(widths)))))
    words = -(-len(asked) // 32)
    fires, wrong = (np.full((len(parts), words), 7, np.uint32) for _ in range(2))
    way(build_apply_rules)(bounds, pack_bits(holds), parts, pack_bits(marked), asked, fires, wrong)
    for rule, (one, other) in enumerate(parts.tolist()):
        for number in range(32 * words):
            moves = range(*bounds[asked[number] : asked[number] + 2]) if number < len(asked) else ()
            allowed = [move for move in moves if holds[one][move] and holds[other][move]]
            assert unpack_bits(fires[rule], 32 * words)[number] == bool(allowed)
            assert unpack_bits(wrong[rule], 32 * words)[number] == any(marked[move] for move in allowed)


@pytest.mark.parametrize("way", WAYS, ids=["compiled", "interpreted"])
def test_what_sets_have_in_common(way: Callable[[Any], Any]) -> None:
    chance = np.random.default_rng(5)
    rows, others = chance.random((2, 9, 100)) < 0.6
    more, less = chance.random((2, 100)) < 0.4
    more[96:], rows[3] = True, True
    found = np.full(9, -1, np.int64)
    way(build_count_common_bits)(
        pack_bits(rows), pack_bits(others), pack_bits(more), pack_bits(less), 3, found
    )
    assert found.tolist() == [
        sum(row & more) - 3 * sum(other & less) for row, other in zip(rows, others, strict=True)
    ]


def made_to_end(
    decisions: Decisions, allowed: npt.NDArray[np.bool_], goal: str, order: list[int]
) -> set[int]:
    """Change a list until no line goes round: where one does nearest to the end, its moves are the quickest.

    Of places as near it is the first in an order. One place after the other, each time asking what goes round.
    """
    changed = set()
    while True:
        walk = ListWalk(decisions, (0, 1), goal, allowed)
        round_there = [
            walk.make_role_position(node) for node in np.flatnonzero(walk.unending_move_counts).tolist()
        ]
        places = {met.place for met in round_there if met.own}
        if not places:
            return changed
        place = min(places, key=lambda each: (decisions.plies[each], order.index(each)))
        changed.add(place)
        for edge in decisions.list_edges(place):
            keeps = decisions.kept[edge] >= decisions.values[place]
            allowed[edge] = (
                keeps and decisions.plies[decisions.child_places[edge]] == decisions.plies[place] - 1
            )


@pytest.mark.parametrize("goal", ["start", "always"])
@pytest.mark.parametrize("made", [RandomPond, RandomTurnedPond])
def test_lists_are_made_to_end(made: Callable[..., Game], goal: str) -> None:
    rounds = 0
    for seed in range(60):
        decisions = build_decisions(made(seed=seed, size=40, most=5))
        every = ListWalk(decisions, (0, 1), goal)
        chance = np.random.default_rng(seed)
        places = every.list_decision_places()
        allowed = np.zeros(len(decisions.child_places), np.bool_)
        for place in places.tolist():
            edges = np.array(decisions.list_edges(place))
            good = edges[every.mark_right_moves(np.array([place]), edges)]
            some = chance.choice(good, chance.integers(1, len(good) + 1), replace=False)
            allowed[some if place % 4 == 0 else good] = True
        ours, theirs = allowed.copy(), allowed.copy()
        order = [every.make_role_position(node).place for node in every.own_nodes.tolist()]
        quick, slow = every.break_cycles_with_quick_wins(ours), made_to_end(decisions, theirs, goal, order)
        rounds += len(slow)
        walk = ListWalk(decisions, (0, 1), goal, ours)
        assert not walk.has_bad_moves and not walk.has_cycle
        reached = walk.list_decision_places().tolist()
        assert {place for place in reached if quick[place]} == slow & set(reached)
        for place in reached:
            edges = slice(*decisions.arena.bounds[place : place + 2])
            assert (ours[edges] == (theirs if quick[place] else allowed)[edges]).all()
    assert rounds > 2, "else nothing is asked"
