"""Lessons, from the definition: every position of a list's own play is scanned rule by rule, with naive values."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from made.random_games import RandomLayers, RandomPond, RandomScoredTurns, RandomTurns
from reference import naive
from support.listed import list_of
from support.marks import few

from zermelo.core.errors import LoopFound
from zermelo.core.game import Position
from zermelo.explain.list_search.rule_finder import find_rules
from zermelo.explain.rule_lists.rule_lesson import QUESTIONS, LessonExample, LessonMove, teach_list
from zermelo.explain.rule_lists.rule_list import RuleList
from zermelo.games.blockade.pong_hau_ki import PongHauKi
from zermelo.games.chess.hexapawn import Hexapawn
from zermelo.games.dominoes.domineering import Domineering
from zermelo.games.heaps.nim import Nim
from zermelo.games.lines.mnk import TicTacToe
from zermelo.games.puzzles.lights_out import LightsOut

FIVE = ("lines(2,0)>=1", "lines(0,2)>=1", "lines>=4", "lines(0,1)>=1 & lines(0,0)>=2", "unforkable")


class Twin:
    """A list's own play, every position by itself: where it is asked, after how many plies, what fires."""

    def __init__(self, rules: RuleList) -> None:
        self.rules, self.game = rules, rules.game
        self.values = naive.solve(self.game)
        try:
            self.has_cycles = not naive.backwards(self.game, self.game.starts())
        except LoopFound:
            self.has_cycles = True
        self.plies: dict[Position, int] = {}  # by class, where the list is asked
        sides = {"first": [True], "second": [False], "both": [True, False]}[rules.side]
        layer = {(start, own) for start in self.game.starts() for own in sides}
        seen, count = set(layer), 0
        while layer:
            after = set()
            for position, own in layer:
                children = naive.children(self.game, position)
                if own and children:
                    self.plies.setdefault(naive.canonical(self.game, position), count)
                    moves = list(self.game.moves(position))
                    allowed = self.allowed(position, self.first(position))
                    children = [child for move, child in zip(moves, children, strict=True) if move in allowed]
                for child in children:
                    turned = naive.is_flipped(self.game, position, child)
                    after.add((child, own != turned))
            layer = after - seen
            seen |= after
            count += 1

    def first(self, position: Position, rules: int | None = None) -> int | None:
        """Return the first of so many rules that fires; 0: all of them, and it is an exception."""
        if rules is None and naive.canonical(self.game, position) in self.rules.exceptions:
            return 0
        moves = list(self.game.moves(position))
        for number, rule in enumerate(self.rules.rules[:rules], 1):
            if rule.list_allowed_moves(position, moves):
                return number
        return None

    def allowed(self, position: Position, number: int | None) -> list[Any]:
        """Return what a rule allows."""
        moves = list(self.game.moves(position))
        if number is None:
            return moves if self.rules.otherwise else []
        if number == 0:
            least = naive.canonical(self.game, position)

            def lead(at: Position, move: Any) -> Position:
                return naive.canonical(self.game, self.game.play(at, move))

            leads = {lead(least, move) for move in self.rules.exceptions[least]}
            return [move for move in moves if lead(position, move) in leads]
        return list(self.rules.rules[number - 1].list_allowed_moves(position, moves))

    def keeps(self, position: Position, move: Any) -> int:
        """Return what a move gives who makes it."""
        child = self.game.play(position, move)
        return naive.worth(self.game, position, move, self.values[child][0])

    def gives_away(self, position: Position, move: Any) -> bool:
        """Return whether a move gives away what the list has to keep."""
        before, after = self.values[position][0], self.keeps(position, move)
        return after < before if self.rules.goal == "always" else _sign(after) < _sign(before)

    def decides(self, position: Position) -> int | None:
        """Return the rule that decides a position, None where none does."""
        number = self.first(position)
        allowed = self.allowed(position, number)
        wrong = [move for move in self.game.moves(position) if self.gives_away(position, move)]
        if number is None or not wrong or any(move in wrong for move in allowed):
            return None
        if number == 0 and not self.fails(position, len(self.rules.rules)):
            return None
        return number

    def fails(self, position: Position, rules: int) -> bool:
        """Return whether the first so many rules allow nothing here, or what gives something away."""
        number = self.first(position, rules)
        allowed = [] if number is None else self.allowed(position, number)
        return not allowed or any(self.gives_away(position, move) for move in allowed)

    def nearest(self, number: int) -> int | None:
        """Return after how many plies a rule first decides; None where it never does."""
        decided = [plies for where, plies in self.plies.items() if self.decides(where) == number]
        return min(decided, default=None)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _check_example(twin: Twin, example: LessonExample, number: int | None, allowed: list[Any]) -> None:
    """Assert all that an example says of its position, the rule and its moves."""
    game, where = twin.game, example.position
    assert example.plies == twin.plies[naive.canonical(game, where)]
    assert example.number == number
    assert [choice.move for choice in example.choices] == list(game.moves(where))
    assert [choice.move for choice in example.allowed_moves] == allowed
    for choice in example.choices:
        _check_choice(twin, where, choice)


def _check_choice(twin: Twin, where: Position, choice: LessonMove) -> None:
    game = twin.game
    child = game.play(where, choice.move)
    plies = twin.values[child][1]
    assert choice.name == game.name(where, choice.move)
    assert choice.answer.value == twin.keeps(where, choice.move)
    known = not twin.has_cycles or choice.answer.value or not naive.children(game, child)
    assert choice.answer.is_timed is bool(known)
    assert choice.answer.remoteness == (plies + 1 if known and plies is not None else None)
    assert choice.gives_away is twin.gives_away(where, choice.move)
    assert bool(choice.line) is choice.gives_away
    if not choice.line:
        return
    assert choice.line[0] == choice.name
    for name in choice.line[1:]:  # each reply keeps the value, and comes as near to the end as that lets it
        value, left = twin.values[child]
        (move,) = [move for move in game.moves(child) if game.name(child, move) == name]
        after = game.play(child, move)
        assert twin.keeps(child, move) == value
        assert left is None or twin.values[after][1] == left - 1 or (value == 0 and twin.has_cycles)
        child = after
    left = twin.values[child][1]
    assert len(choice.line) == 6 or left == 0


def check_lesson(rules: RuleList) -> list[int]:
    """Assert that a lesson is what the definition says; return which rules decide something."""
    twin, lesson = Twin(rules), teach_list(rules)
    numbers = [*range(1, len(rules.rules) + 1), *([0] if rules.exceptions else [])]
    assert [step.number for step in lesson.steps] == numbers
    asked: list[Position] = []
    decided = []
    for place, step in enumerate(lesson.steps):
        number = step.number
        nearest = twin.nearest(number)
        fires = [where for where in twin.plies if twin.first(where) == number]
        assert (step.example is not None) is bool(fires)
        assert (step.example is not None and step.example.is_decided_by_rules) is (nearest is not None)
        if step.example is not None:
            where = step.example.position
            _check_example(twin, step.example, number, twin.allowed(where, number))
            assert twin.decides(where) == (None if nearest is None else number)
        if nearest is not None:
            decided.append(number)
            if place == 0:
                assert step.example is not None and step.example.plies == nearest
        following = numbers[place + 1] if place + 1 < len(numbers) else None
        near = None if following is None else twin.nearest(following)
        assert (step.needed is not None) is (near is not None)
        if step.needed is not None:
            where = step.needed.position
            upto = twin.first(where, number)
            allowed = [] if upto is None else twin.allowed(where, upto)
            _check_example(twin, step.needed, upto, allowed)
            assert step.needed.plies == near
            assert (
                twin.decides(where) == following
                and twin.fails(where, number)
                and step.needed.are_rules_insufficient
            )
        assert len(step.questions) <= QUESTIONS
        for question in step.questions:
            first = twin.decides(question.position)
            assert first in numbers[: place + 1]
            _check_example(twin, question, first, twin.allowed(question.position, first))
        asked += [question.position for question in step.questions]
    assert len(set(asked)) == len(asked)
    shown = {
        each.position
        for step in lesson.steps
        for each in (step.example, step.needed)
        if each is not None and twin.decides(each.position) is not None
    }
    assert not shown & set(asked)
    return decided


LISTS: dict[str, tuple[Callable[[], RuleList], list[int]]] = {
    "tic-tac-toe": (lambda: list_of(TicTacToe(), *FIVE), [1, 2, 3, 4, 5]),
    "for the second player": (lambda: list_of(TicTacToe(), *FIVE, side="second"), [1, 2, 3, 4, 5]),
    "nim": (lambda: list_of(Nim((1, 2, 4)), "nim_sum==0", "any"), [1]),
    "misere nim": (
        lambda: list_of(Nim((1, 2, 3), misere=True), "large==0 & ones%2==1", "nim_sum==0", "any"),
        [1, 2],
    ),
    "men": (lambda: list_of(Hexapawn(), "he_wins==0", "any"), [1]),
    "with exceptions": (
        lambda: find_rules(TicTacToe(), method="greedy", families=["mobility"]).rules,
        [1, 0],
    ),
    "play comes round": (lambda: list_of(PongHauKi(), "he_wins==0"), [1]),
    "for one": (lambda: list_of(LightsOut(2, 2), "any"), []),
    "a rule that is never asked": (lambda: list_of(TicTacToe(), *FIVE, "any"), [1, 2, 3, 4, 5]),
    "everywhere": (lambda: list_of(Domineering(3, 2), "wins", everywhere=True, otherwise=True), [1]),
    "always": (lambda: list_of(TicTacToe(), *FIVE, goal="always"), [1, 2, 3, 4, 5]),
}


@pytest.mark.parametrize("name", few(LISTS, 5))
def test_lessons_are_what_the_definition_says(name: str) -> None:
    make, decided = LISTS[name]
    assert check_lesson(make()) == decided


@pytest.mark.parametrize("seed", few(range(8), 3))
def test_lessons_of_random_games(seed: int) -> None:
    """Lists of games without structure are often wrong; what a lesson says of them is right all the same."""
    decided = set()
    for game in (RandomTurns(seed), RandomPond(seed), RandomLayers(seed), RandomScoredTurns(seed)):
        for keys in (("wins", "his_moves least"), ("his_moves most", "any")):
            for goal, side in product(("start", "always"), ("first", "both")):
                decided |= set(check_lesson(list_of(game, *keys, goal=goal, side=side)))
    assert decided
