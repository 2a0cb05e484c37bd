"""The backward algorithm: the specification's figures, against a derivation with networkx, and what is refused."""

import json
import re
import xml.etree.ElementTree as ET
from functools import cache
from itertools import combinations

import pytest
from reference import naive_abstract_graphs as naive
from reference.naive import solve
from support.marks import few

from zermelo.boards.abstract_graphs.abstract_game import AbstractGame
from zermelo.boards.abstract_graphs.abstract_graph import AbstractGraph
from zermelo.core.budget import Budget, Progress
from zermelo.core.errors import BadParameter, Cancelled, MissingCapability
from zermelo.core.game import Game
from zermelo.core.values import UNDECIDED, WIN
from zermelo.explain.derivation.backward_derivation import (
    contains_subgraph,
    derive_rules,
    format_roman_numeral,
)
from zermelo.explain.derivation.derivation_figures import draw_derivation, draw_structure_on_board
from zermelo.explain.derivation.derivation_game import make_derivation_game
from zermelo.explain.derivation.derivation_progress import DerivationProgress
from zermelo.explain.derivation.derived_rules import (
    CONTAINS,
    NOT_COMMON,
    OFF_BOARD,
    ONE_AND_THE_SAME,
    ONE_REPLY,
    RuleDerivation,
)
from zermelo.explain.derivation.valued_positions import build_valued_positions
from zermelo.explain.positional_game import PositionalGame, read_positional_game
from zermelo.explain.rule_players.derivation_evaluation import evaluate_derivation
from zermelo.explain.rule_players.rule_player import RulePlayer
from zermelo.games import ConnectFour, Mnk, Nim, Qubic, TicTacToe, Torus
from zermelo.games.derived.declared import Declared

TABLE = {  # the specification's, section 1: inputs and instances
    "1": ("{a=A b=A c*}", 24),
    "3": ("{a* b=A c}{a* d=A e}", 88),
    "5(i)": ("{a b* c}{a d=A e}{b* f=A g}", 240),
    "5(ii)": ("{a b* c}{a d=A e}{b* d=A f}", 96),
    "5(iii)": ("{a b* c}{a d=A e}{b* e f=A}", 96),
}


@cache
def derived(**asked: object) -> RuleDerivation:
    return derive_rules(TicTacToe(), **{"literal": True, **asked})  # type: ignore[arg-type]  # the tests' own


def sizes(derivation: RuleDerivation) -> dict[int, int]:
    return {layer.number: len(layer.structures) for layer in derivation.all_layers}


def as_lines(board: PositionalGame) -> naive.Where:
    return tuple(frozenset(cell for cell in board.cells if line >> cell & 1) for line in board.lines)


# The figures of the specification.


def test_the_rules_of_the_thesis() -> None:
    found = derived()
    structures = {each.name: each for layer in found.layers for each in layer.structures}
    assert structures.keys() == TABLE.keys()
    for name, (text, instances) in TABLE.items():
        assert structures[name].input == AbstractGraph.parse(text), name
        assert structures[name].instance_count == instances == len(set(structures[name].all_realisations)), (
            name
        )
    assert [rule.number for rule in found.rules] == [1, 2, 3, 4, 5, 6]
    assert [rule.kind for rule in found.rules] == ["attack", "defence"] * 3
    assert [len(rule.structures) for rule in found.rules] == [1, 1, 1, 1, 3, 3]
    assert [rule.instance_count for rule in found.rules] == [24, 24, 88, 88, 432, 432]
    assert (found.candidate_count, found.instance_count) == (19, 544)
    assert (found.explained_position_count, found.won) == (2828, 2836)
    assert found.last is not None
    assert (found.last.number, len(found.last.structures), found.last.explained) == (7, 9, 0)
    assert [layer.explained for layer in found.layers] == [2358, 356, 114]


def test_explained_positions_once_more_by_asking_each() -> None:
    game = TicTacToe()
    values = {position: value for position, (value, _) in solve(game).items()}
    won = {each for each, value in values.items() if value == WIN and game.outcome(each) == UNDECIDED}
    valued = build_valued_positions(make_derivation_game(game))
    assert len(won) == len(valued.select_positions(valued.values == WIN)) == 2836
    places = [
        place for layer in derived().layers for each in layer.structures for place in each.all_realisations
    ]
    there = {each: [place for place in places if place.is_present_among(*game.boards(each))] for each in won}
    assert sum(1 for each in won if there[each]) == 2836  # an input lies everywhere, its action may be wrong
    explained = [
        each
        for each in won
        if any(values[game.play(each, place.action or 0)] == -WIN for place in there[each])
    ]
    assert len(explained) == 2828


def test_the_sound_variant() -> None:
    found = derived(literal=False, stop="new")
    assert sizes(found) == {1: 1, 3: 1, 5: 2, 7: 2, 9: 0}
    assert found.ended == "nothing new"
    assert found.layers[2].structures[0].input == AbstractGraph.parse(TABLE["5(i)"][0])
    assert found.layers[2].structures[1].input == AbstractGraph.parse(TABLE["5(ii)"][0])
    dropped = {each.graph: each.dropped for each in found.layers[2].candidates}
    assert dropped[AbstractGraph.parse(TABLE["5(iii)"][0])] == ONE_REPLY
    assert derive_rules(TicTacToe()).explained_position_count == 2828


@pytest.mark.parametrize("last", few([9, 17], 1))
def test_without_the_criterion_of_positions_layers_go_on_and_end_in_the_end(last: int) -> None:
    found = derived(stop="new", last=last)
    counts = {1: 1, 3: 1, 5: 3, 7: 9, 9: 19, 11: 20, 13: 6, 15: 0}
    assert sizes(found) == {number: count for number, count in counts.items() if number <= last}
    if last == 9:
        assert found.ended == "rule 9 was the last asked for" and found.last is None and found.won is None


def test_against_any_earlier_input() -> None:
    found = derived(against="any", last=5)
    assert sizes(found) == {1: 1, 3: 1, 5: 14}
    assert (found.explained_position_count, found.won) == (2836, 2836)
    graphs = {each.input for each in found.layers[2].structures}
    assert graphs >= {each.input for each in derived().layers[2].structures}


# A derivation that shares no code.


@pytest.mark.parametrize("sound", [False, True])
@pytest.mark.parametrize(("game", "last"), [(TicTacToe(), 9), (Mnk(4, 3, 3), 5)], ids=str)
def test_layers_against_networkx(game: Game, last: int, sound: bool) -> None:
    """On the second board lines overlap."""
    board = read_positional_game(game)
    shared = max(int.bit_count(one & other) for one, other in combinations(board.lines, 2))
    expected = naive.backward(as_lines(board), shared, last if sound else min(last, 7), sound=sound)
    found = derive_rules(board, literal=not sound, stop="new", last=last)
    for layer, graphs in zip(found.all_layers, expected, strict=False):
        assert naive.same_classes([naive.plain(each.input) for each in layer.structures], graphs), (
            layer.number
        )


# Deriving asks for no position.


def test_abstract_rules_are_derived_from_without_a_game_and_without_a_board() -> None:
    text = "action put a*; wins {a=A b=A c=A}"
    on_board = derive_rules(AbstractGame.parse(f"cells 3 x 3; line straight 3; {text}"), last=5)
    known = derived(literal=False, stop="new", last=5)
    for one, two in zip(on_board.rules, known.rules, strict=True):
        assert [each.input for each in one.structures] == [each.input for each in two.structures]
        assert one.instance_count == two.instance_count
    bare = derive_rules(AbstractGame.parse(f"share line line 1; {text}"), last=5)
    assert sizes(bare) == {1: 1, 3: 1, 5: 2} and bare.instance_count == 0 and bare.won is None
    declared = derive_rules(Declared(rules=f"share line line 1; {text}"), last=5)
    assert str(declared).split("\n")[1:] == str(bare).split("\n")[1:]
    assert "instances" not in str(bare) and "figure-13-rule-1-output" in draw_derivation(bare)
    assert "not played out: there is no board" in str(evaluate_derivation(declared))
    with pytest.raises(MissingCapability, match="derived from, not played"):
        Declared(rules=f"share line line 1; {text}").start()
    with pytest.raises(MissingCapability, match="derived from, not played"):
        RulePlayer(TicTacToe(), derivation=bare)(0)


def test_boards_of_any_size() -> None:
    small = Declared(rules="cells 6 x 6; line straight 4; action put a*; wins {a=A b=A c=A d=A}")
    by_lines = derive_rules(Mnk(6, 6, 4), last=3)
    found = derive_rules(small, last=3)
    assert [layer.instance_count for layer in found.layers] == [216, 4888]
    assert [layer.instance_count for layer in by_lines.layers] == [216, 4888]
    player = RulePlayer(small, 3, derivation=found)
    open_two = small.parse("....../....../..XX../....../O...../O...../X to move")
    assert player.explain(open_two).cells == (13, 16)
    gomoku = AbstractGame.parse("cells 15 x 15; line straight 5; action put a*; wins {a=A b=A c=A d=A e=A}")
    large = derive_rules(gomoku, last=3)
    assert [layer.instance_count for layer in large.layers] == [5 * 572, 267_600]
    assert "figure-18-rule-3-output" in draw_derivation(large)


# What sound rules claim.


def test_sound_rules_are_right_where_the_literal_fork_is_none() -> None:
    game = Mnk(4, 3, 3)
    position = game.parse("X..X/.O../..O.")
    (literal, sound) = (
        RulePlayer(game, derivation=derive_rules(game, literal=each, last=5, stop="new"))
        for each in (True, False)
    )
    assert literal.explain(position).rule == "3"
    assert [game.name(position, move) for move in literal(position)] == ["b1", "c1"]  # both lose
    assert sound.explain(position).rule == "5"
    assert [game.name(position, move) for move in sound(position)] == ["d3"]


# Other boards: observed with this program, and pinned.

BOARDS = (  # game, sound; structures of each layer; instances of each layer
    (Mnk(4, 3, 3), True, (1, 2, 3, 4), (42, 214, 1420, 1972)),
    (Mnk(4, 4, 4), False, (1, 1, 3), (40, 288, 4320)),
    (Mnk(4, 4, 4), True, (1, 1, 2), (40, 288, 4032)),
    (Mnk(4, 4, 3), False, (1, 3, 7), (72, 536, 6568)),
    (Mnk(4, 4, 3), True, (1, 2, 3), (72, 516, 5304)),
    (Mnk(5, 5, 4), True, (1, 2), (112, 1692)),
    (Qubic(3), False, (1, 1), (147, 1512)),
    (Torus(4, 4, 4), False, (1, 3), (64, 800)),
    (Mnk(4, 3, 3), False, (1, 3, 7, 33), (42, 220, 1776, 5258)),
)


@pytest.mark.parametrize(("game", "sound", "structures", "instances"), few(BOARDS, 8), ids=str)
def test_other_boards(
    game: Game, sound: bool, structures: tuple[int, ...], instances: tuple[int, ...]
) -> None:
    found = derive_rules(game, literal=not sound, stop="new", last=2 * len(structures) - 1)
    assert tuple(len(layer.structures) for layer in found.layers) == structures
    assert tuple(layer.instance_count for layer in found.layers) == instances


@pytest.mark.long
def test_three_by_four_explained() -> None:
    found = derive_rules(Mnk(4, 3, 3))
    assert (found.explained_position_count, found.won) == (64609, 64738)
    assert [layer.explained for layer in found.all_layers] == [59786, 3955, 840, 28, 0]


def test_small_lines() -> None:
    single = derive_rules(Mnk(2, 2, 1), stop="new")
    assert sizes(single) == {1: 1, 3: 0}
    pairs = derive_rules(Mnk(3, 3, 2))
    assert [str(each.input) for layer in pairs.layers for each in layer.structures][:1] == ["{a* b=A}"]
    assert pairs.explained_position_count == pairs.won


# The report.


def test_every_candidate_has_parents_and_a_reason() -> None:
    found = derived(literal=False, stop="new")
    inputs = {each.name: each.input for layer in found.layers for each in layer.structures}
    for layer in found.all_layers[1:]:
        kept = {each.input for each in layer.structures}
        for candidate in layer.candidates:
            assert (candidate.dropped is None) is (candidate.graph in kept)
            assert bool(candidate.drop_reason) is (candidate.dropped is not None)
            first, second = candidate.parents
            glued = candidate.glued
            for name, where in ((first, glued.first), (second, glued.second)):
                assert [glued.graph.labels[cell] for cell in where] == list(inputs[name].labels)
            assert candidate.ways >= 1
    reasons = {reason for layer in found.all_layers for reason in layer.count_dropped_by_reason()}
    assert reasons == {NOT_COMMON, ONE_AND_THE_SAME, OFF_BOARD, ONE_REPLY}
    assert sum(sum(layer.count_dropped_by_reason().values()) for layer in derived().layers) == 19 - 4
    assert [sum(each.ways for each in layer.candidates) for layer in derived().all_layers] == [0, 13, 20, 77]


@pytest.mark.long
def test_a_candidate_that_contains_an_earlier_input_says_which() -> None:
    # Against the first input alone no candidate was seen to come twice, or to contain an earlier input.
    found = derived(literal=False, against="any", stop="new", last=7)
    assert sizes(found) == {1: 1, 3: 1, 5: 3, 7: 1}
    (dropped,) = (each for each in found.all_layers[-1].candidates if each.dropped == CONTAINS)
    assert re.fullmatch(r"contains the input of (1|3|5\([iv]+\))", dropped.drop_reason)
    name = dropped.drop_reason.split()[-1]
    (earlier,) = (each.input for layer in found.layers for each in layer.structures if each.name == name)
    assert naive.contains(naive.plain(dropped.graph), naive.plain(earlier))


def test_containing() -> None:
    fork = AbstractGraph.parse("{a* b=A c}{a* d=A e}")
    assert contains_subgraph(fork, fork)
    assert contains_subgraph(AbstractGraph.parse("{a b=A c}{a d=A e}{b=A f=D g}"), fork)
    assert not contains_subgraph(AbstractGraph.parse("{a b=A c}{a d=D e}"), fork)
    assert not contains_subgraph(AbstractGraph.parse("{a b=A c}{d e=A f}"), fork)


def test_the_report_in_words_and_as_json() -> None:
    found = derived()
    said = found.explain_sums()
    assert "5(iii)" in said and "240 instances" in said and "2,828 of 2,836 won positions" in said
    assert (
        "19 candidates, 544 instances" in said and "layer 7, 9 structures, nothing new is explained" in said
    )
    dropped = [each for layer in found.all_layers for each in layer.dropped]
    assert said.count("    dropped {") == len(dropped) > 20
    assert all(f"dropped {each.graph}; from" in said and each.drop_reason in said for each in dropped)
    read = json.loads(json.dumps(found.as_json()))
    assert [rule["number"] for rule in read["rules"]] == [1, 2, 3, 4, 5, 6]
    assert [each["instances"] for each in read["rules"][4]["structures"]] == [240, 96, 96]
    assert read["rules"][4]["structures"][0]["parents"] == ["3", "1"]
    assert AbstractGraph.parse(read["rules"][5]["structures"][1]["output"]).labels.count("D") == 1
    assert read["layers"][1]["dropped"][0]["reason"]


def test_structures_are_numbered_in_roman_figures() -> None:
    assert [format_roman_numeral(number) for number in (1, 3, 4, 8, 9, 19, 44, 95)] == [
        "i", "iii", "iv", "viii", "ix", "xix", "xliv", "xcv",
    ]  # fmt: skip


# What is refused, and stopping.


def test_games_without_free_lines_are_refused() -> None:
    for game, words in (
        (ConnectFour(4, 4), "no gravity"),
        (Mnk(3, 3, 3, misere=True), "lost by a line"),
        (Nim(), "does not define winning_lines"),
        (Mnk(3, 3, 4), "has no line"),
    ):
        with pytest.raises(MissingCapability, match=words):
            derive_rules(game)


def test_unknown_readings_are_refused() -> None:
    for asked, words in (
        ({"against": "all"}, "is no reading"),
        ({"stop": "never"}, "is no criterion"),
        ({"last": 4}, "is no attack"),
        ({"last": -1}, "is no attack"),
    ):
        with pytest.raises(BadParameter, match=words):
            derive_rules(TicTacToe(), **asked)  # type: ignore[arg-type]
    with pytest.raises(BadParameter, match="won positions of mnk"):
        derive_rules(Mnk(5, 5, 4), stop="explained")


def test_it_reports_and_can_be_stopped() -> None:
    told: list[Progress] = []
    budget = Budget(listener=told.append)
    derive_rules(TicTacToe(), stop="new", last=5, budget=budget)
    assert [(each.done, each.total) for each in told if each.phase == "rule 5"] == [(0, 1), (1, 1)]
    budget.stop.set()
    with pytest.raises(Cancelled) as stopped:
        derive_rules(TicTacToe(), budget=budget)
    assert stopped.value.found is None, "nothing was found"


@pytest.mark.parametrize("how", [Cancelled, KeyboardInterrupt])
def test_who_stops_it_keeps_what_was_found(how: type[BaseException]) -> None:
    whole = derive_rules(TicTacToe())

    def stop_at_rule_5(progress: Progress) -> None:
        if progress.phase == "rule 5":
            raise how("now")

    with pytest.raises(Cancelled, match="stopped while rule 5 was derived") as stopped:
        derive_rules(TicTacToe(), budget=Budget(listener=stop_at_rule_5))
    found = stopped.value.found
    assert [each.input for rule in found.rules for each in rule.structures] == [
        each.input for rule in whole.rules[:4] for each in rule.structures
    ]
    assert found.ended == "stopped while rule 5 was derived" and "rule 3 (fork)" in str(found)


def test_a_long_rule_is_forecast_by_its_first_sums() -> None:
    """After a second, and again where the forecast has doubled; a short rule is derived in silence."""
    said: list[str] = []
    now = 0.0
    progress = DerivationProgress(Budget(notice=lambda text, seconds: said.append(text)), lambda: now)

    def derive(number: int, sums: int, seconds: list[float]) -> list[str]:
        nonlocal now
        said.clear()
        progress.begin_rule(number, sums)
        for each in seconds:
            now += each
            progress.report_sum()
        return [
            re.findall(r"rule \d+ is derived from \d+ sums, which takes about ([^;]+);", text)[0]
            for text in said
        ]

    assert derive(3, 100, [0.5, 0.5, 1.0, 1.0]) == ["50 s"]
    assert derive(5, 100, [0.5, 0.5, 3.0, 4.0]) == ["50 s", "2 min 13 s"]
    assert derive(7, 4, [0.9, 1.0, 1.0, 1.0]) == []


# Figures.

SVG = "{http://www.w3.org/2000/svg}"


def check_picture(text: str) -> None:
    """Check that a picture is well formed and that nothing written or drawn leaves its frame."""
    root = ET.fromstring(text)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])

    def look(element: ET.Element, left: float, top: float) -> None:
        moved = re.findall(r"-?[\d.]+", element.attrib.get("transform", "translate(0 0)"))
        left, top = left + float(moved[0]), top + float(moved[1])
        if element.tag == f"{SVG}text":
            half = len(element.text or "") * float(element.attrib["font-size"]) * 0.62 / 2
            x, y = left + float(element.attrib["x"]), top + float(element.attrib["y"])
            assert half - 1 <= x <= width - half + 1 and 8 <= y <= height, element.text
        if element.tag == f"{SVG}circle":
            x, y, r = (float(element.attrib[name]) for name in ("cx", "cy", "r"))
            assert r <= left + x <= width - r and r <= top + y <= height - r
        for child in element:
            look(child, left, top)

    look(root, 0.0, 0.0)


def test_the_series_of_figures() -> None:
    pictures = draw_derivation(derived())
    numbered = [name for name in pictures if name.startswith("figure-")]
    assert [int(name.split("-")[1]) for name in numbered] == list(range(1, 26))
    assert [name.removeprefix("more-") for name in pictures if name.startswith("more-")] == [
        "on-the-board-1", "sums-3", "candidates-3", "on-the-board-3", "sums-5", "candidates-5",
        "rule-6-output", "rule-6-input", "on-the-board-5(i)", "on-the-board-5(ii)", "on-the-board-5(iii)",
        "candidates-7",
    ]  # fmt: skip
    for picture in pictures.values():
        check_picture(picture)
    assert "12 of 240" in pictures["more-on-the-board-5(i)"]
    repeated = draw_derivation(derived(), "repeated")
    assert repeated.keys() == pictures.keys()
    for name in ("figure-13-rule-1-output", "figure-24-rule-5-input"):
        check_picture(repeated[name])
        assert repeated[name] != pictures[name]


def words_of(picture: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(picture).iter(f"{SVG}text")]


def test_what_the_numbered_figures_show() -> None:
    """Counted from the thesis: vertices and edges of figures 1 to 12, and the signs of rules' inputs and outputs."""
    pictures = {
        int(name.split("-")[1]): each for name, each in draw_derivation(derived()).items() if "figure" in name
    }
    edges = {
        number: sum(element.tag in (f"{SVG}line", f"{SVG}path") for element in ET.fromstring(picture).iter())
        for number, picture in pictures.items()
    }
    assert [edges[number] for number in range(1, 13)] == [0, 1, 1, 24, 6, 6, 6, 6, 1, 5, 1, 1]
    assert [edges[number] for number in (13, 14, 16, 17, 18, 19, 21, 22)] == [6, 5, 6, 5, 9, 8, 9, 8]
    words = words_of(pictures[4])
    assert words[1:].count("A") == 1 and {"a1", "b2", "c3", "l8", "D"} <= set(words)

    def letters(number: int) -> set[str]:
        return {word[0] for word in words_of(pictures[number])[1:] if re.fullmatch(r"[a-z](\*|>D)?", word)}

    # A cell keeps its letter from the input to the output, and in what defends against it.
    for one, two in ((13, 14), (14, 16), (18, 19), (19, 21), (23, 24)):
        assert letters(one) == letters(two), (one, two)


def test_signs_in_sums_are_named_as_what_they_become() -> None:
    words = words_of(draw_derivation(derived())["more-sums-5"])
    rows = " ".join(words).split("the sum that")
    for row in rows[:-1]:
        summed = re.findall(r"\b[a-g]\b", row.split("=")[-1])
        parts = re.findall(r"\b[a-g]\b", row.split("=")[0])
        assert set(parts) == set(summed) and len(parts) > len(summed)


@pytest.mark.parametrize("game", few([Mnk(4, 4, 3), Qubic(3), Torus(4, 4, 4)], 1), ids=str)
def test_figures_of_other_boards(game: Game) -> None:
    found = derive_rules(game, stop="new", last=3)
    for picture in draw_derivation(found).values():
        check_picture(picture)
    check_picture(
        draw_structure_on_board(
            found.derivation_game.first_player_board, found.layers[1].structures[0], most=40
        )
    )
