"""The searches of one position: they agree with each other and with whole solutions, and their proofs with nobody's word."""

import dataclasses
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from families import Fact, collected, facts
from hypothesis import given, settings
from made.random_games import (
    RandomDag,
    RandomIndex,
    RandomLayers,
    RandomLoop,
    RandomMirror,
    RandomPond,
    RandomScoredTurns,
    RandomScores,
    RandomStairs,
    RandomTurnedPond,
    RandomTurns,
    catalogue_games,
    random_games,
)
from support.marks import few
from twins import naive

import zermelo
from zermelo.compiler import PlainJit
from zermelo.core.budget import Budget
from zermelo.core.errors import (
    BadParameter,
    BadRules,
    Cancelled,
    CannotCompile,
    CheckFailed,
    LoopFound,
    MissingCapability,
    OutOfBudget,
)
from zermelo.core.game import Game, Position, has
from zermelo.core.values import UNTIMED, Answer, answer_from
from zermelo.kernels.negamax import MOST
from zermelo.kernels.transposition import build_data, build_table
from zermelo.policy.proof import check_proof
from zermelo.search.exact import ExactSearch, find_exact
from zermelo.search.methods import solve_position
from zermelo.search.proof_number import ProofNumberSearch, find_by_proof
from zermelo.search.proving import prove
from zermelo.trust.classes import representative

FEW = 400  # positions below one that the interpreter searches in a test
NATIVE = (
    "connect_four(columns=4, rows=4)",
    "dots_and_boxes(columns=2, rows=2)",
    "hexapawn(columns=4, rows=4)",
)


def one_thread() -> Budget:
    return Budget(threads=1)


def below(game: Game, position: Position, most: int) -> set[Any] | None:
    """Return the positions that play reaches from here, None where they are more than `most`."""
    found, waiting = {position}, [position]
    while waiting:
        for child in naive.children(game, waiting.pop()):
            if child not in found:
                found.add(child)
                waiting.append(child)
        if len(found) > most:
            return None
    return found


def truth(game: Game, position: Position) -> tuple[int, int | None]:
    """Return value and remoteness of one position by the definitions."""
    from zermelo.core.game import beginning_at

    return naive.solve(beginning_at(game, position))[position]


def check_exact(game: Game, position: Position, expected: tuple[int, int | None], **options: Any) -> None:
    """Compare both alpha-betas and their lines with what is known."""
    value, remoteness = expected
    found = find_exact(game, position, one_thread(), **options)
    assert found.answer.value == value and found.nodes > 0
    assert end_of(game, position, found.line) == value
    if not game.scored:
        timed = find_exact(game, position, one_thread(), timed=True, **options)
        assert timed.answer.value == value
        if value:
            assert timed.answer == Answer(value, remoteness) and len(timed.line) == remoteness


def end_of(game: Game, position: Position, line: tuple[Any, ...]) -> int:
    """Return what who moves first gets where a line of play is played to its end."""
    total, sign = 0, 1
    for move in line:
        assert move in list(game.moves(position))
        total += sign * naive.points(game, position, move)
        child = game.play(position, move)
        sign *= -1 if naive.is_flipped(game, position, child) else 1
        position = child
    assert not naive.children(game, position)
    return total + sign * naive.answer(game, position, {})[0]


def check_proof_number(game: Game, position: Position, value: int, **options: Any) -> None:
    assert find_by_proof(game, position, one_thread(), **options).answer == answer_from(
        value, UNTIMED, game.scored
    )


def searchable(game: Game) -> bool:
    start = next(iter(game.starts()))
    is_plain = isinstance(start, int) or (
        isinstance(start, tuple) and all(isinstance(word, int) for word in start)
    )
    return is_plain and game.players == 2 and not has(game, "chances") and not has(game, "payoffs")


def endings(game: Game, chance: random.Random, count: int) -> Iterator[Position]:
    """Yield positions of random play with few positions below, the largest first."""
    line = [chance.choice([start for _, start in zip(range(50), game.starts(), strict=False)])]
    while len(line) < 200 and (after := naive.children(game, line[-1])):
        line.append(chance.choice(after))
    small = [position for position in line if below(game, position, FEW) is not None]
    yield from small[:: max(1, len(small) // count)][:count]


SEARCHED = [game for game in collected("small") if searchable(game)]


@cache
def tried(game: Game) -> tuple[list[Position], list[Position]]:
    """Return endings from which play surely ends, and those from which it may go round."""
    ends, goes_round = [], []
    for position in endings(game, random.Random(repr(game)), 3):
        try:
            naive.backwards(game, [position])
            ends.append(position)
        except LoopFound:
            goes_round.append(position)
    return ends, goes_round


@pytest.mark.parametrize("game", SEARCHED, ids=repr)
def test_every_family_agrees_with_the_definitions(game: Game) -> None:
    """Alpha-beta where play ends, df-pn everywhere: the kernels interpreted, with each family's own hooks."""
    ends, goes_round = tried(game)
    for position in ends + goes_round:
        expected = truth(game, position)
        check_proof_number(game, position, expected[0], interpreted=True)
        if position in ends:
            check_exact(game, position, expected, interpreted=True)


def test_many_families_are_searched() -> None:
    assert len({type(game) for game in SEARCHED if tried(game)[0]}) > 40
    assert len({type(game) for game in SEARCHED if tried(game)[1]}) > 5


def test_random_games_agree_with_the_definitions() -> None:
    @settings(deadline=None, derandomize=True, max_examples=120)
    @given(random_games() | catalogue_games())
    def run(game: Game) -> None:
        position = next(iter(game.starts()))
        if searchable(game) and below(game, position, FEW) is not None:
            expected = truth(game, position)
            check_exact(game, position, expected, interpreted=True)
            check_proof_number(game, position, expected[0], interpreted=True)

    run()


@pytest.mark.parametrize("kind", [RandomLoop, RandomPond, RandomTurnedPond, RandomStairs, RandomIndex])
def test_random_loops_are_settled_by_proof_numbers(kind: Any) -> None:
    """Repetition is a draw on whatever way play came there: every position of many small graphs."""
    values = set()
    for seed in range(25):
        game = kind(seed=seed)
        answers = naive.solve(game)
        search = ProofNumberSearch(game, one_thread(), interpreted=True)
        for position in random.Random(seed).sample(sorted(answers), min(12, len(answers))):
            assert search.value(position) == answers[position][0], (game, position)
            values.add(answers[position][0])
    assert len(values) > 1 or kind is RandomLoop  # nothing in that one ever ends


@pytest.mark.parametrize("name", few(NATIVE, 1))
def test_compiled_searches_agree_with_whole_solutions(name: str) -> None:
    game = zermelo.game(name)
    solution = zermelo.solve(game, budget=one_thread())
    exact, proof_number = ExactSearch(game, one_thread()), ProofNumberSearch(game, one_thread())
    timed = None if game.scored else ExactSearch(game, one_thread(), timed=True)
    chance = random.Random(5)
    for _ in range(60):
        position = game.start()
        for _ in range(chance.randrange(1, 12)):
            after = naive.children(game, position)
            position = chance.choice(after) if after else position
        known = solution.value(position)
        assert exact.value(position) == proof_number.value(position) == known.value
        if timed is not None and known.value:
            assert timed.answer(position) == known


def test_several_threads_find_the_same() -> None:
    game = zermelo.game("connect_four(columns=5, rows=4)")
    found = [find_exact(game, budget=Budget(threads=threads), timed=True) for threads in (1, 2, 3)]
    assert {str(each.answer) for each in found} == {"draw"}
    search = ExactSearch(game, Budget(threads=3))
    search.ask_quickly = lambda *_: None  # type: ignore[method-assign]  # all work goes to the threads
    assert search.value(game.start()) == 0
    solution = zermelo.solve(game)
    for move in game.moves(game.start()):
        position = game.play(game.start(), move)
        assert search.value(position) == solution.value(position).value


def test_nodes_are_pinned() -> None:
    """One thread visits the same positions every time: a change says so, old and new."""
    counts = {}
    for name in ("tic_tac_toe", "connect_four(columns=4, rows=4)", "dots_and_boxes(columns=2, rows=2)"):
        game = zermelo.game(name)
        found = (
            find_exact(game, budget=one_thread(), interpreted=True),
            find_by_proof(game, budget=one_thread(), interpreted=True),
        )
        counts[name] = tuple(each.nodes for each in found)
    assert counts == PINNED


PINNED = {
    "tic_tac_toe": (143, 188),
    "connect_four(columns=4, rows=4)": (5_014, 8_361),
    "dots_and_boxes(columns=2, rows=2)": (1_200, 2_506),
}


# Proofs


def proven(game: Game, position: Position, search: Any) -> Any:
    if isinstance(search, ExactSearch):
        answer = search.answer(position)
    else:
        answer = answer_from(search.value(position), UNTIMED, game.scored)
    return answer, prove(search, position, answer, budget=one_thread())


@pytest.mark.parametrize("kind", ["value", "timed", "df_pn"])
def test_proofs_of_random_games_check(kind: str) -> None:
    checked = 0
    for seed in range(12):
        for family in (RandomLayers, RandomDag, RandomScores, RandomTurns, RandomScoredTurns, RandomMirror):
            game = family(seed=seed)
            position = next(iter(game.starts()))
            if kind == "timed" and game.scored:
                continue
            search: Any
            if kind == "df_pn":
                search = ProofNumberSearch(game, one_thread(), interpreted=True)
            else:
                search = ExactSearch(game, one_thread(), timed=kind == "timed", interpreted=True)
            answer, proof = proven(game, position, search)
            verified = check_proof(proof)
            least = MOST if kind == "timed" else 1
            score = (
                answer.value * (MOST - answer.remoteness)
                if kind == "timed" and answer.value
                else answer.value
            )
            low, high = (
                score if game.scored or abs(score) < least else (None if side * score <= -least else score)
                for side in (1, -1)
            )
            assert (verified.low, verified.high) == (low, high)
            assert answer.value == naive.solve(game)[position][0]
            checked += 1
    assert checked > 40


def test_proofs_where_play_goes_round_check() -> None:
    wins = 0
    for seed in range(30):
        for family in (RandomLoop, RandomPond, RandomTurnedPond):
            game = family(seed=seed)
            position = next(iter(game.starts()))
            answer, proof = proven(game, position, ProofNumberSearch(game, one_thread(), interpreted=True))
            assert answer.value == naive.solve(game)[position][0]
            check_proof(proof)
            wins += answer.value != 0
    assert wins > 10


@pytest.mark.parametrize("timed", [False, True])
def test_a_wrong_bound_in_the_table_is_caught(timed: bool) -> None:
    """A bound is planted that makes the search answer wrongly; its proof does not check."""
    game = zermelo.game("hexapawn(columns=3, rows=3)")
    answers = naive.solve(game)
    chance = random.Random(1)
    store = build_table(zermelo_shape(game), PlainJit())[1]
    pack = build_data(PlainJit())[0]
    caught = 0
    for position in chance.sample(sorted(answers), 60):
        if not naive.children(game, position):
            continue
        for lie in (-1, 1):
            search = ExactSearch(game, one_thread(), timed=timed, interpreted=True)
            score = lie * (MOST - 3 if timed else 1)
            with_errors_ignored(
                store, search.table, representative(game)(position), pack(score, score, 0, 0, 1)
            )
            value = search.answer(game.start()).value
            if value != answers[game.start()][0]:
                _, proof = proven(game, game.start(), search)
                with pytest.raises(CheckFailed):
                    check_proof(proof)
                caught += 1
    assert caught > 3


def zermelo_shape(game: Game) -> Any:
    from zermelo.compiler.shapes import shape_of

    return shape_of(game)


def with_errors_ignored(function: Any, *arguments: Any) -> None:
    import numpy as np

    with np.errstate(over="ignore"):
        function(*arguments)


def test_a_proof_too_long_is_refused() -> None:
    game = zermelo.game("tic_tac_toe")
    search = ExactSearch(game, one_thread(), interpreted=True)
    with pytest.raises(OutOfBudget, match="more than 10 claims"):
        prove(search, game.start(), search.answer(game.start()), budget=one_thread(), most=10)


# Facts that only a search reaches


def quick() -> list[Fact]:
    return [
        fact
        for fact in facts("searched")
        if "columns=5, rows=5, line=4" in fact.game or "hex(size=5)" in fact.game
    ]


@pytest.mark.parametrize("fact", few(quick(), 0), ids=lambda fact: fact.game)
def test_facts_that_a_search_reaches(fact: Fact) -> None:
    assert find_exact(zermelo.game(fact.game)).answer.value == fact.expected


@pytest.mark.long
@pytest.mark.parametrize("fact", facts("searched"), ids=lambda fact: fact.game)
def test_all_facts_that_a_search_reaches(fact: Fact) -> None:
    assert find_exact(zermelo.game(fact.game)).answer.value == fact.expected


# What is refused, and what is said


class Endless(Game):
    """Two positions, to and fro."""

    def start(self) -> int:
        return 0

    def moves(self, position: int) -> Iterator[int]:
        yield 0

    def play(self, position: int, move: int) -> int:
        return 1 - position


class Raises(Endless):
    def play(self, position: int, move: int) -> int:
        return position // (position - position)


class Growing(Endless):
    """Positions that are tuples of one word, and then of two."""

    def start(self) -> Any:
        return (4,)

    def moves(self, position: Any) -> Iterator[int]:
        yield from range(min(position))

    def play(self, position: Any, move: int) -> Any:
        return (position[0] - 1 - move, move)


class Far(Endless):
    """A number of points, past what values can be, on the way or at the end."""

    scored = True
    step: int = 10_000
    end: int = 0

    def moves(self, position: int) -> Iterator[int]:
        if position < 8:
            yield 0
            yield 1

    def play(self, position: int, move: int) -> int:
        return position + 1

    def mover(self, position: int) -> int:
        return 0

    def gain(self, position: int, move: int) -> int:
        return self.step

    def stuck(self, position: int) -> int:
        return self.end

    def bounds(self, position: int) -> tuple[int, int]:
        return -1_000_000, 1_000_000

    def order(self, position: int, move: int) -> int:
        return (1 << 62) - move


@pytest.mark.parametrize("interpreted", [True, False])
def test_positions_of_changing_length_are_refused(interpreted: bool) -> None:
    for find in (find_exact, find_by_proof):
        with pytest.raises(BadRules, match="all of one length"):
            find(Growing(), interpreted=interpreted)


@pytest.mark.parametrize("game", [Far(), Far(step=0, end=40_000), Far(step=-10_000)], ids=repr)
def test_values_past_the_range_are_refused(game: Game) -> None:
    for find in (find_exact, find_by_proof):
        with pytest.raises(BadRules, match="32,000"):
            find(game, interpreted=True)


def test_bounds_and_orders_past_the_range_do_no_harm() -> None:
    for find in (find_exact, find_by_proof):
        assert find(Far(step=7, end=-3), interpreted=True).answer.value == 53
    assert find_exact(Far(step=7, end=-3)).answer.value == 53


def test_alpha_beta_says_where_play_goes_round_and_proof_numbers_call_it_a_draw() -> None:
    with pytest.raises(LoopFound, match="longer than 4,096 plies, or go round in a circle"):
        find_exact(Endless(), interpreted=True)
    with pytest.raises(LoopFound, match="use --method df_pn"):
        find_exact(Endless())
    assert find_by_proof(Endless(), interpreted=True).answer.value == 0


def test_rules_that_raise_are_named() -> None:
    with pytest.raises(BadRules, match="raise ZeroDivisionError"):
        find_exact(Raises())


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("pig", {}, "two players without chance"),
        ("strike", {}, "players"),
        ("nim", {"method": "best"}, "method 'best' is unknown: choose one of minimax, alpha_beta, df_pn"),
        ("nim", {"method": "df_pn", "timed": True}, "leave out --plies"),
        ("othello", {"timed": True}, "leave out --plies"),
        ("nim", {"method": "minimax", "proof": True}, "minimax writes no proof"),
    ],
)
def test_what_cannot_be_searched_is_refused(name: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises((BadParameter, MissingCapability), match=words):
        solve_position(zermelo.game(name), **options)


def test_positions_that_are_no_words_are_refused() -> None:
    from made.hashable_games import Word

    with pytest.raises(CannotCompile, match="does not compile"):
        find_exact(Word())


def test_a_search_can_be_stopped() -> None:
    budget = Budget(threads=2)
    budget.stop.set()
    with pytest.raises(Cancelled):
        find_exact(zermelo.game("connect_four"), budget=budget)


def test_what_is_found_is_frozen_and_says_what_it_took() -> None:
    found = solve_position(zermelo.game("tic_tac_toe"), method="minimax")
    assert (
        str(found)
        == "tic_tac_toe(columns=3, rows=3, line=3, misere=False): draw in 9, 549,946 positions visited"
    )
    assert found.as_json()["nodes"] == 549_946 and found.as_json()["wins"] is None
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.nodes = 1  # type: ignore[misc]
