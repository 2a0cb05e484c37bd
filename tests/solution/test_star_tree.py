"""Star1 and Star2 drawn: what they visit, their bounds at throws, their cuts, and who made them."""

import itertools
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from support.commands import answer, runner

import zermelo
from zermelo.core.errors import BadParameter, LoopFound
from zermelo.games.dice.bear_off import BearOff
from zermelo.games.dice.stochastic_nim import StochasticNim
from zermelo.search.exact.expectiminimax import star1, star2
from zermelo.solution.game_trees.tree_vertex import Vertex, VertexCut

pytestmark = pytest.mark.quick

NEAR = 1e-9
Tree = Any  # a number, a list of a player's branches, or a tuple of (probability, tree)


def random_tree(chance: random.Random, depth: int) -> Tree:
    if depth == 0 or chance.random() < 0.1:
        return chance.randint(-9, 9)
    parts = [random_tree(chance, depth - 1) for _ in range(chance.randint(1, 3))]
    if chance.random() < 0.5:
        return parts
    weights = [chance.randint(1, 4) for _ in parts]
    return tuple((Fraction(weight, sum(weights)), part) for weight, part in zip(weights, parts, strict=True))


def written(tree: Tree) -> str:
    if isinstance(tree, list):
        return f"[{', '.join(map(written, tree))}]"
    if isinstance(tree, tuple):
        return f"{{{', '.join(f'{part}: {written(below)}' for part, below in tree)}}}"
    return str(tree)


def has_throw(tree: Tree) -> bool:
    return isinstance(tree, tuple) or (isinstance(tree, list) and any(map(has_throw, tree)))


def random_trees(count: int) -> Iterator[Tree]:
    chance = random.Random("star")
    while count:
        tree = random_tree(chance, 5)
        if has_throw(tree):
            count -= 1
            yield tree


def value(tree: Tree, is_a: bool) -> Fraction:
    """Return what A gets, by the definition."""
    if isinstance(tree, list):
        return (max if is_a else min)(value(part, not is_a) for part in tree)
    if isinstance(tree, tuple):
        return sum((part * value(below, is_a) for part, below in tree), Fraction(0))
    return Fraction(tree)


def leaves(tree: Tree) -> list[int]:
    if isinstance(tree, list | tuple):
        parts = tree if isinstance(tree, list) else [below for _, below in tree]
        return list(itertools.chain.from_iterable(map(leaves, parts)))
    return [tree]


class Reference:
    """Star1 and Star2 as the papers have them, for A and B, in exact numbers: which vertices they visit."""

    def __init__(self, tree: Tree, *, probes: bool) -> None:
        self.probes, self.visited = probes, list[str]()
        numbers = leaves(tree)
        self.least, self.largest = Fraction(min(numbers)), Fraction(max(numbers))
        if self.least == self.largest:
            self.least, self.largest = self.least - 1, self.largest + 1
        self.found = self.look(tree, "", True, self.least, self.largest)

    def look(self, tree: Tree, way: str, is_a: bool, alpha: Any, beta: Any) -> Any:
        self.visited.append(way or "root")
        if isinstance(tree, list):
            return self.choose(tree, way, is_a, alpha, beta, list(range(len(tree))), None)
        if isinstance(tree, tuple):
            return self.throw(tree, way, is_a, alpha, beta)
        return Fraction(tree)

    def choose(
        self, tree: Tree, way: str, is_a: bool, alpha: Any, beta: Any, places: list[int], best: Any
    ) -> Any:
        for place in places:
            if best is not None and (best >= beta if is_a else best <= alpha):
                break
            window = (alpha, beta)
            if best is not None:
                window = (max(alpha, best), beta) if is_a else (alpha, min(beta, best))
            found = self.look(tree[place], f"{way}.{place + 1}", not is_a, *window)
            best = found if best is None else max(best, found) if is_a else min(best, found)
        return best

    def throw(self, tree: Tree, way: str, is_a: bool, alpha: Any, beta: Any) -> Any:
        lows, highs = [self.least for _ in tree], [self.largest for _ in tree]

        def mean(numbers: list[Any]) -> Any:
            return sum(part * number for (part, _), number in zip(tree, numbers, strict=True))

        def needed(place: int) -> tuple[Any, Any]:
            part = tree[place][0]
            return (
                (alpha - mean(highs) + part * highs[place]) / part,
                (beta - mean(lows) + part * lows[place]) / part,
            )

        begun = {}
        for place, (_, below) in enumerate(tree) if self.probes else ():
            if isinstance(below, list):
                self.visited.append(f"{way}.{place + 1}")
                low, high = needed(place)
                window = (lows[place], high) if is_a else (low, highs[place])
                begun[place] = self.look(below[0], f"{way}.{place + 1}.1", not is_a, *window)
                if is_a:
                    lows[place] = max(lows[place], begun[place])
                else:
                    highs[place] = min(highs[place], begun[place])
                if mean(lows) >= beta:
                    return mean(lows)
                if mean(highs) <= alpha:
                    return mean(highs)
        for place, (_, below) in enumerate(tree):
            low, high = needed(place)
            if place in begun:
                rest = list(range(1, len(below)))
                found = self.choose(below, f"{way}.{place + 1}", is_a, low, high, rest, begun[place])
            else:
                found = self.look(below, f"{way}.{place + 1}", is_a, low, high)
            lows[place] = highs[place] = found
            if place < len(tree) - 1 and not low < found < high:
                return mean(lows) if found >= high else mean(highs)
        return mean(lows)


def as_a(vertex: Vertex, number: float) -> float:
    return -number if vertex.mover else number


@pytest.mark.parametrize("name", ["star1", "star2"])
def test_random_trees_are_drawn_as_a_slow_search_and_the_engine_visit_them(name: str) -> None:
    cuts = deep = 0
    for tree in random_trees(60):
        game = zermelo.game(written(tree))
        drawn = game.tree(alpha_beta=True, star2=name == "star2", limit=5_000)
        slow = Reference(tree, probes=name == "star2")
        met = sorted((vertex for vertex in drawn.root.walk() if vertex.number), key=lambda each: each.number)
        assert [game.show(vertex.position) for vertex in met] == slow.visited
        assert drawn.root.value == pytest.approx(float(value(tree, True)), abs=NEAR)
        assert float(slow.found) == pytest.approx(drawn.root.value, abs=NEAR)
        limits = (float(slow.least), float(slow.largest))
        fast = (star1 if name == "star1" else star2)(game, game.start(), limits=limits)
        assert (fast.visited, fast.leaves) == (drawn.visited, drawn.leaves)
        assert fast.answer.value == pytest.approx(drawn.root.value, abs=NEAR)
        cuts += drawn.cuts
        deep += fast.star_cutoffs
    assert cuts > 100 and deep > 20


def part_at(tree: Tree, way: str) -> Tree:
    for place in filter(None, way.removeprefix("root").split(".")):
        tree = tree[int(place) - 1]
        tree = tree[1] if isinstance(tree, tuple) and isinstance(tree[0], Fraction) else tree
    return tree


def with_any_leaves(tree: Tree, chance: random.Random, least: int, largest: int) -> Tree:
    if isinstance(tree, list):
        return [with_any_leaves(part, chance, least, largest) for part in tree]
    if isinstance(tree, tuple):
        return tuple((part, with_any_leaves(below, chance, least, largest)) for part, below in tree)
    return chance.choice([least, largest, chance.randint(least, largest)])


def replaced(tree: Tree, way: str, cut: dict[str, Tree]) -> Tree:
    """Return the tree with other parts where branches were cut."""
    if way in cut:
        return cut[way]
    if isinstance(tree, list):
        return [replaced(part, f"{way}.{place + 1}", cut) for place, part in enumerate(tree)]
    if isinstance(tree, tuple):
        rows = enumerate(tree)
        return tuple((part, replaced(below, f"{way}.{place + 1}", cut)) for place, (part, below) in rows)
    return tree


@pytest.mark.parametrize("star2", [False, True])
def test_bounds_hold_and_what_is_cut_cannot_matter(star2: bool) -> None:
    chance = random.Random(5)
    seen = set()
    for tree in random_trees(60):
        game = zermelo.game(written(tree))
        drawn = game.tree(alpha_beta=True, star2=star2, limit=5_000)
        least, largest = min(leaves(tree)), max(leaves(tree))
        cut = {
            game.show(vertex.position): part_at(tree, game.show(vertex.position))
            for vertex in drawn.root.walk()
            if vertex.cut is VertexCut.BOUND
        }
        for _ in range(5):
            other = replaced(
                tree,
                "",
                {way: with_any_leaves(part, chance, least, largest) for way, part in cut.items()},
            )
            assert value(other, True) == value(tree, True)
            for vertex in drawn.root.walk():
                if vertex.number:
                    assert vertex.between is not None
                    low, high = sorted(as_a(vertex, end) for end in vertex.between)
                    true = float(value(part_at(other, game.show(vertex.position)), not vertex.mover))
                    assert low - NEAR <= true <= high + NEAR
                    if not vertex.bound:
                        assert true == pytest.approx(as_a(vertex, vertex.value), abs=NEAR)
        for way in paths(drawn.root):
            if way[-1].cut is VertexCut.BOUND and way[-1].cause is not None:
                holder = next(vertex for vertex in way[:-1] if vertex.number == way[-1].cause)
                assert not holder.is_chance
                seen.add((way[-2].is_chance, holder.mover, any(each.is_chance for each in way[1:-2])))
    assert seen >= set(itertools.product([True], [0, 1], [False, True]))


def paths(vertex: Vertex, above: tuple[Vertex, ...] = ()) -> Iterator[tuple[Vertex, ...]]:
    yield (*above, vertex)
    for child in vertex.children:
        yield from paths(child, (*above, vertex))


def test_games_are_visited_as_the_searches_visit_them() -> None:
    for game in (StochasticNim(heaps=(2, 1), faces=2), BearOff(checkers=1, points=2)):
        for search, star2_asked in ((star1, False), (star2, True)):
            depth = 4 if isinstance(game, BearOff) else None
            known = zermelo.solve(game, interpreted=True)
            found = search(
                game, game.start(), depth=depth, guess=lambda at, known=known: known.value(at).value
            )
            drawn = game.tree(alpha_beta=True, star2=star2_asked, depth=depth, limit=20_000)
            assert (drawn.visited, drawn.leaves) == (found.visited, found.leaves)
            assert drawn.root.value == pytest.approx(known.value().value, abs=NEAR)


THROWS = "[3, {1/2: [1, 2], 1/2: [0, 2]}, {1/6: -3, 5/6: 4}]"
DRAWN = """\
#1 root  A: 3  α -3 β 4
┝━━ 1 → #2 .1  3
├── 2 → #3 .2  chance: <= 2.5  α 3 β 4  from -3 to 2.5
│   ├── 1/2 → #4 .2.1  B: <= 1  α 2 β 11
│   │   ┝━━ 1 → #5 .2.1.1  1
│   │   └┄┄ ✂ 2: cut by #1
│   └┄┄ ✂ 1/2: cut by #1
└── 3 → #6 .3  chance: <= 2.83333  α 3 β 4  from -3 to 2.83333
    ├── 1/6 → #7 .3.1  -3
    └┄┄ ✂ 5/6: cut by #1"""


def test_a_tree_with_throws_as_text() -> None:
    drawn = str(zermelo.game(THROWS).tree(alpha_beta=True))
    head, _, picture = drawn.partition("\n\n")
    assert picture == DRAWN
    assert head.splitlines()[:2] == [
        f"{THROWS}: game tree as Star1 looks at it",
        "visits 7 vertices, 3 of them leaves; 3 branches are cut",
    ]
    assert "the whole tree has 12 vertices, 7 of them leaves" in head
    assert "outcomes from -3 to 4 are known" in head and "Star2 would visit 7 vertices, 3 of them" in head
    told = str(zermelo.game(THROWS).tree(alpha_beta=True, steps=True))
    assert (
        "#3, .2, chance, α 3 β 4: 1/2 brings <= 1; 2.5 ≤ α: cut 1/2, as even with the largest outcome there "
        "the mean is 2.5, against 3, and A has as much for sure by #1; returns <= 2.5" in told
    )
    assert "B gets 1 here and A, who has something for sure at #1, needs better than 2 here" in told


def test_wider_outcomes_cut_less() -> None:
    game = zermelo.game(THROWS)
    given = game.tree(alpha_beta=True, outcomes=(-100, 100))
    assert given.visited == 11 and "outcomes from -100 to 100 are given" in str(given)
    assert "would visit" in str(given) and given.root.value == 3
    with pytest.raises(BadParameter, match="are too narrow"):
        game.tree(alpha_beta=True, outcomes=(-1, 1))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"alpha_beta": True, "hard": True}, "--fail-hard is for games without chance"),
        ({"alpha_beta": True, "star2": True, "steps": True}, "leave out --star2"),
        ({"star2": True}, "give --alpha-beta too"),
    ],
)
def test_options_that_a_throw_excludes(options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadParameter, match=words):
        zermelo.game(THROWS).tree(**options)


def test_star2_is_for_chance_and_loops_need_a_depth() -> None:
    with pytest.raises(BadParameter, match="--star2 is for games where chance decides"):
        zermelo.game("[[3, 12], [2, 4]]").tree(alpha_beta=True, star2=True)
    with pytest.raises(LoopFound):
        zermelo.game("pig(target=2)").tree(alpha_beta=True)
    assert zermelo.game("pig(target=2)").tree(alpha_beta=True, depth=3).root.value == pytest.approx(5 / 7)


def test_the_command_draws_star2(capsys: pytest.CaptureFixture[str]) -> None:
    text = "[1, {1/2: [5, 9], 1/2: [-9, 0]}]"
    found = answer(runner(capsys)("tree", text, "--alpha-beta", "--star2", "--outcomes=-9,9.5", "--json"))
    assert found["kind"] == "star2" and found["cuts"] > 0
    chance = found["root"]["children"][1]
    assert chance["chance"] and chance["bound"] == "<=" and chance["between"][1] == chance["value"]
    assert chance["children"][0]["probed"]
