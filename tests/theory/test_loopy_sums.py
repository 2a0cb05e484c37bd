"""Sums of games of which some come round, against going over all of the sum as one game: every move of both."""

import dataclasses
import random
from typing import Any

import pytest
from support.loopy_graphs import Drawn, drawn, random_graph, table
from twins import naive_loopy

from zermelo.core.budget import Budget, Progress
from zermelo.core.errors import Cancelled
from zermelo.games.backsliding_toads_and_frogs import BackslidingToadsAndFrogs
from zermelo.games.fox_and_geese import FoxAndGeese
from zermelo.sums import Sum, Term, form
from zermelo.theory.loopy.adding import total_of
from zermelo.theory.loopy.graph import Graph, graph_of
from zermelo.theory.partizan.form import Form
from zermelo.theory.theory import the_theory

PLAYERS = ("Left", "Right")
ENDS = {"L": "Left", "R": "Right", "D": "draw"}
FORMS = ["0", "*", "^", "1", "-1/2", "{1|-1}", "{2||1|0}", "v*"]
CATALOGUE: list[Any] = [
    BackslidingToadsAndFrogs("t.f"),
    BackslidingToadsAndFrogs("tt.f"),
    BackslidingToadsAndFrogs("t..f"),
    FoxAndGeese(columns=4, rows=3),
]

Moves = dict[
    tuple[Any, int], list[tuple[str, Any]]
]  # of a position and a player: their names, and what is left


class Component:
    """One game of a sum: what zermelo is asked, the table that the twin goes over, and how moves are called."""

    def __init__(self, term: Any, moves: Moves, start: Any, *, is_negative: bool) -> None:
        self.term, self.start = term, start
        self.moves = moves
        positions = {position for position, _ in moves}
        table = {
            each: tuple(frozenset(left for _, left in moves[each, player]) for player in (0, 1))
            for each in positions
        }
        self.table = naive_loopy.negative(table) if is_negative else table
        if is_negative:
            self.moves = {(position, 1 - player): found for (position, player), found in moves.items()}


def of_graph(graph: Graph, *, is_negative: bool) -> Component:
    moves = {
        (position, player): [(f"to {option}", option) for option in side]
        for position, sides in table(graph).items()
        for player, side in enumerate(sides)
    }
    return Component(
        Term(Drawn(drawn(graph)), graph.root, is_negative), moves, graph.root, is_negative=is_negative
    )


def of_game(game: Any, *, is_negative: bool) -> Component:
    """By the game's own moves, each position the one where the first player is to move."""
    start = game.to_move(game.start(), 0)
    moves: Moves = {}
    waiting = [start]
    for position in waiting:
        for player in (0, 1):
            seen = game.to_move(position, player)
            moves[position, player] = [
                (game.name(seen, move), game.to_move(game.play(seen, move), 0)) for move in game.moves(seen)
            ]
            waiting += {left for _, left in moves[position, player]} - set(waiting)
    return Component(Term(game, start, is_negative), moves, start, is_negative=is_negative)


def of_form(value: Form) -> Component:
    moves: Moves = {}
    waiting = [value]
    for each in waiting:
        for player, side in enumerate((each.left, each.right)):
            moves[each, player] = [(f"{each} to {option}", option) for option in side]
            waiting += set(side) - set(waiting)
    return Component(value, moves, value, is_negative=False)


def short_graph(chance: random.Random) -> Graph:
    """A game that ends: options have smaller numbers."""
    size = chance.randint(1, 4)
    sides = [[[n for n in range(place) if chance.random() < 0.5] for place in range(size)] for _ in PLAYERS]
    return graph_of(*sides, size - 1)


def some_component(chance: random.Random) -> Component:
    kind, is_negative = chance.choice(["loopy", "loopy", "short", "form", "game"]), chance.random() < 0.3
    if kind == "loopy":
        return of_graph(random_graph(chance, 4), is_negative=is_negative)
    if kind == "short":
        return of_graph(short_graph(chance), is_negative=is_negative)
    if kind == "form":
        value = form(chance.choice(FORMS))
        assert isinstance(value, Form)
        return of_form(value)
    return of_game(chance.choice(CATALOGUE), is_negative=is_negative)


def check(components: list[Component]) -> set[tuple[str, bool]]:
    """Who wins, or nobody, from the start and after each move; and what was seen, with who began."""
    whole, seen = Sum(*(each.term for each in components)), set()
    places = tuple(each.start for each in components)
    ends = naive_loopy.outcomes([each.table for each in components], places)
    assert whole.value.outcome_class == class_of([ends[places, player] for player in (0, 1)])
    for number, player in enumerate(PLAYERS):
        expected = sorted(
            (n, name, ENDS[ends[(*places[:n], left, *places[n + 1 :]), 1 - number]])
            for n, each in enumerate(components)
            for name, left in each.moves[each.start, number]
        )
        found = [
            (move.term, move.name, player if move.wins else "draw" if move.draws else PLAYERS[1 - number])
            for move in whole.moves(player)
        ]
        assert sorted(found) == expected
        order = [player, "draw", PLAYERS[1 - number]]  # the best first
        ranks = [order.index(says) for _, _, says in found]
        assert ranks == sorted(ranks)
        seen |= {(says, says == player) for _, _, says in found}
    return seen


def class_of(ends: list[str]) -> str:
    return {"LL": "L", "RR": "R", "LR": "N", "RL": "P", "DD": "D"}.get("".join(ends), "".join(ends))


def test_sums_of_all_kinds_of_games_are_played_as_one_game() -> None:
    chance, seen = random.Random(41), set()
    for _ in range(100):
        count = chance.choice([1, 2, 2, 2, 3])
        components = [some_component(chance) for _ in range(count)]
        if sum(len(each.table) > 8 for each in components) > 1:  # one large game at most
            components = components[:1]
        seen |= check(components)
    assert len(seen) == 5  # each player by his move, by the other's, and a draw


def test_positions_of_the_catalogue_beside_each_other() -> None:
    """Each of the catalogue's with each, as it is and as its negative, and over beside them."""
    over = graph_of([[1], []], [[0], []])
    for first in CATALOGUE[:3]:
        for second in CATALOGUE[:3]:
            for is_negative in (False, True):
                check(
                    [
                        of_game(first, is_negative=False),
                        of_game(second, is_negative=is_negative),
                        of_graph(over, is_negative=is_negative),
                    ]
                )


def test_sums_hear_that_they_are_to_stop() -> None:
    """While sides are sought, which takes longest; and what was added before is of no matter."""
    carousel, heard = form("a:{0,{1|1,{*,{1*|1*,a}|*}}|0}"), []
    values = [carousel, carousel, form("tis")]
    for phase in ("comparisons", "positions that play alike"):
        budget = Budget()

        def listen(progress: Progress, budget: Budget = budget, phase: str = phase) -> None:
            if progress.phase == phase:
                heard.append(phase)
                budget.stop.set()

        budget = dataclasses.replace(budget, listener=listen)
        with pytest.raises(Cancelled):
            total_of(values, the_theory(), budget)
        with pytest.raises(Cancelled):
            Sum(*values, budget=budget).value  # noqa: B018  # it is found when asked for
    assert set(heard) == {"comparisons", "positions that play alike"}
    assert total_of(values, the_theory(), Budget()) == carousel + carousel + form("tis")
