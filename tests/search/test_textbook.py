"""Minimax and alpha-beta: against recursion as one writes it on a page, and against backward induction."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from made.random_games import RandomLoop, RandomScoredTurns, RandomScores, catalogue_games, random_games
from reference import naive
from solution.test_tree import Uniform, plain_search
from support.marks import few

import zermelo
from zermelo.compiler.guards.checked_rules import CheckedMove
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, BadRules, Cancelled, LoopFound, MissingCapability
from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED, WIN, Answer, ValueAlone
from zermelo.search.exact.minimax import minimax
from zermelo.search.exact.search_path import TreeSearchResult
from zermelo.search.exact.textbook_alpha_beta import Cutoff, VertexResult, VertexVisit, alpha_beta

VERTICES = 3_000  # of a game tree that is searched in a test
Search = Callable[..., TreeSearchResult]
both = pytest.mark.parametrize("search", [minimax, alpha_beta], ids=lambda search: str(search.__name__))


def ordered(leaves: list[int], branching: int, depth: int) -> tuple[int, list[int]]:
    """Return the value of a uniform tree, and its leaves with the best move first everywhere."""
    if depth == 0:
        return leaves[0], leaves
    size = len(leaves) // branching
    parts = [leaves[start : start + size] for start in range(0, len(leaves), size)]
    below = sorted((ordered(part, branching, depth - 1) for part in parts), key=lambda found: found[0])
    return -below[0][0], [leaf for _, part in below for leaf in part]


def table(game: Game, position: Any) -> dict[Any, tuple[int, int | None]]:
    """Return the answers of all that play reaches from a position; raises `LoopFound`."""
    answers: dict[Any, tuple[int, int | None]] = {}
    for each in naive.backwards(game, [position]):
        answers[each] = naive.answer(game, each, answers)
    return answers


def counts(game: Game, position: Any) -> tuple[int, int]:
    """Return how many vertices and leaves the game tree has."""
    found: dict[Any, tuple[int, int]] = {}
    for each in naive.backwards(game, [position]):
        below = [found[child] for child in naive.children(game, each)]
        found[each] = (1 + sum(nodes for nodes, _ in below), sum(leaves for _, leaves in below) or 1)
    return found[position]


def stopping(game: Game, position: Any, largest: int) -> tuple[int, int]:
    """Return the value and the visits of minimax that stops at the largest value, as a page has it."""
    if naive.is_finished(game, position):
        return game.outcome(position), 1
    moves = list(game.moves(position))
    if not moves:
        return game.stuck(position), 1
    best, visited = -(1 << 30), 1
    for move in moves:
        value, count = stopping(game, game.play(position, move), largest)
        visited += count
        best = max(best, naive.worth(game, position, move, value))
        if best == largest:
            break
    return best, visited


def check_line(
    game: Game, position: Any, found: TreeSearchResult, answers: dict[Any, Any], timed: bool
) -> None:
    """Every move of the line keeps the value; where remoteness was looked at, it is the first that keeps both."""
    for move in found.line:
        given = {}
        for other in game.moves(position):
            value, remoteness = answers[game.play(position, other)]
            given[other] = naive.worth(game, position, other, value), remoteness + 1
        assert given[move][0] == answers[position][0]
        if timed:
            assert move == next(other for other, each in given.items() if each == answers[position])
        position = game.play(position, move)
    assert not naive.children(game, position)


def check_position(game: Game, position: Any) -> TreeSearchResult:
    """Compare both searches at one position with backward induction and with recursion; return alpha-beta's."""
    answers, (nodes, leaves) = table(game, position), counts(game, position)
    whole = minimax(game, position)
    assert whole.answer == Answer(*answers[position], game.scored)
    assert (whole.visited, whole.leaves, whole.is_exact) == (nodes, leaves, True)
    check_line(game, position, whole, answers, timed=True)
    cut = alpha_beta(game, position)
    assert cut.answer == ValueAlone(answers[position][0], None, game.scored)
    infinite = float("inf")
    assert plain_search(game, position, -infinite, infinite, True) == (cut.answer.value, cut.leaves)
    check_line(game, position, cut, answers, timed=False)
    assert cut.visited <= nodes and (cut.cutoffs > 0 or cut.visited == nodes)
    if not game.scored:
        early = minimax(game, position, largest=WIN)
        assert early.answer == cut.answer
        assert (early.answer.value, early.visited) == stopping(game, position, WIN)
        check_line(game, position, early, answers, timed=False)
        narrow = alpha_beta(game, position, outcomes=(-WIN, WIN))
        assert narrow.answer == cut.answer and narrow.visited <= min(cut.visited, early.visited)
        check_line(game, position, narrow, answers, timed=False)
    return cut


@pytest.mark.quick
def test_random_games_agree_with_backward_induction() -> None:
    found: list[TreeSearchResult] = []

    @settings(max_examples=200)
    @given(random_games() | catalogue_games())
    def run(game: Game) -> None:
        chance = random.Random(repr(game))
        reached = naive.backwards(game, game.starts())
        for position in chance.sample(reached, min(3, len(reached))):
            if counts(game, position)[0] <= VERTICES:
                found.append(check_position(game, position))

    run()
    assert sum(each.cutoffs > 0 for each in found) > 40 and sum(each.deep_cutoffs > 0 for each in found) > 5


# Uniform trees


SIZES = (
    (1, 0),
    (1, 7),
    (2, 1),
    (2, 2),
    (2, 7),
    (2, 8),
    (3, 1),
    (3, 5),
    (3, 6),
    (4, 4),
    (5, 3),
    (6, 4),
    (9, 2),
)


def fewest_leaves(branching: int, depth: int) -> int:
    """Return how many leaves have to be looked at (D. E. Knuth, R. W. Moore 1975)."""
    return int(branching ** -(-depth // 2) + branching ** (depth // 2) - 1)


def test_counts_of_known_trees() -> None:
    """Tic-tac-toe has 549,946 vertices and 255,168 leaves; what a search leaves of them is pinned."""
    game = zermelo.game("tic_tac_toe")
    assert counts(game, 0) == (549_946, 255_168)
    early, cut = minimax(game, 0, largest=WIN), alpha_beta(game, 0)
    assert (early.answer, early.visited, early.leaves) == (ValueAlone(0, None), 94_978, 38_856)
    assert (cut.answer, cut.visited, cut.leaves) == (ValueAlone(0, None), 18_297, 7_330)
    assert (cut.cutoffs, cut.deep_cutoffs) == (4_237, 3_314)
    boxes = zermelo.game("dots_and_boxes(columns=2, rows=1)")
    whole, cut = minimax(boxes, boxes.start()), alpha_beta(boxes, boxes.start())
    assert (whole.visited, whole.leaves, cut.visited, cut.leaves) == (13_700, 5_040, 1_398, 425)


# Whose bound it is


@dataclass
class Recorder:
    """All that a listener hears: who is above whom, what was looked at in which order, what was cut."""

    way: list[VertexVisit] = field(default_factory=list)
    above: dict[int, tuple[VertexVisit, CheckedMove] | None] = field(default_factory=dict)
    looked_at: dict[int, list[CheckedMove]] = field(default_factory=dict)
    cuts: list[tuple[Cutoff, list[CheckedMove], dict[int, int]]] = field(default_factory=list)
    found: dict[int, VertexResult] = field(default_factory=dict)

    def enter(self, vertex: VertexVisit, branch: CheckedMove | None) -> None:
        assert vertex.number == len(self.above) + 1 and vertex.depth == len(self.way)
        self.above[vertex.number] = None if branch is None else (self.way[-1], branch)
        if branch is not None:
            self.looked_at[self.way[-1].number].append(branch)
        self.looked_at[vertex.number] = []
        self.way.append(vertex)

    def cut(self, cutoff: Cutoff, branches: Iterable[CheckedMove]) -> None:
        assert cutoff.vertex == self.way[-1] and cutoff.ancestor in self.way[:-1]
        known = {each.number: len(self.looked_at[each.number]) for each in self.way}
        self.cuts.append((cutoff, list(branches), known))

    def sure(self, vertex: VertexVisit, count: int) -> float:
        """Return what the first few branches of a vertex surely give its mover."""
        below = [number for number, above in self.above.items() if above is not None and above[0] == vertex]
        ends = [
            branch.gain
            + branch.sign * (self.found[number].low if branch.sign > 0 else self.found[number].high)
            for number, branch in zip(below[:count], self.looked_at[vertex.number], strict=False)
        ]
        return max(ends, default=-float("inf"))

    def leave(self, vertex: VertexVisit, found: VertexResult) -> None:
        assert self.way.pop() == vertex
        self.found[vertex.number] = found


def secured(
    game: Game, vertex: VertexVisit, branches: Iterable[CheckedMove], truth: dict[Any, Any]
) -> int | None:
    """Return the best that some branches give the mover of a vertex, by backward induction."""
    return max(
        (naive.worth(game, vertex.position, each.move, truth[each.child][0]) for each in branches),
        default=None,
    )


def check_causes(game: Game, position: Any) -> Recorder:
    """Every cut is allowed: by what its ancestor had in hand before, whatever the moves left out may be worth."""
    truth, heard = table(game, position), Recorder()
    search = alpha_beta(game, position, listener=heard)
    assert not heard.way and search.visited == len(heard.above)
    assert search.cutoffs == len(heard.cuts)
    assert search.deep_cutoffs == sum(cutoff.is_deep for cutoff, _, _ in heard.cuts)
    for number, found in heard.found.items():
        before = heard.above[number]
        where = position if before is None else before[1].child
        assert found.low <= truth[where][0] <= found.high and found.value in (found.low, found.high)
    for cutoff, left_out, known in heard.cuts:
        vertex, ancestor = cutoff.vertex, cutoff.ancestor
        assert ancestor is not None and left_out
        parent = heard.above[vertex.number]
        assert parent is not None and cutoff.is_deep == (ancestor != parent[0])
        moves = list(game.moves(vertex.position))
        tried = heard.looked_at[vertex.number]
        assert [branch.move for branch in [*tried, *left_out]] == moves
        worth = secured(game, vertex, tried, truth)
        assert worth is not None and worth >= cutoff.value >= cutoff.bound
        # From the vertex up to the ancestor: the line is worth no more to the ancestor's mover than what he has.
        sign, here, bound = 1, vertex, cutoff.bound
        while here != ancestor:
            step = heard.above[here.number]
            assert step is not None
            here, branch = step
            worth, bound, sign = (
                branch.gain + branch.sign * worth,
                branch.gain + branch.sign * bound,
                sign * branch.sign,
            )
            if sign == -1:  # the bound is what the ancestor is sure of, and nobody nearer is sure of as much
                sure = heard.sure(here, known[here.number] - 1)
                assert sure == bound if here == ancestor else sure < bound
        assert sign == -1, "a bound of one's own cuts nothing"
        in_hand = secured(
            game, ancestor, heard.looked_at[ancestor.number][: known[ancestor.number] - 1], truth
        )
        assert in_hand is not None and worth <= in_hand
    return heard


def test_the_causes_of_cuts_on_random_games() -> None:
    heard: list[Recorder] = []

    @settings(max_examples=150)
    @given(random_games() | catalogue_games())
    def run(game: Game) -> None:
        if counts(game, game.start())[0] <= VERTICES:
            heard.append(check_causes(game, game.start()))

    run()
    assert sum(len(each.cuts) for each in heard) > 300


def test_the_causes_of_cuts_on_uniform_trees_and_what_is_cut_may_be_anything() -> None:
    chance, deep = random.Random(1975), 0
    for _ in range(20):
        branching, depth = chance.choice([(2, 4), (2, 6), (3, 4), (4, 3)])
        leaves = [chance.randrange(-9, 10) for _ in range(branching**depth)]
        game = Uniform(branching, depth, tuple(leaves))
        heard = check_causes(game, (0, 0))
        deep += sum(cutoff.is_deep for cutoff, _, _ in heard.cuts)
        value = minimax(game, (0, 0)).answer.value
        for cutoff, left_out, _ in heard.cuts:  # one subtree after the other anew, the search as it was
            for branch in left_out:
                ply, place = branch.child
                size = branching ** (depth - ply)
                other = list(leaves)
                other[place * size : (place + 1) * size] = [chance.choice((-99, 99)) for _ in range(size)]
                assert minimax(Uniform(branching, depth, tuple(other)), (0, 0)).answer.value == value
                assert cutoff.vertex.depth == ply - 1
    assert deep > 10


# What ends a search


class Row(Game):
    """A row of `size` cells, one step at a time; whoever steps last wins. With `round`, it is a ring."""

    size: int = 10
    round: bool = False

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        if position + 1 < self.size or self.round:
            yield 1

    def play(self, position: int, move: int) -> int:
        return (position + move) % self.size

    def estimate(self, position: int) -> int:
        return position


@both
def test_long_play_needs_no_recursion_of_pythons(search: Search) -> None:
    found = search(Row(size=20_000), 0)
    assert found.answer.value == WIN and len(found.line) == 19_999 and found.visited == 20_000


@pytest.mark.parametrize("search", few([alpha_beta, minimax], 1))
def test_play_without_an_end_is_noticed(search: Search) -> None:
    with pytest.raises(BadRules, match="longer than 65,534 plies"):
        search(Row(size=10**9), 0)
    assert search(Row(size=10**9), 10**9 - 2).answer.value == WIN


@both
def test_a_loop_is_named(search: Search) -> None:
    with pytest.raises(LoopFound, match=r"0 -> 1 -> 2 -> 0\)"):
        search(Row(size=3, round=True), 0)
    with pytest.raises(LoopFound, match="return to an earlier position"):
        search(RandomLoop(seed=1), 0)


@both
def test_a_depth_ends_the_search_with_estimates(search: Search) -> None:
    ring = search(Row(size=3, round=True), 0, depth=4)
    assert (ring.answer, ring.guessed, ring.is_exact) == (ValueAlone(1, None), 1, False)
    assert len(ring.line) == 4 and ring.visited == 5 and ring.leaves == 1
    ended = search(Row(size=5), 0, depth=4)
    assert ended.is_exact and ended.answer.value == LOSS
    assert search(Row(size=5), 0, depth=0).answer == ValueAlone(0, None)
    assert search(Row(size=5), 4, depth=0).answer.value == LOSS
    assert search(Row(size=9), 0, depth=3, guess=lambda position: 100 + position).answer.value == -103
    words = r"does not define estimate\(position\): a search to depth 2 ends by it"
    with pytest.raises(MissingCapability, match=words):
        search(Uniform(1, 3, (0,)), (0, 0), depth=2)
    with pytest.raises(BadParameter, match="depth -1"):
        search(Row(), 0, depth=-1)
    with pytest.raises(BadRules, match=r"leaves -32,000\.\.32,000 at position 3"):
        search(Row(size=9), 0, depth=3, guess=lambda _: 10**6)


def test_a_depth_agrees_with_values_put_at_it() -> None:
    """Values that are true make a search to a depth exact; any others it folds as minimax does."""
    chance = random.Random(7)
    for seed in range(30):
        game: Any = (RandomScores if seed % 2 else RandomScoredTurns)(seed=seed)
        answers = table(game, game.start())
        true = {position: value for position, (value, _) in answers.items()}
        lots = {position: chance.randrange(-9, 10) for position in answers}
        for values in (true, lots):
            found = [
                search(game, game.start(), depth=3, guess=values.get) for search in (minimax, alpha_beta)
            ]
            assert {each.answer.value for each in found} == {to_depth(game, game.start(), 3, values)}
        assert to_depth(game, game.start(), 3, true) == true[game.start()]


def to_depth(game: Game, position: Any, depth: int, values: dict[Any, int]) -> int:
    """Return the value by recursion to a depth."""
    if not naive.children(game, position):
        return naive.answer(game, position, {})[0]
    if depth == 0:
        return values[position]
    return max(
        naive.worth(game, position, move, to_depth(game, game.play(position, move), depth - 1, values))
        for move in game.moves(position)
    )


def test_what_is_beyond_the_known_outcomes_is_refused() -> None:
    game = Uniform(2, 3, tuple(range(8)))
    value = minimax(game, (0, 0)).answer.value
    assert minimax(game, (0, 0), largest=9).answer.value == value
    assert alpha_beta(game, (0, 0), outcomes=(-9, 9)).answer.value == value
    with pytest.raises(BadParameter, match="the largest value 1 is too small for uniform"):
        minimax(Uniform(1, 1, (-3,)), (0, 0), largest=1)
    for outcomes in ((-9, 2), (4, 9)):
        with pytest.raises(BadParameter, match="beyond the outcomes said to be possible"):
            alpha_beta(Uniform(1, 1, (-3,)), (0, 0), outcomes=outcomes)
    for outcomes in ((1, 1), (1, -1)):
        with pytest.raises(BadParameter, match="no range"):
            alpha_beta(game, (0, 0), outcomes=outcomes)


@pytest.mark.quick
def test_scored_games_stop_at_the_largest_value_too() -> None:
    """A's ends are at even depths: the least there is stops B, the largest A."""
    for seed in range(20):
        chance = random.Random(seed)
        game = Uniform(3, 4, tuple(chance.randrange(-3, 4) for _ in range(81)))
        whole = alpha_beta(game, (0, 0))
        found = [alpha_beta(game, (0, 0), outcomes=ends) for ends in ((-3, 90), (-90, 3), (-3, 3))]
        early = minimax(game, (0, 0), largest=3)
        value = ValueAlone(minimax(game, (0, 0)).answer.value, None, True)
        assert {each.answer for each in (*found, whole, early)} == {value}
        assert found[2].leaves <= min(found[0].leaves, found[1].leaves) <= whole.leaves
        assert max(early.leaves, found[2].leaves) < 81


@dataclass
class Hard:
    """What a fail-hard search returned, vertex by vertex, in the order in which they are left."""

    returned: list[Any] = field(default_factory=list)

    def enter(self, vertex: VertexVisit, branch: CheckedMove | None) -> None:
        pass

    def cut(self, cutoff: Cutoff, branches: Iterable[CheckedMove]) -> None:
        pass

    def leave(self, vertex: VertexVisit, found: VertexResult) -> None:
        self.returned.append(found.hard if vertex.depth % 2 == 0 else -found.hard)


def russell(game: Any, position: Any, is_a: bool, alpha: float, beta: float, returned: list[Any]) -> float:
    """Max-Value and Min-Value as they are printed, values being A's; what each returns is noted."""
    if game.outcome(position) != UNDECIDED:
        answer = game.outcome(position) * (1 if is_a else -1)
    else:
        for move in game.moves(position):
            value = russell(game, game.play(position, move), not is_a, alpha, beta, returned)
            if is_a:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        answer = (min(alpha, beta)) if is_a else max(alpha, beta)
    returned.append(answer)
    return float(answer)


def test_the_fail_hard_values_are_those_of_russells_functions() -> None:
    for seed in range(60):
        chance = random.Random(seed)
        branching, depth = chance.choice([(2, 4), (3, 3), (2, 5), (3, 4)])
        game = Uniform(branching, depth, tuple(chance.randrange(-9, 10) for _ in range(branching**depth)))
        heard, printed = Hard(), list[Any]()
        alpha_beta(game, (0, 0), listener=heard)
        russell(game, (0, 0), True, -float("inf"), float("inf"), printed)
        assert heard.returned == printed


@pytest.mark.quick
def test_orders_of_a_uniform_tree() -> None:
    """Best first the fewest leaves, also where the moves come so; worst first b^d at most.

    In three plies or fewer it is b^d: no value of a vertex is outside its window. Deeper down one may be.
    """
    for branching, depth in SIZES:
        chance = random.Random(branching * 100 + depth)
        fewest, every = fewest_leaves(branching, depth), branching**depth
        for leaves in (chance.sample(range(-9_000, 9_000), every) for _ in range(3)):
            game = Uniform(branching, depth, tuple(leaves))
            values = naive.solve(game)
            value = values[0, 0][0]

            def arranged(sign: int, game: Game = game, values: Any = values) -> TreeSearchResult:
                return alpha_beta(
                    game,
                    (0, 0),
                    arrange=lambda _, below: sorted(below, key=lambda one: sign * values[one.child][0]),
                )

            best, worst, anyhow = arranged(1), arranged(-1), alpha_beta(game, (0, 0))
            assert best.leaves == fewest <= anyhow.leaves <= every and fewest <= worst.leaves <= every
            assert worst.leaves == every or depth > 3
            assert best.answer == worst.answer == anyhow.answer == ValueAlone(value, None, True)
            same, best_first = ordered(leaves, branching, depth)
            found = alpha_beta(Uniform(branching, depth, tuple(best_first)), (0, 0))
            assert found.answer.value == same == value
            assert found.leaves == fewest and found.line == (0,) * depth
            assert found.cutoffs == 0 or branching > 1
            whole = minimax(game, (0, 0))
            assert whole.answer == Answer(value, depth, True) and whole.leaves == every
            assert whole.visited == sum(branching**ply for ply in range(depth + 1))


class Three(Row):
    players = 3


class Diced(Row):
    def mover(self, position: int) -> int:
        return 0

    def chances(self, position: int) -> list[tuple[float, int]]:
        return []


class Unequal(Row):
    def payoffs(self, position: int) -> tuple[int, int]:
        return 1, 1


@both
def test_games_that_are_not_of_two_adversaries_are_refused(search: Search) -> None:
    for game, words in ((Three(), "has 3 players"), (Diced(), "has chances"), (Unequal(), "any sum")):
        with pytest.raises(MissingCapability, match=words) as error:
            search(game, 0)
        assert "\n" not in str(error.value)
        assert "minimax and alpha-beta are for one or two players" in str(error.value)


class Raising(Row):
    """Rules with a mistake at 3, wherever `where` says."""

    where: str = "moves"

    def moves(self, position: int) -> Iterator[int]:
        if position == 3 and self.where == "moves":
            yield 1 // (position - 3)
        yield from Row.moves(self, position)

    def play(self, position: int, move: int) -> int:
        return Row.play(self, position, 1 // (position - 3) if position == 3 and self.where == "play" else 1)

    def outcome(self, position: int) -> int:
        if position == 3 and self.where == "outcome":
            return 1 // (position - 3)
        return 40_000 if position == 3 and self.where == "value" else UNDECIDED


@both
def test_broken_rules_are_named_with_the_position(search: Search) -> None:
    for where in ("moves", "play", "outcome"):
        with pytest.raises(BadRules, match=r"ZeroDivisionError.* at position 3"):
            search(Raising(where=where), 0)
    with pytest.raises(BadRules, match=r"leaves -32,000..32,000 at position 3"):
        search(Raising(where="value"), 0)
    with pytest.raises(BadRules, match="past 32,000"):
        search(Rich(), 0)


class Rich(Row):
    """Points that add up to more than values hold."""

    scored = True

    def gain(self, position: int, move: int) -> int:
        return 20_000 * (-1) ** position


@both
def test_progress_is_told_and_a_search_can_be_stopped(search: Search) -> None:
    told = []
    budget = Budget(listener=lambda progress: told.append((progress.phase, progress.done)))
    game = zermelo.game("subtraction(heap=17)")
    found = search(game, 17, budget=budget)
    assert told == [("search", done) for done in range(0, found.visited, 4096)] and len(told) > 1
    budget.stop.set()
    with pytest.raises(Cancelled):
        search(game, 17, budget=budget)
