"""Every fold's whole table, three ways, against definitions word for word: dictionaries, kernels as ordinary
Python, and machine code. Two folds are made here in a few lines, as a user would make them."""

import math
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made.hashable_games import AllOrders, SymmetricNim, TupleNim
from made.lively_games import lively, lively_games
from made.random_games import RandomDag, RandomLayers, RandomMirror, random_games, seeds
from reference import naive
from support.places import TESTS
from support.tables import fold_table, one_thread, program

import zermelo
from zermelo.compiler.game_compiler import interpret_game
from zermelo.core.errors import BadRules, MissingCapability
from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.games.heaps.subtraction import Subtraction
from zermelo.solver.graph.hashable_graph import build_hashable_graph
from zermelo.solver.kernels.position_folds import BAD, GAMES, MAGNITUDE, NIMBER, NODES, Fold
from zermelo.solver.methods.backward_induction import FoldQuestion
from zermelo.solver.methods.chinese_remainder import PRIME_BITS, _is_prime, iterate_primes_below
from zermelo.solver.methods.interpreted_induction import fold_hashable_graph
from zermelo.solver.methods.tree_counts import Counts, count_games_and_nodes

Table = dict[Any, Any]
PRIME = (1 << 62) - 57


# Two new questions. Nothing but these lines knows of them.


def longest_leaf(value: int, parameter: int) -> int:
    return 0


def longest_combine(answers: Any, signs: Any, gains: Any, first: int, last: int, parameter: int) -> int:
    most = 0
    for place in range(first, last):
        most = max(most, answers[place])
    return most + 1


LONGEST = Fold("longest", np.int32, longest_leaf, longest_combine)

HALF = 31  # fewest lines lost if the mover is ours, above; if he is the opponent, below


def losing_leaf(value: int, parameter: int) -> int:
    if value < 0:
        return 1 << HALF
    return 1 if value > 0 else 0


def losing_combine(answers: Any, signs: Any, gains: Any, first: int, last: int, parameter: int) -> int:
    fewest, total = 1 << HALF, 0
    for place in range(first, last):
        ours, his = answers[place] >> HALF, answers[place] & ((1 << HALF) - 1)
        if signs[place] < 0:
            ours, his = his, ours
        fewest = min(fewest, ours)
        total += his
    if total >= 1 << HALF:
        return BAD
    return (fewest << HALF) + total


LOSING = Fold("losing_lines", np.int64, losing_leaf, losing_combine)


# The definitions.


def naive_table(game: Game, answer: Callable[[int | None, Any, list[tuple[Any, bool]]], Any]) -> Table:
    """Return `answer(value at an end, position, [(child's answer, does the mover change)])` everywhere."""
    table: Table = {}
    for position in naive.backwards(game, game.starts()):
        after = naive.children(game, position)
        value = None
        if not after:
            ended = naive.is_finished(game, position)
            value = game.outcome(position) if ended else game.stuck(position)
        known = [(table[child], naive.is_flipped(game, position, child)) for child in after]
        table[position] = answer(value, position, known)
    return table


def all_games(game: Game) -> Table:
    return naive_table(game, lambda value, _, after: 1 if value is not None else sum(n for n, _ in after))


def all_nodes(game: Game) -> Table:
    return naive_table(game, lambda _value, _, after: 1 + sum(n for n, _ in after))


def all_longest(game: Game) -> Table:
    return naive_table(game, lambda value, _, after: 0 if value is not None else 1 + max(n for n, _ in after))


def all_losing(game: Game) -> Table:
    """For each position (fewest lost lines where the mover is ours, where he is the opponent)."""

    def answer(value: int | None, _: Any, after: list[tuple[Any, bool]]) -> tuple[int, int]:
        if value is not None:
            return int(value < 0), int(value > 0)
        ours = [pair[1] if flips else pair[0] for pair, flips in after]
        his = [pair[0] if flips else pair[1] for pair, flips in after]
        return min(ours), sum(his)

    return {position: (ours << HALF) + his for position, (ours, his) in naive_table(game, answer).items()}


def all_magnitudes(game: Game) -> Table:
    return {position: pytest.approx(math.log2(n), abs=1e-9) for position, n in all_nodes(game).items()}


def modulo(table: Table, prime: int) -> Table:
    return {position: number % prime for position, number in table.items()}


QUESTIONS: tuple[tuple[FoldQuestion, Callable[[Game], Table]], ...] = (
    (FoldQuestion(GAMES, PRIME), all_games),
    (FoldQuestion(GAMES, 7), lambda game: modulo(all_games(game), 7)),
    (FoldQuestion(NODES, PRIME), all_nodes),
    (FoldQuestion(NODES, 5), lambda game: modulo(all_nodes(game), 5)),
    (FoldQuestion(MAGNITUDE), all_magnitudes),
    (FoldQuestion(LONGEST), all_longest),
    (FoldQuestion(LOSING), all_losing),
)


def by_class(game: Game, table: Table) -> Table:
    """Keep a class under its representative; its positions must agree."""
    found: Table = {}
    for position, answer in table.items():
        assert found.setdefault(naive.canonical(game, position), answer) == answer
    return found


def dictionary_table(game: Game, question: FoldQuestion) -> Table:
    budget = one_thread()
    graph = build_hashable_graph(game, budget)
    return dict(zip(graph.positions, fold_hashable_graph(graph, question, budget, game), strict=True))


def python_table(game: Game, question: FoldQuestion) -> Table:
    return fold_table(interpret_game(game), question.fold, question.parameter)


def compiled_table(game: Game, question: FoldQuestion) -> Table:
    return fold_table(program(game), question.fold, question.parameter)


@settings(max_examples=150)
@given(st.one_of(lively_games(), random_games()), st.sampled_from(QUESTIONS))
def test_whole_tables_interpreted(game: Game, asked: tuple[FoldQuestion, Callable[[Game], Table]]) -> None:
    question, twin = asked
    expected = by_class(game, twin(game))
    assert dictionary_table(game, question) == expected
    assert python_table(game, question) == expected


# Solved compiled by other tests too, so only the folds are compiled here.
MIRROR = RandomMirror(seed=31, bits=4, depth=7, most=4)


@pytest.mark.slow("whole tables of a fold by machine code")
@pytest.mark.parametrize(
    "asked",
    [pytest.param(each, marks=() if each[0].fold is LONGEST else pytest.mark.long) for each in QUESTIONS],
    ids=lambda asked: f"{asked[0].fold.name}-{asked[0].parameter}",
)
def test_whole_tables_compiled(asked: tuple[FoldQuestion, Callable[[Game], Table]]) -> None:
    question, twin = asked
    expected = by_class(MIRROR, twin(MIRROR))
    assert len(set(map(repr, expected.values()))) > 3
    assert compiled_table(MIRROR, question) == expected
    assert dictionary_table(MIRROR, question) == expected
    assert python_table(MIRROR, question) == expected


class Ladder(Game):
    """Go one or two steps down, always the same player, who wins at the foot: Fibonacci's numbers of lines."""

    steps: int = 45

    def start(self) -> int:
        return self.steps

    def moves(self, position: int) -> Any:
        for steps in range(1, min(2, position) + 1):
            yield steps

    def play(self, position: int, move: int) -> int:
        return position - move

    def mover(self, position: int) -> int:
        return 0

    def stuck(self, position: int) -> int:
        return WIN


@pytest.mark.parametrize("way", [dictionary_table, python_table])
def test_an_answer_that_does_not_fit_is_refused_at_its_position(way: Any) -> None:
    table = way(Ladder(steps=45), FoldQuestion(LOSING))
    assert table == all_losing(Ladder(steps=45))
    assert table[45] == 1_836_311_903  # just below 2**31
    with pytest.raises(BadRules, match="no answer at position 46: "):
        way(Ladder(steps=60), FoldQuestion(LOSING))


# Nimbers


class NormalDag(RandomDag):
    """`RandomDag` under normal play: who cannot move loses."""

    impartial = True

    def outcome(self, position: int) -> int:
        return UNDECIDED

    def stuck(self, position: int) -> int:
        return LOSS


class NormalLayers(RandomLayers):
    """`RandomLayers` likewise."""

    impartial = True

    def outcome(self, position: int) -> int:
        return LOSS if position // self.width >= self.depth else UNDECIDED

    def moves(self, position: int) -> Any:
        if position // self.width < self.depth:
            for move in range(self.lot(position, 1) % (self.most + 1)):
                yield move

    def stuck(self, position: int) -> int:
        return LOSS


def least_missing(game: Game) -> Table:
    def answer(_value: Any, _: Any, after: list[tuple[Any, bool]]) -> int:
        taken = {n for n, _ in after}
        return next(n for n in range(len(taken) + 1) if n not in taken)

    return naive_table(game, answer)


@settings(max_examples=40)
@given(
    st.one_of(
        st.builds(NormalDag, seed=seeds, size=st.integers(1, 40), most=st.integers(1, 9)),
        lively(
            st.builds(
                NormalLayers,
                seed=seeds,
                width=st.integers(3, 7),
                depth=st.integers(0, 6),
                most=st.integers(0, 5),
                begins=st.integers(1, 3),
            ),
            20,
        ),
    )
)
def test_nimbers_everywhere_interpreted(game: Game) -> None:
    expected = least_missing(game)
    assert dictionary_table(game, FoldQuestion(NIMBER)) == expected
    assert python_table(game, FoldQuestion(NIMBER)) == expected
    assert zermelo.cgt.nimber(game, interpreted=True) == expected[next(iter(game.starts()))]


@pytest.mark.long
def test_nimbers_everywhere_compiled() -> None:
    game = zermelo.game("subtraction(heap=99, take=(1, 2, 3))")
    assert compiled_table(game, FoldQuestion(NIMBER)) == {heap: heap % 4 for heap in range(100)}


@pytest.mark.parametrize("interpreted", [False, True])
def test_nimbers_past_a_word_of_bits(interpreted: bool) -> None:
    assert zermelo.cgt.nimber("nim(heaps=(100,))", interpreted=interpreted) == 100


def test_nimbers_of_other_positions_are_nim_sums() -> None:
    for heaps in ((3, 5, 6), (1, 2, 4), (7, 7), (0,)):
        expected = np.bitwise_xor.reduce(heaps)
        assert zermelo.cgt.nimber(TupleNim(heaps=heaps)) == expected
        assert zermelo.cgt.nimber(SymmetricNim(heaps=heaps)) == expected


@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize(
    ("game", "kind", "words"),
    [
        ("subtraction(heap=9, misere=True)", BadRules, "normal play"),
        ("subtraction(heap=9, stop=3)", BadRules, "normal play"),
        ("nim(heaps=(1, 2), misere=True)", BadRules, "normal play"),
        ("tic_tac_toe", MissingCapability, "impartial = True"),
        ("dots_and_boxes(columns=1, rows=1)", MissingCapability, "impartial = True"),
    ],
    ids=str,
)
def test_nimbers_are_refused_where_there_are_none(
    game: Any, kind: type[Exception], words: str, interpreted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not interpreted:  # the kernels, without waiting for the compiler
        monkeypatch.setattr("zermelo.solver.runs.solve_game.compile_guarded_program", interpret_game)
    with pytest.raises(kind, match=words) as caught:
        zermelo.cgt.nimber(game, interpreted=interpreted)
    assert "\n" not in str(caught.value)


# Counts


def check_counts(game: Game, counts: Counts) -> None:
    assert (counts.games, counts.nodes) == (naive.games(game), naive.tree_nodes(game))
    starts = set(game.starts())
    closed = all(naive.orbit(game, start) <= starts for start in starts)
    assert counts.positions == (len(naive.positions(game)) if closed else None)
    assert type(counts.games) is type(counts.nodes) is int


@pytest.mark.quick
@settings(max_examples=80)
@given(st.one_of(lively_games(), random_games()))
def test_counts_of_random_games(game: Game) -> None:
    check_counts(game, zermelo.count(game, interpreted=True))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zermelo.solver.runs.solve_game.compile_guarded_program", interpret_game)
        check_counts(game, zermelo.count(game, budget=one_thread(), interpreted=False))


@pytest.mark.parametrize(
    "game",
    [
        *(SymmetricNim(heaps=(1, 2, 3)), AllOrders(heaps=(1, 2, 3)), AllOrders(heaps=(2, 2))),
        zermelo.game("mnk(columns=3, rows=2, line=2)"),  # whose positions may be their own images
    ],
    ids=repr,
)
def test_counts_where_symmetries_move_the_start(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    if not isinstance(game, SymmetricNim):  # which no kernel takes
        monkeypatch.setattr("zermelo.solver.runs.solve_game.compile_guarded_program", interpret_game)
    check_counts(game, zermelo.count(game))


class Twice(RandomMirror):
    """A start that is given twice begins two trees."""

    def starts(self) -> Any:
        yield 0
        yield 0
        yield self.image(0)


def test_each_start_counts() -> None:
    game = Twice(seed=31, bits=2, depth=4, most=3)
    check_counts(game, zermelo.count(game, interpreted=True))


def recurrence(heap: int, most: int, stop: int) -> tuple[int, int]:
    """Return (games, nodes) of taking 1 to `most` stones until at most `stop` are left."""
    games, nodes = [1] * (stop + 1), [1] * (stop + 1)
    for _ in range(stop + 1, heap + 1):
        games.append(sum(games[-most:]))
        nodes.append(1 + sum(nodes[-most:]))
    return games[heap], nodes[heap]


@pytest.mark.slow("machine code counts beyond 64 bits")
@pytest.mark.parametrize("heap", [99, 400, 1000])  # 2, 6 and 15 primes
@pytest.mark.parametrize("interpreted", [False, True])
def test_counts_past_all_words(heap: int, interpreted: bool) -> None:
    counts = zermelo.count(f"subtraction(heap={heap}, take=(1, 2, 3))", interpreted=interpreted)
    assert (counts.positions, counts.games, counts.nodes) == (heap + 1, *recurrence(heap, 3, 0))


class ManyHeaps(Subtraction):
    """One heap, from 200 to `heap` stones: trees whose counts need from 3 to 6 primes."""

    def starts(self) -> Any:
        for heap in range(200, self.heap + 1, 50):
            yield heap


@pytest.mark.parametrize("interpreted", [False, True])
def test_counts_of_starts_of_very_different_size(interpreted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.solver.runs.solve_game.compile_guarded_program", interpret_game)
    game = ManyHeaps(heap=400, take=(1, 2, 3), stop=3)
    each = [recurrence(heap, 3, 3) for heap in range(200, 401, 50)]
    expected = (400, sum(games for games, _ in each), sum(nodes for _, nodes in each))
    found = zermelo.count(game, interpreted=interpreted)
    assert (found.positions, found.games, found.nodes) == expected


def test_the_bound_of_bits_is_above_the_truth_and_just_above() -> None:
    game = Subtraction(heap=300, take=(1, 2, 3), stop=3)
    budget = one_thread()
    graph = build_hashable_graph(game, budget)
    folded: dict[FoldQuestion, list[Any]] = {}
    for heap in range(1, 301):
        asked: list[FoldQuestion] = []

        def ask(question: FoldQuestion, heap: int = heap, asked: list[FoldQuestion] = asked) -> list[Any]:
            asked.append(question)
            if question not in folded:
                folded[question] = fold_hashable_graph(graph, question, budget, game)
            return [folded[question][graph.index[heap]]]

        games, nodes = recurrence(heap, 3, 3)
        assert count_games_and_nodes(ask) == (games, nodes)
        primes = {question.parameter for question in asked if question.fold is NODES}
        assert primes == {question.parameter for question in asked if question.fold is GAMES}
        bound = math.prod(primes)
        assert bound > 2 * nodes  # a margin of a bit at least, whatever is rounded
        assert bound // max(primes) < 2**4 * nodes or len(primes) == 1  # and no prime too many
        assert float(ask(FoldQuestion(MAGNITUDE))[0]) == pytest.approx(math.log2(nodes), abs=1e-9)


def test_primes_are_prime_and_none_is_left_out() -> None:
    sieve = [n for n in range(3, 2000) if all(n % d for d in range(2, math.isqrt(n) + 1))]
    assert list(iterate_primes_below(2000)) == sieve[::-1]
    assert next(iterate_primes_below(1999)) == 1997  # below, not up to
    # Caldwell, "Primes just less than a power of two"
    below = (57, 87, 117, 143, 153, 167, 171, 195, 203, 273)
    assert [(1 << 62) - prime for prime in islice(iterate_primes_below(1 << 62), 10)] == list(below)
    many = list(islice(iterate_primes_below(1 << 62), 40))
    assert min(many) > 2**PRIME_BITS
    assert len(set(many)) == 40
    # Composite, and probably prime to each of the first bases: Jaeschke 1993, Zhang 2001
    for liar in (2047, 1373653, 25326001, 3215031751, 341550071728321, 3825123056546413051, 37 * 41):
        assert not _is_prime(liar)


# Machine code of folds that are not ours


MAKER = """
import numpy as np
from settings import STEP
from zermelo.solver.kernels.position_folds import Fold

def leaf(value, parameter):
    return 0

def combine(answers, signs, gains, first, last, parameter):
    most = 0
    for place in range(first, last):
        most = max(most, answers[place])
    return most + {step}

FOLD = Fold("mine", np.int32, leaf, combine)

def make(more):
    def combine(answers, signs, gains, first, last, parameter):
        most = 0
        for place in range(first, last):
            most = max(most, answers[place])
        return most + more
    return Fold("mine", np.int32, leaf, combine)
"""

ASKER = """
import sys
sys.path[:0] = [{folder!r}, {tests!r}]
from my_folds import FOLD, make
from support.tables import fold_table, program
from made.random_games import RandomMirror
known = program(RandomMirror(seed=31, bits=4, depth=7, most=4))
for fold in (FOLD, *map(make, {more!r})):
    print(max(fold_table(known, fold).values()))
"""


def ask_folds(folder: Path, step: str, settings: int, more: tuple[int, ...]) -> list[int]:
    """Return the greatest answer of a fold and of some made by a function, in a process of its own."""
    folder.mkdir(exist_ok=True)
    (folder / "my_folds.py").write_text(MAKER.format(step=step))
    (folder / "settings.py").write_text(f"STEP = {settings}\n")
    script = ASKER.format(folder=str(folder), tests=str(TESTS), more=more)
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-W", "error", "-c", script]
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert ran.returncode == 0, ran.stderr
    return [int(line) for line in ran.stdout.split()]


@pytest.mark.long
def test_machine_code_of_another_fold_is_not_used(tmp_path: Path) -> None:
    plies = max(all_longest(MIRROR).values())
    assert ask_folds(tmp_path / "first", "1", 3, (4, 5)) == [plies, 4 * plies, 5 * plies]
    # other files of the same names, then only what they import
    assert ask_folds(tmp_path / "second", "STEP", 3, (6,)) == [3 * plies, 6 * plies]
    assert ask_folds(tmp_path / "second", "STEP", 7, ()) == [7 * plies]
