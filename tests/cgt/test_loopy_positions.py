"""Values of positions whose play may come round, by going over all of it; `test_loopy_sums.py` has sums."""

import dataclasses
import random
from collections.abc import Iterator
from typing import Any

import pytest
from reference import naive_loopy
from support.loopy_graphs import LOOPY, Drawn, random_graph, table
from support.marks import few

import zermelo
from zermelo import Game
from zermelo.cgt import Loopy, Sum, canonical, form
from zermelo.cgt.form_theory import default_theory
from zermelo.cgt.loopy.graphs.loopy_graph import LoopyGraph, make_loopy_graph, merge_equivalent_positions
from zermelo.cgt.loopy.graphs.shared_graph import SharedGraph
from zermelo.cgt.loopy.loopy_exploration import HashExplorer, KeyExplorer
from zermelo.cgt.loopy.loopy_positions import position_value
from zermelo.cgt.loopy.loopy_solver import LoopySolver
from zermelo.cgt.loopy.loopy_value import compute_value_of_graph, get_side_graphs_of_value
from zermelo.cgt.partizan.position_forms import HashableFormEvaluator
from zermelo.cgt.partizan.short_game_form import Form
from zermelo.core.budget import Budget, Progress
from zermelo.core.errors import Cancelled, OutOfBudget
from zermelo.games.rows.backsliding_toads_and_frogs import BackslidingToadsAndFrogs


class Pairs(Drawn):
    """Two such games side by side, which are played apart."""

    def start(self) -> Any:
        return (0, 0)

    def parts(self, position: Any) -> Iterator[Any]:
        return ((each,) for each in position)

    def options(self, position: Any, player: int) -> Any:
        for place, each in enumerate(position):
            for option in super().options(each, player):
                yield (*position[:place], option, *position[place + 1 :])


class Rounds(Game):
    """A counter that both may only count on, and that comes round."""

    most: int = 3
    impartial = True

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        yield 1

    def play(self, position: int, move: int) -> int:
        return (position + move) % self.most


def test_backsliding_toads_and_frogs() -> None:
    """Rows of one toad and one frog, or more, that are worth games that end; and more toads than frogs."""
    for board, worth in (("t.f", "0"), ("t..f", "*"), ("tt.ff", "*"), ("tt..ff", "*"), ("tt.f", "on")):
        assert canonical(BackslidingToadsAndFrogs(board)) == form(worth)
        turned = board[::-1].translate(str.maketrans("tf", "ft"))
        assert canonical(BackslidingToadsAndFrogs(turned)) == -form(worth)


def whole_graph(game: Any, start: Any) -> tuple[list[Any], LoopyGraph]:
    """Every position below one, by the game's own options, and the graph of them."""
    positions = [start]
    sides: list[list[list[int]]] = [[], []]
    for position in positions:
        for player, side in enumerate(sides):
            options = list(game.options(position, player))
            positions += [option for option in dict.fromkeys(options) if option not in positions]
            side.append([positions.index(option) for option in options])
    return positions, make_loopy_graph(*sides)


MANY: list[Game] = [
    *map(zermelo.game, LOOPY),
    *map(BackslidingToadsAndFrogs, ("tt..ff", "tt.t.f", "ttt.ff")),
]


@pytest.mark.parametrize("game", few(MANY[::-1], 2), ids=repr)
def test_compiled_positions_have_the_games_own_options(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole graph: compiled from the first position on, by keys in the interpreter, and without keys."""
    positions, graph = whole_graph(game, game.start())
    for least in (0, 10**6):
        monkeypatch.setattr("zermelo.cgt.partizan.partizan_components.SMALL", least)
        keyed = KeyExplorer(game, interpreted=False)
        place = keyed.explore_position(game.start(), Budget())
        assert keyed.explorer.splitter.native == (least == 0)
        assert keyed.explorer.component_count == len(positions)
        at = {keyed.explorer.get_component_at_place(each): each for each in range(len(positions))}
        assert at[game.start()] == place
        for position, ours in zip(positions, zip(*graph.options_by_player, strict=True), strict=True):
            expected = [{at[positions[option]] for option in side} for side in ours]
            assert [set(side) for side in keyed.get_options_at_place(at[position])] == expected
    hashed = HashExplorer(game, HashableFormEvaluator(game))
    hashed.explore_position(game.start(), Budget())
    assert hashed.positions == positions
    assert make_loopy_graph(*zip(*hashed.options, strict=True)) == graph


@pytest.mark.parametrize("game", few(MANY[:1] + MANY[2:3] + MANY[4:] + MANY[1:2] + MANY[3:4], 2), ids=repr)
def test_values_of_all_positions_are_those_of_the_graph_as_a_whole(game: Any) -> None:
    """Group by group, with values in place of what lies below, against one graph with nothing replaced."""
    positions, graph = whole_graph(game, game.start())
    kinds = set()
    for place, position in enumerate(positions):
        found = position_value(game, position)
        whole = compute_value_of_graph(graph._replace(root=place))
        assert found == whole
        assert str(found) == str(whole)
        kinds.add(type(found))
        if isinstance(found, Loopy):
            assert compute_value_of_graph(found.graph) == whole
    assert kinds == {Form, Loopy}


def test_sides_found_group_by_group_are_worth_what_the_definition_says() -> None:
    """Onsides where Left wins infinite play, offsides where Right does, of graphs of all densities; with duds."""
    chance, kinds = random.Random(6), set()
    at_least = naive_loopy.at_least_where_draws_win
    for _ in range(60):
        size, share = chance.randint(2, 5), chance.choice([0.2, 0.3, 0.45])
        sides = [[{n for n in range(size) if chance.random() < share} for _ in range(size)] for _ in "LR"]
        if chance.random() < 0.3:
            dud = chance.randrange(size)
            sides[0][dud].add(dud)
            sides[1][dud].add(dud)
        graph = make_loopy_graph(*sides)
        game, turned = table(graph), naive_loopy.negative(table(graph))
        solver = LoopySolver(
            lambda place, sides=graph.options_by_player: (sides[0][place], sides[1][place]), default_theory()
        )
        for place in range(size):
            found = solver.value(place, Budget())
            onside, offside = get_side_graphs_of_value(found)
            above, below = table(onside), naive_loopy.negative(table(offside))
            assert at_least(above, onside.root, game, place)
            assert at_least(game, place, above, onside.root)
            assert at_least(below, offside.root, turned, place)
            assert at_least(turned, place, below, offside.root)
            kinds.add((type(found), isinstance(found, Loopy) and found.is_stopper))
    assert kinds == {(Form, False), (Loopy, True), (Loopy, False)}


def test_graphs_share_what_is_alike_in_them() -> None:
    """Each comes back as it was, and no two positions of the whole play alike."""
    chance, shared, followers = random.Random(7), SharedGraph(), set()
    for _ in range(100):
        graph = merge_equivalent_positions(random_graph(chance, 6))
        place = shared.add_graph(graph)
        assert merge_equivalent_positions(make_loopy_graph(shared.lefts, shared.rights, place)) == graph
        followers |= {merge_equivalent_positions(graph._replace(root=n)) for n in range(graph.size)}
    assert len(shared.lefts) == len(followers) > 100


def test_a_position_that_is_asked_later_has_what_lies_below_it() -> None:
    """Values are kept between questions, whatever is asked first; and what is too much is forgotten alone."""
    game = BackslidingToadsAndFrogs("tt.t.f")
    _, graph = whole_graph(game, game.start())
    below = game.parse(".ttft./toads to move")
    first = canonical(game, below)
    assert canonical(game) == compute_value_of_graph(graph)
    assert canonical(game, below) == first


def test_the_search_for_values_hears_that_it_is_to_stop() -> None:
    """After every group, and between strides of comparisons: whoever is stopped may ask again."""
    game, heard = BackslidingToadsAndFrogs("ttt..ff"), []
    worth = str(canonical(game))
    for phase in ("components", "values", "comparisons"):
        zermelo.cgt.clear_forms()
        budget = Budget()

        def listen(progress: Progress, budget: Budget = budget, phase: str = phase) -> None:
            if progress.phase == phase:
                heard.append(phase)
                budget.stop.set()

        budget = dataclasses.replace(budget, listener=listen)
        with pytest.raises(Cancelled):
            canonical(game, budget=budget)
        assert heard[-1] == phase
        assert str(canonical(game)) == worth


def test_parts_are_played_apart() -> None:
    over = "1|0;|"
    found = canonical(Pairs(f"{over}"))
    assert found == form("over + over")
    assert position_value(Pairs("1|1;0|0")) == form("dud")


def test_impartial_games_that_come_round_are_drawn() -> None:
    assert canonical(Rounds()) == form("dud")
    whole = Sum(Rounds(), form("on"))
    assert whole.value == form("dud")
    assert [move.draws for move in whole.moves("Right")] == [True]


def test_values_are_kept_and_forgotten_with_their_theory() -> None:
    game = Drawn("1|0;|")
    before = canonical(game)
    assert isinstance(before, Loopy)
    zermelo.cgt.clear_forms()
    after = canonical(game)
    assert isinstance(after, Loopy)
    assert after.theory is not before.theory
    assert canonical(before) == after


@pytest.mark.long
def test_too_many_positions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.cgt.loopy.loopy_exploration.LEAST_LOOKED_AT", 1_000)
    little = Budget(memory=1)
    for game in (Rounds(most=1_200), LongRounds(most=1_200)):
        with pytest.raises(OutOfBudget, match=r"over 1,000 positions follow, .* give more with memory"):
            canonical(game, budget=little)
        assert canonical(game) == form("dud")  # what was found before is not in the way
    assert canonical(LongRounds(most=300)) == form("dud")
    assert canonical(Rounds(most=800)) == form("dud")  # all of them play alike


class LongRounds(Rounds):
    """The same where positions are no integers."""

    def start(self) -> Any:
        return (0, "round")

    def play(self, position: Any, move: int) -> Any:
        return ((position[0] + move) % self.most, "round")


def test_what_is_asked_of_games_that_end_is_refused() -> None:
    whole = zermelo.cgt.sum_of("on + 1")
    for ask in (lambda: whole.form, lambda: whole.forms):
        with pytest.raises(zermelo.core.BadParameter, match="play may cycle in on"):
            ask()
    with pytest.raises(zermelo.core.BadParameter, match="is no game that ends"):
        form("+-3").cool("over")
    sides = zermelo.cgt.sum_of("1 & 0")
    assert sides.outcome_class == "DL"
    with pytest.raises(zermelo.core.BadParameter, match="known by its sides alone"):
        sides.moves("Left")
