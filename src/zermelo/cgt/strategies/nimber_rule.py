"""A number for each size of a heap, as a person finds it: by the remainder, with few exceptions.

Nimbers of heaps repeat, or grow by the same amount from one period to the next. So one short list of
remainders gives the numbers of all heaps, and a second one those that do not fit it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from zermelo.cgt.strategies.strategy_wording import format_number_list, format_word_list

PERIODS_SEEN = 3


@dataclass(frozen=True)
class NimberRule:
    """The number of a heap: `values[remainder]` by `modulus`, and `saltus` more for each period from `begin`.

    Below `begin` it is looked up in `early`; None stands for a size that no heap ever has. With `modulus` 0
    it is the size itself.
    """

    modulus: int = 0
    values: tuple[int | None, ...] = ()
    begin: int = 0
    early: tuple[int | None, ...] = ()
    saltus: int = 0

    def get_number_of_heap(self, size: int) -> int:
        """Return the number of a heap of this size.

        >>> NimberRule(4, (0, 1, 0, 1), saltus=2).get_number_of_heap(10)
        4
        """
        if size < self.begin:
            return self.early[size] or 0
        return self._get_number_by_remainder(size) or 0 if self.modulus else size

    def _get_number_by_remainder(self, size: int) -> int | None:
        """Return the number that the remainder gives, before `begin` as well."""
        value = self.values[size % self.modulus]
        return None if value is None else value + self.saltus * ((size - self.begin) // self.modulus)

    @property
    def is_finite_list(self) -> bool:
        """Whether numbers are listed only, and nothing is said of larger heaps."""
        return set(self.values) == {None}

    @property
    def largest_number(self) -> int | None:
        """The largest number, None where there is no end of them."""
        if not self.modulus or self.saltus:
            return None
        return max((each or 0 for each in self.values + self.early), default=0)

    @property
    def exceptions(self) -> dict[int, int]:
        """The sizes below `begin` whose number is not that of the remainder, with their numbers."""
        return {
            size: number
            for size, number in enumerate(self.early)
            if number is not None and (self.is_finite_list or number != self._get_number_by_remainder(size))
        }


def find_nimber_rule(numbers: dict[int, int], periods: int = PERIODS_SEEN, few: int = 0) -> NimberRule:
    """Return the shortest rule that gives these numbers; a period must be seen `periods` times.

    If no size is above `few`, sizes are listed one by one even if each number equals its size: that may be an
    accident, and is one in the shortest rows of Kayles.

    >>> find_nimber_rule({0: 0, 1: 1, 2: 2})
    NimberRule(modulus=0, values=(), begin=0, early=(), saltus=0)
    >>> find_nimber_rule({size: size % 3 for size in range(10)}).values
    (0, 1, 2)
    """
    count = max(numbers) + 1
    if count > few + 1 and all(size == number for size, number in numbers.items()):
        return NimberRule()
    row = tuple(numbers.get(size) for size in range(count))
    for modulus in range(1, count // periods + 1):
        values: list[int | None] = [None] * modulus
        begin = 0
        for size in range(count - 1, -1, -1):  # from the end, as far as the remainders agree
            seen = values[size % modulus]
            if seen is None:
                values[size % modulus] = row[size]
            elif row[size] is not None and row[size] != seen:
                begin = size + 1
                break
        if begin + periods * modulus <= count and (periods > 2 or begin + modulus < count // 2):
            return NimberRule(modulus, tuple(values), begin, row[:begin])
    return NimberRule(1, (None,), count, row)


def make_repeating_nimber_rule(
    numbers: Sequence[int], period: int, begin: int, saltus: int = 0
) -> NimberRule:
    """Return the rule of numbers that repeat with `period` from `begin` on, the first of which are given.

    >>> make_repeating_nimber_rule([5, 0, 1, 0], 2, 1)
    NimberRule(modulus=2, values=(1, 0), begin=1, early=(5,), saltus=0)
    """
    if (period, begin, saltus, numbers[0]) == (1, 0, 1, 0):
        return NimberRule()
    values: list[int | None] = [None] * period
    for size in range(begin, begin + period):
        values[size % period] = int(numbers[size])
    return NimberRule(period, tuple(values), begin, tuple(int(each) for each in numbers[:begin]), saltus)


def describe_nimber_rule(rule: NimberRule, names: Sequence[str] | None = None) -> str:
    """Say how to find the number of a heap, or what `names` calls that number.

    >>> describe_nimber_rule(NimberRule(4, (0, 1, 2, 3)))
    'what remains when it is divided by 4'
    >>> describe_nimber_rule(NimberRule(2, (1, 0), 3, (1, 0, 2)))
    'divide it by 2, then 0 for remainder 1 and 1 for remainder 0; but 2 for 2'
    >>> describe_nimber_rule(NimberRule(4, (0, 1, 0, 1), saltus=2))
    '2 for each time that 4 goes into it, and 1 more for remainder 1 or 3'
    """
    if not rule.modulus:
        return "its own size"
    said = "" if rule.is_finite_list else _make_remainders_sentence(rule, names)
    one_by_one = _format_sizes_by_number(rule.exceptions.items(), names, "")
    return "; but ".join(each for each in (said, one_by_one) if each)


def _make_remainders_sentence(rule: NimberRule, names: Sequence[str] | None) -> str:
    if rule.saltus:
        return _make_growth_sentence(rule)
    if names is None and rule.modulus > 1 and rule.values == tuple(range(rule.modulus)):
        return f"what remains when it is divided by {rule.modulus}"
    pairs = [(remainder, number) for remainder, number in enumerate(rule.values) if number is not None]
    if len({number for _, number in pairs}) == 1:
        return _format_number_name(pairs[0][1], names)
    return f"divide it by {rule.modulus}, then {_format_sizes_by_number(pairs, names, 'remainder ')}"


def _make_growth_sentence(rule: NimberRule) -> str:
    goes = f"{rule.saltus} for each time that {rule.modulus} goes into it"
    first = [(place, rule.get_number_of_heap(rule.begin + place)) for place in range(rule.modulus)]
    more = _format_sizes_by_number([pair for pair in first if pair[1]], None, "remainder ", " more")
    less = f"take {rule.begin} away: " if rule.begin else ""
    return f"{less}{goes}{f', and {more}' if more else ''}"


def _format_sizes_by_number(
    pairs: Iterable[tuple[int, int]], names: Sequence[str] | None, of: str, more: str = ""
) -> str:
    sizes: dict[int, list[int]] = {}
    for size, number in pairs:
        sizes.setdefault(number, []).append(size)
    said = [
        f"{_format_number_name(number, names)}{more} for {of}{format_number_list(group)}"
        for number, group in sorted(sizes.items())
    ]
    return format_word_list(said, "and")


def _format_number_name(number: int, names: Sequence[str] | None) -> str:
    return str(number) if names is None else names[number]
