"""Several heaps: write the heaps in binary, and leave every column even.

A game is a disjunctive sum of its heaps if a move changes one number, to one that depends on that number
alone. Then each heap has a nimber, the least that no move from it leads to, and under normal play a position
is lost exactly where the exclusive or of its nimbers is 0 (Sprague 1935, Grundy 1939). Under misere play the
same rule is tried up to where all nimbers are 0 or 1, and there the other way round (Bouton, *Nim*, 1901),
and checked position by position. It is right for any number of heaps if from each heap with nimber 0 and a
move some move leads to nimber 1: all with nimber 0 or 1 are fickle then, and all others firm
(`theory/misere/tame`).

That the heaps are independent is looked at in every position of a small game, and in the small positions of a
large one, where it is then observed. A game that defines `parts` has promised it.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import xor

from zermelo.cgt.impartial.mex import mex
from zermelo.cgt.strategies.nimber_rule import (
    PERIODS_SEEN,
    NimberRule,
    describe_nimber_rule,
    find_nimber_rule,
)
from zermelo.cgt.strategies.outcome_table import (
    OutcomeTable,
    build_table_of_small_numbers,
    build_whole_outcome_table,
)
from zermelo.cgt.strategies.position_counts import TextNumberReader, find_text_number_reader
from zermelo.cgt.strategies.symbolic.symbolic_number import collect_integer_constants
from zermelo.cgt.strategies.worded_strategy import (
    Strategy,
    UnsoundStrategy,
    list_child_positions,
    yield_reachable_positions,
)
from zermelo.core.game import Game, Position, has

LARGEST_HEAP = 500  # whose nimbers are found heap by heap
TRIED = 30  # positions where heaps that are declared to be independent are tried together


def find_independent_heap_options(
    table: OutcomeTable, numbers: TextNumberReader
) -> list[dict[int, frozenset[int]]] | None:
    """Return the options of each heap, by its number; None where a move does more than change one heap.

    One of the dictionaries for each heap: to which numbers a move can bring it.
    """
    heaps: list[dict[int, frozenset[int]]] = []
    for position, children in table.children.items():
        here = numbers.read_numbers_of_position(position)
        if here is None:
            return None
        heaps = heaps or [{} for _ in here]
        options: list[set[int]] = [set() for _ in here]
        for child in children:
            there = numbers.read_numbers_of_position(child)
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


def compute_nimbers_from_options(options: dict[int, frozenset[int]]) -> dict[int, int]:
    """Return the nimber of each number of a heap.

    >>> compute_nimbers_from_options({0: frozenset(), 1: frozenset({0}), 2: frozenset({0, 1})})
    {0: 0, 1: 1, 2: 2}
    """
    nimbers: dict[int, int] = {}
    for number in sorted(options):
        nimbers[number] = mex({nimbers[option] for option in options[number]})
    return nimbers


def _is_misere(table: OutcomeTable) -> bool | None:
    """Return whether having no move wins; None where that differs, or the rules end play before."""
    ends = {lost for position, lost in table.lost.items() if not table.children[position]}
    return None if len(ends) != 1 else not ends.pop()


def find_one_heap_strategy(game: Game) -> Strategy | None:
    """Return the rule of a heap of which any number may be taken, or None where the game is none.

    That is Nim with one heap. The rule is the theorem's, so it goes before what is found by trying.
    """
    numbers = None if has(game, "mover") else find_text_number_reader(game)
    table = numbers and (build_whole_outcome_table(game) or build_table_of_small_numbers(game, numbers))
    if not numbers or not table:
        return None
    heaps, misere = find_independent_heap_options(table, numbers), _is_misere(table)
    if heaps is None or len(heaps) != 1 or misere is None or len(heaps[0]) < 2:
        return None
    if any(options != frozenset(range(number)) for number, options in heaps[0].items()):
        return None
    left = 1 if misere else 0
    if any(
        (numbers.read_numbers_of_position(position) == (left,)) != lost
        for position, lost in table.lost.items()
    ):
        return None
    rules = (
        ("Leave 1: take all but one.", "If only 1 is there, good play beats you: you have to take it.")
        if misere
        else ("Take all there is.",)
    )
    looked = "at every position of this game" if table.whole else f"up to {table.size}"
    return Strategy(
        game,
        "one heap",
        rules,
        f"any number may be taken from the heap, as was seen {looked}: Nim with one heap (Bouton, 1901)",
        lambda position: numbers.read_numbers_of_position(position) == (left,),
        lambda size: _yield_positions_to_replay(numbers, table, size),
        observed_to=None if table.whole else f"numbers of {table.size}",
    )


def _yield_positions_to_replay(
    numbers: TextNumberReader, table: OutcomeTable, size: int | None
) -> Iterator[Position]:
    if size is not None and not table.whole:
        yield from numbers.yield_positions_up_to(size)
        return
    for position in yield_reachable_positions(numbers.game):
        if size is None or max(numbers.read_numbers_of_position(position) or ()) <= size:
            yield position


@dataclass(frozen=True)
class _NimSumRule:
    """Nim on the nimbers of the heaps."""

    numbers: TextNumberReader
    heaps: tuple[NimberRule, ...]
    misere: bool

    def is_position_to_leave(self, position: Position) -> bool:
        here = self.numbers.read_numbers_of_position(position)
        assert here is not None
        nimbers = [heap.get_number_of_heap(number) for heap, number in zip(self.heaps, here, strict=True)]
        return reduce(xor, nimbers) == (1 if self.misere and max(nimbers) <= 1 else 0)


def find_nim_sum_strategy(game: Game) -> Strategy | None:
    """Return the rule of nim-sums of a game whose text shows heaps, or None where there is none."""
    numbers = None if has(game, "mover") else find_text_number_reader(game)
    table = numbers and (build_whole_outcome_table(game) or build_table_of_small_numbers(game, numbers))
    if not numbers or not table:
        return None
    heaps = find_independent_heap_options(table, numbers)
    misere = _is_misere(table)
    if heaps is None or len(heaps) < 2 or misere is None:
        return None
    if not table.whole:
        heaps = _find_options_of_single_heaps(game, numbers) or heaps
    promised = (
        not table.whole and has(game, "parts") and not (misere and not all(map(_are_heaps_tame, heaps)))
    )
    rule = _NimSumRule(numbers, _find_heap_rules(heaps, 2 if table.whole else PERIODS_SEEN), misere)
    if any(rule.is_position_to_leave(position) != lost for position, lost in table.lost.items()):
        return None
    known = all(len(heap) > most for heap, most in zip(heaps, _find_starting_numbers(numbers), strict=True))
    if not table.whole and not known and any(heap.is_finite_list for heap in rule.heaps):
        return None
    promised = promised and known
    if promised and not _are_independent_heaps(game, numbers, heaps):
        raise UnsoundStrategy(f"{game!r}: parts() promises independent heaps, and they are not")
    return _make_strategy(game, table, rule, promised)


def _are_heaps_tame(options: dict[int, frozenset[int]]) -> bool:
    """Return whether each heap with nimber 0 has no move, or one to nimber 1."""
    nimbers = compute_nimbers_from_options(options)
    return all(
        nimbers[number] != 0 or not reached or any(nimbers[option] == 1 for option in reached)
        for number, reached in options.items()
    )


def _find_starting_numbers(numbers: TextNumberReader) -> tuple[int, ...]:
    start = numbers.read_numbers_of_position(next(iter(numbers.game.starts())))
    assert start is not None
    return start


def _find_options_of_single_heaps(
    game: Game, numbers: TextNumberReader
) -> list[dict[int, frozenset[int]]] | None:
    """Return the options of each heap, looked at where the others are empty; None where that is too much."""
    start = _find_starting_numbers(numbers)
    if max(start) > LARGEST_HEAP:
        return None
    heaps: list[dict[int, frozenset[int]]] = []
    for place, most in enumerate(start):
        options: dict[int, frozenset[int]] = {}
        for number in range(most + 1):
            alone = tuple(number if other == place else 0 for other in range(len(start)))
            position = numbers.find_position_with_numbers(alone)
            children = (
                None
                if position is None
                else [numbers.read_numbers_of_position(each) for each in list_child_positions(game, position)]
            )
            if children is None or None in children:
                return None
            options[number] = frozenset(child[place] for child in children if child is not None)
        heaps.append(options)
    return heaps


def _are_independent_heaps(
    game: Game, numbers: TextNumberReader, heaps: list[dict[int, frozenset[int]]]
) -> bool:
    """Return whether heaps are independent where they are tried: at random, and at numbers the rules name."""
    chance = random.Random(1913)
    named = sorted(collect_integer_constants(game, type(game)))
    drawn = [[chance.choice(list(heap)) for heap in heaps] for _ in range(TRIED)]
    for place, heap in enumerate(heaps):
        for number in [number + far for number in named for far in (-1, 0, 1)][:TRIED]:
            if number in heap:
                others = [chance.choice(list(each)) for each in heaps]
                drawn.append([*others[:place], number, *others[place + 1 :]])
    for here in map(tuple, drawn):
        position = numbers.find_position_with_numbers(here)
        if position is None:
            return False
        children = [numbers.read_numbers_of_position(child) for child in list_child_positions(game, position)]
        alone = {
            (*here[:place], option, *here[place + 1 :])
            for place, heap in enumerate(heaps)
            for option in heap[here[place]]
        }
        if set(children) != alone:
            return False
    return True


def _find_heap_rules(heaps: list[dict[int, frozenset[int]]], periods: int) -> tuple[NimberRule, ...]:
    """Return each heap's rule, one and the same where the heaps' nimbers agree."""
    several = [compute_nimbers_from_options(options) for options in heaps]
    together: dict[int, int] = {}
    for nimbers in several:
        if any(together.setdefault(number, nimber) != nimber for number, nimber in nimbers.items()):
            return tuple(find_nimber_rule(nimbers, periods) for nimbers in several)
    return (find_nimber_rule(together, periods),) * len(heaps)


# In words.


def _make_strategy(game: Game, table: OutcomeTable, rule: _NimSumRule, promised: bool) -> Strategy:
    return Strategy(
        game,
        "nim-sum",
        tuple(_yield_rule_sentences(rule)),
        _make_proof_text(table, rule, promised),
        rule.is_position_to_leave,
        lambda size: _yield_positions_up_to(rule, table, size),
        observed_to=None if table.whole or promised else f"heaps of {table.size}",
    )


def _yield_positions_up_to(rule: _NimSumRule, table: OutcomeTable, size: int | None) -> Iterator[Position]:
    """Yield every position with heaps up to a size, of those that the rule speaks of."""
    if size is not None and not table.whole:
        yield from rule.numbers.yield_positions_up_to(size)
        return
    for position in yield_reachable_positions(rule.numbers.game):
        if size is None or max(rule.numbers.read_numbers_of_position(position) or ()) <= size:
            yield position


def _yield_rule_sentences(rule: _NimSumRule) -> Iterator[str]:
    first = rule.heaps[0]
    alike = all(heap == first for heap in rule.heaps)
    if alike and first.largest_number is not None and first.largest_number <= 1:
        yield f"Give every heap a number: {describe_nimber_rule(first)}."
        yield f"Leave an {'odd' if rule.misere else 'even'} number of heaps that have a 1."
        yield "If that is so already, good play beats you: make a small move and hope for a mistake."
        return
    if alike and not first.modulus:
        what = "heap"
        yield "Write the heaps in binary, one below the other."
    else:
        what = "number"
        if alike:
            yield f"Give every heap a number: {describe_nimber_rule(first)}."
        else:
            for place, heap in enumerate(rule.heaps, 1):
                yield f"Give heap {place} a number: {describe_nimber_rule(heap)}."
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


def _make_proof_text(table: OutcomeTable, rule: _NimSumRule, promised: bool) -> str:
    theorem = (
        "the rule of misere Nim (Bouton, 1901), which was checked against every one of them"
        if rule.misere
        else "a position is lost exactly where the exclusive or of its heaps' nimbers is 0 (Sprague, Grundy)"
    )
    looked = f"each move changes one heap, to a number that depends on that heap alone: {theorem}"
    if table.whole:
        return f"in all {len(table.lost):,} positions {looked}, and so it is in all of them"
    if promised:
        if rule.misere:
            theorem = (
                "the rule of misere Nim holds for any number of them (Bouton, 1901), since each heap with "
                "nimber 0 has no move, or one to nimber 1"
            )
        return (
            f"the game declares its heaps to be independent parts, so {theorem}; the nimber of every heap "
            f"up to the largest was found, and the rule checked at all {len(table.lost):,} positions with "
            f"heaps up to {table.size}"
        )
    where = f"in all {len(table.lost):,} positions with heaps up to {table.size}"
    return f"{where} {looked}; beyond, nothing is proven"
