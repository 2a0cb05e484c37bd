"""Rules for one heap: codes, sets of numbers to take, Grundy's game, and others by name.

A code (Guy and Smith, *The G-values of various games*, 1956) has a digit for each number r of counters that a
move takes. The digit adds up what may be left of the heap: 1 nothing, 2 one heap, 4 two heaps, 8 three heaps.
The digit before the point is of moves that take nothing: they have to split. So Kayles is 0.77: take 1 or 2,
and leave what remains as it is, or split it.

    digit   1      2         4          8
    leaves  none   one heap  two heaps  three heaps
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from zermelo.cgt.grammar_reader import Notation
from zermelo.core.errors import BadParameter, quote
from zermelo.core.notation.wording import join_names

MOST_TAKEN = 1_000_000
LEAVING = {1: "nothing", 2: "one heap", 4: "two heaps", 8: "three heaps"}


def _check_taken_numbers(name: str, numbers: tuple[int, ...]) -> None:
    for number in numbers:
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= MOST_TAKEN:
            raise BadParameter(f"{name}={numbers!r}: {number!r} is no number from 1 to {MOST_TAKEN:,}")


@dataclass(frozen=True)
class HeapMove:
    """A move in one heap: how many counters it takes, and the heaps that it leaves."""

    taken: int
    left: tuple[int, ...]

    def __str__(self) -> str:
        """Return the move as text.

        >>> print(HeapMove(2, (1, 4)))
        take 2, leave 1 and 4
        """
        left = " and ".join(map(str, self.left)) or "nothing"
        return f"take {self.taken}, leave {left}" if self.taken else f"split into {left}"


class HeapRule(Protocol):
    """The interface of every rule of one heap."""

    def moves(self, heap: int) -> Iterator[HeapMove]:
        """Yield the moves in a heap, each once."""

    def describe(self) -> str:
        """Return the rule as a person says it."""


@dataclass(frozen=True)
class HeapCode:
    """A code: `digits[r]` encodes what may be left after taking r. `str` writes it as usual, `0.77`."""

    digits: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.digits or self.digits[0] & 3:
            raise BadParameter(
                f"code {self} can leave a heap as it is, and play would not end: "
                "before the point write 0, 4, 8 or c"
            )

    def __str__(self) -> str:
        first, *rest = (f"{digit:x}" for digit in self.digits) if self.digits else ("",)
        return f"{first}.{''.join(rest) or '0'}"

    @property
    def most_taken(self) -> int:
        """The greatest number that may be taken."""
        return max((place for place, digit in enumerate(self.digits) if digit), default=0)

    @property
    def most_heaps(self) -> int:
        """The most heaps that a move can leave of one."""
        return max(digit.bit_length() - 1 for digit in self.digits) if any(self.digits) else 0

    def moves(self, heap: int) -> Iterator[HeapMove]:
        """Yield the moves in a heap, each once."""
        for taken, digit in enumerate(self.digits[: heap + 1]):
            for heaps in range(4):
                if digit >> heaps & 1:
                    for left in yield_partitions(heap - taken, heaps):
                        yield HeapMove(taken, left)

    def describe(self) -> str:
        """Return the rule as a person says it.

        >>> parse_heap_rule("0.77").describe()
        'take 1 or 2 and leave nothing, one heap or two heaps'
        """
        said = []
        for digit in dict.fromkeys(digit for digit in self.digits if digit):
            places = [place for place, each in enumerate(self.digits) if each == digit]
            if places[0] == 0:
                places = places[1:]
                pieces = "two heaps" if digit == 4 else "three heaps" if digit == 8 else "two or three heaps"
                said.append(f"split a heap into {pieces}")
            if places:
                left = join_names([words for bit, words in LEAVING.items() if digit & bit])
                said.append(f"take {join_names(places)} and leave {left}")
        return "; or ".join(said) or "there are no moves"


@dataclass(frozen=True)
class SubtractionRule:
    """Take one of the numbers `taken` from a heap; nothing is split."""

    taken: tuple[int, ...]

    def __post_init__(self) -> None:
        _check_taken_numbers("taken", self.taken)
        if not self.taken:
            raise BadParameter("taken=() is empty: name the numbers that may be taken")

    def __str__(self) -> str:
        return f"subtraction({', '.join(map(str, self.taken))})"

    def moves(self, heap: int) -> Iterator[HeapMove]:
        """Yield the moves in a heap, each once."""
        for taken in sorted(set(self.taken)):
            if taken <= heap:
                yield HeapMove(taken, (heap - taken,) if heap > taken else ())

    def describe(self) -> str:
        """Return the rule as a person says it."""
        return f"take {join_names(sorted(set(self.taken)))}"


@dataclass(frozen=True)
class AllButRule:
    """Take any number but the ones in `kept`; Nim where there are none. Nothing is split."""

    kept: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        _check_taken_numbers("kept", self.kept)

    def __str__(self) -> str:
        return f"all_but({', '.join(map(str, self.kept))})"

    def moves(self, heap: int) -> Iterator[HeapMove]:
        """Yield the moves in a heap, each once."""
        for taken in range(1, heap + 1):
            if taken not in self.kept:
                yield HeapMove(taken, (heap - taken,) if heap > taken else ())

    def describe(self) -> str:
        """Return the rule as a person says it."""
        if not self.kept:
            return "take any number"
        return f"take any number but {join_names(sorted(set(self.kept)))}"


@dataclass(frozen=True)
class UnequalSplitRule:
    """Grundy's game: split a heap into two of different sizes. Grundy, *Mathematics and games* (1939)."""

    def __str__(self) -> str:
        return "grundy"

    def moves(self, heap: int) -> Iterator[HeapMove]:
        """Yield the moves in a heap, each once."""
        for part in range(1, (heap + 1) // 2):
            yield HeapMove(0, (part, heap - part))

    def describe(self) -> str:
        """Return the rule as a person says it."""
        return "split a heap into two of different sizes"


AnyRule = HeapCode | SubtractionRule | AllButRule | UnequalSplitRule


def yield_partitions(total: int, heaps: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield the ways to make up `total` of so many heaps, none empty, in rising order.

    >>> list(yield_partitions(5, 2))
    [(1, 4), (2, 3)]
    """
    if heaps == 0:
        if total == 0:
            yield ()
    elif heaps == 1:
        if total >= least:
            yield (total,)
    else:
        for part in range(least, total // heaps + 1):
            for rest in yield_partitions(total - part, heaps - 1, part):
                yield (part, *rest)


CODE: Final = Notation(
    "code", advice="write digits 0 to 7, or to f, with one point after the first, such as 0.77"
)
BEGIN_OF_CODE: Final = re.compile(r"\s*([0-9a-f]?)(\.[0-9a-f]*)?", re.IGNORECASE)


def parse_heap_code(text: str) -> HeapCode:
    """Read a code such as 0.77, .137, 4.0 or 0.8f; raises `BadParameter`.

    Digits after f are not known. The first may be missing, if there are others.

    >>> parse_heap_code("0.77")
    HeapCode(digits=(0, 7, 7))
    """
    found = BEGIN_OF_CODE.match(text)
    assert found is not None  # of any text, as every part may be missing
    first, rest = found.groups(default="")
    wrong = text[found.end() :].rstrip()
    if wrong and (rest or not first):
        raise CODE.make_error(text, found.end(), f"{wrong[0]!r} is no digit")
    if not rest or not first + rest[1:]:
        reason = "there is no digit" if rest else "the point is missing" if first else "a digit is missing"
        raise CODE.make_error(text, found.end(), reason)
    digits = [int(sign, 16) for sign in (first or "0") + rest[1:]]
    while len(digits) > 1 and digits[-1] == 0:
        digits.pop()
    if digits[0] & 3:
        raise BadParameter(
            f"code {quote(text)} lets a move take nothing and leave the heap as it is, and play would not "
            "end: before the point write 0, 4, 8 or c"
        )
    return HeapCode(tuple(digits))


def make_strip_laying_code(strips: tuple[int, ...]) -> HeapCode:
    """Return the code of laying strips of these lengths on a row of cells: digit 7 at each length.

    Polish Olympiad in Informatics VII (2000), *Stripes*: what a strip covers leaves two rows.

    >>> print(make_strip_laying_code((2, 2, 2)))
    0.07
    """
    _check_taken_numbers("strips", strips)
    digits = [0] * (max(strips, default=0) + 1)
    for length in strips:
        digits[length] = 7
    return HeapCode(tuple(digits))


NAMED_RULES: dict[str, AnyRule] = {
    "kayles": HeapCode((0, 7, 7)),
    "dawsons_kayles": HeapCode((0, 0, 7)),
    "dawsons_chess": HeapCode((0, 1, 3, 7)),
    "treblecross": HeapCode((0, 0, 0, 7)),
    "guiles": HeapCode((0, 1, 5)),
    "officers": HeapCode((0, 6)),
    "grundy": UnequalSplitRule(),
    "nim": AllButRule(),
}
SUBTRACTION_RULES: dict[str, Callable[[tuple[int, ...]], AnyRule]] = {
    "subtraction": SubtractionRule,
    "all_but": AllButRule,
    "stripes": make_strip_laying_code,
}


Rule = TypeVar("Rule", bound=HeapRule)


def as_heap_rule(rule_or_text: Rule | str) -> Rule | AnyRule:
    """Return a rule of heaps, read where it is a text such as 0.77, kayles or subtraction(1, 2, 3).

    Raises `BadParameter` for what is neither.
    """
    if isinstance(rule_or_text, str):
        return parse_heap_rule(rule_or_text)
    if isinstance(rule_or_text, type) or not callable(getattr(rule_or_text, "moves", None)):
        raise BadParameter(f"{quote(rule_or_text)} is no rule of heaps: write a code such as 0.77, or kayles")
    return rule_or_text


def parse_heap_rule(text: str) -> AnyRule:
    """Return the rule of one heap that a text names.

    Parameters
    ----------
    text : str
        A code such as "0.77", a name such as "kayles", or numbers as in "subtraction(1, 2, 3)", "all_but(2)".

    Returns
    -------
    HeapCode, SubtractionRule, AllButRule or UnequalSplitRule
        The rule; `rule.moves(heap)` lists the moves and `rule.describe()` says it in words.

    Raises
    ------
    BadParameter
        If the text names no rule.

    Examples
    --------
    >>> parse_heap_rule("all_but(2, 3, 7)").describe()
    'take any number but 2, 3 or 7'
    """
    name = text.strip().lower()
    if name in NAMED_RULES:
        return NAMED_RULES[name]
    found = BEGIN_OF_NUMBERS.match(name)
    named = found["name"] if found else ""
    if named not in SUBTRACTION_RULES and ("." in text or re.fullmatch(r"[0-9a-f]*", name)):
        return parse_heap_code(text)
    place = len(text) - len(text.lstrip())
    if found is None or named not in SUBTRACTION_RULES:
        raise HEAP_GAMES.make_error(text, place, f"{quote(named or name)} is the name of none")
    if not found["end"] or found["comma"] or found.end() < len(name):
        reason = "write its numbers in parentheses right after the name, with commas between them"
        raise HEAP_GAMES.make_error(text, place + found.end(), reason)
    return SUBTRACTION_RULES[named](tuple(map(int, re.findall(r"\d+", name))))


BEGIN_OF_NUMBERS: Final = re.compile(
    r"(?P<name>[a-z_]+)(\(\s*(\d{1,40}\s*(,\s*\d{1,40}\s*)*(?P<comma>,\s*)?)?(?P<end>\))?)?"
)
HEAP_GAMES: Final = Notation(
    "heap game",
    advice="write a code such as 0.77, or one of "
    + ", ".join([*NAMED_RULES, *(f"{taking}(...)" for taking in SUBTRACTION_RULES)]),
)
