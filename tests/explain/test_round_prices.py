"""The price of a rule where play may come round: against all ways to reply, and against play that is cut off."""

import random
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
import pytest
from made.random_games import RandomLoop, RandomPond, RandomStairs, RandomTurnedPond
from reference import naive
from reference.naive_prices import met
from reference.naive_round_prices import Graph, Node, Policy, by_all_replies, by_plies, replied, ways
from support.marks import few

from zermelo.core.game import Game, Move, Position
from zermelo.core.notation.wording import format_share
from zermelo.core.values import UNDECIDED
from zermelo.explain.features.feature_families import build_game_features
from zermelo.explain.list_search.rule_pool import RulePool, make_rule_pool
from zermelo.explain.list_tradeoff.game_graph import Rates
from zermelo.explain.list_tradeoff.tradeoff_search import find_tradeoff
from zermelo.explain.list_tradeoff.win_draw_loss_objective import WinDrawLossObjective
from zermelo.explain.rule_lists.game_decisions import Bools, Decisions, build_decisions
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.explain.rule_lists.rule_predicates import Rule
from zermelo.games.blockade.pong_hau_ki import PongHauKi
from zermelo.games.hunt.hare_and_hounds import HareAndHounds
from zermelo.games.morris.three_mens_morris import Achi
from zermelo.games.race.dodgem import Dodgem

NEAR = 1e-9
MOST_WAYS = 300  # ways to reply that are all tried


def drawn_moves(decisions: Decisions, seed: int) -> tuple[Bools, Policy]:
    """Return some of the moves of each position, drawn, as what is allowed and as a policy."""
    lots = random.Random(seed)
    bounds = decisions.arena.bounds
    allowed = np.array([lots.random() < 0.8 for _ in range(len(decisions.arena.children))], np.bool_)
    for first, last in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        if first < last and not allowed[first:last].any():
            allowed[lots.randrange(first, last)] = True

    def policy(position: Position) -> Sequence[Move]:
        place = decisions.arena.find_number(position)
        kept = allowed[bounds[place] : bounds[place + 1]].tolist()
        return [move for move, mine in zip(decisions.game.moves(position), kept, strict=True) if mine]

    return allowed, policy


class Whirl(RandomTurnedPond):
    """A pond whose first three places are lost, drawn and won; all others have two moves or three, anywhere.

    A move leads to an end one time in `rarely`.
    """

    size: int = 8
    rarely: int = 4

    def start(self) -> int:
        return 3

    def moves(self, position: int) -> Iterator[int]:
        yield from range(2 + self.lot(position, 1) % 2)

    def play(self, position: int, move: int) -> int:
        drawn = self.lot(position, 10 + move)
        return drawn // 7 % 3 if drawn % self.rarely == 0 else 3 + drawn // 7 % (self.size - 3)

    def outcome(self, position: int) -> int:
        return position - 1 if position < 3 else UNDECIDED


class TurnedWhirl(Whirl):
    """`Whirl` where turns alternate."""

    def mover(self, position: int) -> int:
        return position % 2

    def play(self, position: int, move: int) -> int:
        child = super().play(position, move)
        return child if child < 3 else 4 + (child - 3) // 2 * 2 - position % 2


def small_ponds(seeds: int) -> list[Game]:
    """Return ponds small enough for all ways to reply, with loops that are met."""
    kinds = [
        *(Whirl(seed, size=12, rarely=4 + seed % 3) for seed in range(2 * seeds)),
        *(TurnedWhirl(seed, size=12, rarely=4 + seed % 3) for seed in range(2 * seeds)),
        *(RandomPond(seed, size=7) for seed in range(seeds)),
        *(RandomTurnedPond(seed, size=8) for seed in range(seeds)),
        *(RandomStairs(seed, size=2) for seed in range(seeds)),
        *(RandomLoop(seed, size=4, most=2) for seed in range(3)),
    ]
    found: list[Game] = []
    for game in kinds:
        decisions = build_decisions(game)
        if not decisions.arena.has_cycles:
            continue
        if 4 <= ways(game, drawn_moves(decisions, 1)[1]) <= MOST_WAYS:
            found.append(game)
    return found


def rates_of(evaluation: WinDrawLossObjective, allowed: Bools) -> Rates:
    """Return [nodes of the game, 6]: how often a list wins and loses, at all nodes that can come about."""
    rates = np.zeros((2 * evaluation.decisions.arena.positions, 6))
    rates[evaluation.nodes] = evaluation.compute_rates(evaluation.follow_list(allowed))
    return rates


def compared(
    evaluation: WinDrawLossObjective, allowed: Bools, twin: dict[tuple[Position, bool], Sequence[float]]
) -> int:
    """Compare whole tables; return at how many nodes."""
    rates, count = rates_of(evaluation, allowed), 0
    decisions, nodes = evaluation.decisions, set(evaluation.nodes.tolist())
    for number in range(decisions.arena.positions):
        for own in (True, False):
            node = 2 * int(decisions.classes[number]) + own
            row = twin.get((decisions.arena.position_at(number), own))
            if node in nodes and row is not None:
                assert rates[node] == pytest.approx([float(each) for each in row], abs=NEAR)
                zeros = [each == 0 for each in row[4:]]
                assert (rates[node, 4:] == 0).tolist() == zeros  # not nearly: it cannot come about
                count += 1
    return count


@pytest.mark.parametrize("seeds", few([6, 60], 1))
def test_all_ways_to_reply_say_the_same_of_small_ponds(seeds: int) -> None:
    ponds = small_ponds(seeds)
    kinds = {game.__class__ for game in ponds}
    assert len(ponds) > 1.5 * seeds and len(kinds) == 6
    shares: set[float] = set()
    for game in ponds:
        evaluation = WinDrawLossObjective(build_decisions(game), (0, 1))
        for seed in (1, 2):
            allowed, policy = drawn_moves(evaluation.decisions, seed)
            if ways(game, policy) > MOST_WAYS:
                continue
            twin = by_all_replies(game, policy)
            assert compared(evaluation, allowed, twin) == len(twin)
            values = {position: value for position, (value, _) in naive.solve_loops(game).items()}
            for side, first in ((0, True), (1, False)):
                at_random, perfect, short = evaluation.compute_outcome_probabilities(allowed, side)
                row = [float(each) for each in twin[game.start(), first]]
                assert (at_random.won, at_random.lost, perfect.won, perfect.lost) == pytest.approx(
                    tuple(row[:4]), abs=2 * NEAR
                )
                worth = values[game.start()] * (1 if first else -1)
                demanded = None if worth < 0 else row[5] if worth > 0 else row[4]
                assert short == (None if demanded is None else pytest.approx(demanded, abs=2 * NEAR))
                assert evaluation.bound_rate_error(side) < NEAR
                shares |= {row[4], row[5]}
                decisions, wrong = met(game, policy, first, values)
                assert evaluation.count_decisions_and_errors(allowed, side) == (len(decisions), len(wrong))
    assert len(shares) > seeds / 2  # and not only 0 and 1


@cache
def drawn_graph(seed: int) -> tuple[Graph, dict[Node, int]]:
    """Return nodes that lead to each other, lotteries, and a lost, drawn and won end; each has its own number."""
    lots = random.Random(seed)
    inner = [(number, number % 2 == 0) for number in range(8)]
    ends = {(20 + value, True): value for value in (-1, 0, 1)}
    lotteries = {(10 + number, True): lots.choices(list(ends), k=lots.randint(2, 4)) for number in range(3)}

    def some(node: Node) -> list[Node]:
        out = [*lotteries, *ends]
        most = 1 if node[1] else 0.9  # what is drawn leads out seldom: so that there is where to stay
        return [
            lots.choice(inner) if lots.random() < most - 0.35 * (lots.random() < 0.4) else lots.choice(out)
            for _ in range(lots.randint(1, 3))
        ]

    graph: Graph = {node: some(node) for node in inner} | lotteries | {node: [] for node in ends}
    return graph, ends


class DrawnGraph(Game):
    """A drawn graph as a game, which begins anywhere: the first player moves at even numbers and draws lots."""

    seed: int = 0

    def starts(self) -> list[int]:
        return list(range(8))

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> range:
        return range(len(drawn_graph(self.seed)[0][position, self.mover(position) == 0]))

    def play(self, position: int, move: int) -> int:
        return int(drawn_graph(self.seed)[0][position, self.mover(position) == 0][move][0])

    def mover(self, position: int) -> int:
        return position % 2 if position < 8 else 0

    def outcome(self, position: int) -> int:
        return position - 20 if position > 18 else UNDECIDED


@pytest.mark.parametrize("begin", few(range(0, 200, 50), 1))
def test_all_ways_to_reply_say_the_same_of_drawn_graphs(begin: int) -> None:
    found: set[float] = set()
    for seed in range(begin, begin + 50):
        graph, ends = drawn_graph(seed)
        twin = replied(graph, ends)
        decisions = build_decisions(DrawnGraph(seed))
        evaluation = WinDrawLossObjective(decisions, (0, 1))
        rates = rates_of(evaluation, evaluation.all_moves_mask)
        came = [node for node in graph if node[0] in decisions.arena.others]
        assert len(came) >= 8
        for node in came:
            row = rates[2 * decisions.arena.find_number(node[0]) + node[1]]
            assert row == pytest.approx([float(each) for each in twin[node]], abs=NEAR), (seed, node)
            assert (row[4:] == 0).tolist() == [each == 0 for each in twin[node][4:]]
            found |= {float(each) for each in twin[node]}
    assert len(found) > 100


def pooled(game: Game) -> tuple[WinDrawLossObjective, RulePool]:
    evaluation = WinDrawLossObjective(build_decisions(game), (0, 1))
    return evaluation, make_rule_pool(
        evaluation.decisions, evaluation.decision_places, build_game_features(game), pairs=False
    )


@pytest.mark.parametrize("game", few([PongHauKi(), Dodgem(size=2), Achi(), Dodgem(), HareAndHounds()], 2))
def test_play_that_is_cut_off_comes_near_in_games(game: Game) -> None:
    """Whole tables of lists drawn from a pool, from the rules alone, symmetric positions apart."""
    evaluation, pool = pooled(game)
    drawn = random.Random(3)
    lists = [drawn.choices(range(len(pool.rules)), k=3), []]
    for chosen in lists[: 1 if isinstance(game, Achi) else 2]:  # its rules take long in Python
        rules = RuleList(game, [*(pool.rules[rule] for rule in chosen), Rule()])
        twin, rates = (
            by_plies(game, rules, 1500),
            rates_of(evaluation, pool.mark_moves_allowed_by_list(chosen)),
        )
        assert len(twin) > 20
        for (position, own), row in twin.items():
            node = (
                2 * int(evaluation.decisions.classes[evaluation.decisions.arena.find_number(position)]) + own
            )
            assert rates[node] == pytest.approx(row, abs=1e-5)
        for side in (0, 1):
            assert evaluation.bound_rate_error(side) < NEAR


# ---------------------------------------------------------------------------------------------------------
# Loops that are hard


class Rare(Game):
    """Some steps, each by one of ten moves, of which all others lead back to the first; the last one wins.

    Two moves of the last step lead out as well, to a loss and to a draw. One player makes all moves.
    """

    steps: int = 6
    leads_out: bool = True

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        yield from range(10)

    def play(self, position: int, move: int) -> int:
        if move == 0:
            return position + 1
        return self.steps + move if self.leads_out and position == self.steps - 1 and move < 3 else 0

    def mover(self, position: int) -> int:
        return 0

    def outcome(self, position: int) -> int:
        if position < self.steps:
            return UNDECIDED
        return (1, -1, 0)[position - self.steps]


@pytest.mark.parametrize("steps", few([2, 6, 4, 8], 2))
def test_a_loop_that_is_hardly_ever_left_is_priced_near(steps: int) -> None:
    """One of three ways out, each as likely: it takes some ten to the number of steps moves."""
    evaluation = WinDrawLossObjective(build_decisions(Rare(steps=steps)), (0,))
    at_random, perfect, short = evaluation.compute_outcome_probabilities(evaluation.all_moves_mask, 0)
    error = evaluation.bound_rate_error(0)
    assert error < (NEAR if steps < 6 else 1e-6 if steps == 6 else 1)  # what doubles can tell
    assert at_random == perfect and short == pytest.approx(2 / 3, abs=error + NEAR)
    assert perfect.as_tuple == pytest.approx((1 / 3, 1 / 3, 1 / 3), abs=2 * error + NEAR)


def test_what_wins_surely_wins_surely_though_it_may_cycle() -> None:
    """All else leads back: it wins with probability 1, and yet a line goes round for ever."""
    game = Rare(steps=3, leads_out=False)
    evaluation = WinDrawLossObjective(build_decisions(game), (0,))
    assert evaluation.may_list_cycle
    _, perfect, short = evaluation.compute_outcome_probabilities(evaluation.all_moves_mask, 0)
    assert perfect.as_tuple == (1, 0, 0) and short == 0
    found = find_tradeoff(game, side="first")
    assert found.perfect and found.lists[0].sides.first.short == 0
    assert found.lists[0].sides.first.lines.won is None and found.least == 1
    assert not found.ends and not found.minimal and len(found.lists) == 1
    assert "some lines cycle where it has to win, with probability 0" in str(found)
    assert "where it has to win, has 1 rule at least, as is proven" in str(found)


# ---------------------------------------------------------------------------------------------------------
# The best found


@pytest.mark.parametrize("game", few([PongHauKi(), Achi()], 1))
def test_more_rules_are_never_worth_less_and_the_last_list_is_right(game: Game) -> None:
    found = find_tradeoff(game, side="first", pairs=False)
    told = [
        (
            -round(each.shortfall, 9),
            round(each.against_perfect_opponent.won - each.against_perfect_opponent.lost, 9),
        )
        for each in found.lists
    ]
    assert told == sorted(told) and told[0][0] < 0
    assert found.perfect and found.ends and found.minimal and found.largest_error < NEAR
    value = naive.solve_loops(game)[game.start()][0]
    assert found.may_cycle == (value > 0)
    for each in found.lists:
        result = each.sides.first
        falls = result.can_lose or (value > 0 and (result.can_cycle or result.lines.drawn != 0))
        assert falls == bool(each.shortfall)  # the checker and the kernels agree on who is right
    assert ("whose lines all end" in str(found)) == (value > 0)
    counts = {each.sides.first.line_count_texts for each in found.lists}
    assert ("some", "no end") in counts and all(lost in ("some", "none", "0") for lost, _ in counts)
    assert "won" in found.chart()


class Long(Rare):
    """`Rare` where every other move is drawn at once, and the last step loses."""

    def play(self, position: int, move: int) -> int:
        return position + 1 if move == 0 else self.steps + 2

    def outcome(self, position: int) -> int:
        return -1 if position == self.steps else 0 if position > self.steps else UNDECIDED


def test_what_is_too_unlikely_for_doubles_is_not_told_as_never() -> None:
    evaluation = WinDrawLossObjective(build_decisions(Long(steps=400)), (0,))
    assert (
        evaluation.compute_outcome_probabilities(evaluation.all_moves_mask, 0)[2]
        == 1e-12
        == -evaluation.score_allowed_moves(evaluation.all_moves_mask)[0]
    )
    evaluation = WinDrawLossObjective(build_decisions(Long(steps=3)), (0,))
    assert evaluation.compute_outcome_probabilities(evaluation.all_moves_mask, 0)[2] == pytest.approx(1e-3)


@pytest.mark.long
def test_how_near_bounds_came_is_told_where_it_is_seen() -> None:
    found = find_tradeoff(Rare(steps=8), side="first", within=1)
    assert len(found.lists) == 1 and found.largest_error > 1e-4
    assert (
        f"bounds      shares are within {format_share(found.largest_error, rounding=0)} of what they are"
        in str(found)
    )
    assert found.as_json()["lists"][0]["sides"]["first"]["error"] == found.largest_error
    assert "bounds" not in str(find_tradeoff(Rare(steps=3), side="first", within=1))
