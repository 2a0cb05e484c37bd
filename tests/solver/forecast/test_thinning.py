"""Thinned tiers of indexes: a tier that is kept whole is solved as it is, and any other as its graph says."""

from collections import defaultdict

import numpy as np
import numpy.typing as npt
import pytest
from made.random_games import RandomBrook, RandomScoredBrook
from support.marks import few
from support.tables import one_thread

import zermelo
from zermelo.compiler.game_compiler import compile_game, interpret_game
from zermelo.compiler.kernel_binders import Program
from zermelo.core.game import Game
from zermelo.solver.forecast.subsampling import OPEN, RUN, RUNS, SubsampledTier, subsample_tier
from zermelo.solver.graph.position_slots import PositionSlots, build_slots_of_index
from zermelo.solver.graph.thread_slices import Workers
from zermelo.solver.kernels.dense.dense_retrograde import NONE
from zermelo.solver.kernels.position_folds import WIDE
from zermelo.solver.methods.answer_codes import REST, AnswerCodes
from zermelo.solver.methods.indexed_retrograde import yield_tiers_solved_in_place

Column = npt.NDArray[np.int64]


def stands_for(places: PositionSlots, thinned: dict[int, SubsampledTier], ranks: Column) -> Column:
    """Return what thinned tiers say of ranks, one by one."""
    tiers = np.searchsorted(places.bounds, ranks, "right") - 1
    found = [
        thinned[tier].find_answers_for_ranks(np.array([rank]))
        for tier, rank in zip(tiers, ranks, strict=True)
    ]
    return np.concatenate([np.empty(0, np.int64), *found])


def by_hand(tier: SubsampledTier) -> dict[int, tuple[int, int]]:
    """Return (value, remoteness) by place, as values are defined: the best move, hasty in wins, late in losses.

    Levels come one after the other: nobody has an answer of remoteness n before all of n - 1 are known.
    """
    moves: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    for parent, child, turns in zip(*(each.tolist() for each in tier.edges), strict=True):
        moves[parent].append((child, turns))
    legal = np.flatnonzero(tier.legal).tolist()
    outside = {
        place: (answer >> WIDE, answer & REST)
        for place in legal
        if (answer := int(tier.outside[place])) != tier.blank
    }
    found: dict[int, tuple[int, int]] = {}
    values = sorted({abs(value) for value, _ in outside.values()} | {0}, reverse=True)
    for value in values:
        for level in range(2 * len(legal)):
            fresh = {}
            for place in (each for each in legal if each not in found):
                worth, due = outside.get(place, (None, REST))
                told = [
                    (-found[child][0] if turns else found[child][0]) if child in found else None
                    for child, turns in moves[place]
                ]
                if (worth == value and due == level) or any(
                    each is not None and each >= value for each in told
                ):
                    fresh[place] = value, level
                elif (
                    value
                    and (worth is None or (worth <= -value and due <= level))
                    and all(each is not None and each <= -value for each in told)
                ):
                    fresh[place] = -value, level
            found.update(fresh)
            left = [due for place, (_, due) in outside.items() if place not in found and level < due < REST]
            if not fresh and not left:
                break
    return found


def program_of(game: Game | str) -> Program:
    """Return the rules of a small game as they are, and compiled ones of the catalogue."""
    return compile_game(zermelo.game(game)) if isinstance(game, str) else interpret_game(game)


WHOLE: tuple[Game | str, ...] = (
    RandomBrook(seed=8, size=200, most=3),
    RandomScoredBrook(seed=8, size=120, most=3),
    *("chess_endgame(material='KQvK')", "chess_endgame(material='KRvK')"),
)
LARGER: tuple[Game | str, ...] = (
    *(RandomBrook(seed=8, size=1200, most=3), RandomScoredBrook(seed=8, size=600, most=3)),
    *("morris_endgame(men=3)", "chess_endgame(material='KPvK')"),
)


@pytest.mark.parametrize("game", few(WHOLE, 2), ids=repr)
def test_a_tier_that_is_kept_whole_has_its_answers(game: Game | str) -> None:
    places = build_slots_of_index(program_of(game))
    assert places.place_count <= RUN * RUNS
    book, codes = AnswerCodes(np.uint8), np.zeros(places.place_count, np.uint8)
    with Workers(one_thread()) as workers:
        for _ in yield_tiers_solved_in_place(places, workers, book, codes):
            pass
    known, thinned = book.list_answers_by_code().astype(np.int64)[codes], dict[int, SubsampledTier]()
    for tier in range(places.tier_count - 1, -1, -1):
        made = thinned[tier] = subsample_tier(places, tier, lambda ranks: stands_for(places, thinned, ranks))
        made.solve()
        begin, end = places.bounds[tier], places.bounds[tier + 1]
        assert np.array_equal(made.legal, codes[begin:end] != NONE)
        mine = begin + np.flatnonzero(made.legal)
        assert np.array_equal(made.find_answers_for_ranks(mine), known[mine])


@pytest.mark.parametrize("game", few(LARGER, 2), ids=repr)
def test_a_thinned_tier_is_decided_as_its_graph_says(
    game: Game | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.solver.forecast.subsampling.RUNS", 20 if isinstance(game, str) else 3)
    places = build_slots_of_index(program_of(game))
    thinned: dict[int, SubsampledTier] = {}

    for tier in range(places.tier_count - 1, -1, -1):
        made = thinned[tier] = subsample_tier(places, tier, lambda ranks: stands_for(places, thinned, ranks))
        made.solve()
        mine = np.flatnonzero(made.levels != OPEN)
        answers = {place: (int(made.values[place]), int(made.levels[place])) for place in mine.tolist()}
        assert answers == by_hand(made)
        parents, children, _ = made.edges
        assert made.legal[parents].all() and made.legal[children].all()
        assert made.decided_share == pytest.approx(len(mine) / max(1, made.position_count))
