"""What a hostile reading of strategies in words found: sentences that were not true, though the rule behind them was.

A reader here knows the words alone, and plays by them against the definition of winning.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from made.broken_games import Countdown
from reference import naive_heaps
from support import commands

from zermelo.cgt.heaps.heap_rules import parse_heap_rule
from zermelo.cgt.heaps.heap_solution import solve_heaps
from zermelo.cgt.strategies.heap_game import HeapGame
from zermelo.cgt.strategies.strategy_finder import find_strategies, find_strategy
from zermelo.cgt.strategies.worded_strategy import Strategy, list_child_positions
from zermelo.core.errors import BadParameter
from zermelo.core.game import Game
from zermelo.core.values import LOSS, UNDECIDED, WIN
from zermelo.games.cakes.chomp import Chomp
from zermelo.games.dominoes.cram import Cram
from zermelo.games.heaps.nim import Nim
from zermelo.games.heaps.subtraction import Powers, Subtraction
from zermelo.games.rows.kayles import DawsonsKayles, Kayles
from zermelo.games.rows.stripes import Stripes
from zermelo.verify.policy_certificate import certify_policy

# Copying: what the sentence says, done on the drawing.

TURNS: dict[str, Callable[[tuple[str, ...]], tuple[str, ...]]] = {
    "mirrored from left to right": lambda rows: tuple(row[::-1] for row in rows),
    "mirrored from top to bottom": lambda rows: rows[::-1],
    "turned by half a turn round the middle": lambda rows: tuple(row[::-1] for row in rows[::-1]),
    "mirrored at the long diagonal": lambda rows: tuple(
        "".join(column) for column in zip(*rows, strict=True)
    ),
    "on the other heap": lambda rows: tuple(" ".join(row.split()[::-1]) for row in rows),
}


@cache
def mirror_of(game: Game) -> Strategy | None:
    return next((each for each in find_strategies(game) if each.kind == "mirror"), None)


BOARDS: list[Game] = [
    *(Cram(columns=columns, rows=rows) for columns in range(1, 5) for rows in range(1, 4)),
    Cram(columns=5, rows=1),
    Cram(columns=5, rows=2),
    *(Kayles(pins=pins) for pins in range(1, 10)),
    *(DawsonsKayles(pins=pins) for pins in range(2, 10)),
    *(Stripes(length=length, strips=(2, 3, 4)) for length in range(4, 12)),
    *(Stripes(length=length, strips=(1, 3, 5)) for length in range(4, 10)),
    *(Chomp(columns=size, rows=size) for size in range(2, 5)),
    Nim(heaps=(4, 4)),
]
NOTHING_TO_COPY: list[Game] = [
    *(Cram(columns=columns, rows=rows) for columns, rows in ((3, 3), (5, 1))),
    *(DawsonsKayles(pins=pins) for pins in (3, 5, 7, 9)),
]


def test_where_nothing_can_be_copied_nothing_is_said() -> None:
    assert [game for game in BOARDS if mirror_of(game) is None] == NOTHING_TO_COPY


@pytest.mark.parametrize("game", [game for game in BOARDS if game not in NOTHING_TO_COPY])
def test_the_same_move_mirrored_is_there_and_leaves_what_is_to_be_left(game: Game) -> None:
    """In cram on one row of five every position is its own image from top to bottom: nothing can be copied."""
    mirror = mirror_of(game)
    assert mirror is not None
    said = re.fullmatch(
        r"Answer every move of your opponent (with the same move|so that .* again,) (.*)\.", mirror.rules[1]
    )
    assert said is not None and mirror.proven
    turn = TURNS[said[2]]

    def rows(position: int) -> tuple[str, ...]:
        return tuple(game.show(position).strip().splitlines())

    for position in mirror.positions(None):
        for child in list_child_positions(game, position):
            if game.outcome(child) != UNDECIDED or not list_child_positions(game, child):
                continue
            assert rows(child) != turn(rows(child)), (rows(position), rows(child))
            image = next(
                each for each in list_child_positions(game, position) if rows(each) == turn(rows(child))
            )
            answers = [each for each in list_child_positions(game, child) if rows(each) == turn(rows(each))]
            assert answers and all(mirror.leaves(each) for each in answers)
            if said[1].startswith("with"):
                moves = [move for move in game.moves(position) if game.play(position, move) == image]
                assert any(
                    move in list(game.moves(child)) and mirror.leaves(game.play(child, move))
                    for move in moves
                )


# Takings that not every number allows.


class Sometimes(Countdown):
    """Take stones: always one of `always`, and `extra` from some numbers only."""

    heap: int = 99
    always: tuple[int, ...] = (3,)
    extra: int = 9
    modulus: int = 1
    remainder: int = 0
    below: int = 48
    over: int = -1
    misere: bool = False

    def moves(self, position: int) -> Iterator[int]:
        for take in self.always:
            if take <= position:
                yield take
        if self.extra not in self.always and self.extra <= position < self.below:
            yield from (self.extra,) * (position % self.modulus == self.remainder)

    def outcome(self, position: int) -> int:
        return WIN if position <= self.over else UNDECIDED

    def stuck(self, position: int) -> int:
        return WIN if self.misere else LOSS


def lost_and_children(game: Game, count: int) -> tuple[list[bool], list[list[int]]]:
    """Return who loses, by the definition, and where moves lead (nowhere where play is over)."""
    lost: list[bool] = []
    below: list[list[int]] = []
    for number in range(count):
        over = game.outcome(number)
        children = [] if over != UNDECIDED else [game.play(number, move) for move in game.moves(number)]
        if over == UNDECIDED and not children:
            over = game.stuck(number)
        lost.append(over == LOSS if over != UNDECIDED else not any(lost[child] for child in children))
        below.append(children)
    return lost, below


@settings(max_examples=25)
@given(
    st.sets(st.integers(1, 9), min_size=1, max_size=3),
    st.integers(1, 12),
    st.integers(1, 4).flatmap(lambda modulus: st.tuples(st.just(modulus), st.integers(0, modulus - 1))),
    st.sampled_from([12, 30, 50, 10**9]),
    st.integers(-1, 6),
    st.booleans(),
)
@example({1, 2, 3}, 1, (1, 0), 10**9, -1, False)
@example({1, 2, 3}, 1, (1, 0), 10**9, -1, True)
@example({3, 5}, 2, (4, 1), 10**9, -1, False)
@example({2, 3, 4}, 10, (1, 0), 50, -1, False)
@example({3}, 9, (1, 0), 48, -1, False)
@example({9}, 5, (2, 1), 10**9, 5, False)
def test_what_is_said_of_every_taking_is_true_of_every_taking(
    always: set[int], extra: int, part: tuple[int, int], below: int, over: int, misere: bool
) -> None:
    game = Sometimes(99, tuple(sorted(always)), extra, part[0], part[1], below, over, misere)
    strategy = next((each for each in find_strategies(game) if each.kind == "remainders"), None)
    assume(strategy is not None and strategy.proven)
    assert strategy is not None
    lost, below_it = lost_and_children(game, 700)
    assert [strategy.leaves(number) for number in range(700)] == lost
    for sentence in strategy.rules[1:]:
        check_answers(sentence, lost, below_it)
        check_hope(sentence, lost, below_it)


def check_answers(sentence: str, lost: list[bool], below: list[list[int]]) -> None:
    together = re.fullmatch(
        r"So answer whatever your opponent takes with what makes it (\d+) together\.", sentence
    )
    singly = re.fullmatch(r"So you answer (.*)\.", sentence)
    if together is None and singly is None:
        return
    answers = dict(re.findall(r"(\d+) with (\d+)", singly[1])) if singly else {}
    for number, children in enumerate(below):
        for child in children if lost[number] else ():
            if not below[child]:
                assert not lost[child]
                continue
            taken = number - child
            answer = int(together[1]) - taken if together else int(answers[str(taken)])
            assert child - answer in below[child] and lost[child - answer], (sentence, number, taken)


def check_hope(sentence: str, lost: list[bool], below: list[list[int]]) -> None:
    found = re.fullmatch(
        r"If you find .*, good play beats you: take (\d+) and hope for a mistake\.", sentence
    )
    for number, children in enumerate(below):
        if found and lost[number] and children:
            assert number - int(found[1]) in children, (sentence, number)


def test_words_for_takings_that_are_not_always_there() -> None:
    by_parity = find_strategy(Sometimes(always=(9,), extra=5, modulus=2, remainder=1, below=10**9, over=5))
    assert by_parity is not None
    assert by_parity.rules[-1].endswith("good play beats you: make a small move and hope for a mistake.")
    assert find_strategy(Subtraction()).rules[-1].endswith("take 1 and hope for a mistake.")  # type: ignore[union-attr]


class Over(Countdown):
    """Play is over at once: with `value`, or for want of a move."""

    value: int = UNDECIDED

    def moves(self, position: int) -> Iterator[int]:
        yield from ()

    def outcome(self, position: int) -> int:
        return self.value


@pytest.mark.parametrize(("value", "end"), [(WIN, "won"), (LOSS, "lost"), (UNDECIDED, "lost")])
def test_play_that_is_over_before_it_begins(value: int, end: str) -> None:
    strategy = find_strategy(Over(value=value))
    assert strategy is not None
    assert strategy.rules == (f"Play is over before it begins: the player to move has {end}.",)
    assert "1 stretches" not in strategy.proof


def test_a_heap_taken_whole_leaves_nothing_to_hope_for() -> None:
    strategy = find_strategy(Nim(heaps=(7,)))
    assert strategy is not None and strategy.rules == ("Take all there is.",)


# Races.


class Race(Game):
    """Say a number that is larger by one of `steps`; whoever is past `end` has won or lost by `value`."""

    first: int = 10
    end: int = 70
    steps: tuple[int, ...] = (1, 8)
    value: int = WIN

    def start(self) -> int:
        return self.first

    def moves(self, position: int) -> Iterator[int]:
        yield from self.steps

    def play(self, position: int, move: int) -> int:
        return position + move

    def outcome(self, position: int) -> int:
        return self.value if position >= self.end else UNDECIDED


@settings(max_examples=30, suppress_health_check=[HealthCheck.filter_too_much])  # no words for most
@given(
    st.integers(0, 12),
    st.integers(8, 50),
    st.sets(st.integers(1, 6), min_size=1),
    st.sampled_from([WIN, LOSS]),
)
@example(10, 46, {1, 4}, WIN)
def test_the_first_numbers_of_a_race_can_be_reached(
    first: int, length: int, steps: set[int], value: int
) -> None:
    game = Race(first, first + length, tuple(sorted(steps)), value)
    strategy = next((each for each in find_strategies(game) if each.kind == "race"), None)
    assume(strategy is not None and len(strategy.rules) >= 3)
    assert strategy is not None
    said = re.fullmatch(r"These are ([\d, ]+) and so on (?:to the end|up to (\d+))\.", strategy.rules[1])
    assert said is not None
    named = [int(number) for number in said[1].split(", ")]
    after = sorted(number for number in strategy.positions(None) if number > first)
    to_reach = [number for number in after if strategy.leaves(number)]
    assert named == to_reach[: len(named)]
    if said[2] is None:
        assert "above" not in strategy.rules[0]
    strategy.replay()


def test_races() -> None:
    for most, end, value, words in (
        (3, 21, LOSS, "Reach one more than a multiple of 4; above 21, 22 or 23."),
        (3, 21, WIN, "Reach a multiple of 4."),
        (10, 100, LOSS, "Reach one more than a multiple of 11; above 100, 101 to 109."),
    ):
        strategy = find_strategy(Race(0, end, tuple(range(1, most + 1)), value))
        assert strategy is not None and strategy.rules[0] == words
        certificate = certify_policy(strategy.moves, strategy.game)
        assert (certificate.first if strategy.starter_wins else certificate.second).lost == 0


# Who wins, and by how many moves.


def test_one_other_move_and_those_that_were_not_counted() -> None:
    assert find_strategy(Powers(heap=99, base=3)).who_wins.endswith("or 27 or 1 other move")  # type: ignore[union-attr]
    large = find_strategy(HeapGame(rule="0.77", heaps=(3, 10**18)))
    assert large is not None and large.who_wins.endswith(" or another")
    small = find_strategy(HeapGame(rule="0.77", heaps=(3, 100)))
    assert small is not None and small.who_wins.endswith("other moves")


# Games that declare parts.


class Circle(Countdown):
    """Move a token round three places, or away: play need not end."""

    heap: int = 0
    impartial = True

    def moves(self, position: int) -> Iterator[int]:
        if position < 3:
            yield from (0, 1)

    def play(self, position: int, move: int) -> int:
        return 3 if move else (position + 1) % 3

    def parts(self, position: int) -> Iterator[int]:
        yield position


def test_parts_that_come_again_have_no_nimbers() -> None:
    assert find_strategies(Circle()) == ()


def test_groups_that_are_left_out_have_a_number_too() -> None:
    """Two pins are thrown at once: a single one is never a part, and a person sees it all the same."""
    for game, was_name_followed_before in ((DawsonsKayles(pins=12), True), (Kayles(pins=12), False)):
        strategy = next(each for each in find_strategies(game) if each.kind == "nim-sum of parts")
        assert ("a group without a move has 0" in strategy.rules[0]) == was_name_followed_before


# Heaps of any size.


@pytest.mark.parametrize(
    ("rule", "limit"),
    [
        ("subtraction(1000000)", None),
        ("subtraction(5)", 3),
        ("subtraction(5)", 5),
        ("all_but(1, 2, 3)", 3),
        ("0.000007", 4),
        ("4.0", 2),
        ("grundy", 3),
    ],
)
def test_moves_that_no_heap_was_large_enough_for_are_still_moves(rule: str, limit: int | None) -> None:
    """Taking a million: all heaps to 99,999 are lost, and that says nothing of those above."""
    assert solve_heaps(rule, limit=limit).period is None
    strategy = find_strategy(rule, limit=limit)
    assert strategy is not None and not strategy.proven
    largest = strategy.status.removeprefix("observed to heaps of ")
    assert strategy.rules == (
        f"No heap up to {largest} has a move: with such heaps the player who begins has lost.",
    )
    with pytest.raises(BadParameter, match="no period is proven: give a larger limit"):
        strategy.is_lost((10**6,))
    misere = find_strategy("subtraction(5)", misere=True, limit=3)
    assert misere is not None
    assert misere.rules == ("No heap up to 3 has a move: with such heaps the player who begins has won.",)


@pytest.mark.parametrize("code", ["0.7", "0.77", "0.007", "4.3", "0.00003"])
def test_an_observed_period_has_seen_every_move(code: str) -> None:
    rule = parse_heap_rule(code)
    for limit in range(1, 60):
        period = solve_heaps(rule, limit=limit).period
        assert period is None or limit >= rule.most_taken + period.period  # type: ignore[union-attr]


def test_a_list_of_small_numbers_may_have_larger_ones_after_it() -> None:
    """The numbers of the first heaps are 0 and 1, and that of a heap of 80 is 2."""
    strategy = find_strategy("subtraction(40, 60, 61)", limit=110)
    assert strategy is not None and not strategy.proven
    nimbers = naive_heaps.nim_values(naive_heaps.of_taking((40, 60, 61)), 110)
    assert max(nimbers[:51]) == 1 < max(nimbers)
    assert "Leave an even number of ones in every column." in strategy.rules
    assert not any("heaps that have a 1" in sentence for sentence in strategy.rules)


def test_misere_sentences_hold_beyond_the_heaps_that_are_listed() -> None:
    """Firm heaps with nimber 0 or 1 come after the first fifty: 57 is the first."""
    strategy = find_strategy("0.04000500007", misere=True, limit=100)
    assert strategy is not None and strategy.kind == "misere nim-sum" and not strategy.proven
    turned = next(sentence for sentence in strategy.rules if sentence.startswith("But where you leave"))
    said = re.fullmatch(r"But where you leave only heaps of (.*), leave an odd number of ones\.", turned)
    assert said is not None
    runs = re.findall(r"(\d+)(?: to (\d+))?", said[1])
    fickle = {heap for low, high in runs for heap in range(int(low), int(high or low) + 1)}
    values = naive_heaps.nim_values(naive_heaps.of_code("0.04000500007"), 101)
    for heap in range(101):
        for other in range(heap, 101, 7):
            total, small = values[heap] ^ values[other], {heap, other} <= fickle
            assert strategy.is_lost((heap, other)) == (total == (1 if small else 0))


def test_a_replay_of_some_heaps_proves_nothing_of_others(capsys: pytest.CaptureFixture[str]) -> None:
    seen = find_strategy(HeapGame(rule="0.8", heaps=(3, 9)), limit=300)
    assert seen is not None and seen.status == "observed to heaps of 299"
    assert "beyond, the period is only observed" in seen.proof
    proven = seen.prove()
    assert proven.proven and proven.rules[0] == (
        "This is proven for the heaps 3 9 and all that play makes of them; for others it was only observed."
    )
    assert proven.rules[1:] == seen.rules
    assert "that play reaches from 3 9 were replayed" in proven.proof and "beyond" in proven.proof
    said = commands.runner(capsys)("strategy", "0.8", "3 9", "--limit", "300", "--prove")
    assert said.status == 0 and "1. This is proven for the heaps 3 9 and" in said.out


class Stairs(Game):
    """Coins go down a step at a time, any number of one step's: five bits a step, so a position is a number."""

    coins: tuple[int, ...] = (2, 3, 1)

    def start(self) -> int:
        return sum(count << 5 * step for step, count in enumerate(self.coins))

    def moves(self, position: int) -> Iterator[int]:
        for step in range(len(self.coins)):
            yield from (32 * step + count for count in range(1, (position >> 5 * step & 31) + 1))

    def play(self, position: int, move: int) -> int:
        step, count = divmod(move, 32)
        return position - (count << 5 * step) + (count << 5 * (step - 1) if step else 0)


def test_a_rule_seen_of_small_numbers_is_tried_where_play_begins() -> None:
    """Up to 1,000 only the lowest step counts, and a multiple of 32 has none there; above it the third counts."""
    rules = {rule.rules[0]: rule for rule in find_strategies(Stairs(coins=(31, 0, 0)))}
    assert list(rules) == ["Take all there is.", "Leave a multiple of 32 coins."]
    rule = rules["Leave a multiple of 32 coins."]
    assert rule.replay().positions == 32
    assert find_strategy(Stairs(coins=(12, 13, 11))) is None  # 12 and 11 are unequal: to leave 11 there loses
