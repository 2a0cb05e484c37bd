"""Games of chance: the catalogue's, random ones, the bounds of their values, and what is said of them."""

import json
import re
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from families import build, collected, facts, twin
from hypothesis import example, given, settings
from hypothesis import strategies as st
from made import dice_games
from made.dice_games import Coin, Pairs, RandomDice, Walk, Words
from msgspec import UNSET
from reference import naive_dice
from support.cells import plain_kernels
from support.commands import check_refusal, runner
from support.marks import long_unless
from support.together import starts_together

import zermelo
from zermelo.compiler import lazy_kernels
from zermelo.compiler.fingerprints import rules_fingerprint
from zermelo.compiler.game_compiler import interpret_game
from zermelo.compiler.kernel_binders import shared_kernel
from zermelo.compiler.kernels.chance_graph_kernels import build_narrow_bounds_kernel
from zermelo.compiler.lazy_kernels import LazyKernels
from zermelo.compiler.plain_jit import PlainJit
from zermelo.core.budget import Budget
from zermelo.core.errors import BadRules, CheckFailed, DamagedSolution, MissingCapability
from zermelo.core.game import Game, has
from zermelo.core.values import UNTIMED, ExpectedValue, WinChance
from zermelo.games.dice.bear_off import BearOff, BearOffAlone
from zermelo.games.dice.pig import Pig
from zermelo.solution.solution import Solution
from zermelo.solver.graph.chance_graph import build_compiled_chance_graph, build_interpreted_chance_graph
from zermelo.solver.methods.value_iteration import find_largest_possible_value, solve_values_of_chance_graph
from zermelo.solver.records.expected_records import ExpectedRecords
from zermelo.solver.records.solve_summary import read_stored_summary
from zermelo.solver.storage.array_store import ArrayStore

ROUNDING = 1e-12
LARGE = ("pig(target=100)", "royal_game_of_ur(pieces=2")  # solved by machine code
repeatable = settings(max_examples=60)


def plain_kernel(build: Any) -> Any:
    """Return a kernel that is ordinary Python."""
    return build(PlainJit())


@cache
def solved(game: Game) -> Solution:
    return zermelo.solve(game, interpreted=not repr(game).startswith(LARGE))


@cache
def expected(game: Game) -> dict[Any, Any]:
    """Return the table of the definitions."""
    try:
        return naive_dice.exact(game)
    except RecursionError:
        return naive_dice.iterated(game)


def compare_tables(game: Game, solution: Solution) -> None:
    """Compare every position with the definitions."""
    table = expected(game)
    bound = (solution.summary.error_bound or 0) + ROUNDING
    for position, value in table.items():
        found = solution.value(position)
        assert isinstance(found, ExpectedValue) and abs(found.value - float(value)) <= bound, position
    if solution.summary.domain == "index":  # which counts what play need not reach, and no throws
        return
    canonical = {min(game.symmetries(each)) if has(game, "symmetries") else each for each in table}
    assert solution.summary.solved == len(canonical)
    if solution.summary.positions is not None:
        assert solution.summary.positions == len(table)
        signs = [0 if abs(value) < 1e-9 else (value > 0) - (value < 0) for value in table.values()]
        counts = (solution.summary.wins, solution.summary.draws, solution.summary.losses)
        assert counts == (signs.count(1), signs.count(0), signs.count(-1))


# The catalogue


@pytest.mark.parametrize("game", collected("dice"), ids=repr)
def test_rules_are_those_of_the_twin_everywhere(game: Any) -> None:
    other: Any = twin(game)
    met = dict(starts_together(game, other))
    waiting = list(met)
    for position in waiting:
        text = met[position]
        assert game.show(position) == text and game.parse(text) == position
        assert game.outcome(position) == other.outcome(text) and game.mover(position) == other.mover(text)
        mine, theirs = (naive_dice.edges(each, where) for each, where in ((game, position), (other, text)))
        shown = [sorted((weight, game.show(child)) for weight, child in pairs) for pairs in mine]
        assert shown == [sorted(pairs) for pairs in theirs]
        names = [] if mine[0] else [game.name(position, move) for move in game.moves(position)]
        assert len(set(names)) == len(names)
        for pairs in mine:
            for _, child in pairs:
                if child not in met:
                    met[child] = game.show(child)
                    waiting.append(child)
    assert len(set(met.values())) == len(met)


@pytest.mark.parametrize("game", collected("dice"), ids=repr)
def test_the_catalogue_is_solved_as_the_definitions_do(game: Game) -> None:
    compare_tables(game, solved(game))


@pytest.mark.parametrize(
    "fact",
    long_unless(
        facts("dice"), lambda fact: not fact.game.startswith(LARGE) and fact.game != "pig(target=50)"
    ),
    ids=lambda fact: fact.game,
)
def test_facts(fact: Any) -> None:
    summary = solved(build(fact.game)).summary
    assert fact.quantity == "win_probability"
    assert summary.win_probability == pytest.approx(fact.expected, abs=1e-9)
    assert summary.error_bound is not UNSET and summary.error_bound < 1e-10


def test_the_odds_of_bearing_off() -> None:
    solution = solved(BearOff(checkers=2, points=6))
    assert len(facts("odds")) == 27
    for fact in facts("odds"):
        answer = solution.value(build(fact.game).start())
        assert isinstance(answer, WinChance)
        assert answer.win_probability == pytest.approx(fact.expected, abs=ROUNDING)


def test_all_boards_of_one_player() -> None:
    (fact,) = facts("homes")
    game = build(fact.game)
    assert isinstance(game, BearOffAlone) and len(game.home_arrangements) + 1 == fact.expected
    assert game.show(game.start()) == "0 0 0 0 0 15, to roll"


# Random games


@repeatable
@given(st.integers(0, 10**6), st.integers(8, 40), st.booleans(), st.sampled_from((1, 3)))
def test_random_games_by_every_way_of_solving(seed: int, size: int, loops: bool, largest: int) -> None:
    game = RandomDice(seed=seed, size=size, loops=loops, largest=largest)
    table = naive_dice.iterated(game)
    plainly = build_interpreted_chance_graph(game, Budget())
    program = interpret_game(game)
    with ArrayStore(Budget()) as array_store, array_store.reserve(0) as reservation:
        walked = build_compiled_chance_graph(program, Budget(), reservation)
    assert walked.positions.tolist() == plainly.positions
    for mine, theirs in zip(walked.arrays, plainly.arrays, strict=True):
        assert mine.tolist() == theirs.tolist()
    ways = [
        solve_values_of_chance_graph(game, plainly, Budget(), LazyKernels(compiled=each))
        for each in (False, True)
    ]
    assert ways[0].values.tobytes() == ways[1].values.tobytes()
    for found in ways:
        assert found.error_bound < 1e-9
        for position, value in zip(plainly.positions, found.values.tolist(), strict=True):
            assert abs(value - table[position]) <= found.error_bound + ROUNDING * largest
        if not loops:
            exact = naive_dice.exact(game)
            assert not found.has_loops and found.error_bound == 0
            assert all(abs(exact[position] - table[position]) < ROUNDING * largest for position in exact)


def test_dice_that_loop_go_over_to_machine_code_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    """One sweep through Pig is 17,265 steps, and 64 are made at once."""
    game = Pig(target=10)
    graph = build_interpreted_chance_graph(game, Budget())
    monkeypatch.setattr(lazy_kernels, "STEPS", 10**9)
    plain = solve_values_of_chance_graph(game, graph, Budget())
    asked: list[Any] = []
    monkeypatch.setattr(
        lazy_kernels, "shared_kernel", lambda build: asked.append(build.__name__) or shared_kernel(build)
    )
    monkeypatch.setattr(lazy_kernels, "STEPS", 150_000)
    assert solve_values_of_chance_graph(game, graph, Budget()).values.tobytes() == plain.values.tobytes()
    assert set(asked) == {"build_narrow_bounds_kernel"}


def test_bounds_hold_the_value_at_every_sweep() -> None:
    """The gambler's ruin converges slowly: there is much to see on the way."""
    game = Walk(most=12)
    graph = build_interpreted_chance_graph(game, Budget())
    truth = np.array([2 * position / 12 - 1 for position in graph.positions])
    for kernel in (plain_kernel, shared_kernel):
        narrow = kernel(build_narrow_bounds_kernel)
        inside = np.array([0 < position < 12 for position in graph.positions])
        low, high = np.where(inside, -1.0, truth), np.where(inside, 1.0, truth)
        members, widths = np.flatnonzero(inside).astype(np.int32), []
        for _ in range(60):
            width, moved = narrow(graph.arrays, members, low, high, 1, 1.0)
            assert moved and width == (high - low).max()
            assert (low <= truth + 1e-15).all() and (truth - 1e-15 <= high).all()
            widths.append(width)
        assert sorted(widths, reverse=True) == widths and widths[0] > 1 > widths[-1] > 0
    found = solve_values_of_chance_graph(game, graph, Budget())
    assert found.has_loops and np.abs(found.values - truth).max() <= found.error_bound + 1e-15


def test_what_goes_to_0_comes_there() -> None:
    """A half of what it was with every sweep, which 64-bit numbers can do a thousand times."""
    children, weights = np.array([1, ~0, 2], np.int32), np.array([0.0, 0.75, 0.25])
    graph = np.array([0, 1, 3, 3]), np.array([1, 2, 0], np.int8), np.zeros(3), children, weights
    low, high = np.array([-1.0, -1.0, 0.0]), np.array([1.0, 1.0, 0.0])
    sweeps, moved = 0, True
    while moved:
        _, moved = plain_kernel(build_narrow_bounds_kernel)(graph, np.arange(3), low, high, 1, 1.0)
        sweeps += 1
    assert sweeps < 300 and max(high - low) < 2**-75


def test_positions_of_every_kind(tmp_path: Path) -> None:
    for game, value in ((Pairs(most=4), -0.5), (Words(), 0.5)):
        for store in (None, tmp_path):
            with plain_kernels() if isinstance(game, Pairs) else nullcontext():
                solution = zermelo.solve(game, store=store, interpreted=False if store is None else None)
            assert solution.summary.value == pytest.approx(value, abs=1e-12)
            assert solution.verify().checked == solution.summary.solved == len(naive_dice.positions(game))
            compare_tables(game, solution)


# What is refused


WRONG: tuple[tuple[str, type[Exception] | None, str, str], ...] = (  # what solving says, and the check
    ("Uneven", BadRules, "sum to 0.83333", "the probabilities of chances() sum to 0.83333"),
    ("Impossible", BadRules, "yield positive ones", "yields the probability 0.0"),
    ("Far", BadRules, "leave the range", "2**63"),
    ("Raises", BadRules, "ZeroDivisionError", "ZeroDivisionError"),
    ("Paid", BadRules, "brings points, and play may return there", ""),
    ("MovesToo", None, "", "there are chances and moves"),
    ("Moody", None, "", "when asked twice"),
)


@pytest.mark.quick
@pytest.mark.parametrize(("name", "error", "solving", "checking"), WRONG, ids=[case[0] for case in WRONG])
def test_bad_rules_are_refused(name: str, error: type[Exception] | None, solving: str, checking: str) -> None:
    game = getattr(dice_games, name)()
    by_kernels = name in ("Uneven", "Far", "Raises", "Paid")  # what is found by kernels, or after them
    for interpreted in (True, False) if by_kernels else (True,) if error else ():
        with plain_kernels(), pytest.raises(error or (), match=solving) as caught:
            zermelo.solve(game, interpreted=interpreted)
        assert "\n" not in str(caught.value)
    if checking:
        with pytest.raises(CheckFailed, match=re.escape(checking)):
            zermelo.check(game)


@pytest.mark.slow("dice by machine code")
def test_check_passes_what_is_right() -> None:
    passed = zermelo.check(Coin()).details["passed"]
    assert (
        "chances are probabilities, and no player moves there" in passed and "play ends: no loops" in passed
    )
    for compiled, ways in (
        (True, "compiled and interpreted solutions"),
        (False, "solutions in arrays and in dictionaries"),
    ):
        report = zermelo.check(Pig(target=10), compiled=compiled or None)
        assert (
            any("by iteration" in note for note in report.details["notes"]) and report.details["exhaustive"]
        )
        assert f"{ways} agree at every position" in report.details["passed"]


class Beyond(Coin):
    """In Python the large number is there again after the shifts; 64 bits do not hold it."""

    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        if position == 1:
            yield 1 / 2, 2 + (position << 40 << 39 + position >> 40 >> 40 + position)
            yield 1 / 2, 3 * ((position << 40 << 39 + position) >> 40 >> 39 + position)


def test_chances_that_leave_64_bits_are_refused() -> None:
    assert zermelo.solve(Beyond(), interpreted=True).summary.value == 0.0
    with pytest.raises(BadRules, match=r"an integer leaves 64 bits.* at position 1"):
        zermelo.solve(Beyond(), interpreted=False)


class Unfair(Coin):
    def chances(self, position: int) -> Iterator[tuple[float, int]]:
        if position == 1:
            yield 1 / 4, 2
            yield 3 / 4, 3


def test_chances_are_part_of_the_rules(tmp_path: Path) -> None:
    """Two games of one name, alike but for their odds, share neither code nor solutions."""
    prints, values = set(), []
    for kind in (Coin, Unfair):
        game = type("Thrown", (kind,), {})()
        prints.add(rules_fingerprint(game))
        values.append(zermelo.solve(game, store=tmp_path).summary.value)
    assert len(prints) == 2 and values == [0.0, -0.5]


@pytest.mark.parametrize(
    "command",
    ["plan", "count", "stats", "puzzles --kind longest", "certify", "value --line"],
)
def test_commands_that_know_no_dice_refuse_in_words(command: str, capsys: Any) -> None:
    solve = runner(capsys)
    game = "stochastic_nim(heaps=(1,), faces=2)"
    assert solve("solve", game, "--interpreted").status == 0
    name, *options = command.split()
    check_refusal(solve(name, *options, game), 2, "has chances", "without")


# What is asked of a solution


def test_answers_moves_and_chances() -> None:
    solution = solved(Pig(target=10))
    game: Any = solution.game
    start = solution.value()
    assert isinstance(start, WinChance) and start.remoteness is None and not start.is_timed
    assert repr(solution) == "pig(target=10): wins 70.9424% of the time, 1,530 positions"
    assert [str(move) for move in solution.moves()] == ["roll  wins 70.9424% of the time"]
    rolling = game.play(game.start(), 0)
    assert solution.moves(rolling) == [] and solution.chances() == []
    chances = solution.chances(rolling)
    assert [chance.position for chance in chances] == [child for _, child in game.chances(rolling)]
    with pytest.raises(MissingCapability, match="has chances"):
        solution.compare(solution)
    mean = sum(chance.probability * chance.answer.value for chance in chances)
    assert mean == pytest.approx(solution.value(rolling).value, abs=ROUNDING)
    for position in expected(game):
        moves = solution.moves(position)
        if moves:
            assert moves[0].answer.value == pytest.approx(solution.value(position).value, abs=ROUNDING)
            assert solution.policy(position) == [move.move for move in solution.best(position)]
            assert solution.best(position)[0] == moves[0]


def test_points_are_expected_too() -> None:
    solution = zermelo.solve(BearOffAlone(checkers=1, points=6), interpreted=True)
    game: Any = solution.game
    assert str(solution.value()) == "expects -1.25 points to come"  # 27 of 36 throws, else one more
    assert solution.summary.win_probability is None and solution.summary.error_bound == 0
    (move, *_) = solution.moves(game.parse("0 0 0 0 0 1, to move 2 1"))
    assert move.answer == ExpectedValue(-2.0, scored=True) and move.answer.outcome == "loss"


def test_a_solution_on_disk(tmp_path: Path) -> None:
    game = Pig(target=10)
    before = zermelo.solve(game, store=tmp_path, interpreted=True)
    assert before.directory is not None
    table = pq.read_table(before.directory / "tier-0000.parquet")
    assert {field.name: str(field.type) for field in table.schema} == {"position": "int64", "value": "double"}
    after = zermelo.open(before.directory)
    assert after.summary == before.summary == zermelo.solve(game, store=tmp_path).summary
    for position in expected(game):
        assert after.value(position) == before.value(position)
    assert (after.records.read_tier_block(0).remoteness == UNTIMED).all()
    assert after.verify().checked == before.summary.solved


@pytest.mark.parametrize("interpreted", [False, True])
def test_a_planted_error_is_caught(interpreted: bool) -> None:
    good = solved(Pig(target=10))
    assert good.verify(interpreted=interpreted).checked == 765
    block = good.records.read_tier_block(0)
    for wrong in (1e-6, -0.5, np.nan):
        values = block.values.copy()
        values[300] += wrong
        planted = Solution(good.game, good.summary, ExpectedRecords(block.positions, values, None), None)
        with pytest.raises(DamagedSolution, match="its moves or chances give"):
            planted.verify(interpreted=interpreted)
    for missing in (ExpectedRecords(block.positions[1:], block.values[1:], None),):
        with pytest.raises(DamagedSolution, match="has no record"):
            Solution(good.game, good.summary, missing, None).verify(interpreted=interpreted)
    more = ExpectedRecords(np.append(block.positions, 999), np.append(block.values, 0.0), None)
    with pytest.raises(DamagedSolution, match="766 records for 765 positions"):
        Solution(good.game, good.summary, more, None).verify(interpreted=interpreted)


def test_a_wrong_summary_and_a_flipped_byte_are_caught(tmp_path: Path) -> None:
    good = zermelo.solve(Pig(target=10), store=tmp_path, interpreted=True)
    for name, figure in (("value", 0.5), ("win_probability", 0.7), ("wins", 3), ("solved", 764)):
        summary = read_stored_summary(good.game, good.summary.to_dict() | {name: figure}, None)
        with pytest.raises(DamagedSolution, match=f"the summary says {name}"):
            Solution(good.game, summary, good.records, None).verify(interpreted=True)
    assert good.directory is not None
    file = good.directory / "tier-0000.parquet"
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(DamagedSolution, match="is damaged or missing"):
        zermelo.open(good.directory).verify(interpreted=True)


# The command line


def test_solve_and_value_as_json(capsys: Any) -> None:
    ask = runner(capsys)
    game = "stochastic_nim(heaps=(2,), faces=2)"
    found = json.loads(ask("solve", game, "--interpreted", "--json").out)
    said = {"value": 0.0, "outcome": "draw", "remoteness": None, "win_probability": 0.5, "error_bound": 0.0}
    assert {key: found[key] for key in said} == said
    assert (found["positions"], found["wins"], found["draws"], found["losses"]) == (14, 8, 2, 4)
    assert "error       at most 0.0e+00 by backward induction with chances" in ask("solve", game).out
    at = "2, first to roll"
    found = json.loads(ask("value", game, at, "--json").out)
    assert found["moves"] == [] and [chance["win_probability"] for chance in found["chances"]] == [0.0, 1.0]
    assert ask("value", game, at).out.splitlines()[1:] == [
        "wins 50% of the time",
        "  0.5000  2, first rolled 1  wins 0% of the time",
        "  0.5000  2, first rolled 2  wins 100% of the time",
    ]
    assert "the dice are thrown" in ask("show", game).out
    assert ask("verify", game).out.startswith(game)
    rows = ask("export", game).out.splitlines()
    assert rows[0] == "position,value,remoteness" and all(row.endswith(",") for row in rows[1:])


@repeatable
@given(st.integers(0, 10**6), st.integers(8, 40), st.sampled_from((1, 3)), st.randoms())
@example(404, 12, 3, Random(0))  # where a component's bounds are wide
@example(1_000_000, 12, 3, Random(0))
def test_bounds_are_the_same_in_any_order_of_places(seed: int, size: int, largest: int, order: Any) -> None:
    """All places at once, in any order, until nothing changes: the same to the bit as component by component."""
    game = RandomDice(seed=seed, size=size, largest=largest)
    graph = build_interpreted_chance_graph(game, Budget())
    found = solve_values_of_chance_graph(game, graph, Budget())
    places, top = list(range(len(graph.positions))), find_largest_possible_value(game)
    low, high = np.full(len(places), -top), np.full(len(places), top)
    narrow, changed = plain_kernel(build_narrow_bounds_kernel), True
    while changed:
        order.shuffle(places)
        _, changed = narrow(graph.arrays, places, low, high, 1, top)
    assert ((low + high) / 2).tobytes() == found.values.tobytes()
    assert float((high - low).max()) / 2 == found.error_bound
