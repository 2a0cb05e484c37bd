"""Values of positions whose play may come round, and play in sums of such games, by going over all of it."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from support.loopy_graphs import LOOPY, random_graph, table
from twins import naive_loopy

import zermelo
from zermelo import Game
from zermelo.core.errors import BadRules, OutOfBudget
from zermelo.sums import Loopy, Sum, Term, canonical, form
from zermelo.theory.loopy.graph import Graph, graph_of
from zermelo.theory.loopy.positions import position_value
from zermelo.theory.loopy.value import value_of
from zermelo.theory.partizan.form import Form
from zermelo.theory.theory import the_theory

CLASSES = {"L": "Left", "R": "Right", "D": "draw"}


class Drawn(Game):
    """A graph as a game: for each position Left's options, a bar and Right's; `;` between positions."""

    graph: str = "0|0"

    def start(self) -> int:
        return 0

    def options(self, position: int, player: int) -> Iterator[int]:
        side = self.graph.split(";")[position].split("|")[player]
        return (int(each) for each in side.split(",") if each)

    def moves(self, position: int) -> Iterator[int]:
        return self.options(position, 0)

    def play(self, position: int, move: int) -> int:
        return move


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


def drawn(graph: Graph) -> str:
    sides = (",".join(map(str, side)) for pair in zip(*graph.sides, strict=True) for side in pair)
    return ";".join(f"{left}|{right}" for left, right in zip(*[iter(sides)] * 2, strict=True))


def test_positions_are_worth_what_their_graphs_are() -> None:
    chance, kinds = random.Random(1), set()
    for _ in range(60):
        graph = random_graph(chance, 6)
        found = canonical(Drawn(drawn(graph)))
        assert found == value_of(graph)
        assert canonical(Drawn(drawn(graph)), 0) == found
        kinds.add((type(found), isinstance(found, Loopy) and found.is_stopper))
    assert kinds == {(Form, False), (Loopy, True), (Loopy, False)}


def test_play_in_sums_is_that_of_the_sum_as_one_game() -> None:
    """Every move of both players, of two games and a value: who wins after it, or nobody."""
    chance, seen = random.Random(2), set()
    for _ in range(40):
        graphs = [random_graph(chance, 4), random_graph(chance, 4)]
        games = [Drawn(drawn(graph)) for graph in graphs]
        is_negative = chance.random() < 0.5
        tables = [table(graphs[0]), table(graphs[1])]
        tables[1] = naive_loopy.negative(tables[1]) if is_negative else tables[1]
        whole = Sum(games[0], Term(games[1], 0, is_negative))
        for number, player in enumerate(("Left", "Right")):
            moves = whole.moves(player)
            expected = sorted(
                (place, f"to {places[place]}", naive_loopy.outcome(tables, places)[1 - number])
                for place, places in naive_loopy.moves(tables, (0, 0), number)
            )
            found = [
                (move.term, move.name, player if move.wins else "draw" if move.draws else "other")
                for move in moves
            ]
            for (place, name, ends), (term, ours, said) in zip(expected, sorted(found), strict=True):
                assert (place, name) == (term, ours)
                assert said == (CLASSES[ends] if CLASSES[ends] in (player, "draw") else "other")
                seen.add(said)
            ranks = [(move.wins, move.draws) for move in moves]
            assert ranks == sorted(ranks, key=lambda rank: (not rank[0], not rank[1]))
    assert seen == {"Left", "Right", "draw", "other"}


@pytest.mark.parametrize("text", LOOPY)
def test_parts_change_no_value_of_the_catalogues_games(text: str) -> None:
    """On positions of a random walk that takes either player's options: the graph of whole positions is the twin."""
    game: Any = zermelo.game(text)
    chance = random.Random(2009)
    position = next(iter(game.starts()))
    for _ in range(4):
        assert position_value(game, position) == of_whole_positions(game, position), game.show(position)
        ways = [option for player in (0, 1) for option in game.options(position, player)]
        if not ways:
            break
        position = chance.choice(ways)


def of_whole_positions(game: Any, start: Any) -> Any:
    """The value of the graph that `options` alone makes: no parts, no symmetries."""
    places, waiting = {start: 0}, [start]
    sides: tuple[list[list[int]], list[list[int]]] = ([], [])
    for position in waiting:
        for player, side in enumerate(sides):
            options = list(game.options(position, player))
            for option in options:
                if option not in places:
                    places[option] = len(places)
                    waiting.append(option)
            side.append([places[option] for option in options])
    return value_of(graph_of(*sides), the_theory())


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
    zermelo.sums.clear()
    after = canonical(game)
    assert isinstance(after, Loopy)
    assert after.theory is not before.theory
    assert canonical(before) == after


def test_too_many_positions_are_refused() -> None:
    with pytest.raises(OutOfBudget, match="over 20,000 positions follow"):
        canonical(Rounds(most=30_000))
    assert canonical(Rounds(most=3_000)) == form("dud")  # all of them play alike


class Stopped(Rounds):
    """A counter whose rules end the game before it comes round, by its number."""

    def outcome(self, position: int) -> int:
        return zermelo.UNDECIDED if position < 2 else zermelo.LOSS


def test_a_position_decided_by_the_rules_is_refused() -> None:
    with pytest.raises(BadRules):
        canonical(Stopped())


def test_a_sum_of_sides_has_no_moves() -> None:
    whole = zermelo.sums.sum_of("1 & 0")
    assert whole.outcome_class == "DL"
    with pytest.raises(zermelo.errors.BadParameter, match="known by its sides alone"):
        whole.moves("Left")


def test_what_is_asked_of_games_that_end_is_refused() -> None:
    whole = zermelo.sums.sum_of("on + 1")
    for ask in (lambda: whole.form, lambda: whole.forms):
        with pytest.raises(zermelo.errors.BadParameter, match="play may come round in on"):
            ask()
    with pytest.raises(zermelo.errors.BadParameter, match="is no game that ends"):
        form("+-3").cooled("over")
