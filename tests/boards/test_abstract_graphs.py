"""Abstract graphs: isomorphism, sums, differences and realisations against networkx and plain enumeration."""

from collections.abc import Sequence
from itertools import combinations

import networkx as nx
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reference import naive_abstract_graphs as naive

from zermelo.boards.abstract_graphs.abstract_action import AbstractAction, find_preventing_graphs
from zermelo.boards.abstract_graphs.abstract_board import (
    count_realisations,
    find_realisations,
    find_realisations_at,
    yield_realisations,
)
from zermelo.boards.abstract_graphs.abstract_graph import AbstractGraph, build_full_line
from zermelo.boards.abstract_graphs.abstract_graph_sum import graph_sums
from zermelo.boards.abstract_graphs.typed_graph import TypedGraph
from zermelo.core.errors import BadParameter
from zermelo.explain.positional_game import PositionalGame, read_positional_game
from zermelo.games import Mnk, TicTacToe

PUT = AbstractAction("put", AbstractGraph.parse("a*"))


def graph_of(lines: Sequence[frozenset[int]], labels: str, action: int | None) -> AbstractGraph:
    """Return the graph of sets of any cells; labels are given in turn, the action to an empty cell if any."""
    cells = sorted(frozenset().union(*lines))
    masks = tuple(dict.fromkeys(sum(1 << cells.index(cell) for cell in line) for line in lines))
    said = "".join(labels[number % len(labels)] for number in range(len(cells)))
    empty = [cell for cell, label in enumerate(said) if label == "."]
    return AbstractGraph(said, masks, empty[action % len(empty)] if action is not None and empty else None)


@st.composite
def graphs(draw: st.DrawFn, lengths: Sequence[int] = (2, 3), most: int = 3, cells: int = 5) -> AbstractGraph:
    length = draw(st.sampled_from(lengths))
    line = st.frozensets(st.integers(0, cells - 1), min_size=length, max_size=length)
    lines = draw(st.lists(line, min_size=1, max_size=most, unique=True))
    labels = draw(st.text(".AD", min_size=cells, max_size=cells))
    return graph_of(lines, labels, draw(st.none() | st.integers(0, 5)))


def shuffled(graph: AbstractGraph, order: Sequence[int], lines: Sequence[int]) -> AbstractGraph:
    """Return the same graph, its cells and lines in another order; `order` gives each cell's new number."""
    labels = [""] * len(order)
    for cell, new in enumerate(order):
        labels[new] = graph.labels[cell]
    moved = [sum(1 << order[cell] for cell in range(len(order)) if line >> cell & 1) for line in graph.lines]
    action = None if graph.action is None else order[graph.action]
    return AbstractGraph("".join(labels), tuple(moved[place] for place in lines), action)


def widest(*graphs: AbstractGraph) -> int:
    """Return the most cells that two lines of a graph have in common, at least 1."""
    return max((int.bit_count(a & b) for graph in graphs for a, b in combinations(graph.lines, 2)), default=1)


def as_lines(board: PositionalGame) -> naive.Where:
    return tuple(frozenset(cell for cell in board.cells if line >> cell & 1) for line in board.lines)


# Isomorphism.


@settings(max_examples=40)
@given(graphs(most=4), graphs(most=4))
def test_graphs_are_equal_where_networkx_finds_an_isomorphism(one: AbstractGraph, two: AbstractGraph) -> None:
    expected = naive.isomorphic(naive.plain(one), naive.plain(two))
    assert (one == two) is expected
    assert (hash(one) == hash(two)) or not expected


@settings(max_examples=60)
@given(graphs(most=4, cells=7), st.data())
def test_order_of_cells_and_lines_does_not_matter(graph: AbstractGraph, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(graph.labels))))
    lines = data.draw(st.permutations(range(len(graph.lines))))
    other = shuffled(graph, order, lines)
    assert other == graph
    ordered, again = graph.in_canonical_order(), other.in_canonical_order()
    assert (ordered.labels, ordered.lines, ordered.action) == (again.labels, again.lines, again.action)
    assert AbstractGraph.parse(str(graph)) == graph
    assert str(ordered) == str(again)


def ring(sizes: Sequence[int]) -> AbstractGraph:
    """Return rings of so many lines of two empty cells each."""
    lines, begin = [], 0
    for size in sizes:
        lines += [1 << begin + place | 1 << begin + (place + 1) % size for place in range(size)]
        begin += size
    return AbstractGraph("." * begin, tuple(lines))


def test_what_colour_refinement_cannot_tell_apart_is_told_apart() -> None:
    one, two = ring([6]), ring([3, 3])
    assert one != two and ring([4, 3]) != ring([7])
    assert shuffled(one, [3, 5, 1, 0, 2, 4], [5, 3, 1, 0, 2, 4]) == one


@pytest.mark.parametrize(
    ("labels", "lines", "action", "words"),
    [
        ("A?", (3,), None, "not all of"),
        ("AA", (7,), None, "are none of 2 cells"),
        ("AA", (3, 3), None, "not different ones"),
        ("A.", (3,), 0, "that could become A"),
        ("A.", (3,), 2, "that could become A"),
    ],
)
def test_what_is_no_graph_is_refused(
    labels: str, lines: tuple[int, ...], action: int | None, words: str
) -> None:
    with pytest.raises(BadParameter, match=words):
        AbstractGraph(labels, lines, action)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{a b", "is no graph"),
        ("", "is no graph"),
        ("{a b=X}", "is no cell"),
        ("{a=A b}{a c}", "two labels"),
        ("a=A*", "puts a sign on an empty one"),
        ("a=A>A", "could become A"),
        ("a* b=A>A", "changes nothing"),
        ("a>.", "0 actions"),
        ("a* b*", "2 actions"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadParameter, match=words):
        AbstractGraph.parse(text)


# Difference and prevention.


@settings(max_examples=50)
@given(graphs())
def test_a_difference_is_undone_by_its_action(graph: AbstractGraph) -> None:
    for cell, label in enumerate(graph.labels):
        if label == "A":
            labels = graph.labels[:cell] + "." + graph.labels[cell + 1 :]
            before = AbstractGraph(labels, graph.lines, cell)
            assert before.after_action() == graph.without_action()
            (prevented,) = find_preventing_graphs(before, PUT)
            assert prevented.after_action().labels == graph.labels[:cell] + "D" + graph.labels[cell + 1 :]
            assert prevented.lines == graph.lines
    expected = naive.classes(before for _, before in naive.differences(naive.plain(graph)))
    found = [naive.plain(before) for before in PUT.undo(graph)]
    assert naive.same_classes(found, expected)


def test_a_graph_without_action_has_nothing_to_attack_or_to_prevent() -> None:
    with pytest.raises(BadParameter, match="has no action"):
        build_full_line(3).after_action()
    assert find_preventing_graphs(build_full_line(3), PUT) == ()
    assert PUT.undo(AbstractGraph.parse("{a b=D}")) == ()


# Sums.


@pytest.mark.quick
@settings(max_examples=50)
@given(st.sampled_from((2, 3)), st.data(), st.integers(0, 1))
def test_sums_are_all_identifications(length: int, data: st.DataObject, more: int) -> None:
    one, two = (data.draw(graphs((length,), most=2, cells=4)) for _ in range(2))
    share = widest(one, two) + more
    found = graph_sums(one, two, share)
    coloured = naive.classes(graph for graph, _ in naive.sums(naive.plain(one), naive.plain(two), share))
    assert len(found) == len(coloured)  # apart by which summand a cell belongs to
    plain = naive.classes(map(naive.uncoloured, coloured))
    assert naive.same_classes(naive.classes(naive.plain(each.graph) for each in found), plain)
    for each in found:
        assert [each.graph.labels[cell] for cell in each.first] == list(one.labels)
        assert [each.graph.labels[cell] for cell in each.second] == list(two.labels)


# The typed form.


@settings(max_examples=40)
@given(st.data())
def test_the_typed_form_means_the_same(data: st.DataObject) -> None:
    one, two = (data.draw(graphs((2,), most=2, cells=4)) for _ in range(2))
    assert TypedGraph.from_abstract(one).to_abstract() == one
    share = widest(one, two)
    summed = {
        each.to_abstract()
        for each in TypedGraph.from_abstract(one).sums(TypedGraph.from_abstract(two), share)
    }
    assert summed == {each.graph for each in graph_sums(one, two, share)}


@settings(max_examples=40)
@given(graphs(), graphs())
def test_typed_forms_are_isomorphic_where_graphs_are(one: AbstractGraph, two: AbstractGraph) -> None:
    forms = []
    for graph in (one, two):
        form = TypedGraph.from_abstract(graph)
        made = nx.Graph()
        for vertex, kind in enumerate(form.kinds):
            made.add_node(vertex, what=(kind, vertex == form.action))
        made.add_edges_from(form.edges)
        forms.append(made)
    same = nx.is_isomorphic(*forms, node_match=lambda first, second: first["what"] == second["what"])
    assert same is (one == two)


# Realisations.


def check_realisations(board: PositionalGame, graph: AbstractGraph) -> None:
    found = find_realisations(board.abstract_board, graph)
    said = {
        (
            frozenset(frozenset(cell for cell in board.cells if line >> cell & 1) for line in place.lines),
            frozenset(
                (cell, label)
                for mask, label in ((place.attacker, "A"), (place.defender, "D"), (place.empty, "."))
                for cell in board.cells
                if mask >> cell & 1
            ),
            place.action,
        )
        for place in found
    }
    assert len(said) == len(found)
    assert said == naive.realisations(as_lines(board), naive.plain(graph))
    assert set(yield_realisations(board.abstract_board, graph)) == set(found)
    assert count_realisations(board.abstract_board, graph) == len(found)
    for place in (*found[:3], *found[-3:]):  # with its own stones, and with more beside them
        for more in (0, board.all_cells_mask & 0b101101101 & ~place.empty):
            stones = place.attacker | more & ~place.defender, place.defender
            there = find_realisations_at(
                board.abstract_board, graph, stones, board.abstract_board.map_signs_to_lines(*stones)
            )
            assert set(there) == {each for each in found if each.is_present_among(*stones)}
            assert len(there) == len(set(there))


@settings(max_examples=12)
@example(AbstractGraph.parse("{a* b=A c}{a* d=A e}"), None)
@example(AbstractGraph.parse("{a=A b c=D}{d e f}"), None)
@given(graphs((3,), most=2, cells=6), graphs((3,), most=3))
def test_realisations_are_all_maps_of_cells(graph: AbstractGraph, overlapping: AbstractGraph | None) -> None:
    check_realisations(read_positional_game(TicTacToe()), graph)
    if overlapping is not None:
        check_realisations(read_positional_game(Mnk(4, 2, 3)), overlapping)
        check_realisations(read_positional_game(Mnk(5, 1, 3)), overlapping)


def test_a_realisation_says_whether_it_is_there() -> None:
    board = read_positional_game(TicTacToe()).abstract_board
    (place,) = (
        each
        for each in find_realisations(board, AbstractGraph.parse("{a* b=A c=A}"))
        if each.attacker == 0b11
    )
    assert place.action == 2
    assert place.is_present_among(0b11, 0b1000) and place.is_present_among(0b110011, 0)
    assert (
        not place.is_present_among(0b01, 0)
        and not place.is_present_among(0b11, 0b100)
        and not place.is_present_among(0b111, 0)
    )
    assert find_realisations(board, build_full_line(4)) == ()
    assert not list(yield_realisations(board, build_full_line(2)))
