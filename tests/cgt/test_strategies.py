"""Strategies in words: found from the rules, proven, replayed, and followed as a person would read them."""

import cProfile
import functools
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from facts.heap_facts import SUBTRACTIONS
from hypothesis import example, given, settings
from hypothesis import strategies as st
from made.broken_games import Countdown
from msgspec.structs import replace
from support.marks import few

import zermelo
from zermelo.cgt.strategies.strategy_finder import find_strategies, find_strategy
from zermelo.cgt.strategies.symbolic.losing_periods import PeriodicSet, is_proven_period
from zermelo.cgt.strategies.symbolic.symbolic_countdown import read_countdown_rules
from zermelo.cgt.strategies.worded_strategy import Strategy
from zermelo.core.errors import CheckFailed, IllegalMove, LoopFound, MissingCapability
from zermelo.core.game import Game, beginning_at
from zermelo.core.values import LOSS, WIN
from zermelo.games.cakes.chomp import Chomp
from zermelo.games.dice.pig import Pig
from zermelo.games.dominoes.cram import Cram
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.nukit import Nukit
from zermelo.games.heaps.subtract_a_square import SubtractASquare
from zermelo.games.heaps.subtraction import Powers, Subtraction
from zermelo.games.heaps.wythoff import Wythoff
from zermelo.games.rows.kayles import DawsonsKayles, Kayles
from zermelo.games.rows.stripes import Stripes
from zermelo.verify.policy_certificate import certify_policy

MISERE = tuple((tuple(range(1, most + 1)), most + 1, (1,)) for most in (1, 2, 3, 4, 7, 8, 9, 10))  # textbook


def lost_below(count: int, takes: tuple[int, ...], misere: bool = False, stop: int = 0) -> list[bool]:
    """Return which heaps are lost, by nothing but the rules of a subtraction game as they are told."""
    lost: list[bool] = []
    for heap in range(count):
        after = [lost[heap - take] for take in takes if take <= heap]
        if stop and heap <= stop:
            lost.append(False)
        elif not after:
            lost.append(not misere)
        else:
            lost.append(not any(after))
    return lost


@cache
def found(game: Game) -> Strategy:
    strategy = find_strategy(game)
    assert strategy is not None, f"nothing found for {game!r}"
    return strategy


def wins(strategy: Strategy) -> None:
    """Check by the one checker that whoever wins by the rule never loses a line."""
    certificate = certify_policy(strategy.moves, strategy.game)
    side = certificate.first if strategy.starter_wins else certificate.second
    assert side.lost == 0 and side.drawn == 0 and (side.won or 0) > 0


# One number: remainders.


@pytest.mark.parametrize(
    ("takes", "period", "remainders", "misere"),
    [(*row, False) for row in SUBTRACTIONS] + [(*row, True) for row in MISERE],
)
def test_facts_of_subtraction(
    takes: tuple[int, ...], period: int, remainders: tuple[int, ...], misere: bool
) -> None:
    strategy = found(Subtraction(heap=60, take=takes, misere=misere))
    assert strategy.proven and strategy.kind == "remainders" and "however large" in strategy.proof
    assert [n for n in range(2_000) if strategy.is_lost(n)] == [
        n for n in range(2_000) if n % period in remainders
    ]
    assert strategy.replay(to=300).positions == 301


def test_textbook_words() -> None:
    assert found(Subtraction(heap=99)).rules == (
        "Leave a multiple of 4 stones.",
        "Divide the number by 4 and take the remainder.",
        "So answer whatever your opponent takes with what makes it 4 together.",
        "If you find a multiple of 4 already, good play beats you: take 1 and hope for a mistake.",
    )
    stopped = found(Subtraction(heap=99, stop=5)).rules[0]
    assert stopped == "Leave 2 stones more than a multiple of 4, from 3 on; fewer are never to be left."


def test_who_wins() -> None:
    assert found(Subtraction(heap=99)).who_wins == "the player who begins, with 3"
    assert found(Subtraction(heap=100)).who_wins == "the second player"
    assert found(Subtraction(heap=10**12)).who_wins == "the second player"
    assert found(beginning_at(Subtraction(heap=99), 6)).who_wins == "the player who begins, with 2"


@pytest.mark.parametrize("ending", ["empty", "power"])
@pytest.mark.parametrize("base", few([3, 2, *range(4, 12)], 1))
def test_powers(base: int, ending: str) -> None:
    """From 2 on, powers leave 1 or -1 when divided by base + 1: that alone decides, found for each base."""
    strategy = found(Powers(heap=10**10, base=base, ending=ending))
    assert strategy.proven
    takes = tuple(base**power for power in range(12))
    assert [bool(strategy.is_lost(n)) for n in range(1_500)] == lost_below(1_500, takes)
    assert strategy.replay(to=400).positions == 401


@settings(max_examples=30)
@given(
    takes=st.sets(st.integers(1, 14), min_size=1, max_size=5),
    kind=st.one_of(
        st.just((False, 0)), st.just((True, 0)), st.integers(1, 9).map(lambda stop: (False, stop))
    ),
)
@example(takes={3, 10, 11}, kind=(False, 5))  # an exception with two ranges, 9 to 11 or 15 to 17
def test_any_subtraction_game_is_proven_and_its_words_hold(takes: set[int], kind: tuple[bool, int]) -> None:
    taken = tuple(sorted(takes))
    strategy = found(Subtraction(heap=50, take=taken, misere=kind[0], stop=kind[1]))
    lost = lost_below(600, taken, *kind)
    assert strategy.proven
    assert [bool(strategy.is_lost(heap)) for heap in range(600)] == lost
    if "whatever he does" in strategy.rules[0]:
        return
    leave = read_leave(strategy.rules[0])
    assert [leave(heap) for heap in range(600)] == lost
    for heap in range(600):
        take = read_taking(strategy.rules, heap)
        if take is not None and not lost[heap] and heap > kind[1] and heap >= taken[0]:
            assert take in taken and lost[heap - take], (heap, take)


# A reader of the sentences, who knows nothing but their words.


def numbers_in(text: str) -> set[int]:
    """Return the numbers of a list such as "0 to 3, 8 or 9"."""
    runs = re.findall(r"(\d+)(?: to (\d+))?", text)
    return {number for low, high in runs for number in range(int(low), int(high or low) + 1)}


def read_leave(sentence: str) -> Callable[[int], bool]:
    """Return which numbers a sentence "Leave ..." says to leave."""
    text = sentence.removeprefix("Leave ").removesuffix(".").replace(" stones", "").replace(" stone", "")
    text, _, later = text.partition(", from ")
    begin = int(later.split()[0]) if later else 0
    early = numbers_in(later.partition("leave ")[2]) if "leave " in later else set()
    modulus, remainders = 1, set()
    if "even number" in text or "odd number" in text:
        modulus, remainders = 2, {int("odd" in text)}
    elif match := re.fullmatch(r"a multiple of (\d+)", text):
        modulus, remainders = int(match[1]), {0}
    elif match := re.fullmatch(r"(one|\d+) (more|less) than a multiple of (\d+)", text):
        apart = 1 if match[1] == "one" else int(match[1])
        modulus = int(match[3])
        remainders = {apart % modulus if match[2] == "more" else -apart % modulus}
    elif match := re.fullmatch(r"a number(?: of)? that leaves (.*) when divided by (\d+)", text):
        modulus, remainders = int(match[2]), numbers_in(match[1])
    else:
        listed = {0} if text == "nothing: take all there is" else numbers_in(text)
        return lambda heap: heap in listed
    return lambda heap: heap in early if heap < begin else heap % modulus in remainders


TAKEN_FROM = r"((?:\d+(?: to \d+)?(?:, | or )?)+) take (\d+)"  # 3 to 5, 8 or 10 to 12 take 2


def read_taking(rules: tuple[str, ...], heap: int) -> int | None:
    """Return what the sentences say to take from a heap; None where they leave it to the reader."""
    for rule in rules:
        if rule.startswith("But from "):
            for numbers, take in re.findall(TAKEN_FROM, rule):
                if heap in numbers_in(numbers):
                    return int(take)
    for rule in rules:
        if match := re.fullmatch(
            r"Divide the number(?:, less (\d+),)? by (\d+) and take the remainder\.", rule
        ):
            return (heap - int(match[1] or 0)) % int(match[2])
        if match := re.match(r"Divide by (\d+): from remainder", rule):
            for numbers, take in re.findall(TAKEN_FROM, rule.partition(":")[2]):
                if heap % int(match[1]) in numbers_in(numbers):
                    return int(take)
    return None


# Reading rules for all numbers.


class UpTo(Countdown):
    """Take 1 to `most` beans."""

    heap: int = 30
    most: int = 4

    def moves(self, position: int) -> Iterator[int]:
        yield from range(1, min(self.most, position) + 1)


class Lying(UpTo):
    """Rules that treat what is no plain number otherwise."""

    def moves(self, position: int) -> Iterator[int]:
        for take in (1, 2, 3) if isinstance(position, int) else (1, 2):
            if take <= position:
                yield take


class ByParity(UpTo):
    """Take 1 or 2 matches from an even number, and 1, 3 or 4 from an odd one."""

    def moves(self, position: int) -> Iterator[int]:
        for take in (1, 3, 4) if position & 1 else (1, 2):
            if take <= position:
                yield take


class AllBut(UpTo):
    """Take any number of beans but 2 or 3."""

    def moves(self, position: int) -> Iterator[int]:
        for take in range(1, position + 1):
            if take not in (2, 3):
                yield take


class Half(UpTo):
    """Take up to half of the coins."""

    def moves(self, position: int) -> Iterator[int]:
        yield from range(1, position // 2 + 1)


def test_rules_that_part_numbers_into_too_many_remainders_are_not_read() -> None:
    game = zermelo.game("short_nim")  # its positions are numbers of many digits
    assert type(next(iter(game.starts()))) is int
    assert read_countdown_rules(game) is None


def test_rules_that_look_at_the_kind_of_number_are_not_read() -> None:
    assert read_countdown_rules(Lying()) is None
    strategy = found(Lying())
    assert "however large" not in strategy.proof and strategy.rules[0] == "Leave a multiple of 4."


def test_rules_of_ones_own_are_read() -> None:
    strategy = found(UpTo(heap=10**15))
    assert strategy.proven and strategy.rules[0] == "Leave a multiple of 5 beans."
    by_parity = found(ByParity())
    assert by_parity.proven and "however large" in by_parity.proof
    assert by_parity.replay(to=3_000).positions == 3_001


def test_a_profiler_at_work_goes_on() -> None:
    """`cProfile` is no function that could be set as a profiler again: `strategy` crashed under it."""

    def work() -> list[Strategy]:
        found = find_strategies(Subtraction(heap=30))
        return afterwards(found)

    def afterwards(found: list[Strategy]) -> list[Strategy]:
        return found

    profiler = cProfile.Profile()
    found = profiler.runcall(work)
    assert found and found[0].proven and sys.getprofile() is None
    names = {each.code.co_name for each in profiler.getstats() if not isinstance(each.code, str)}
    assert {"find_strategies", "afterwards"} <= names


def test_rules_asked_one_by_one_are_observed_beyond() -> None:
    near, far = found(AllBut(heap=50)), found(AllBut(heap=10**9))
    assert near.rules[0] == far.rules[0] == "Leave 0 or 2 beans."
    assert near.status == "proven" and far.status == "observed to 1,000" and not far.proven
    assert "beyond that nothing is proven" in far.proof
    half = found(Half(heap=10**6))
    assert half.rules[0].startswith("Leave one less than a power of two") and not half.proven


def test_no_pattern_is_invented() -> None:
    with pytest.raises(MissingCapability, match="has chances"):
        find_strategy(Pig(target=10))
    assert find_strategy(SubtractASquare(heap=200)) is None
    assert find_strategy(SubtractASquare(heap=30)) is None  # 5 repeats as far as 30, and not beyond
    assert find_strategy(Nukit()) is None
    assert find_strategy(Cram(columns=5, rows=3)) is None
    for game in (Cram(columns=4, rows=3, misere=True), Kayles(pins=5, misere=True)):
        assert all(each.kind != "mirror" for each in find_strategies(game))


def test_planted_periods_are_refused() -> None:
    rules = read_countdown_rules(Subtraction(take=(1, 2, 3)))
    assert rules is not None and is_proven_period(rules, PeriodicSet(4, frozenset({0})))
    assert is_proven_period(rules, PeriodicSet(8, frozenset({0, 4})))
    for wrong in (
        PeriodicSet(4, frozenset({1})),
        PeriodicSet(3, frozenset({0})),
        PeriodicSet(4, frozenset({0, 2})),
        PeriodicSet(4, frozenset({0}), 4, frozenset({1})),
        PeriodicSet(4, frozenset({0}), 400_000, frozenset(range(0, 400_000, 4)) - {40_004}),
    ):
        assert not is_proven_period(rules, wrong)
    far = read_countdown_rules(Subtraction(take=(1, 2, 3, 100_000)))
    assert far is not None and not is_proven_period(far, PeriodicSet(4, frozenset({0})))  # right up to 99,999


# Planted wrong rules.


def test_replay_catches_wrong_rules() -> None:
    right = found(Subtraction(heap=99))
    for at in (0, 40, 96):
        wrong = replace(right, leaves=lambda n, at=at: n % 4 == 0 and n != at)
        with pytest.raises(CheckFailed, match="the rule is wrong at"):
            wrong.replay()
    with pytest.raises(CheckFailed, match="a move leads from there to another one that is"):
        replace(right, leaves=lambda n: n % 4 == 0 or n == 50).replay()
    with pytest.raises(CheckFailed, match="no move leaves"):
        replace(right, leaves=lambda n: n == 0).replay()
    with pytest.raises(CheckFailed, match="without being lost"):
        replace(found(Subtraction(misere=True)), leaves=lambda n: n % 4 == 0).replay()
    mirror = found(Cram(columns=4, rows=2))
    with pytest.raises(CheckFailed, match="has no answer"):
        replace(mirror, leaves=lambda p: p == mirror.game.start()).replay()


class Round(Countdown):
    """Play goes round; the planted rule says that it does not matter."""

    def moves(self, position: int) -> Iterator[int]:
        yield 1

    def play(self, position: int, move: int) -> int:
        return (position + 1) % 4


def test_replay_refuses_endless_play() -> None:
    right = found(Subtraction(heap=99))
    planted = replace(
        right, game=Round(heap=0), leaves=lambda p: p % 2 == 0, positions=lambda _: iter(range(4))
    )
    with pytest.raises(LoopFound, match="play can return to"):
        planted.replay()


def test_prove_turns_observed_into_proven() -> None:
    far = found(AllBut(heap=600))
    observed = replace(far, observed_to="500")
    proven = observed.prove()
    assert proven.proven and "were replayed" in proven.proof and proven.rules == far.rules
    with pytest.raises(CheckFailed):
        replace(observed, leaves=lambda n: n in (0, 2, 500)).prove()


# Several heaps.


class Heaps(Game):
    """Take one of `take` stones from one of several heaps."""

    heaps: tuple[int, ...] = (5, 7, 9)
    take: tuple[int, ...] = (1, 2, 3)
    misere: bool = False

    impartial = True

    def start(self) -> tuple[int, ...]:
        return self.heaps

    def moves(self, position: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        for place, heap in enumerate(position):
            for take in self.take:
                if take <= heap:
                    yield place, take

    def play(self, position: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        return tuple(heap - move[1] * (place == move[0]) for place, heap in enumerate(position))

    def stuck(self, position: tuple[int, ...]) -> int:
        return WIN if self.misere else LOSS


class Declared(Heaps):
    """Take stones from one of several heaps, each a part of its own."""

    def parts(self, position: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for place, heap in enumerate(position):
            if heap:
                yield tuple(heap * (place == other) for other in range(len(position)))


class Linked(Heaps):
    """Take stones from a heap, but not from the second while the first is odd."""

    def moves(self, position: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        for place, take in super().moves(position):
            if place == 0 or position[0] % 2 == 0:
                yield place, take


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    "heaps",
    [(1, 3, 5, 7), (2, 2), (1, 1, 1), (3, 4, 5), (0, 0, 3), (6, 2, 2), (0, 1, 1), (1, 2, 3), (1, 4, 5)],
)
def test_nim(heaps: tuple[int, ...], misere: bool) -> None:
    game = Nim(heaps=heaps, misere=misere)
    for strategy in find_strategies(game):
        assert strategy.proven
        strategy.replay()
        wins(strategy)
    if len(heaps) > 2:
        total = functools.reduce(int.__xor__, heaps)
        assert found(game).is_lost(game.start()) == (total == int(misere and max(heaps) <= 1))


def test_words_of_nim() -> None:
    rules = found(Nim()).rules
    assert rules[:2] == (
        "Write the heaps in binary, one below the other.",
        "Leave an even number of ones in every column.",
    )
    misere = found(Nim(misere=True)).rules
    assert misere[3] == "But where every heap is to be 0 or 1 after your move, leave an odd number of ones."


def test_heaps_counted_by_remainders() -> None:
    strategy = found(Heaps(heaps=(9, 10, 11)))
    assert strategy.proven
    assert strategy.rules[0] == "Give every heap a number: what remains when it is divided by 4."
    strategy.replay()
    found(Heaps(heaps=(9, 10, 11), misere=True)).replay()
    for takes in ((2, 3), (1, 4), (2, 5), (3,)):
        found(Heaps(heaps=(5, 6, 7), take=takes)).replay()
    linked = find_strategy(Linked(heaps=(6, 6, 6)))
    assert linked is None or linked.kind != "nim-sum"


@pytest.mark.long
def test_large_nim_is_observed_and_on_the_games_word_proven() -> None:
    observed = found(Heaps(heaps=(30, 40, 50), take=(1, 2)))
    assert observed.status.startswith("observed to heaps of")
    observed.replay(to=12)
    promised = found(Declared(heaps=(30, 40, 50), take=(1, 2)))
    assert promised.proven and "declares its heaps to be independent parts" in promised.proof
    misere = found(Declared(heaps=(30, 40, 50), take=(1, 2), misere=True))
    assert misere.proven and "each heap with nimber 0 has no move, or one to nimber 1" in misere.proof
    unsaid = found(Heaps(heaps=(30, 40, 50), take=(1, 2), misere=True))
    assert not unsaid.proven  # nobody promises that heaps are independent
    misere.replay(to=9)


# Copying.


@pytest.mark.parametrize(
    ("game", "first", "turned"),
    [
        (Kayles(pins=12), "6-7", "mirrored from left to right"),
        (Kayles(pins=13), "7", "mirrored from left to right"),
        (DawsonsKayles(pins=10), "5-6", "mirrored from left to right"),
        (Stripes(length=21, strips=(3,)), "10-12", "mirrored from left to right"),
        (Cram(columns=4, rows=4), None, "turned by half a turn round the middle"),
        (Cram(columns=4, rows=3), "b2-c2", "turned by half a turn round the middle"),
        (Chomp(columns=4, rows=4), "b2", "mirrored at the long diagonal"),
        (Cram(columns=5, rows=2), "c1-c2", "mirrored from left to right"),
    ],
)
def test_copying(game: Game, first: str | None, turned: str) -> None:
    mirror = next(each for each in find_strategies(game) if each.kind == "mirror")
    assert mirror.proven and not mirror.whole
    assert mirror.rules[0] == ("Let your opponent begin." if first is None else f"Begin with {first}.")
    assert mirror.rules[1] == f"Answer every move of your opponent with the same move {turned}."
    assert mirror.starter_wins == (first is not None)
    mirror.replay()
    wins(mirror)


@pytest.mark.long
def test_too_large_to_be_checked_is_observed() -> None:
    strategy = found(Cram(columns=8, rows=7))
    assert strategy.status == "observed to 1,000 lines of random play"
    assert strategy.who_wins == "the player who begins, with d4-e4"


@pytest.mark.long
def test_copying_in_cram_6x6_whole() -> None:
    proven = found(Cram(columns=6, rows=6)).prove()
    assert proven.proven and "22,048" in proven.proof


# Rules of two numbers: test_literal_strategies.py has those of small games, at every position.


def test_a_rule_of_numbers_that_are_too_large_to_be_solved_is_observed() -> None:
    large = found(Wythoff(a=500, b=700))
    assert large.status == "observed to numbers of 37"
    large.replay(to=30)
    for game in (Wythoff(a=6, b=9), Chomp(columns=9, rows=2)):
        wins(found(game))


# What is refused, and what a strategy says of itself.


def test_policy() -> None:
    strategy = found(Subtraction(heap=7))
    assert strategy.moves(7) == [3] and strategy.moves(4) == [1, 2, 3]
    with pytest.raises(IllegalMove, match="play is over"):
        strategy.moves(0)
    wins(strategy)
    mirror = next(each for each in find_strategies(Kayles(pins=5)) if each.kind == "mirror")
    assert mirror.is_lost(0b11011) is True and mirror.is_lost(0b11111) is False
    assert mirror.is_lost(0b00111) is None


def test_a_taking_too_large_for_this_game_does_not_hide_its_rule() -> None:
    """Taking 100,000 changes the rule from there on; it says where it holds, and is replayed no further."""
    strategy = found(Subtraction(heap=99, take=(1, 2, 3, 100_000)))
    assert strategy.rules[0] == "Leave a multiple of 4 stones." and strategy.proven
    assert "holds for all up to 99" in strategy.proof
    assert strategy.replay().positions == strategy.replay(to=150_000).positions == 100
