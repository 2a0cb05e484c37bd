"""Actions that put, move and take, against every map of cells; declarations; and games that are told twice."""

import pytest
from boards.walking import every_position
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import naive_abstract_actions as naive

from zermelo import solve
from zermelo.boards.abstract_graphs.abstract_action import AbstractAction, find_preventing_graphs
from zermelo.boards.abstract_graphs.abstract_board import AbstractBoard, count_realisations, find_realisations
from zermelo.boards.abstract_graphs.abstract_game import AbstractGame
from zermelo.boards.abstract_graphs.abstract_graph import AbstractGraph, build_full_line
from zermelo.boards.abstract_graphs.abstract_graph_sum import graph_sums
from zermelo.boards.abstract_graphs.typed_graph import TypedGraph
from zermelo.core.errors import BadParameter, MissingCapability, TooLarge
from zermelo.core.game import Game
from zermelo.explain.derivation.backward_derivation import derive_rules
from zermelo.games import Hex, Sim, TicTacToe
from zermelo.games.derived.declared import Declared

PUT = AbstractAction("put", AbstractGraph.parse("a*"))
MOVE = AbstractAction("move", AbstractGraph.parse("step{a=A>. b>A}"))
TAKE = AbstractAction("take", AbstractGraph.parse("step{a=A>. b=D>A}"))
JUMP = AbstractAction("jump", AbstractGraph.parse("step{a=A>. b=D>.}step{b=D>. c>A}"))
ACTIONS = (PUT, MOVE, TAKE, JUMP)
SHARE = {("line", "line"): 1, ("line", "step"): 2, ("step", "step"): 1}


@st.composite
def graphs(draw: st.DrawFn, cells: int = 4) -> AbstractGraph:
    """Draw a graph of one line of three and perhaps a step, with any labels."""
    labels = draw(st.text(".AD", min_size=cells, max_size=cells))
    lines, kinds = [0b0111], ["line"]
    if draw(st.booleans()):
        lines.append(draw(st.sampled_from((0b1001, 0b0011))))
        kinds.append("step")
    return AbstractGraph(labels, tuple(lines), kinds=tuple(kinds))


@settings(max_examples=25)
@given(graphs(), st.sampled_from(ACTIONS))
def test_undoing_is_every_way_of_finding_the_action(graph: AbstractGraph, action: AbstractAction) -> None:
    found = [naive.loose(each) for each in action.undo(graph, SHARE)]
    expected = naive.undone(naive.loose(graph), naive.loose(action.graph), SHARE)
    assert naive.same_classes(found, expected)
    for before in action.undo(graph, SHARE):
        played = before.after_action()
        assert played.labels[: len(graph.labels)] == graph.labels and set(graph.lines) <= set(played.lines)


@pytest.mark.quick
@settings(max_examples=25)
@given(graphs(cells=4), st.sampled_from(ACTIONS), st.sampled_from(ACTIONS))
def test_preventing_is_every_way_of_changing_its_cells(
    graph: AbstractGraph, action: AbstractAction, other: AbstractAction
) -> None:
    for before in action.undo(graph, SHARE)[:2]:
        if len(before.labels) > 5:
            continue
        found = [naive.loose(each) for each in find_preventing_graphs(before, other, SHARE)]
        assert naive.same_classes(
            found, naive.preventions(naive.loose(before), naive.loose(other.graph), SHARE)
        )


def test_actions_say_what_they_take_and_add() -> None:
    assert repr(PUT) == "put = a*: takes a-empty, adds a-A"
    assert repr(TAKE) == "take = step{a=D>A b=A>.}: takes a-D and b-A, adds a-A and b-empty"
    with pytest.raises(BadParameter, match="gives nobody a sign of the attacker's"):
        AbstractAction("none", AbstractGraph.parse("a=A"))
    with pytest.raises(BadParameter, match="gives nobody a sign of the attacker's"):
        AbstractAction("his", AbstractGraph.parse("a>D"))


def test_texts_of_graphs_are_read_back() -> None:
    for text in ("square{a=A b c=D d}near{a=A}", "a* b=D", "step{a=D>A b=A>.}step{b=A>. c}", "a>D"):
        graph = AbstractGraph.parse(text)
        again = AbstractGraph.parse(str(graph))
        assert again == graph and str(graph.in_canonical_order()) == str(again.in_canonical_order())
    kinds = ("{a b}", "step{a b}", "a b", "{a b}step{a b}", "step{a>D b}", "step{a* b}")
    assert len(set(map(AbstractGraph.parse, kinds))) == 6


# Boards with lines of several kinds.

BOARD = AbstractBoard(
    tuple(range(5)), {"line": (0b00111, 0b11100), "step": (0b00011, 0b00110, 0b11000), "end": (0b00001,)}
)


@pytest.mark.parametrize(
    "text",
    [
        "{a* b=A c}",
        "{a b=A c}step{a d=D}",
        "step{a=A>. b>A}",
        "step{a b}step{b c=A}",
        "end{a=A} b* c=D",
        "{a=A b c}end{a=A}",
        "step{a=D b}end{c}",
        "{a b c}{c d e}",
    ],
)
def test_realisations_are_all_maps_that_keep_kinds(text: str) -> None:
    graph = naive.loose(AbstractGraph.parse(text))
    on_board = {
        (kind, frozenset(cell for cell in BOARD.cells if line >> cell & 1))
        for kind, line in BOARD.numbered_lines
    }
    expected = set()
    for onto in naive.permutations(BOARD.cells, len(graph.labels)):
        lines = [(kind, frozenset(onto[cell] for cell in line)) for kind, line in graph.lines]
        if all(line in on_board for line in lines):
            expected.add(
                (
                    frozenset(line for _, line in lines),
                    frozenset((onto[cell], label) for cell, label in graph.labels.items()),
                    frozenset((onto[cell], made) for cell, made in graph.makes.items()),
                )
            )
    found = set()
    for place in find_realisations(BOARD, AbstractGraph.parse(text)):
        masks = zip("AD.", (place.attacker, place.defender, place.empty), strict=True)
        after = zip("AD.", place.becomes, strict=True)
        found.add(
            (
                frozenset(
                    frozenset(cell for cell in BOARD.cells if line >> cell & 1) for line in place.lines
                ),
                frozenset((cell, label) for label, mask in masks for cell in BOARD.cells if mask >> cell & 1),
                frozenset((cell, label) for label, mask in after for cell in BOARD.cells if mask >> cell & 1),
            )
        )
    assert found == expected
    assert len(found) == count_realisations(BOARD, AbstractGraph.parse(text))


# The thesis's own figures, on vertices and edges.


@pytest.mark.quick
def test_figures_1_to_12_as_vertices_and_edges() -> None:
    vertices = TypedGraph(("line", "cell", "sign A"))  # figure 1
    assert not vertices.edges
    with pytest.raises(BadParameter, match="stands alone"):
        vertices.to_abstract()
    line = TypedGraph.from_abstract(AbstractGraph.parse("{a b c}"), "shared")  # figure 5, twice
    sums = {
        len(each.kinds) - len(each.line_vertices()): len(each.line_vertices()) for each in line.sums(line, 1)
    }
    assert sums == {6: 2, 5: 2, 3: 1}  # no cell in common, one (figure 6), or the same line
    assert any(len(each.list_vertices_of_kind("cell")) == 4 for each in line.sums(line, 2))  # figure 7
    full, one = (
        TypedGraph.from_abstract(build_full_line(3), "shared"),
        TypedGraph.from_abstract(AbstractGraph.parse("a=A"), "shared"),
    )  # figures 8 and 9
    left = list(full.differences(one))
    assert len(full.edges) == 6 and [len(each.edges) for each in left] == [5, 5, 5]  # figure 10
    assert {each.to_abstract() for each in left} == {AbstractGraph.parse("{a b=A c=A}")}
    assert str(PUT.graph_before) == "a" and str(PUT.graph_after) == "a=A"  # figure 11
    assert [str(way) for way in find_preventing_graphs(PUT.graph, PUT)] == ["a>D"]  # figure 12


# Declarations.


def test_a_positional_game_is_one_declaration() -> None:
    told = AbstractGame.parse("cells 3 x 3; line straight 3; action put a*; wins {a=A b=A c=A}")
    found, by_lines = derive_rules(Declared()), derive_rules(TicTacToe())
    assert [str(each) for each in told.list_preventive_graphs(told.actions[0].graph)] == ["a>D"]
    for one, two in zip(found.all_layers, by_lines.all_layers, strict=True):
        assert {each.input for each in one.structures} == {each.input for each in two.structures}
        assert (one.instance_count, one.explained) == (two.instance_count, two.explained)


def test_without_cells_a_declaration_is_derived_from_by_hand() -> None:
    told = AbstractGame.parse("action put a*; wins {a=A b=A c=A}; share line line 1")
    assert told.boards is None and told.most_shared_cells_by_kinds == {("line", "line"): 1}
    (first,) = told.actions[0].undo(told.finals[0], told.most_shared_cells_by_kinds)  # in_1 = s_f - a
    (second,) = told.list_preventive_graphs(first)  # out_2 = GraphSum(in_1, i), and in_2 = in_1
    assert second.without_action() == first.without_action()
    forks = {  # out_3 = GraphSum(in_1, in_2), in_3 = out_3 - a
        before
        for summed in graph_sums(first, first, told.most_shared_cells_by_kinds)
        if not summed.are_summands_identical
        for before in told.actions[0].undo(summed.graph, told.most_shared_cells_by_kinds)
        if before.action in summed.common_cells
    }
    assert forks == {AbstractGraph.parse("{a* b=A c}{a* d=A e}")}


def values(game: Game) -> dict[str, int]:
    """Return {text: value} of every position, by the compiled solver's answers."""
    solution = solve(game, interpreted=True)
    return {plain(game.show(each)): solution.value(each).value for each in every_position(game)}


def plain(text: str) -> str:
    return "/".join(row.strip() for row in text.split("\n") if "to move" not in row)


def test_games_by_declaration_have_the_values_of_the_catalogue_everywhere() -> None:
    from families.declared import HEX_3

    for told, known in ((Declared(rules=HEX_3), Hex(3)), (Declared(), TicTacToe())):
        assert values(told) == values(known)


def test_sim_by_declaration_has_the_values_of_sim() -> None:
    names = [f"{one}{two}" for two in "bcde" for one in "abcd" if one < two]
    triangles = [f"{a}{b} {a}{c} {b}{c}" for a in "abc" for b in "bcd" for c in "cde" if a < b < c]
    told = Declared(
        rules=f"cells {' '.join(names)}; triangle {', '.join(triangles)}; action put a*; loses triangle{{a=A b=A c=A}}"
    )
    game = Sim(5)
    solution, expected = solve(told, interpreted=True), solve(game, interpreted=True)
    assert solution.value().value == expected.value().value
    assert [len(names), len(triangles)] == [10, 10]
    for each in ("positions", "wins", "draws", "losses"):
        assert getattr(solution.summary, each) == getattr(expected.summary, each)
    with pytest.raises(MissingCapability, match="no move of the winner does"):
        derive_rules(told)


# Where the method's assumptions fail.


def test_what_nothing_prevents_ends_a_derivation_at_rule_1() -> None:
    race = Declared(
        rules="cells 3 x 2; own first a1, b1, c1; own second a2, b2, c2; action put own{a*}; "
        "wins own{a=A}own{b=A}own{c=A}"
    )
    found = derive_rules(race)
    assert found.ended.startswith("nothing prevents what rule 1 does")
    assert [rule.number for rule in found.rules] == [1]
    assert "nothing, so it cannot be prevented" in str(race.abstract_rules)


def test_a_man_prevents_only_where_he_can_step() -> None:
    from families.declared import SLIDING

    found = derive_rules(Declared(rules=SLIDING), last=3)
    assert [str(each.input) for each in found.rules[1].structures] == [
        "{a>D b=A c=A}step{a>D d=A}step{a>D e=D>.}"
    ]
    assert (found.layers[0].instance_count, found.won) == (40, 756)
    assert [layer.explained for layer in found.layers] == [344, 64]


def test_a_graph_that_no_action_makes_is_refused() -> None:
    with pytest.raises(MissingCapability, match=r"no action of .* makes a graph that wins"):
        derive_rules(Declared(rules="cells 2 x 1; line straight 2; action put a*; wins {a=D b=D}"))


def test_a_graph_that_lies_everywhere_is_too_large() -> None:
    cells = " ".join(f"{letter}=A" for letter in "abcdefghij")
    with pytest.raises(TooLarge, match="more than 1,000,000 ways"):
        list(Declared(rules=f"cells 6 x 5; action put a*; wins {cells}").final_graph_masks_by_player)


def test_lines_of_two_lengths_and_two_shapes() -> None:
    from families.declared import SHAPES

    shapes = derive_rules(Declared(rules=SHAPES), last=3, literal=True)
    assert [[each.name for each in layer.structures] for layer in shapes.layers] == [
        ["1(i)", "1(ii)"], ["3(i)", "3(ii)", "3(iii)", "3(iv)", "3(v)", "3(vi)", "3(vii)"],
    ]  # fmt: skip
    unequal = "cells 4 x 3; line straight 3; line straight 4; action put a*; wins {a=A b=A c=A}; wins {a=A b=A c=A d=A}"
    found = derive_rules(AbstractOnly(rules=unequal), last=1, stop="new")
    assert [each.input.first_line_length for each in found.layers[0].structures] == [3, 4]


class AbstractOnly(Declared):
    """A game of one's own with abstract rules."""
