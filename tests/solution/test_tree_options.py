"""What trees can be drawn with: symmetric moves as one, orders, known outcomes, steps, dice, and a page's width."""

import json
import random
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from made.dice_games import RandomDice
from made.random_games import catalogue_games, random_games
from reference import naive, naive_dice
from solution.test_tree import (
    Uniform,
    check_picture,
    check_search,
    climbing_tree,
    cuts_of,
    grown,
    plain_search,
)

import zermelo
from zermelo.cli.positions import tree_commands
from zermelo.core.errors import LoopFound
from zermelo.core.game import Game
from zermelo.draw.trees.tree_layout import PAGE, choose_layout, layout_down, layout_outline, layout_right
from zermelo.draw.trees.tree_shapes import BranchStyle, TreeShape
from zermelo.draw.trees.tree_svg import tree_svg
from zermelo.solution.game_trees.game_tree import draw_tree
from zermelo.solution.game_trees.quintuplet import make_quintuplet
from zermelo.solution.game_trees.tree_vertex import Vertex, VertexCut

II_NIM = "nim(heaps=(2, 2), misere=True)"  # Andrew W. Moore, tutorial slides on games: II-Nim
CLASSROOM = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"


# Symmetric moves as one


def merged_size(game: Game, position: Any) -> int:
    """Return the vertices of a tree that keeps one of the moves to one class, with one mover and as many points."""
    sizes: dict[Any, int] = {}
    for each in naive.backwards(game, [position]):
        kept: dict[Any, Any] = {}
        if not naive.is_finished(game, each):
            for move in game.moves(each):
                child = game.play(each, move)
                flips = naive.is_flipped(game, each, child)
                kept.setdefault((naive.canonical(game, child), flips, naive.points(game, each, move)), child)
        sizes[each] = 1 + sum(sizes[child] for child in kept.values())
    return sizes[position]


def test_the_textbooks_tree_of_ii_nim_has_15_vertices() -> None:
    assert grown(II_NIM).visited == 33
    found = grown(II_NIM, merged=True)
    assert found.visited == 15 == merged_size(found.game, found.root.position)
    assert [child.siblings for child in found.root.children] == [2, 2]
    assert "1 from heap 1 ×2 → 1 2  B to move: A loses in 2" in str(found)
    cut = grown(II_NIM, merged=True, alpha_beta=True)
    assert [child.siblings for child in cut.root.children] == [2, 2] and "×2" in str(cut)
    assert found.root.value == grown(II_NIM).root.value == -1
    shared = grown(II_NIM, merged=True, shared=True)
    rows = make_quintuplet(found.game, found.root.position).positions
    assert sum(vertex.cut is VertexCut.NONE for vertex in shared.root.walk()) == 9
    assert sum(row.reachable for row in rows) == 9


def test_merged_trees_are_the_naive_ones() -> None:
    merged = []

    @settings(max_examples=150)
    @given(random_games() | catalogue_games())
    def agrees(game: Game) -> None:
        start = game.start()
        if merged_size(game, start) > 1_500:
            return
        answers = naive.solve(game)
        whole, found = {}, draw_tree(game, start, merged=True, limit=1_500)
        assert found.visited == merged_size(game, start)
        for vertex in found.root.walk():
            value = whole.setdefault(vertex.number, answers[vertex.position])
            assert (vertex.value, vertex.remoteness) == value
            if vertex.children:
                count = len(naive.children(game, vertex.position))
                assert sum(child.siblings for child in vertex.children) == count
        cut = draw_tree(game, start, merged=True, alpha_beta=True, limit=1_500)
        assert cut.root.value == found.root.value and cut.visited + cut.cuts <= found.visited
        merged.append(any(vertex.siblings > 1 for vertex in found.root.walk()))

    agrees()
    assert sum(merged) > 5


# Orders, and known outcomes


@pytest.mark.parametrize(("branching", "depth"), [(2, 3), (3, 2), (3, 3), (2, 6), (3, 4), (5, 2)])
def test_the_square_root_is_seen(branching: int, depth: int) -> None:
    text = climbing_tree(branching, depth)
    half, rest = branching ** -(-depth // 2), branching ** (depth // 2)
    game = zermelo.game(text)
    found = {
        order: game.tree(alpha_beta=True, order=order, limit=2_000) for order in ("given", "best", "worst")
    }
    assert found["best"].leaves == half + rest - 1
    assert found["given"].leaves == found["worst"].leaves == branching**depth
    assert len({each.root.value for each in found.values()}) == 1
    said = str(found["best"])
    assert f"{branching}^{depth} = {branching**depth:,} leaves" in said
    assert f"- 1 = {half + rest - 1:,} must be looked at" in said


def test_orders_sort_the_moves_of_every_vertex() -> None:
    chance = random.Random(7)
    for _ in range(10):
        game = Uniform(3, 3, tuple(chance.randrange(-9, 10) for _ in range(27)))
        for order, sign in (("best", -1), ("worst", 1)):
            for vertex in draw_tree(game, (0, 0), order=order).root.walk():  # type: ignore[arg-type]
                given = [-child.value for child in vertex.children]
                assert given == sorted(given, key=lambda value, sign=sign: sign * value)
                same = [child.move for child in vertex.children]
                assert sorted(same) == list(game.moves(vertex.position))[: len(same)]


def test_known_outcomes_stop_at_a_won_child() -> None:
    text = "nim(heaps=(1, 2), misere=True)"
    whole, known = grown(text, alpha_beta=True), grown(text, alpha_beta=True, outcomes=(-1, 1))
    assert (whole.visited, known.visited) == (10, 9) and known.root.value == whole.root.value == 1
    assert "outcomes from -1 to 1 are known; else it would visit 10 vertices, 4 of them leaves" in str(known)
    assert "✂ 2 from heap 2: cut: no better outcome" in str(known)
    told = str(grown(text, alpha_beta=True, outcomes=(-1, 1), steps=True))
    assert "cut 2 from heap 2, as B cannot get more than -1" in told


def test_known_outcomes_on_random_games() -> None:
    saved = []

    @settings(max_examples=60)
    @given(random_games() | catalogue_games())
    def agrees(game: Game) -> None:
        start = game.start()
        if game.scored or merged_size(game, start) > 800:
            return
        whole = draw_tree(game, start, alpha_beta=True, limit=5_000)
        known = draw_tree(game, start, alpha_beta=True, limit=5_000, outcomes=(-1, 1))
        assert known.root.value == whole.root.value and known.visited <= whole.visited
        saved.append(whole.visited - known.visited)

    agrees()
    assert sum(each > 0 for each in saved) > 10


# Windows and steps


def windows(game: Any, position: Any, is_a: bool, alpha: float, beta: float, found: list[Any]) -> float:
    """Fail-soft alpha-beta as a page has it, for A and B, noting each vertex's window as the search comes to it."""
    found.append((position, alpha, beta))
    if not naive.children(game, position):
        return float(game.outcome(position) * (1 if is_a else -1))
    best = -float("inf") if is_a else float("inf")
    for move in game.moves(position):
        if (best >= beta) if is_a else (best <= alpha):
            break
        value = windows(game, game.play(position, move), not is_a, alpha, beta, found)
        best = max(best, value) if is_a else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_a else (alpha, min(beta, best))
    return best


def test_alpha_and_beta_stand_at_every_vertex() -> None:
    """Of random uniform trees, in which deep cuts save leaves."""
    chance = random.Random(1975)
    deep_cuts = saved = 0
    for _ in range(40):
        branching, depth = chance.choice([(2, 4), (2, 5), (3, 4)])
        game = Uniform(branching, depth, tuple(chance.randrange(-9, 10) for _ in range(branching**depth)))
        found: list[Any] = []
        windows(game, (0, 0), True, -float("inf"), float("inf"), found)
        drawn, answers = draw_tree(game, (0, 0), alpha_beta=True), naive.solve(game)
        check_search(drawn, lambda position, answers=answers: answers[position][0])  # type: ignore[misc]
        deep_cuts += sum(cause != above for _, above, cause in cuts_of(drawn.root))
        saved += plain_search(game, (0, 0), -float("inf"), float("inf"), False)[1] - drawn.leaves
        seen = []
        for vertex in drawn.root.walk():
            if vertex.number:
                alpha, beta = vertex.window or (0, 0)
                seen.append((vertex.position, *((-beta, -alpha) if vertex.mover else (alpha, beta))))
        assert seen == found
    assert deep_cuts > 0 and saved > 0


STEPS = """\
step 4: #2, .1, B moves, α -∞ β ∞: 1 brings 3, so β = 3; 2 brings 12; 3 brings 8; returns 3

step 5: #7, .2.1: over, worth 2

step 6: #6, .2, B moves, α 3 β ∞: 1 brings 2, so β = 2; β ≤ α: cut 2 and 3, as B gets 2 here and A has 3 for sure \
at #1; returns <= 2; a fail-hard search returns 3

step 7: #1, root, A moves, α -∞ β ∞: 1 brings 3, so α = 3; 2 brings <= 2; returns 3
"""


def test_steps_tell_all() -> None:
    found = grown("[[3, 12, 8], [2, 4, 6]]", alpha_beta=True, steps=True)
    assert STEPS in str(found)
    frames = list(found.frames())
    assert len(frames) == found.visited + 1 and frames[-1].heading == "the whole search"
    assert [len(list(frame.root.walk())) for frame in frames] == [3, 4, 5, 5, 7, 9, 9, 9]
    open_ = frames[4].root  # the second branch is being looked at: the root has 3 for sure, B has 2 there
    assert open_.answer == "" and open_.notes == ("α 3 β ∞",)
    assert open_.children[1].notes == ("α 3 β 2",)
    pages = found.mermaid()
    assert pages.count("```mermaid") == 8 and "## step 6: #6, .2, B moves" in pages


def test_a_deep_cut_names_an_ancestor_further_up() -> None:
    """A has 5 at the root; two plies below the reply a B-vertex's worth 3 is cut though its parent knows no reason."""
    text = "[[[[5, 5], [5, 5]], [[5, 5], [5, 5]]], [[[3, 9], [2, 9]], [[9, 9], [9, 9]]]]"
    told = str(grown(text, alpha_beta=True, steps=True))
    assert "as B gets 3 here and A has 5 for sure at #1, an ancestor further up" in told
    hard = grown(text, alpha_beta=True, hard=True)
    assert hard.visited == grown(text, alpha_beta=True).visited
    assert ">=" not in str(hard) and "<=" not in str(hard)
    found = grown(CLASSROOM, alpha_beta=True, hard=True)
    assert ".2  B: 3  α 3 β ∞" in str(found) and ".3  B: 3  α 3 β ∞" in str(found)
    assert ".2  B: <= 2  α 3 β ∞" in str(grown(CLASSROOM, alpha_beta=True))


# Dice


@pytest.mark.parametrize("loops", [False, True])
def test_trees_and_tables_of_games_of_chance_have_the_naive_values(loops: bool) -> None:
    for seed in range(12):
        game = RandomDice(seed=seed, size=14, loops=loops, largest=1 + seed % 4)
        values = naive_dice.iterated(game) if loops else naive_dice.exact(game)
        found = draw_tree(game, game.start(), shared=True, limit=2_000)
        for vertex in found.root.walk():
            assert float(vertex.value) == pytest.approx(float(values[vertex.position]), abs=1e-9)
            assert vertex.remoteness is None and vertex.mover == game.mover(vertex.position)
            check_chances(game, vertex)
        table = make_quintuplet(game, game.start())
        for row in table.positions:
            mine = -1 if row.mover == 2 else 1
            assert float(mine * row._value) == pytest.approx(float(values[row.position]), abs=1e-9)
            assert isinstance(row.probabilities, tuple) == bool(naive_dice.edges(game, row.position)[0])
            if isinstance(row.probabilities, tuple):
                assert sum(row.probabilities) == pytest.approx(1)
                mean = sum(
                    each * table.positions[to]._value
                    for each, to in zip(row.probabilities, row.successors, strict=True)
                )
                assert float(row._value) == pytest.approx(float(mean), abs=1e-9)


def check_chances(game: Any, vertex: Vertex) -> None:
    chances, _ = naive_dice.edges(game, vertex.position)
    assert vertex.is_chance == bool(chances)
    if vertex.children and chances:
        assert [child.position for child in vertex.children] == [child for _, child in chances]
        assert [Fraction(child.probability or 0).limit_denominator(10**6) for child in vertex.children] == [
            probability for probability, _ in chances
        ]
        assert not any(child.is_best for child in vertex.children)
    elif vertex.children:
        given = [child.value if child.mover == vertex.mover else -child.value for child in vertex.children]
        assert [child.is_best for child in vertex.children] == [max(given) - each < 1e-9 for each in given]


def test_dice_are_folded_like_moves() -> None:
    found = grown("stochastic_nim(heaps=(2,), faces=2)", fold=True)
    text = str(found)
    for said in ("step 4 of 4: the mean of what chance brings", "A expects 0", "chance"):
        assert said in text
    merged = grown("pig(target=2)", merged=True, shared=True)
    assert "5/6 ×5 → " in str(merged) and "1/6 → " in str(merged)
    with pytest.raises(LoopFound):
        grown("pig(target=2)", fold=True)


def test_pig_as_a_table() -> None:
    """At a target of 2 a turn is one throw: with p the probability of winning, p = 5/6 + (1 - p) / 6, so p = 6/7."""
    said = json.loads(tree_commands.format_quintuplet_table("pig(target=2)", as_json=True))
    start = said["positions"][0]
    assert start["value"] == pytest.approx(2 * 6 / 7 - 1) and start["probabilities"] is None
    rolls = said["positions"][1]
    assert rolls["probabilities"] == pytest.approx([1 / 6, 5 / 6])
    thrown = tree_commands.format_quintuplet_table("stochastic_nim(heaps=(1,), faces=2)")
    assert "I      1, first to roll, chance: #0" in thrown
    assert "(5/6)" in tree_commands.format_quintuplet_table(
        "pig(target=2)"
    ) and "chance" in tree_commands.format_quintuplet_table("pig(target=2)")


def test_tables_as_the_mover_sees_them() -> None:
    theirs = json.loads(tree_commands.format_quintuplet_table(II_NIM, as_json=True))["positions"]
    own = json.loads(tree_commands.format_quintuplet_table(II_NIM, values="mover", as_json=True))["positions"]
    for mine, yours in zip(own, theirs, strict=True):
        sign = -1 if mine["mover"] == 2 else 1
        assert mine["value"] == sign * yours["value"]
        assert mine["payoff"] == (None if yours["payoff"] is None else sign * yours["payoff"])
    assert "V      1 where the mover has won" in tree_commands.format_quintuplet_table(II_NIM, values="mover")
    boxes = "dots_and_boxes(columns=1, rows=1)"
    for values, brought in (("A", [-1]), ("mover", [1])):
        rows = json.loads(tree_commands.format_quintuplet_table(boxes, values=values, as_json=True))[
            "positions"
        ]
        assert rows[-2]["gains"] == brought


# Pictures fit a page


def some_shape(chance: random.Random, depth: int, words: int) -> TreeShape:
    lines = tuple("x" * chance.randint(1, words) for _ in range(chance.randint(1, 3)))
    children = (
        tuple(some_shape(chance, depth - 1, words) for _ in range(chance.randint(0, 3))) if depth else ()
    )
    return TreeShape(
        key=object(),
        lines=lines,
        who=chance.choice(["", "A", "B to move"]),
        answer=chance.choice(["", "3", "A wins in 2"]),
        branch=" ".join("y" * chance.randint(1, words) for _ in range(chance.randint(1, 4))),
        stroke=chance.choice(list(BranchStyle)[:2]),
        notes=tuple("z" * chance.randint(1, words) for _ in range(chance.randint(0, 2))),
        children=children,
    )


@pytest.mark.parametrize(
    "layout", [layout_down, layout_right, layout_outline], ids=lambda layout: str(layout.__name__)
)
def test_nothing_overlaps_in_any_layout(layout: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from zermelo.draw.trees import tree_svg as module
    from zermelo.draw.trees.tree_shapes import TreeFrame

    monkeypatch.setattr(module, "choose_layout", lambda _: layout)
    chance = random.Random(layout.__name__)
    for _ in range(25):
        root = some_shape(chance, 3, chance.choice([3, 9, 16]))
        check_picture(tree_svg(["some trees"], [TreeFrame("a heading", root)]), len(list(root.walk())))


PICTURES: list[tuple[str, dict[str, Any], Any]] = [
    (II_NIM, {"merged": True}, layout_down),
    (CLASSROOM, {"alpha_beta": True}, layout_down),
    (CLASSROOM, {"alpha_beta": True, "steps": True}, layout_down),
    ("strike", {"fold": True}, layout_right),
    ("strike", {}, layout_right),
    (II_NIM, {}, layout_outline),
    ("pig(target=3)", {"shared": True, "merged": True}, layout_outline),
    ("dots_and_boxes(columns=1, rows=1)", {"merged": True}, layout_down),
]


@pytest.mark.parametrize(
    ("text", "options", "layout"), PICTURES, ids=lambda value: getattr(value, "__name__", str(value))
)
def test_pictures_are_no_wider_than_a_page(text: str, options: dict[str, Any], layout: Any) -> None:
    found = grown(text, **options)
    frames = list(found.frames())
    assert choose_layout([frame.root for frame in frames]) is layout
    picture = found.svg()
    assert float(ElementTree.fromstring(picture).attrib["width"]) <= PAGE
    check_picture(picture, sum(bool(shape.lines) for frame in frames for shape in frame.root.walk()))
    assert ("graph LR" in found.mermaid()) == any(
        choose_layout([frame.root]) is not layout_down for frame in frames
    )


def test_the_fold_of_the_quiz_says_what_is_left() -> None:
    """The blog's quiz: A B C D, then C A B D and D B C A; the last two trees of its folding."""
    frames = list(grown("strike", fold=True).frames())
    assert [frame.heading for frame in frames[1:]] == [
        f"step {step} of 3: player {4 - step} has chosen" for step in (1, 2, 3)
    ]
    left = [shape.notes[0] for shape in frames[1].root.walk() if not shape.children]
    assert " ".join(note.removeprefix("leaves ") for note in left) == "D D B D D C D D B B C B"
    left = [shape.notes[0] for shape in frames[2].root.walk() if not shape.children]
    assert left == ["leaves B", "leaves C", "leaves B", "leaves C"]
