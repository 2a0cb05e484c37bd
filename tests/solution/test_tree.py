"""Game trees: every value, every cut, every frame, and what the three ways of drawing print."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from hypothesis import given, settings
from made.hashable_games import Coins
from made.lively_games import lively_ponds
from made.random_games import RandomLoop, catalogue_games, random_games
from reference import naive

import zermelo
from zermelo import games
from zermelo.cli.positions import tree_commands
from zermelo.core.errors import BadParameter, LoopFound, MissingCapability, StorageFailed, UnknownPosition
from zermelo.core.game import Game
from zermelo.core.values import UNDECIDED
from zermelo.draw.pictures.picture_svg import compute_nested_board_size
from zermelo.draw.trees.tree_layout import TREE_CELL
from zermelo.solution.game_trees.game_tree import Tree, draw_tree
from zermelo.solution.game_trees.tree_vertex import Vertex, VertexCut

NIM = "nim(heaps=(1, 2), misere=True)"
BOXES = "dots_and_boxes(columns=1, rows=1)"


def grown(text: str, position: str | None = None, **options: Any) -> Tree:
    game = zermelo.game(text)
    return draw_tree(game, games.parse_position(game, position), **options)


# Whole texts

PLAIN = """\
nim(heaps=(1, 2), misere=True): game tree
12 vertices, 5 of them leaves
each value is A's, who moves first: win, draw or loss, and the plies to the end
indifferent at 1 vertex: several moves are equally good to the mover, and each is heavy

1 2  A to move: A wins in 2
├── 1 from heap 1 → 0 2  B to move: A loses in 2
│   ┝━━ 1 from heap 2 → 0 1  A to move: A loses in 1
│   │   ┕━━ 1 from heap 2 → 0 0  A lost
│   └── 2 from heap 2 → 0 0  A won
├── 1 from heap 2 → 1 1  B to move: A loses in 2
│   ┝━━ 1 from heap 1 → 0 1  A to move: A loses in 1
│   │   ┕━━ 1 from heap 2 → 0 0  A lost
│   ┕━━ 1 from heap 2 → 1 0  A to move: A loses in 1
│       ┕━━ 1 from heap 1 → 0 0  A lost
┕━━ 2 from heap 2 → 1 0  B to move: A wins in 1
    ┕━━ 1 from heap 1 → 0 0  A won"""


CUT = """\
nim(heaps=(1, 2), misere=True): game tree as alpha-beta looks at it
visits 10 vertices, 4 of them leaves; 1 branch is cut
each value is A's, who moves first: win 1, draw 0, loss -1
α: what A has for sure on the way there; β: what B need not let A exceed; >=, <=: bounds
the whole tree has 12 vertices, 5 of them leaves

#1 1 2  A: 1  α -∞ β ∞
├── 1 from heap 1 → #2 0 2  B: -1  α -∞ β ∞
│   ┝━━ 1 from heap 2 → #3 0 1  A: -1  α -∞ β ∞
│   │   ┕━━ 1 from heap 2 → #4 0 0  -1
│   └── 2 from heap 2 → #5 0 0  1
├── 1 from heap 2 → #6 1 1  B: <= -1  α -1 β ∞
│   ┝━━ 1 from heap 1 → #7 0 1  A: -1  α -1 β ∞
│   │   ┕━━ 1 from heap 2 → #8 0 0  -1
│   └┄┄ ✂ 1 from heap 2: cut by #1
┕━━ 2 from heap 2 → #9 1 0  B: 1  α -1 β ∞
    ┕━━ 1 from heap 1 → #10 0 0  1"""


SHALLOW = """\
dots_and_boxes(columns=1, rows=1): game tree
3 vertices, 2 of them leaves
each value is A's, who moves first: points still to come, and the plies to the end
indifferent at 1 vertex: several moves are equally good to the mover, and each is heavy

+-+/. ./+-+/first  A to move: A -1 to come in 2
┝━━ a1-a2 → +-+/| ./+-+/second  B to move: A -1 to come in 1  …
┕━━ b1-b2 → +-+/. |/+-+/second  B to move: A -1 to come in 1  …"""


TEXTS: list[tuple[str, str | None, dict[str, Any], str]] = [
    (NIM, None, {}, PLAIN),
    (NIM, None, {"alpha_beta": True}, CUT),
    (BOXES, "+-+/. ./+-+/first", {"depth": 1}, SHALLOW),
]


@pytest.mark.parametrize(("text", "position", "options", "said"), TEXTS)
def test_whole_texts(
    text: str, position: str | None, options: dict[str, Any], said: str, capsys: Any
) -> None:
    """Also as the command prints them."""
    found = grown(text, position, **options)
    assert str(found) == repr(found) == said
    words = [*filter(None, [position])]
    for name, on in options.items():
        words += [f"--{name.replace('_', '-')}", *([] if on is True else [str(on)])]
    assert run(capsys, text, *words) == f"{said}\n"


FOLDED = """
step 1 of 2: B has chosen
1 1  A to move
├── 1 from heap 1 → 0 1  B to move: A wins in 1
└── 1 from heap 2 → 1 0  B to move: A wins in 1

step 2 of 2: A has chosen
1 1  A to move: A wins in 2
"""


def test_shared_and_folded_texts(capsys: Any) -> None:
    shared = run(capsys, NIM, "--shared")
    assert shared == f"{grown(NIM, shared=True)}\n"
    assert "8 positions, and 3 branches that lead to one of them again\n" in shared
    assert "│   │   ┕━━ 1 from heap 2 → #4 0 0  A lost\n" in shared and shared.count("  see #") == 3
    assert "│       ┕━━ 1 from heap 1 → 0 0  A lost  see #4\n" in shared
    folded = run(capsys, NIM, "1 1", "--fold")
    assert folded == f"{grown(NIM, '1 1', fold=True)}\n"
    assert "backward induction, folding the tree\n5 vertices, 2 of them leaves\n" in folded
    assert "\nstep 0 of 2: only the ends have values\n1 1  A to move\n" in folded and folded.endswith(FOLDED)


def test_values_as_the_mover_sees_them() -> None:
    lines = str(grown(NIM, values="mover")).splitlines()
    assert lines[2] == "each value is the mover's, A or B: win, draw or loss, and the plies to the end"
    assert lines[5:9] == [
        "1 2  A: win in 2",
        "├── 1 from heap 1 → 0 2  B: win in 2",
        "│   ┝━━ 1 from heap 2 → 0 1  A: loss in 1",
        "│   │   ┕━━ 1 from heap 2 → 0 0  B: win, over",
    ]
    theirs, own = grown(NIM, alpha_beta=True), grown(NIM, alpha_beta=True, values="mover")
    assert theirs.root == own.root and "B: <= -1" in str(theirs) and "B: >= 1" in str(own)
    assert "B: 1" in str(own) and "#4 0 0  B: 1" in str(own)
    for values in ("A", "mover"):
        assert grown(BOXES, "+-+/| ./+-+/second", values=values).root.value == 1
    second = grown(BOXES, "+-+/| ./+-+/second")
    assert "A's, against whom B moves first" in str(second) and "B to move: A -1 to come in 1" in str(second)
    assert str(second).splitlines()[-1] == "┕━━ b1-b2 (-1) → +-+/| |/+-+/second  A 0, over"
    assert "(-1)" in str(grown(BOXES)) and "(-1)" not in str(grown(BOXES, values="mover"))
    with pytest.raises(BadParameter, match="values 'B' are nobody's"):
        grown(NIM, values="B")


def test_how_many_positions_are_looked_at_for_values_can_be_said() -> None:
    """What is not known is a question mark."""
    found = grown("connect_four", depth=1)
    assert [vertex.value for vertex in found.root.walk()] == [None] * 8
    assert str(found).count("?") == 9 and "?: not known" in str(found)
    answers = naive.solve(zermelo.game("tic_tac_toe"))  # 5,478 positions
    whole, few = grown("tic_tac_toe", depth=1), grown("tic_tac_toe", depth=1, looked=100)
    assert [vertex.value for vertex in whole.root.walk()] == [0] * 10 and answers[0][0] == 0
    assert [vertex.value for vertex in few.root.walk()] == [None] * 10
    exactly = zermelo.game("tic_tac_toe").tree(depth=1, looked=5_478)
    assert exactly.root == whole.root
    with pytest.raises(BadParameter, match="looked 0 is no number"):
        grown("tic_tac_toe", depth=1, looked=0)


# Plain trees


def check_plain(game: Game, found: Tree, answers: dict[Any, tuple[int, int]]) -> None:
    for vertex in found.root.walk():
        position = vertex.position
        assert (vertex.value, vertex.remoteness) == answers[position]
        after = naive.children(game, position)
        assert vertex.is_finished == (not after)
        if vertex.cut is VertexCut.DEPTH:
            assert after and not vertex.children
            continue
        moves = list(game.moves(position)) if after else []
        assert [child.move for child in vertex.children] == moves
        assert [child.position for child in vertex.children] == after
        for child in vertex.children:
            assert child.name == game.name(position, child.move)
            assert child.gain == naive.points(game, position, child.move)
            same = not naive.is_flipped(game, position, child.position)
            assert child.mover == (vertex.mover if same else 1 - vertex.mover)
            value, remoteness = answers[child.position]
            given = naive.worth(game, position, child.move, value), remoteness + 1
            assert child.is_best == (given == answers[position])


def nodes_below(game: Game, position: Any) -> int:
    counts: dict[Any, int] = {}
    for each in naive.backwards(game, [position]):
        counts[each] = 1 + sum(counts[child] for child in naive.children(game, each))
    return counts[position]


@settings(max_examples=80)
@given(random_games() | catalogue_games())
def test_every_value_of_random_trees(game: Game) -> None:
    start = game.start()
    nodes, answers = nodes_below(game, start), naive.solve(game)
    if nodes > 1_500:
        with pytest.raises(BadParameter, match="more than 1,500 vertices"):
            draw_tree(game, start, limit=1_500)
        found = draw_tree(game, start, limit=10_000, depth=3)
        assert max(depth for _, depth in leaves_of(found.root, 0)) <= 3
    else:
        found = draw_tree(game, start, limit=1_500)
        assert found.visited == nodes
        assert [vertex.number for vertex in found.root.walk()] == list(range(1, nodes + 1))
    check_plain(game, found, answers)


def leaves_of(vertex: Vertex, depth: int) -> Iterator[tuple[Vertex, int]]:
    if not vertex.children:
        yield vertex, depth
    for child in vertex.children:
        yield from leaves_of(child, depth + 1)


# Alpha-beta


class Uniform(Game):
    """`branching` moves everywhere, `depth` plies, and the leaves' points from left to right, the mover's."""

    branching: int
    depth: int
    leaves: tuple[int, ...]

    scored = True

    def start(self) -> tuple[int, int]:
        return 0, 0

    def moves(self, position: tuple[int, int]) -> range:
        return range(self.branching)

    def play(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        return position[0] + 1, position[1] * self.branching + move

    def outcome(self, position: tuple[int, int]) -> int:
        return self.leaves[position[1]] if position[0] == self.depth else UNDECIDED


def climbing_tree(branching: int, depth: int) -> str:
    """Return a typed tree in the worst order: each branch brings its mover more than all before, whatever follows."""

    def below(depth: int, first: int, is_a: bool) -> str:
        if depth == 0:
            return str(first)
        size = branching ** (depth - 1)
        starts = range(first, first + branching * size, size)
        parts = [below(depth - 1, start, not is_a) for start in (starts if is_a else reversed(starts))]
        return f"[{', '.join(parts)}]"

    return below(depth, 1, True)


def cuts_of(vertex: Vertex, above: int = 0) -> Iterator[tuple[int, int, int | None]]:
    """Yield for each cut the vertex where it happens, the one above that, and the one whose bound it is."""
    for child in vertex.children:
        if child.cut is VertexCut.BOUND:
            yield vertex.number, above, child.cause
        yield from cuts_of(child, vertex.number)


def plain_search(game: Any, position: Any, alpha: float, beta: float, deep: bool) -> tuple[float, int]:
    """Alpha-beta as books have it, fail-soft, with its leaves; without `deep` only the parent's bound cuts."""
    if game.outcome(position) != UNDECIDED:
        return game.outcome(position), 1
    moves = list(game.moves(position))
    if not moves:
        return game.stuck(position), 1
    best, leaves = -float("inf"), 0
    for move in moves:
        if best >= beta:
            break
        child, gain = game.play(position, move), naive.points(game, position, move)
        floor = max(alpha, best) if deep else best
        if naive.is_flipped(game, position, child):
            value, count = plain_search(
                game, child, gain - beta if deep else -float("inf"), gain - floor, deep
            )
            value = gain - value
        else:
            value, count = plain_search(game, child, floor - gain, beta - gain, deep)
            value = gain + value
        best, leaves = max(best, value), leaves + count
    return best, leaves


def check_search(found: Tree, truth: Callable[[Any], int]) -> None:
    """The root is exact, what is exact or a bound is so in truth, and every cut has an ancestor's bound."""
    assert found.root.bound == "" and found.root.value == truth(found.root.position)
    numbers = [vertex.number for vertex in found.root.walk() if vertex.number]
    assert numbers == list(range(1, found.visited + 1))

    def walk(vertex: Vertex, ancestors: tuple[int, ...]) -> None:
        if vertex.cut is VertexCut.BOUND:
            assert vertex.cause in ancestors[:-1] and vertex.value is None and not vertex.children
            return
        true = truth(vertex.position)
        assert vertex.value is not None
        assert {"": vertex.value == true, ">=": vertex.value <= true, "<=": vertex.value >= true}[
            vertex.bound
        ]
        for child in vertex.children:
            walk(child, (*ancestors, vertex.number))
        if vertex.children and vertex.bound != "<=":
            assert sum(child.is_best for child in vertex.children) == 1

    walk(found.root, ())


def test_alpha_beta_on_random_games() -> None:
    visited = []

    @settings(max_examples=120)
    @given(random_games() | catalogue_games())
    def agrees(game: Game) -> None:
        start = game.start()
        if nodes_below(game, start) > 3_000:
            return
        answers = naive.solve(game)
        found = draw_tree(game, start, alpha_beta=True, limit=3_000)
        check_search(found, lambda position: answers[position][0])
        value, leaves = plain_search(game, start, -float("inf"), float("inf"), True)
        assert (found.root.value, found.leaves) == (value, leaves)
        visited.append(found.cuts)

    agrees()
    assert sum(cuts > 0 for cuts in visited) > 5  # of 120 that are drawn: about 20 to 30


def test_alpha_beta_ends_at_a_depth_with_true_values() -> None:
    found = grown("tic_tac_toe", "XO./.../...", alpha_beta=True, depth=2)
    assert found.root.value == 1 and found.root.bound == ""
    assert max(depth for _, depth in leaves_of(found.root, 0)) == 2
    with pytest.raises(BadParameter, match="no values at depth 2"):
        grown("connect_four", alpha_beta=True, depth=2)


# Shared and folded trees


@settings(max_examples=40)
@given(random_games())
def test_a_shared_tree_has_every_position_once(game: Game) -> None:
    start = game.start()
    found = draw_tree(game, start, shared=True, limit=20_000)
    numbers = {vertex.number: vertex for vertex in found.root.walk()}
    firsts = [vertex for vertex in numbers.values() if vertex.cut is VertexCut.NONE]
    assert len({(vertex.position, vertex.mover) for vertex in firsts}) == len(firsts)
    assert {vertex.position for vertex in firsts} == set(naive.backwards(game, [start]))
    answers = naive.solve(game)
    for vertex in numbers.values():
        assert (vertex.value, vertex.remoteness) == answers[vertex.position]
        if vertex.cut is VertexCut.SHARED:
            first = numbers[vertex.cause or 0]
            assert first.number < vertex.number and first.cut is VertexCut.NONE and not vertex.children
            assert (first.position, first.mover) == (vertex.position, vertex.mover)
        elif not vertex.is_finished:
            assert [child.position for child in vertex.children] == naive.children(game, vertex.position)


class Stroll(Game):
    """Round three places; from the second one may also step out, which wins."""

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        if position < 3:
            yield (position + 1) % 3
        if position == 1:
            yield 3

    def play(self, position: int, move: int) -> int:
        return move


def test_a_circle_ends_at_the_vertex_above() -> None:
    found = draw_tree(Stroll(), 0)
    lines = str(found).splitlines()
    assert lines[3:7] == [
        "as #n above: play returns to that position, and may cycle",
        "",
        "#1 0  A to move: A loses in 2",
        "┕━━ 1 → 1  B to move: A loses in 1",
    ]
    assert lines[11].endswith("┕━━ 0 → 0  A to move: A loses in 2  as #1 above")
    assert "as&#160;#1&#160;above" in found.svg() and "as #35;1 above" in found.mermaid()
    ends = [vertex for vertex in found.root.walk() if vertex.cut is VertexCut.LOOP]
    assert [(vertex.position, vertex.mover, vertex.cause) for vertex in ends] == [(0, 0, 1)]
    shallow = draw_tree(RandomLoop(seed=1), 0, depth=2)
    assert shallow.visited == 1 + 3 + 9 and "0  A to move: draw by endless play" in str(shallow)


@settings(max_examples=60)
@given(lively_ponds())
def test_trees_of_games_with_loops_have_the_naive_values(game: Any) -> None:
    table = naive.solve_loops(game)
    found = draw_tree(game, game.start(), shared=True, limit=4_000)
    for vertex in found.root.walk():
        assert (vertex.value, vertex.remoteness) == table[vertex.position]


def test_every_frame_of_a_folding() -> None:
    found = grown("tic_tac_toe", "XOX/OX./O..", fold=True)
    whole = list(grown("tic_tac_toe", "XOX/OX./O..").root.walk())
    frames = list(found.frames())
    assert len(frames) == found.root.height + 1 == 4
    for step, frame in enumerate(frames):
        drawn = list(frame.root.walk())
        known = [shape for shape in drawn if shape.answer]
        assert all(not shape.children for shape in known)
        assert all(shape.children for shape in drawn if shape not in known)
        assert len(drawn) == 1 + sum(len(vertex.children) for vertex in whole if vertex.height > step)
        assert frame.heading.startswith(f"step {step} of 3: ")
    assert [len(list(frame.root.walk())) for frame in frames] == [12, 8, 4, 1]
    with pytest.raises(BadParameter, match="more than 24 vertices"):
        grown("tic_tac_toe", "XOX/OX./O..", fold=True, limit=24)
    assert grown("tic_tac_toe", "XOX/OX./O..", fold=True, limit=25).visited == 12


# Mermaid


def test_mermaid() -> None:
    lines = grown("nim(heaps=(1, 1), misere=True)").mermaid().splitlines()
    plain = [
        "graph TD",
        '    v1["1#160;1<br/>A to move<br/>A wins in 2"]:::win',
        '    v2["0#160;1<br/>B to move<br/>A wins in 1"]:::win',
        '    v3["0#160;0<br/>A won"]:::win',
        '    v4["1#160;0<br/>B to move<br/>A wins in 1"]:::win',
        '    v5["0#160;0<br/>A won"]:::win',
        '    v1 ==>|"1 from heap 1"| v2',
        '    v1 ==>|"1 from heap 2"| v4',
        '    v2 ==>|"1 from heap 2"| v3',
        '    v4 ==>|"1 from heap 1"| v5',
    ]
    assert lines[:10] == plain
    assert all(line.startswith("    classDef ") for line in lines[10:])
    lines = grown("nim(heaps=(1, 1), misere=True)", shared=True).mermaid().splitlines()  # v5 is v3 again
    last, again = '    v3["0#160;0<br/>#35;3 A won"]:::win', '    v4 ==>|"1 from heap 1"| v3'
    assert lines[:9] == [*plain[:3], last, plain[4], *plain[6:9], again]
    whole = grown(NIM, shared=True).mermaid()
    assert whole.count(":::") == 8 and len(re.findall(r"[-=]>\|", whole)) == 10 and "see" not in whole


def test_mermaid_of_cuts_and_of_foldings() -> None:
    cut = grown(NIM, alpha_beta=True).mermaid()
    assert '["cut by #35;1"]:::cut' in cut and '-.->|"✂ 1 from heap 2"| ' in cut
    pages = grown(NIM, "1 1", fold=True).mermaid()
    assert pages.count("```mermaid\ngraph TD\n") == 3 and pages.count("\n```") == 3 + 3
    assert pages.startswith("## step 0 of 2: only the ends have values\n\n```mermaid\n")


def test_mermaid_keeps_signs_of_its_own_out_of_labels() -> None:
    label = draw_tree(Coins(row=(3, 5)), Coins(row=(3, 5)).start(), depth=0).mermaid().splitlines()[1]
    assert label == '    v1["((3,#160;5),#160;0)<br/>A to move<br/>A +8 to come in 2<br/>…"]:::win'
    boxes = grown(BOXES, depth=1).mermaid()
    assert "#124;#160;.<br/>" in boxes and not re.search(r'\["[^"]*[|<][^b"][^"]*"\]', boxes)


# SVG

SVG = "{http://www.w3.org/2000/svg}"
TREES: list[tuple[str, str | None, dict[str, Any]]] = [
    (NIM, None, {"fold": True}),
    ("nim(heaps=(2, 2), misere=True)", None, {"shared": True}),
    ("tic_tac_toe", "XOX/OX./O..", {}),
    ("tic_tac_toe", "XO./.X./..O", {"depth": 2}),
    (BOXES, None, {"depth": 3}),
    ("subtraction(heap=12, take=(1,))", None, {}),
]


@pytest.mark.parametrize(("text", "position", "options"), TREES, ids=str)
def test_nothing_overlaps_in_a_picture(text: str, position: str | None, options: dict[str, Any]) -> None:
    found = grown(text, position, **options)
    shapes = [shape for frame in found.frames() for shape in frame.root.walk()]
    picture, boxes = check_picture(found.svg(), sum(bool(shape.lines) for shape in shapes))
    boards = [shape.picture for shape in shapes if shape.picture is not None]
    places = [each.attrib["transform"] for each in picture.findall(f"{SVG}g")]
    assert len(places) == len(boards), "what is drawn in a box is one group"
    for board, place in zip(boards, places, strict=True):
        x, y = map(float, re.findall(r"-?[0-9.]+", place))
        across, down = compute_nested_board_size(board, TREE_CELL)
        assert any(
            left <= x and top <= y and x + across <= left + wide + 0.1 and y + down <= top + high
            for left, top, wide, high in boxes
        ), "a board lies in its box"


def check_picture(picture: str, boxes_there: int) -> tuple[ElementTree.Element, list[list[float]]]:
    """Check that nothing overlaps and that nothing lies outside; return the picture and its boxes."""
    drawn = ElementTree.fromstring(picture)
    width, height = numbers(drawn, "width", "height")
    ground, *boxes = [numbers(rect, "x", "y", "width", "height") for rect in drawn.findall(f"{SVG}rect")]
    assert ground == [0, 0, width, height] and len(boxes) == boxes_there
    texts = []
    for each in drawn.findall(f"{SVG}text"):
        x, y = numbers(each, "x", "y")
        assert float(each.attrib["font-size"]) >= 11
        across = 7.3 * len("".join(each.itertext()))
        texts.append([x if each.attrib["text-anchor"] == "start" else x - across / 2, y - 9, across, 11.0])
    for area in boxes + texts:
        assert area[0] >= 0 and area[1] >= 0 and area[0] + area[2] <= width and area[1] + area[3] <= height
    for index, area in enumerate(boxes):
        assert not any(overlap(area, other) for other in boxes[:index])
    for index, area in enumerate(texts):
        assert not any(overlap(area, other) for other in texts[:index])
        assert sum(overlap(area, box) for box in boxes) <= 1
    for line in drawn.findall(f"{SVG}line"):
        check_line(numbers(line, "x1", "y1", "x2", "y2"), boxes + texts)
    return drawn, boxes


def numbers(element: Any, *names: str) -> list[float]:
    return [float(element.attrib.get(name, 0)) for name in names]


def overlap(first: list[float], second: list[float]) -> bool:
    apart = 0.01
    return all(
        first[side] + first[side + 2] > second[side] + apart
        and second[side] + second[side + 2] > first[side] + apart
        for side in (0, 1)
    )


def check_line(line: list[float], areas: list[list[float]]) -> None:
    """No point of a line, but for its ends, lies within a box or a text."""
    x1, y1, x2, y2 = line
    for part in range(1, 50):
        x, y = x1 + (x2 - x1) * part / 50, y1 + (y2 - y1) * part / 50
        assert not any(left < x < left + across and top < y < top + down for left, top, across, down in areas)


def test_what_a_picture_shows() -> None:
    picture = ElementTree.fromstring(grown(NIM, alpha_beta=True).svg())
    lines = list(picture.iter(f"{SVG}line"))
    assert len(lines) == 10
    assert sum("stroke-dasharray" in line.attrib for line in lines) == 1
    assert sum(line.attrib["stroke-width"] == "3" for line in lines) == 6
    assert sum("scissors" in path.attrib["class"].split() for path in picture.iter(f"{SVG}path")) == 1
    said = ["".join(text.itertext()).replace("\u00a0", " ") for text in picture.iter(f"{SVG}text")]
    assert said[:3] == CUT.splitlines()[:3]
    assert {"1 2", "#1 A: 1", "#6 B: <= -1", "1 from", "heap 1", "cut by #1"} <= set(said)
    assert "#0" not in said


# What is refused


@pytest.mark.parametrize(
    ("game", "options", "error", "words"),
    [
        ("tic_tac_toe", {}, BadParameter, "more than 400 vertices.*--depth N, --shared"),
        (NIM, {"limit": 11}, BadParameter, "more than 11 vertices"),
        (
            NIM,
            {"limit": 10, "alpha_beta": True},
            BadParameter,
            "10 vertices to draw: give --depth N, --merged, a later",
        ),
        (NIM, {"limit": 0}, BadParameter, "limit 0"),
        (NIM, {"depth": -1}, BadParameter, "depth -1"),
        (NIM, {"fold": True, "shared": True}, BadParameter, "choose one"),
        (NIM, {"steps": True}, BadParameter, "give --alpha-beta too"),
        (NIM, {"outcomes": (-1, 1)}, BadParameter, "give --alpha-beta too"),
        (NIM, {"hard": True, "fold": True}, BadParameter, "give --alpha-beta too"),
        (NIM, {"alpha_beta": True, "outcomes": (1, 3)}, BadParameter, "beyond the outcomes"),
        (NIM, {"alpha_beta": True, "steps": True, "values": "mover"}, BadParameter, "leave out --values"),
        (NIM, {"order": "wild"}, BadParameter, "order 'wild'"),
        ("connect_four", {"order": "best", "depth": 1}, BadParameter, "are not known"),
        ("strike", {"order": "best"}, MissingCapability, "order by values"),
        ("subtraction(heap=101, take=(1,))", {}, BadParameter, "deeper than 100 plies"),
        (RandomLoop(seed=1), {"fold": True}, LoopFound, "return to an earlier position"),
        (RandomLoop(seed=1), {"alpha_beta": True}, LoopFound, "return to an earlier position"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_refused(game: Game | str, options: dict[str, Any], error: type[Exception], words: str) -> None:
    game = zermelo.game(game)
    with pytest.raises(error, match=words) as raised:
        draw_tree(game, game.start(), **options)
    assert "\n" not in str(raised.value)


def test_the_limits_are_reached() -> None:
    assert grown(NIM, limit=12).visited == 12
    assert grown(NIM, limit=11, alpha_beta=True).visited == 10
    assert grown("subtraction(heap=100, take=(1,))").visited == 101
    assert grown("subtraction(heap=3000)", depth=2, limit=13).visited == 13
    with pytest.raises(UnknownPosition, match="position -1"):
        draw_tree(zermelo.game(NIM), -1)


# The command


def run(
    capsys: Any, *arguments: str, command: Callable[..., None] = tree_commands.print_or_draw_game_tree
) -> str:
    """Run the command in an app of its own and return what it printed."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(command)
    app(list(arguments), standalone_mode=False)
    out: str = capsys.readouterr().out
    return out


def test_the_command_prints(capsys: Any) -> None:
    assert run(capsys, NIM, "--format", "mermaid") == grown(NIM).mermaid() + "\n"
    assert run(capsys, NIM, "--format", "svg", "--output", "-") == grown(NIM).svg() + "\n"
    assert grown(NIM)._repr_svg_() == grown(NIM).svg() and grown(NIM).svg().startswith("<svg ")
    for options, words in ((("--format", "png"), "format 'png'"), (("--limit", "3"), "more than 3 vertices")):
        with pytest.raises(BadParameter, match=words):
            run(capsys, NIM, *options)


def test_the_command_writes_a_file(capsys: Any, tmp_path: Path) -> None:
    expected = {"tree.svg": grown(NIM).svg(), "tree.mmd": grown(NIM).mermaid(), "tree": PLAIN}
    for name, text in expected.items():
        figure = f"{PLAIN}\nfigure: {tmp_path / name}\n" if name.endswith(".svg") else ""
        assert run(capsys, NIM, "--output", str(tmp_path / name)) == figure
        assert (tmp_path / name).read_text(encoding="utf-8") == text + "\n"
    run(capsys, NIM, "--format", "text", "--output", str(tmp_path / "other.svg"))
    assert (tmp_path / "other.svg").read_text(encoding="utf-8") == PLAIN + "\n"
    with pytest.raises(StorageFailed, match="give another name"):
        run(capsys, NIM, "--output", str(tmp_path / "none" / "tree.svg"))


# Boards


def test_boards_stand_in_their_boxes_and_sides_stay() -> None:
    """Dao is as its mover sees it; in the picture and in the text A has the same men at every vertex."""
    found = grown("dao(size=3)", None, depth=2)
    shapes = [shape for frame in found.frames() for shape in frame.root.walk()]
    root, *others = shapes
    assert root.picture is not None and all(shape.picture is not None for shape in shapes)
    for parent in shapes:
        for child in parent.children:
            mover = 0 if parent.who.startswith("A") else 1
            before, after = (
                sorted((thing.x, thing.y) for thing in each.picture.things if thing.side == 1 - mover)
                for each in (parent, child)
                if each.picture is not None
            )
            assert before == after, "the other's men stand where they stood"
            assert "".join(parent.lines).count("XO"[1 - mover]) == "".join(child.lines).count("XO"[1 - mover])
            still = ["".join(each.lines) for each in (parent, child)]
            assert [n for n, sign in enumerate(still[0]) if sign == "XO"[1 - mover]] == [
                n for n, sign in enumerate(still[1]) if sign == "XO"[1 - mover]
            ]
    assert "to move" not in "".join(line for shape in others for line in shape.lines)
    one_line = grown("nim(heaps=(1, 2))")
    assert all(shape.picture is None for frame in one_line.frames() for shape in frame.root.walk())
