"""The rules of a counting game, read for all numbers at once.

If a position is a number that moves make smaller, the rules are run on *any* number of a stretch, from `low`
to `high` or without end. Such a number n can be added to and subtracted from. A comparison with the same
result for the whole stretch is answered; any other comparison splits the stretch in two, and the rules are
run again on both. If a run ends, the rules have done the same for each number of the stretch. So a few runs
give the moves for infinitely many numbers. (J. C. King, *Symbolic execution and program testing*, 1976.)
Remainders split a stretch in the same way.

Take-1-to-3 gives four stretches:

    0     over: no move         2     take 1 or 2
    1     take 1                3 ... take 1, 2 or 3

Rules that do anything else with the position (loop up to it, look it up, square it, write it as text, catch
errors) are run on each number of a short stretch by itself; on a long one they are not read (`symbolic`).

The result is then replayed with plain numbers: one by one far beyond the numbers that the rules name, and
around those that are too large for this. Rules that give a different result there are not read either.
"""

import math
import random
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from zermelo.cgt.strategies.symbolic.symbolic_number import (
    Ran,
    StretchBounds,
    StretchDivided,
    SymbolicNumber,
    SymbolicRefusal,
    collect_integer_constants,
    read_offset_of_number,
    run_symbolically,
)
from zermelo.core.game import Game, has
from zermelo.core.rule_queries import moves_at, terminal_value
from zermelo.core.values import LOSS, UNDECIDED, WIN

MOST_STRETCHES = 400
MOST_MOVES = 2_000
LARGEST = (1 << 63) - 1  # the largest position there is
REPLAYED = 1_000  # plain numbers that every rule is replayed at, and as many beyond those it names
MOST_REPLAYED = 20_000  # one by one
MOST_REPLAYED_MOVES = 50_000  # one by one, and as many around numbers that the rules name
AROUND = 3  # a number that the rules name, for those beyond
DRAWN = 100  # at random, of all sizes


@dataclass(frozen=True)
class StretchRules:
    """What the rules do with every number within `bounds`."""

    bounds: StretchBounds
    end: int | None  # the mover's value where play is over, else None
    takes: tuple[int, ...] = ()  # moves to n - take
    lands: tuple[int, ...] = ()  # moves to a number that is always the same


@dataclass(frozen=True)
class CountdownRules:
    """A counting game's rules, for every number from 0 to `high`, or for every number where that is None."""

    stretches: tuple[StretchRules, ...]
    high: int | None
    replayed: int = 0  # up to which number plain numbers were asked one by one

    @cached_property
    def _stretch_beginnings(self) -> list[int]:
        return [stretch.bounds.low for stretch in self.stretches]

    def find_stretch(self, number: int) -> StretchRules:
        """Return the stretch that a number lies in."""
        place = bisect_right(self._stretch_beginnings, number) - 1
        while number not in self.stretches[place].bounds:
            place -= 1
        return self.stretches[place]

    def restrict_to_numbers_up_to(self, high: int) -> "CountdownRules":
        """Return the rules for the numbers up to `high` alone."""
        kept = []
        for stretch in self.stretches:
            low, last = stretch.bounds.low, stretch.bounds.high
            if low <= high:
                last = high if last is None else min(last, high)
                bounds = StretchBounds(low, last, stretch.bounds.modulus, stretch.bounds.remainder)
                kept.append(StretchRules(bounds, stretch.end, stretch.takes, stretch.lands))
        return CountdownRules(tuple(kept), high, self.replayed)

    def get_value_where_play_ends(self, number: int) -> int | None:
        """Return the mover's value where play is over, else None."""
        return self.find_stretch(number).end

    def list_numbers_after_moves(self, number: int) -> list[int]:
        """Return the numbers that a move leads to."""
        stretch = self.find_stretch(number)
        return [*(number - take for take in stretch.takes), *stretch.lands]

    @cached_property
    def possible_takings(self) -> tuple[int, ...]:
        """All numbers that can be taken anywhere, ascending."""
        return tuple(sorted({take for stretch in self.stretches for take in stretch.takes}))


def read_countdown_rules(game: Game) -> CountdownRules | None:
    """Return a counting game's rules for all numbers, or for all below 2**63; None where they are not read.

    >>> from zermelo.games.heaps.subtraction import Subtraction
    >>> rules = read_countdown_rules(Subtraction(take=(1, 3)))
    >>> [(stretch.bounds.low, stretch.takes) for stretch in rules.stretches]
    [(0, ()), (1, (1,)), (3, (1, 3))]
    """
    if has(game, "mover"):  # a number alone does not say whose turn it is
        return None
    for high in (None, LARGEST):
        stretches = _read_stretches_up_to(game, high)
        if stretches is not None:
            ordered = tuple(sorted(stretches, key=lambda each: each.bounds.low))
            return _verify_rules_by_play(game, CountdownRules(ordered, high))
    return None


def _read_stretches_up_to(game: Game, high: int | None) -> list[StretchRules] | None:
    """Return the stretches from 0 to `high`; None where the rules are not read, or part them for ever."""
    done: list[StretchRules] = []
    open_ones = [StretchBounds(0, high)]
    while open_ones:
        bounds = open_ones.pop()
        if bounds.low == bounds.high and bounds.low not in bounds:
            continue
        try:
            stretch = _read_rules_within_bounds(game, bounds)
        except StretchDivided as where:
            if where.modulus // math.gcd(where.modulus, bounds.modulus) > MOST_STRETCHES:
                return None
            open_ones.extend(reversed(list(bounds.yield_stretches_split_at_division(where))))
            if len(done) + len(open_ones) > MOST_STRETCHES:
                return None
            continue
        except SymbolicRefusal:
            stretch = None
        if stretch is not None:
            done.append(stretch)
        elif bounds.high is not None and 0 < bounds.high - bounds.low < MOST_STRETCHES:
            open_ones.extend(
                StretchBounds(each, each) for each in range(bounds.low, bounds.high + 1) if each in bounds
            )
        else:
            return None
    return done


def _read_rules_within_bounds(game: Game, bounds: StretchBounds) -> StretchRules | None:
    """Return what the rules do within these bounds, asked of a plain number where there is only one."""
    if bounds.low == bounds.high:
        try:
            return _read_rules_of_stretch(game, bounds, bounds.low)
        except Exception:  # foreign rules may not bear a number beyond their start
            return None
    return run_symbolically(
        lambda: _read_rules_of_stretch(game, bounds, SymbolicNumber(bounds)), watched=False
    )[0]


def _read_rules_of_stretch(game: Game, bounds: StretchBounds, number: Any) -> StretchRules | None:
    value = game.outcome(number)
    if type(value) is not int:
        return None
    if value != UNDECIDED:
        return StretchRules(bounds, value) if value in (WIN, LOSS) else None
    takes, lands = set(), set()
    for count, move in enumerate(game.moves(number)):
        child = game.play(number, move)
        if type(child) is SymbolicNumber:
            more = read_offset_of_number(child)
            if more >= 0 or bounds.low + more < 0:
                return None
            takes.add(-more)
        elif type(child) is int and 0 <= child < bounds.low:
            lands.add(child)
        else:
            return None
        if count > MOST_MOVES:
            return None
    if type(number) is int:
        takes, lands = {number - child for child in lands}, set()
    if not takes and not lands:
        value = game.stuck(number)
        return StretchRules(bounds, value) if type(value) is int and value in (WIN, LOSS) else None
    return StretchRules(bounds, None, tuple(sorted(takes)), tuple(sorted(lands)))


def _verify_rules_by_play(game: Game, rules: CountdownRules) -> CountdownRules | None:
    """Return the rules with how far plain numbers were asked; None where a check contradicts them.

    Each stretch is read again, and watched: the functions that run may not distinguish it from an integer.
    """
    ran: Ran = {}
    for stretch in rules.stretches:
        bounds = stretch.bounds
        if bounds.low == bounds.high:
            continue
        number = SymbolicNumber(bounds)
        try:
            again, more = run_symbolically(
                partial(_read_rules_of_stretch, game, bounds, number), watched=True
            )
        except (StretchDivided, SymbolicRefusal):
            return None
        if again != stretch:
            return None
        ran |= more
    named = collect_integer_constants(game, type(game), *ran)
    named |= {end for stretch in rules.stretches for end in (stretch.bounds.low, stretch.bounds.high) if end}
    start: Any = game.start()
    near = [REPLAYED, start, *(2 * number + REPLAYED for number in named)]
    last = max(number for number in near if number <= MOST_REPLAYED)
    chance = random.Random(1913)
    drawn = {chance.randrange(1 << chance.randrange(8, 63)) for _ in range(DRAWN)}
    around = {number + far for number in (start, *named) for far in range(-AROUND, AROUND + 1)}
    seen = _find_last_number_checked(game, rules, range(last + 1))
    beyond = sorted(number for number in around | drawn if number > last)
    if seen is None or _find_last_number_checked(game, rules, beyond) is None:
        return None
    return replace(rules, replayed=seen)


def _find_last_number_checked(game: Game, rules: CountdownRules, numbers: Iterable[int]) -> int | None:
    """Return the last plain number that was asked, as many as are bearable; None where one differs."""
    moves = seen = 0
    for number in numbers:
        if moves > MOST_REPLAYED_MOVES or (rules.high is not None and number > rules.high):
            break
        try:
            after = moves_at(game, number)
            children = {game.play(number, move) for move in after}
            end = None if children else terminal_value(game, number)
        except Exception:  # rules that cannot be asked beyond their start were not read either
            return None
        if end != rules.get_value_where_play_ends(number) or children != set(
            rules.list_numbers_after_moves(number)
        ):
            return None
        seen, moves = number, moves + len(after) + 1
    return seen
