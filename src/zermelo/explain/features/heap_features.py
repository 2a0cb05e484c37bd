"""Features of games of heaps: nim-sums, parities and counts of what a move leaves.

The heaps are what a person reads: the numbers in the position's text, or what the game's own `heap_sizes`
says.
"""

from collections.abc import Callable, Sequence
from functools import reduce
from operator import xor
from typing import Any

from zermelo.cgt.strategies.position_counts import find_text_number_reader
from zermelo.core.game import Game, Move, Position, has
from zermelo.explain.rule_lists.rule_predicates import (
    AT_LEAST,
    EQUAL,
    LEAST,
    MOST,
    Feature,
    GlossaryTerm,
    Measure,
)

Heaps = Sequence[int]
MODULI = range(2, 9)
NIM_SUM = GlossaryTerm(
    "the nim-sum",
    "write each heap as a sum of 1, 2, 4, 8 ...; strike out pairs of the same number; add up what is left",
)

SHOWN = GlossaryTerm("the numbers shown", "all numbers of the position as it is written")


def applies_to_game(game: Game) -> bool:
    """Return whether positions are read as heaps: of an impartial game, or of numbers and nothing else."""
    return make_heap_reader(game) is not None and (game.impartial or _is_number_game(game))


def _is_number_game(game: Game) -> bool:
    """Return whether both players move alike, as far as is said, and the start's text is numbers alone."""
    numbers = find_text_number_reader(game)
    if numbers is None or has(game, "mover"):
        return False
    return not any(sign.isalpha() for word in numbers.between for sign in word)


def make_heap_reader(game: Game) -> Callable[[Position], Heaps] | None:
    """Return what reads a position's heaps, or None where there is nothing to read."""
    sizes: Any = getattr(game, "heap_sizes", None)
    if callable(sizes):
        return lambda position: [size for size in sizes(position) if size]
    numbers = find_text_number_reader(game)
    if numbers is None:
        return None
    return lambda position: [size for size in numbers.read_numbers_of_position(position) or () if size]


def build_features(game: Game) -> list[Feature]:
    """Return the features of a game of heaps; all of them are of what the move leaves."""
    read = make_heap_reader(game)
    assert read is not None
    heaps_of: Callable[[Position], Heaps] = read

    def make_measure_of_heaps_left(count: Callable[[Heaps], int]) -> Measure:
        def measure(position: Position, moves: Sequence[Move]) -> list[int]:
            return [count(heaps_of(game.play(position, move))) for move in moves]

        return measure

    one, many, all_of = _choose_number_nouns(game)
    terms = () if one == "heap" else (SHOWN,)
    found = [
        Feature(
            "heaps",
            f"the {many} it leaves",
            make_measure_of_heaps_left(len),
            compared=(EQUAL,),
            counted=(f"leaves {{}} {one}", f"leaves {{}} {many}"),
            said={"==0": f"leaves no {one}"},
            terms=terms,
        ),
        Feature(
            "ones",
            f"the {many} of one it leaves",
            make_measure_of_heaps_left(lambda heaps: sum(heap == 1 for heap in heaps)),
            compared=(EQUAL,),
            counted=(f"leaves {{}} {one} of one", f"leaves {{}} {many} of one"),
            said={"==0": f"leaves no {one} of one"},
            terms=terms,
        ),
        Feature(
            "large",
            f"the {many} of two or more it leaves",
            make_measure_of_heaps_left(lambda heaps: sum(heap > 1 for heap in heaps)),
            compared=(EQUAL, AT_LEAST),
            counted=(f"leaves {{}} {one} of two or more", f"leaves {{}} {many} of two or more"),
            said={"==0": f"leaves no {one} of two or more"},
            terms=terms,
        ),
        Feature(
            "largest",
            f"the largest {one} it leaves",
            make_measure_of_heaps_left(lambda heaps: max(heaps, default=0)),
            compared=(MOST, LEAST),
            said={
                " most": f"leaves the largest {one} as large as can be",
                " least": f"leaves the largest {one} as small as can be",
            },
            terms=terms,
        ),
        Feature(
            "left",
            "stones left" if one == "heap" else all_of,
            make_measure_of_heaps_left(sum),
            compared=(MOST, LEAST),
            said={" most": "leaves the most stones", " least": "leaves the fewest stones"}
            if one == "heap"
            else {" most": f"leaves the largest {all_of}", " least": f"leaves the smallest {all_of}"},
            terms=terms,
        ),
    ]
    for what, count in (("heaps", len), ("ones", lambda heaps: sum(heap == 1 for heap in heaps))):
        words = many if what == "heaps" else f"{many} of one"
        found.append(_build_remainder_feature(what, words, 2, make_measure_of_heaps_left, count, terms))
    words = "stones" if one == "heap" else all_of
    found += [
        _build_remainder_feature("left", words, modulus, make_measure_of_heaps_left, sum, terms)
        for modulus in MODULI
    ]
    # Last: what can be said by parities and counts is said by them.
    found.append(
        Feature(
            "nim_sum",
            "the nim-sum it leaves",
            make_measure_of_heaps_left(lambda heaps: reduce(xor, heaps, 0)),
            hard=True,
            compared=(EQUAL,),
            said={"==0": "leaves nim-sum 0"},
            terms=(NIM_SUM,),
        )
    )
    return found


def _choose_number_nouns(game: Game) -> tuple[str, str, str]:
    """Return what the numbers are called: one of them, several, and all added up.

    Only where a position is written as numbers and nothing else they are heaps of stones. In mem, "20, take
    at least 1" is a heap and a number that is none.
    """
    numbers = None if callable(getattr(game, "heap_sizes", None)) else find_text_number_reader(game)
    if numbers is None or not any(sign.isalpha() for word in numbers.between for sign in word):
        return "heap", "heaps", "stones"
    return "number above 0", "numbers above 0", "sum of the numbers shown"


def _build_remainder_feature(
    what: str,
    words: str,
    modulus: int,
    left: Callable[[Callable[[Heaps], int]], Measure],
    count: Callable[[Heaps], int],
    terms: tuple[GlossaryTerm, ...],
) -> Feature:
    """Return a count's remainder; of 2, said as even and odd."""
    one_sum = words.startswith("sum")
    if modulus == 2:
        of = words if one_sum else f"number of {words}"
        said = {"==0": f"leaves an even {of}", "==1": f"leaves an odd {of}"}
    elif one_sum:
        said = {
            f"=={rest}": f"leaves a {words} that is {_describe_remainder(rest, modulus)}"
            for rest in range(modulus)
        }
    else:
        said = {
            f"=={rest}": f"leaves {rest} {words} more than a multiple of {modulus}"
            for rest in range(2, modulus)
        }
        said["==1"] = f"leaves 1 {words.removesuffix('s')} more than a multiple of {modulus}"
        said["==0"] = f"leaves a multiple of {modulus} {words}"
    first = ", ".join(str(modulus * count) for count in range(4))
    multiple = (GlossaryTerm(f"a multiple of {modulus}", f"{first} and so on"),) if modulus > 2 else ()
    return Feature(
        f"{what}%{modulus}",
        f"{words} left, modulo {modulus}",
        left(lambda heaps: count(heaps) % modulus),
        compared=(EQUAL,),
        said=said,
        terms=(*terms, *multiple),
    )


def _describe_remainder(rest: int, modulus: int) -> str:
    return f"{rest} more than a multiple of {modulus}" if rest else f"a multiple of {modulus}"
