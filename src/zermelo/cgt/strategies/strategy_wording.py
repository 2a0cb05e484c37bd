"""The wording of numbers in a rule: remainders, lists, and the things that are counted."""

import re
from collections.abc import Iterable

from zermelo.cgt.strategies.symbolic.losing_periods import PeriodicSet
from zermelo.core.game import Game

# Nouns that a game's own description may use for what is counted; the first one found there is taken.
COUNTED = ("stones", "coins", "matches", "counters", "sticks", "pins", "beans", "pebbles", "cards", "chips")


def find_counted_noun(game: Game) -> str:
    """Return the game's own word for what is counted, or "the number" where it has none.

    >>> from zermelo.games.heaps.subtraction import Subtraction
    >>> find_counted_noun(Subtraction())
    'stones'
    """
    words = re.findall(r"[a-z]+", (type(game).__doc__ or "").lower())
    return next((word for word in words if word in COUNTED), "")


def format_number_list(numbers: Iterable[int], last: str = "or") -> str:
    """Return numbers as a list, three or more in a row as a range.

    >>> format_number_list([0, 1, 2, 3, 8, 9])
    '0 to 3, 8 or 9'
    """
    ascending = sorted(numbers)
    words: list[str] = []
    place = 0
    while place < len(ascending):
        end = place
        while end + 1 < len(ascending) and ascending[end + 1] == ascending[end] + 1:
            end += 1
        if end - place >= 2:
            words.append(f"{ascending[place]} to {ascending[end]}")
        else:
            words.extend(str(number) for number in ascending[place : end + 1])
        place = end + 1
    return format_word_list(words, last)


def format_word_list(words: list[str], last: str = "or") -> str:
    """Return words as a list.

    >>> format_word_list(["1", "2", "3"], "and")
    '1, 2 and 3'
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def format_remainders(modulus: int, remainders: frozenset[int], thing: str = "") -> str:
    """Say which numbers leave these remainders when divided by `modulus`.

    >>> format_remainders(4, frozenset({0}), "stones")
    'a multiple of 4 stones'
    >>> format_remainders(4, frozenset({1})), format_remainders(4, frozenset({3}))
    ('one more than a multiple of 4', 'one less than a multiple of 4')
    >>> format_remainders(7, frozenset({0, 2}), "stones")
    'a number of stones that leaves 0 or 2 when divided by 7'
    """
    of_things = f" of {thing}" if thing else ""
    after = f" {thing}" if thing else ""
    if modulus == 2 and len(remainders) == 1:
        return f"an {'odd' if 1 in remainders else 'even'} number{of_things}"
    if remainders == {0}:
        return f"a multiple of {modulus}{after}"
    if remainders == {1}:
        return f"one{after and f' {make_singular(thing)}'} more than a multiple of {modulus}"
    if remainders == {modulus - 1}:
        return f"one{after and f' {make_singular(thing)}'} less than a multiple of {modulus}"
    if len(remainders) == 1:
        return f"{min(remainders)}{after} more than a multiple of {modulus}"
    return f"a number{of_things} that leaves {format_number_list(remainders)} when divided by {modulus}"


def make_singular(thing: str) -> str:
    """Return the singular: "stones" are one "stone".

    >>> make_singular("stones"), make_singular("matches")
    ('stone', 'match')
    """
    return thing.removesuffix("es") if thing.endswith("ches") else thing.removesuffix("s")


def make_leave_numbers_sentence(claim: PeriodicSet, thing: str) -> str:
    """Return the sentence about the numbers to leave.

    >>> make_leave_numbers_sentence(PeriodicSet(4, frozenset({2}), begin=3), "stones")
    'Leave 2 stones more than a multiple of 4, from 3 on; fewer are never to be left.'
    """
    if not claim.lost and claim.early == {0}:
        return "Leave nothing: take all there is."
    return f"Leave {_format_numbers_to_leave(claim, thing)}."


def _format_numbers_to_leave(claim: PeriodicSet, thing: str) -> str:
    if not claim.lost:
        noun = make_singular(thing) if claim.early == {1} else thing
        return f"{format_number_list(claim.early)} {noun}".strip()
    said = format_remainders(claim.modulus, claim.lost, thing)
    if claim.begin:
        few = f"below {claim.begin}, leave {format_number_list(claim.early)}" if claim.early else ""
        return f"{said}, from {claim.begin} on; {few or 'fewer are never to be left'}"
    return said


def make_number_is_found_sentence(claim: PeriodicSet) -> str:
    """Say that one of the numbers to leave is found.

    >>> make_number_is_found_sentence(PeriodicSet(4, frozenset({1})))
    'one more than a multiple of 4 already'
    """
    if not claim.lost and claim.early == {0}:
        return "nothing left"
    if claim.begin or not claim.lost:
        return "one of these numbers already"
    return f"{format_remainders(claim.modulus, claim.lost)} already"


def format_heap_sizes(heaps: PeriodicSet) -> str:
    """Say which sizes of a heap these are; an empty text for none.

    >>> format_heap_sizes(PeriodicSet(34, frozenset({5, 9}), 16, frozenset({0, 5, 9, 15})))
    'a number that leaves 5 or 9 when divided by 34, or 0 or 15'
    >>> format_heap_sizes(PeriodicSet(4, frozenset({2}), 3, frozenset()))
    '2 more than a multiple of 4, but not 2'
    """
    if not heaps.lost:
        return format_number_list(heaps.early)
    said = format_remainders(heaps.modulus, heaps.lost) if heaps.modulus > 1 else "any number"
    more = format_number_list(heap for heap in heaps.early if heap % heaps.modulus not in heaps.lost)
    less = format_number_list(_list_exceptions_to_remainders(heaps))
    return said + (f", or {more}" if more else "") + (f", but not {less}" if less else "")


def count_named_numbers(heaps: PeriodicSet) -> int:
    """Return how many numbers `format_heap_sizes` has to name."""
    return len(heaps.early) + len(heaps.lost) + len(_list_exceptions_to_remainders(heaps))


def _list_exceptions_to_remainders(heaps: PeriodicSet) -> list[int]:
    return [n for n in range(heaps.begin) if n % heaps.modulus in heaps.lost and n not in heaps.early]
