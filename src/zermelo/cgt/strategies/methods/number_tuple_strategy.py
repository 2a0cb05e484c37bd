"""Rules of a few numbers: golden pairs, the golden ratio, Fibonacci numbers, equal rows, multiples.

Each rule is a set of tuples of numbers that may be exactly the lost ones. The rules are tried on every
position of a small game, and on the small positions of a larger one; the one that agrees everywhere is the
rule. For the games they come from they are theorems (Wythoff 1907; Cole and Davie 1969; Whinihan 1963), which
are not used. A rule that agrees with every position of the game is proven by that, for this game. A rule that
was tried on small positions only is observed. A few positions agree with many rules by accident, so no rule
is reported that fails in a larger game of the family of which this one is a part.
"""

import contextlib
import dataclasses
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.cgt.strategies.outcome_table import (
    OutcomeTable,
    build_outcome_table,
    build_table_of_small_numbers,
    build_whole_outcome_table,
)
from zermelo.cgt.strategies.position_counts import (
    TextNumberReader,
    count_signs_by_column,
    count_signs_by_row,
    find_text_number_reader,
)
from zermelo.cgt.strategies.strategy_wording import format_remainders
from zermelo.cgt.strategies.worded_strategy import Strategy, yield_reachable_positions
from zermelo.core.errors import ZermeloError
from zermelo.core.game import Game, Position, has

FEWEST = 8  # positions that a rule is tried on
FEWEST_OF_MANY = 60  # that a rule of multiples is, as there are many such rules
LARGEST_MODULUS = 12

FEW = 1_000  # positions up to which a rule may agree by accident
FEW_LARGER = 2_000  # positions of a larger game that it is tried on
MORE = (2, 5)  # how much larger the games are that a rule is tried on besides

Counts = tuple[int, ...]  # the numbers of a position
Answers = dict[Counts, bool]  # whether the mover is lost there


@dataclass(frozen=True)
class NumberRule:
    """Which numbers are lost, and how a person finds what to leave."""

    kind: str
    lost: Callable[[Counts], bool]
    rules: tuple[str, ...]


def find_number_tuple_strategy(game: Game) -> Strategy | None:
    """Return a rule on the numbers that a position shows, or on the lengths of its rows; None without one."""
    if has(game, "mover"):
        return None
    numbers = find_text_number_reader(game)
    table = build_whole_outcome_table(game) or (
        build_table_of_small_numbers(game, numbers) if numbers else None
    )
    if table is None or len(table.lost) < FEWEST or len(set(table.lost.values())) < 2:
        return None
    if numbers is not None:
        kinds: tuple[str, ...] = ("number",)
    else:
        kinds = ("row", "column") if len(count_signs_by_row(game, next(iter(game.starts())))) > 1 else ()
    for what in kinds:
        read = _make_number_reader(game, what, numbers)
        assert read is not None
        seen = {position: read(position) for position in table.lost}
        lengths = {None if each is None else len(each) for each in seen.values()}
        if len(lengths) != 1 or None in lengths:
            continue
        answers = {seen[position] or (): lost for position, lost in table.lost.items()}
        larger: Answers | None = None
        for rule in yield_known_number_rules(what, lengths.pop() or 0, len(table.lost)):
            if not _does_rule_match_answers(rule, answers):
                continue
            if larger is None:
                larger = _find_answers_of_larger_games(game, what, answers) if len(answers) <= FEW else {}
            if _does_rule_match_answers(rule, larger):
                return _make_strategy(game, rule, read, table, numbers, len(larger.keys() - answers.keys()))
    return None


def _does_rule_match_answers(rule: NumberRule, answers: Answers) -> bool:
    return all(rule.lost(numbers) == lost for numbers, lost in answers.items())


def _find_answers_of_larger_games(game: Game, what: str, answers: Answers) -> Answers:
    """Return who loses at the numbers of larger games of the family, in which this one is contained.

    A few small positions agree with many a rule by accident: 0 and 1, 2 and 2 are the lost ones of misere
    Nim and of misere Wythoff. What is said of a family has to hold where its games are larger.
    """
    found: Answers = {}
    for relative in _yield_larger_games(game):
        numbers = find_text_number_reader(relative)
        read = _make_number_reader(relative, what, numbers)
        begun = None if read is None else read(next(iter(relative.starts())))
        if read is None or begun is None or not all(len(each) == len(begun) for each in answers):
            continue
        table = build_outcome_table(relative, FEW_LARGER) or (
            build_table_of_small_numbers(relative, numbers) if numbers else None
        )
        if table is None:
            continue
        more = {read(position): lost for position, lost in table.lost.items()}
        known = {numbers: lost for numbers, lost in more.items() if numbers is not None}
        if all(known.get(each) == lost for each, lost in answers.items()):
            found |= known
    return found


def _yield_larger_games(game: Game) -> Iterator[Game]:
    """Yield games of the family with larger numbers for parameters, all together and each by itself."""
    fields = dataclasses.fields(game)  # type: ignore[arg-type]  # games are dataclasses
    own = {field.name: getattr(game, field.name) for field in fields}
    for more in MORE:
        changed = {
            name: after for name, value in own.items() if (after := _increase_numbers(value, more)) != value
        }
        for changes in (changed, *({name: value} for name, value in changed.items())):
            with contextlib.suppress(ZermeloError, TypeError, ValueError, IndexError):
                relative = type(game)(**(own | changes))
                next(iter(relative.starts()))
                yield relative


def _increase_numbers(value: Any, more: int) -> Any:
    """Return a number, or each of a tuple of numbers, with so many more; anything else as it is."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value + more
    if isinstance(value, tuple) and value and all(type(each) is int for each in value):
        return tuple(each + more for each in value)
    return value


def _make_number_reader(
    game: Game, what: str, numbers: TextNumberReader | None
) -> Callable[[Position], Counts | None] | None:
    """Return how the numbers of a position are read that a rule calls `what`; None where it has none such."""
    if what == "number":
        return None if numbers is None else numbers.read_numbers_of_position
    lengths_of = count_signs_by_row if what == "row" else count_signs_by_column
    return lambda position: lengths_of(game, position)


def yield_known_number_rules(what: str, count: int, positions: int) -> Iterator[NumberRule]:
    """Yield the rules for so many numbers, the simplest first, that so many positions are enough to try.

    `what` is one of the numbers: "number", "row" or "column".
    """
    if count == 2:
        yield from _yield_rules_of_pairs(what)
    if count >= 2 and positions >= FEWEST_OF_MANY:
        yield from _yield_rules_of_multiples(what)


def _yield_rules_of_pairs(what: str) -> Iterator[NumberRule]:
    hopeless = "If that is so already, good play beats you: make a small move and hope for a mistake."
    yield NumberRule("equal", lambda pair: pair[0] == pair[1], (f"Leave the two {what}s equal.", hopeless))
    more = "larger" if what == "number" else "longer"
    for difference, first, second in ((1, "first", "second"), (-1, "second", "first")):
        rules = (f"Leave the {first} {what} just one {more} than the {second}.", hopeless)
        yield NumberRule("difference", _make_difference_test(difference), rules)
    yield NumberRule("golden pairs", is_golden_pair, (
        "Leave a golden pair: 0 and 0, 1 and 2, 3 and 5, 4 and 7, 6 and 10, 8 and 13 ...",
        "To go on, take for the smaller number the least that is in no pair yet; the difference grows by one "
        "with each pair.",
        "If you find a golden pair already, good play beats you: make a small move and hope for a mistake.",
    ))  # fmt: skip
    yield NumberRule("golden pairs", is_misere_golden_pair, (
        "Leave a golden pair: 3 and 5, 4 and 7, 6 and 10, 8 and 13 ... but near the end 0 and 1, or 2 and 2.",
        "To go on, take for the smaller number the least above 2 that is in no pair yet; the difference "
        "grows by one with each pair, and 3 and 5 differ by two.",
        "If you find one of these already, good play beats you: make a small move and hope for a mistake.",
    ))  # fmt: skip
    yield NumberRule("golden ratio", is_within_golden_ratio, (
        "If you can make a zero, do so: you have won.",
        "Else leave two different numbers, the larger less than the golden ratio, (1 + sqrt(5)) / 2, times "
        "the smaller: the larger times itself is less than the smaller times the sum of both.",
        "If you find such numbers already, good play beats you: you have one move only.",
    ))  # fmt: skip
    yield NumberRule("Fibonacci numbers", is_least_fibonacci_part_too_large, (
        "Write the number as a sum of Fibonacci numbers (1, 2, 3, 5, 8, 13, 21 ...), always with the largest "
        "that fits.",
        "Take the smallest of them.",
        "If you may not take so many, good play beats you: take 1 and hope for a mistake.",
    ))  # fmt: skip


def _yield_rules_of_multiples(what: str) -> Iterator[NumberRule]:
    hopeless = "If that is so already, good play beats you: make a small move and hope for a mistake."
    for modulus in range(2, LARGEST_MODULUS + 1):
        every = "even" if modulus == 2 else f"a multiple of {modulus}"
        yield NumberRule(
            "multiples", _make_all_multiples_test(modulus), (f"Leave every {what} {every}.", hopeless)
        )
        for remainder in range(modulus):
            together = f"Leave {format_remainders(modulus, frozenset({remainder}))} in all {what}s together."
            yield NumberRule("sum", _make_sum_remainder_test(modulus, remainder), (together, hopeless))


def _make_difference_test(difference: int) -> Callable[[Counts], bool]:
    return lambda pair: pair[0] - pair[1] == difference


def _make_all_multiples_test(modulus: int) -> Callable[[Counts], bool]:
    return lambda several: all(number % modulus == 0 for number in several)


def _make_sum_remainder_test(modulus: int, remainder: int) -> Callable[[Counts], bool]:
    return lambda several: sum(several) % modulus == remainder


def is_golden_pair(pair: Counts) -> bool:
    """Return whether the numbers are the whole parts of n times the golden ratio and n times its square.

    >>> [is_golden_pair(pair) for pair in ((0, 0), (1, 2), (5, 3), (4, 6))]
    [True, True, True, False]
    """
    smaller, larger = sorted(pair)
    difference = larger - smaller
    return smaller == (difference + math.isqrt(5 * difference * difference)) // 2


def is_misere_golden_pair(pair: Counts) -> bool:
    """Return whether it is a golden pair above 2, or 0 and 1, or 2 and 2."""
    smaller, larger = sorted(pair)
    return (smaller, larger) in ((0, 1), (2, 2)) or (smaller > 2 and is_golden_pair(pair))


def is_within_golden_ratio(pair: Counts) -> bool:
    """Return whether a number is zero, or the larger is the other times less than the golden ratio.

    >>> [is_within_golden_ratio(pair) for pair in ((2, 3), (5, 8), (8, 13), (4, 4), (0, 7))]
    [True, True, False, False, True]
    """
    smaller, larger = sorted(pair)
    return smaller == 0 or (smaller < larger and larger * larger < smaller * (smaller + larger))


def is_least_fibonacci_part_too_large(pair: Counts) -> bool:
    """Return whether the first number's least Fibonacci part is more than may be taken, the second.

    >>> [is_least_fibonacci_part_too_large(pair) for pair in ((13, 12), (12, 11), (12, 0), (0, 0))]
    [True, False, True, True]
    """
    rest, most = pair
    if rest == 0:
        return True
    parts = [1, 2]
    while parts[-1] < rest:
        parts.append(parts[-1] + parts[-2])
    least = 0
    for part in reversed(parts):
        if part <= rest:
            rest, least = rest - part, part
    return least > most


def _make_strategy(
    game: Game,
    rule: NumberRule,
    read: Callable[[Position], Counts | None],
    table: OutcomeTable,
    numbers: TextNumberReader | None,
    larger: int,
) -> Strategy:
    def yield_positions_of_size(size: int | None) -> Iterator[Position]:
        if size is not None and not table.whole and numbers is not None:
            yield from numbers.yield_positions_up_to(size)
            return
        for position in yield_reachable_positions(game):
            if size is None or max(read(position) or (0,)) <= size:
                yield position

    if table.whole:
        proof = (
            f"at every position of this game, all {len(table.lost):,}, it was checked by the rules themselves"
        )
        proof += f"; at {larger:,} of larger games it was only seen to hold" if larger else ""
    else:
        proof = (
            f"all {len(table.lost):,} positions with numbers up to {table.size} were checked by the rules "
            "themselves; beyond, nothing is proven"
        )
    return Strategy(
        game,
        rule.kind,
        rule.rules,
        proof,
        lambda position: rule.lost(read(position) or ()),
        yield_positions_of_size,
        observed_to=None if table.whole else f"numbers of {table.size}",
    )
