"""Several heaps: write the heaps in binary, and leave every column even.

A game is a disjunctive sum of its heaps if a move changes one number, to one that depends on that number
alone. Then each heap has a nimber, the least that no move from it leads to, and under normal play a position
is lost exactly where the exclusive or of its nimbers is 0 (Sprague 1935, Grundy 1939). Under misere play the
same rule is tried up to where all nimbers are 0 or 1, and there the other way round (Bouton, *Nim*, 1901): it
holds for Nim, and for no large class of other games, so it is checked position by position.

That the heaps are independent is looked at in every position of a small game, and in the small positions of a
large one, where it is then observed. A game that defines `parts` has promised it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import xor

from zermelo.core.game import Game, Position, has
from zermelo.sums.strategies.seen import Numbers, read_numbers
from zermelo.sums.strategies.strategy import Strategy, followers, reachable
from zermelo.sums.strategies.table import Table, boxed_table, whole_table
from zermelo.sums.strategies.wording import joined, listed

LARGEST_HEAP = 500  # whose nimbers are found heap by heap
PERIODS_SEEN = 3


def independent_heaps(table: Table, numbers: Numbers) -> list[dict[int, frozenset[int]]] | None:
    """Return the options of each heap, by its number; None where a move does more than change one heap.

    One of the dictionaries for each heap: to which numbers a move can bring it.
    """
    heaps: list[dict[int, frozenset[int]]] = []
    for position, children in table.children.items():
        here = numbers.of(position)
        if here is None:
            return None
        heaps = heaps or [{} for _ in here]
        options: list[set[int]] = [set() for _ in here]
        for child in children:
            there = numbers.of(child)
            if there is None:
                return None
            changed = [place for place, number in enumerate(there) if number != here[place]]
            if len(changed) != 1 or there[changed[0]] > here[changed[0]]:
                return None
            options[changed[0]].add(there[changed[0]])
        for place, number in enumerate(here):
            if heaps[place].setdefault(number, frozenset(options[place])) != options[place]:
                return None
    return heaps


def nimbers_of(options: dict[int, frozenset[int]]) -> dict[int, int]:
    """Return the nimber of each number of a heap.

    >>> nimbers_of({0: frozenset(), 1: frozenset({0}), 2: frozenset({0, 1})})
    {0: 0, 1: 1, 2: 2}
    """
    nimbers: dict[int, int] = {}
    for number in sorted(options):
        nimbers[number] = least_missing({nimbers[option] for option in options[number]})
    return nimbers


def least_missing(nimbers: set[int]) -> int:
    """Return the least number from 0 that is missing."""
    found = 0
    while found in nimbers:
        found += 1
    return found


def _is_misere(table: Table) -> bool | None:
    """Return whether having no move wins; None where that differs, or the rules end play before."""
    ends = {lost for position, lost in table.lost.items() if not table.children[position]}
    return None if len(ends) != 1 else not ends.pop()


@dataclass(frozen=True)
class HeapRule:
    """The nimber of a heap as a person finds it: the remainder by `modulus`, looked up in `values`.

    Below `begin` it is looked up in `early`; None stands for a number that no heap ever has. With `modulus` 0
    it is the number itself.
    """

    modulus: int = 0
    values: tuple[int | None, ...] = ()
    begin: int = 0
    early: tuple[int | None, ...] = ()

    def nimber(self, number: int) -> int:
        """Return the nimber of a heap of so many."""
        if number < self.begin:
            return self.early[number] or 0
        return (self.values[number % self.modulus] or 0) if self.modulus else number

    @property
    def is_list(self) -> bool:
        """Whether nimbers are listed only, and nothing is said of larger heaps."""
        return set(self.values) == {None}

    @property
    def largest(self) -> int | None:
        """The largest nimber, None where there is no end of them."""
        return max((each or 0 for each in self.values + self.early), default=0) if self.modulus else None


def heap_rule(nimbers: dict[int, int], periods: int = PERIODS_SEEN) -> HeapRule:
    """Return the shortest rule that gives these nimbers; a period is to be seen so many times.

    >>> heap_rule({0: 0, 1: 1, 2: 2})
    HeapRule(modulus=0, values=(), begin=0, early=())
    >>> heap_rule({number: number % 3 for number in range(10)})
    HeapRule(modulus=3, values=(0, 1, 2), begin=0, early=())
    """
    if all(number == nimber for number, nimber in nimbers.items()):
        return HeapRule()
    count = max(nimbers) + 1
    row = tuple(nimbers.get(number) for number in range(count))
    for modulus in range(1, count // periods + 1):
        values: list[int | None] = [None] * modulus
        begin = 0
        for number in range(count - 1, -1, -1):  # from the end, as far as the remainders agree
            seen = values[number % modulus]
            if seen is None:
                values[number % modulus] = row[number]
            elif row[number] is not None and row[number] != seen:
                begin = number + 1
                break
        if begin + periods * modulus <= count and (periods > 2 or begin + modulus < count // 2):
            return HeapRule(modulus, tuple(values), begin, row[:begin])
    return HeapRule(1, (None,), count, row)


@dataclass(frozen=True)
class _Rule:
    """Nim on the nimbers of the heaps."""

    numbers: Numbers
    heaps: tuple[HeapRule, ...]
    misere: bool

    def leaves(self, position: Position) -> bool:
        here = self.numbers.of(position)
        assert here is not None
        nimbers = [heap.nimber(number) for heap, number in zip(self.heaps, here, strict=True)]
        return reduce(xor, nimbers) == (1 if self.misere and max(nimbers) <= 1 else 0)


def find_nim_sum(game: Game) -> Strategy | None:
    """Return the rule of nim-sums of a game whose text shows heaps, or None where there is none."""
    numbers = None if has(game, "mover") else read_numbers(game)
    table = numbers and (whole_table(game) or boxed_table(game, numbers))
    if not numbers or not table:
        return None
    heaps = independent_heaps(table, numbers)
    misere = _is_misere(table)
    if heaps is None or len(heaps) < 2 or misere is None:
        return None
    promised = not table.whole and not misere and has(game, "parts")
    if not table.whole:
        heaps = _along_the_axes(game, numbers) or heaps
    rule = _Rule(numbers, _rules(heaps, 2 if table.whole else PERIODS_SEEN), misere)
    if any(rule.leaves(position) != lost for position, lost in table.lost.items()):
        return None
    known = all(len(heap) > most for heap, most in zip(heaps, _start(numbers), strict=True))
    if not table.whole and not known and any(heap.is_list for heap in rule.heaps):
        return None
    promised = promised and known
    return _strategy(game, table, rule, promised)


def _start(numbers: Numbers) -> tuple[int, ...]:
    start = numbers.of(next(iter(numbers.game.starts())))
    assert start is not None
    return start


def _along_the_axes(game: Game, numbers: Numbers) -> list[dict[int, frozenset[int]]] | None:
    """Return the options of each heap, looked at where the others are empty; None where that is too much."""
    start = _start(numbers)
    if max(start) > LARGEST_HEAP:
        return None
    heaps: list[dict[int, frozenset[int]]] = []
    for place, most in enumerate(start):
        options: dict[int, frozenset[int]] = {}
        for number in range(most + 1):
            alone = tuple(number if other == place else 0 for other in range(len(start)))
            position = numbers.position(alone)
            children = None if position is None else [numbers.of(each) for each in followers(game, position)]
            if children is None or None in children:
                return None
            options[number] = frozenset(child[place] for child in children if child is not None)
        heaps.append(options)
    return heaps


def _rules(heaps: list[dict[int, frozenset[int]]], periods: int) -> tuple[HeapRule, ...]:
    """Return each heap's rule, one and the same where the heaps' nimbers agree."""
    several = [nimbers_of(options) for options in heaps]
    together: dict[int, int] = {}
    for nimbers in several:
        if any(together.setdefault(number, nimber) != nimber for number, nimber in nimbers.items()):
            return tuple(heap_rule(nimbers, periods) for nimbers in several)
    return (heap_rule(together, periods),) * len(heaps)


# In words.


def _strategy(game: Game, table: Table, rule: _Rule, promised: bool) -> Strategy:
    return Strategy(
        game,
        "nim-sum",
        tuple(_sentences(rule)),
        _proof(table, rule, promised),
        rule.leaves,
        lambda size: _positions(rule, table, size),
        observed_to=None if table.whole or promised else f"heaps of {table.size}",
    )


def _positions(rule: _Rule, table: Table, size: int | None) -> Iterator[Position]:
    """Yield every position with heaps up to a size, of those that the rule speaks of."""
    if size is not None and not table.whole:
        yield from rule.numbers.up_to(size)
        return
    for position in reachable(rule.numbers.game):
        if size is None or max(rule.numbers.of(position) or ()) <= size:
            yield position


def _sentences(rule: _Rule) -> Iterator[str]:
    first = rule.heaps[0]
    alike = all(heap == first for heap in rule.heaps)
    if alike and first.largest is not None and first.largest <= 1:
        yield f"Give every heap a number: {say_heap_rule(first)}."
        yield f"Leave an {'odd' if rule.misere else 'even'} number of heaps that have a 1."
        yield "If that is so already, good play beats you: make a small move and hope for a mistake."
        return
    if alike and not first.modulus:
        what = "heap"
        yield "Write the heaps in binary, one below the other."
    else:
        what = "number"
        if alike:
            yield f"Give every heap a number: {say_heap_rule(first)}."
        else:
            for place, heap in enumerate(rule.heaps, 1):
                yield f"Give heap {place} a number: {say_heap_rule(heap)}."
        yield "Write these numbers in binary, one below the other."
    yield "Leave an even number of ones in every column."
    yield (
        "To do so, look for the leftmost column with an odd number of ones and for a "
        f"{what} with a one in it: change the digits of that {what} in all odd columns."
    )
    if rule.misere:
        kind = "heap is" if what == "heap" else "number is"
        yield f"But where every {kind} to be 0 or 1 after your move, leave an odd number of ones."
    yield "If it is so already, good play beats you: make a small move and hope for a mistake."


def say_heap_rule(rule: HeapRule) -> str:
    """Say how to find the nimber of a heap.

    >>> say_heap_rule(HeapRule(4, (0, 1, 2, 3)))
    'what remains when it is divided by 4'
    """
    if not rule.modulus:
        return "its own size"
    said = [] if rule.is_list else [_say_remainders(rule)]
    if rule.begin:
        by_value: dict[int, list[int]] = {}
        for number, nimber in enumerate(rule.early):
            if nimber is None:
                continue
            by_value.setdefault(nimber, []).append(number)
        one_by_one = [f"{nimber} for {listed(numbers)}" for nimber, numbers in sorted(by_value.items())]
        said.append((f"below {rule.begin}, " if said else "") + joined(one_by_one, "and"))
    return "; ".join(said)


def _say_remainders(rule: HeapRule) -> str:
    if rule.values == tuple(range(rule.modulus)):
        return f"what remains when it is divided by {rule.modulus}"
    by_value: dict[int, list[int]] = {}
    for remainder, nimber in enumerate(rule.values):
        if nimber is not None:
            by_value.setdefault(nimber, []).append(remainder)
    said = [f"{nimber} for remainder {listed(group)}" for nimber, group in sorted(by_value.items())]
    return f"divide it by {rule.modulus}, then {joined(said, 'and')}"


def _proof(table: Table, rule: _Rule, promised: bool) -> str:
    theorem = (
        "the rule of misere Nim (Bouton, 1901), which was checked against every one of them"
        if rule.misere
        else "a position is lost exactly where the exclusive or of its heaps' nimbers is 0 (Sprague, Grundy)"
    )
    looked = f"each move changes one heap, to a number that depends on that heap alone: {theorem}"
    if table.whole:
        return f"in all {len(table.lost):,} positions {looked}, and so it is in all of them"
    if promised:
        return (
            f"the game declares its heaps to be independent parts, so {theorem}; the nimber of every heap "
            f"up to the largest was found, and the rule checked at all {len(table.lost):,} positions with "
            f"heaps up to {table.size}"
        )
    where = f"in all {len(table.lost):,} positions with heaps up to {table.size}"
    return f"{where} {looked}; beyond, nothing is proven"
