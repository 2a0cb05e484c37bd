"""Puzzles: against a search through every position by hand, compiled and interpreted, and what is printed."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made.dice_games import Mushrooms, RandomDice, Words
from made.random_games import RandomPond
from msgspec import UNSET
from reference import naive, naive_dice
from support.commands import Ran, check_refusal, runner
from support.marks import few
from support.tables import compiled

import zermelo
from zermelo.core.budget import Budget
from zermelo.core.errors import BadParameter, MissingCapability, OutOfBudget
from zermelo.core.mix_ins import PerfectIndex
from zermelo.solution.puzzle_answers import Puzzle
from zermelo.solution.puzzle_search import KINDS, find_puzzles


class Turns(RandomPond):
    """A pond whose lowest bit says who moves: the same place with the other player to move is near by."""

    def mover(self, position: int) -> int:
        return position & 1

    def play(self, position: int, move: int) -> int:
        return (self.lot(position, 10 + move) % self.size) * 2 + 1 - (position & 1)

    def passed(self, position: int) -> int:
        return -1 if self.lot(position // 2, 7) % 8 == 0 else position ^ 1


class RankedTurns(Turns, PerfectIndex):
    """The same over a perfect index of `size` positions, an even number."""

    def play(self, position: int, move: int) -> int:
        return (self.lot(position, 10 + move) % (self.size // 2)) * 2 + 1 - (position & 1)

    def rank(self, position: int) -> int:
        return position

    def unrank(self, index: int) -> int:
        return index


class TwinTurns(Turns):
    """The same with a symmetry: places 4n and 4n + 2 are images of each other."""

    def least(self, position: int) -> int:
        return position & ~2

    def moves(self, position: int) -> Iterator[int]:
        for move in range(self.lot(self.least(position), 1) % (self.most + 1)):
            yield move

    def play(self, position: int, move: int) -> int:
        place = self.lot(self.least(position), 10 + move) % self.size
        return (place * 4 + 1 - (position & 1)) ^ (position & 2)

    def outcome(self, position: int) -> int:
        return super().outcome(self.least(position))

    def stuck(self, position: int) -> int:
        return super().stuck(self.least(position))

    def passed(self, position: int) -> int:
        return position ^ 1

    def starts(self) -> Iterator[int]:
        yield 0
        yield 2

    def symmetries(self, position: int) -> Iterator[int]:
        yield position
        yield position ^ 2


def by_hand(game: Any, kind: str, count: int) -> list[int]:
    """Return the positions of the puzzles of one kind, from the naive table and the definitions."""
    table = {naive.canonical(game, place): answer for place, answer in naive.solve_loops(game).items()}
    rows = []
    for position, (value, plies) in table.items():
        moves = [] if naive.is_finished(game, position) else list(game.moves(position))
        after = [table[naive.canonical(game, game.play(position, move))][0] for move in moves]
        worths = [naive.worth(game, position, move, worth) for move, worth in zip(moves, after, strict=True)]
        if kind != "zugzwang":
            if (
                value > 0
                and plies is not None
                and (kind == "longest" or worths.count(value) == 1 < len(moves))
            ):
                rows.append((-plies, -len(moves), position))
            continue
        other = game.passed(position)
        other = -1 if other == -1 else naive.canonical(game, other)
        if other in table and value + table[other][0] < 0 and position <= other:
            both = value < 0 and table[other][0] < 0
            rows.append((not both, -((plies or 0) + (table[other][1] or 0)), position))
    return [row[-1] for row in sorted(rows)[:count]]


def check_puzzle(solution: Any, found: Puzzle) -> None:
    game = solution.game
    assert found.answer == solution.value(found.position)
    position = found.position
    for name in found.line:
        best = {game.name(position, move): move for move in solution.policy(position)}
        position = game.play(position, best[name])
    over = naive.is_finished(game, position) or not list(game.moves(position))
    assert found.line_ends == over and (found.answer.remoteness is None or over)
    names = {move.name: move.answer for move in solution.moves(found.position)}
    assert found.move_count == len(names)
    keeping = {name for name, answer in names.items() if answer.value == found.answer.value}
    hurrying = {name for name, answer in names.items() if answer == found.answer}
    assert set(found.solution) == (hurrying if found.kind == "longest" else keeping)
    if found.kind == "zugzwang":
        assert found.passed and found.passed.position == game.passed(found.position)
        assert found.passed.answer == solution.value(found.passed.position)
    else:
        assert found.passed is UNSET


ponds = st.sampled_from([Turns, TwinTurns]).flatmap(
    lambda kind: st.builds(kind, seed=st.integers(0, 999), size=st.integers(5, 40), most=st.integers(2, 4))
)


@settings(max_examples=80)
@given(ponds, st.integers(1, 6))
def test_puzzles_of_random_games(game: Any, count: int) -> None:
    solution = zermelo.solve(game, interpreted=True)
    found = find_puzzles(solution, count=count, interpreted=True)
    for kind in KINDS:
        mine = [puzzle for puzzle in found if puzzle.kind == kind]
        assert [puzzle.position for puzzle in mine] == by_hand(game, kind, count)
    for puzzle in found:
        check_puzzle(solution, puzzle)


@pytest.mark.slow("no other test looks for puzzles by machine code")
@pytest.mark.parametrize(
    "game",
    few(
        [
            TwinTurns(seed=33, size=40, most=3),
            Turns(seed=3, size=60, most=3),
            RankedTurns(seed=0, size=60, most=3),
        ],
        1,
    ),
    ids=repr,
)
def test_compiled_puzzles_are_the_interpreted_ones(game: Any) -> None:
    solution = compiled(game)
    found = solution.puzzles(count=9)
    assert found == find_puzzles(solution, count=9, interpreted=True)
    assert {puzzle.kind for puzzle in found} == set(KINDS)
    for kind in KINDS:
        assert [each.position for each in found if each.kind == kind] == by_hand(game, kind, 9)
    assert found == find_puzzles(solution, count=9), "the same ones every time"


def test_kinds_are_chosen() -> None:
    solution = zermelo.solve("pong_hau_ki", interpreted=True)
    assert [each.kind for each in find_puzzles(solution, interpreted=True)] == ["longest"] * 2 + [
        "single"
    ] * 2
    single = find_puzzles(solution, kinds=("single",), count=1, interpreted=True)
    assert [each.position for each in single] == [294]
    with pytest.raises(MissingCapability, match=r"does not define passed\(position\)") as refused:
        find_puzzles(zermelo.solve("tic_tac_toe", interpreted=True), kinds=("zugzwang",))
    assert "\n" not in str(refused.value)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(OutOfBudget):
        find_puzzles(compiled(TwinTurns(seed=33, size=40, most=3)), budget=Budget(memory=0, threads=1))


# With dice


def tables_with_dice(game: Any) -> dict[Any, Any]:
    """Return the values by the definitions: fractions, or as near as 64 bits come where dice loop."""
    try:
        return naive_dice.exact(game)
    except RecursionError:
        return naive_dice.iterated(game)


def clear_choices(game: Any, margin: float) -> list[tuple[int, int, Any, list[Any]]]:
    """Return the puzzles by the definition: (-moves, loss in millionths, position, values of its moves)."""
    values = tables_with_dice(game)
    ends = {naive_dice.end(game, each) for each in values if not any(naive_dice.edges(game, each))}
    unit = 2 if ends <= {-1, 1} and not game.scored else 1
    rows = []
    for position in {naive.canonical(game, each) for each in values}:
        _, moves = naive_dice.edges(game, position)
        worths = [gain + naive_dice.seen(game, position, child, values[child]) for gain, child in moves]
        best, *others = sorted(worths, reverse=True) or [0]
        if others:
            loss = best - others[0]
            if loss > unit * margin + 1e-9:
                rows.append((-len(moves), round(1e6 * loss), position, worths))
    return sorted(rows, key=lambda row: row[:3])


DICE = [
    *map(zermelo.game, ("pig(target=8)", "stochastic_nim(heaps=(2, 3), faces=3)")),
    *map(zermelo.game, ("bear_off(checkers=2, points=3)", "einstein(size=3, stones=2)")),
    zermelo.game("royal_game_of_ur(pieces=1)"),  # over an index
    Mushrooms(),
    RandomDice(seed=4, size=40),
    RandomDice(seed=9, size=40, loops=False, largest=9),
    Words(),
]


@pytest.mark.parametrize("margin", [0.0, 0.05, 0.3])
@pytest.mark.parametrize("game", DICE, ids=repr)
def test_with_dice_every_position_where_one_move_is_clearly_best(game: Any, margin: float) -> None:
    solution, expected = zermelo.solve(game), clear_choices(game, margin)
    found = solution.puzzles(margin=margin, count=100_000)
    assert [each.position for each in found] == [position for _, _, position, _ in expected]
    assert found == solution.puzzles(margin=margin, count=100_000, interpreted=True)
    assert found[:2] == solution.puzzles(margin=margin, count=2)
    for each, (_, _, position, worths) in zip(found, expected, strict=True):
        second, best = sorted(worths)[-2:]
        named = dict(zip(game.moves(position), worths, strict=True))
        (right,) = each.solution
        assert best == next(worth for move, worth in named.items() if game.name(position, move) == right)
        assert each.move_count == len(worths) and each.line == each.solution
        assert each.answer.value == pytest.approx(float(best), abs=1e-9)
        assert each.next_best.answer.value == each.next_best.value == pytest.approx(float(second), abs=1e-9)


def test_a_loss_of_the_margin_itself_makes_no_puzzle() -> None:
    """Rounding could decide it: the loss is a half of the probability, as exactly as the solver knows it."""
    game = zermelo.game("stochastic_nim(heaps=(1, 2), faces=2)")
    solution = zermelo.solve(game)
    losses = {row[1] for row in clear_choices(game, 0.0)}
    assert 1_000_000 in losses
    met = [each.position for each in solution.puzzles(margin=0.5, count=99)]
    assert met == [position for _, loss, position, _ in clear_choices(game, 0.0) if loss > 1_000_000]


def test_with_dice_there_are_no_lengths_and_without_no_margin() -> None:
    solution = zermelo.solve("pig(target=4)")
    with pytest.raises(MissingCapability, match="a puzzle of the kind longest is for games without dice"):
        solution.puzzles(kinds=("longest",))
    for margin in (-0.1, float("nan"), "much"):
        with pytest.raises(BadParameter, match="is no loss: give a number from 0"):
            solution.puzzles(margin=margin)
    with pytest.raises(MissingCapability, match="a margin is for games with dice"):
        zermelo.solve("pong_hau_ki").puzzles(margin=0.1)


# The command


WON = """\
    O   X
    | X |
    O---.
    answer  c1-c3, of 2 moves
    line    c1-c3
    play    zermelo play pong_hau_ki 294
"""
PRINTED = (
    f"the longest forced wins\n\n1. win in 1\n{WON}\n"
    f"a single move wins\n\n2. find the only move that wins: win in 1\n{WON}"
)


@pytest.fixture
def command(capsys: Any) -> Callable[..., Ran]:
    return runner(capsys)


def test_what_puzzles_prints(command: Callable[..., Ran]) -> None:
    ran = command("puzzles", "pong_hau_ki", "--count", "1", "--interpreted")
    assert ran == (0, PRINTED, "")
    found = json.loads(command("puzzles", "pong_hau_ki", "--kind", "single", "--interpreted", "--json").out)
    assert found["game"] == "pong_hau_ki()" and len(found["puzzles"]) == 2
    assert found["most_of_each_kind"] == 5
    assert found["puzzles"][0] == {
        "kind": "single",
        "position": 294,
        "task": "find the only move that wins: win in 1",
        "value": 1,
        "outcome": "win",
        "remoteness": 1,
        "move_count": 2,
        "solution": ["c1-c3"],
        "line": ["c1-c3"],
        "line_ends": True,
        "play": "zermelo play pong_hau_ki 294",
    }
    check_refusal(command("puzzles", "pong_hau_ki", "--count", "0", "--interpreted"), 2, "count 0")
    check_refusal(command("puzzles", "pong_hau_ki", "--kind", "mate", "--interpreted"), 2, "'mate'")


CLEAR = """\
a single move is best by a margin

1. find the best move: any other loses 67.1 percentage points or more
    0-0, first has 2
    answer  roll, of 2 moves: wins 86.3636% of the time
    next    hold: wins 19.2308% of the time
    play    zermelo play 'pig(target=4)' 4
"""


def test_what_puzzles_with_dice_prints(command: Callable[..., Ran]) -> None:
    ran = command("puzzles", "pig(target=4)", "--count", "1", "--margin", "0.3")
    assert ran == (0, CLEAR, "")
    found = json.loads(command("puzzles", "pig(target=4)", "--count", "1", "--margin", "0.3", "--json").out)
    assert found["puzzles"][0]["next_best"] | {"value": 0} == {
        "move": "hold",
        "value": 0,
        "outcome": "loss",
        "remoteness": None,
        "win_probability": pytest.approx(5 / 26),
    }
    check_refusal(command("puzzles", "pong_hau_ki", "--margin", "0.1"), 2, "games with dice")


def test_zugzwang_is_printed_from_both_sides(command: Callable[..., Ran]) -> None:
    game = f"{__file__}:Turns(seed=9, size=8, most=2)"
    ran = command("puzzles", game, "--kind", "zugzwang", "--interpreted")
    assert ran.status == 0 and ran.out.splitlines() == [
        "mutual zugzwang",
        "",
        "1. the player who must move does worse than by passing",
        "    10",
        "    answer  loss in 1; with the other player to move, loss in 0",
        "    line    0",
        f"    play    zermelo play '{game}' 10",
        f"    or      zermelo play '{game}' 11 --side second",
    ]
