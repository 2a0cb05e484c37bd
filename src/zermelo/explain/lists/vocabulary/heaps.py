"""Features of games of heaps: nim-sums, parities and counts of what a move leaves.

The heaps are what a person reads: the numbers in the position's text, or what the game's own `sizes` says.
"""

from collections.abc import Callable, Sequence
from functools import reduce
from operator import xor
from typing import Any

from zermelo.core.game import Game, Move, Position, has
from zermelo.explain.lists.predicates import AT_LEAST, EQUAL, LEAST, MOST, Feature, Measure, Term
from zermelo.theory.strategies.seen import read_numbers

Heaps = Sequence[int]
MODULI = range(2, 9)
NIM_SUM = Term(
    "the nim-sum",
    "write each heap as a sum of 1, 2, 4, 8 ...; strike out pairs of the same number; add up what is left",
)


def fits(game: Game) -> bool:
    """Return whether positions are read as heaps: of an impartial game, or of numbers and nothing else."""
    return reader(game) is not None and (game.impartial or _is_numbers(game))


def _is_numbers(game: Game) -> bool:
    """Return whether both players move alike, as far as is said, and the start's text is numbers alone."""
    numbers = read_numbers(game)
    if numbers is None or has(game, "mover"):
        return False
    return not any(sign.isalpha() for word in numbers.between for sign in word)


def reader(game: Game) -> Callable[[Position], Heaps] | None:
    """Return what reads a position's heaps, or None where there is nothing to read."""
    sizes: Any = getattr(game, "sizes", None)
    if callable(sizes):
        return lambda position: [size for size in sizes(position) if size]
    numbers = read_numbers(game)
    if numbers is None:
        return None
    return lambda position: [size for size in numbers.of(position) or () if size]


def features_of(game: Game) -> list[Feature]:
    """Return the features of a game of heaps; all of them are of what the move leaves."""
    read = reader(game)
    assert read is not None
    heaps_of: Callable[[Position], Heaps] = read

    def left(count: Callable[[Heaps], int]) -> Measure:
        def measure(position: Position, moves: Sequence[Move]) -> list[int]:
            return [count(heaps_of(game.play(position, move))) for move in moves]

        return measure

    found = [
        Feature(
            "heaps",
            "the heaps it leaves",
            left(len),
            compared=(EQUAL,),
            counted=("leaves {} heap", "leaves {} heaps"),
            said={"==0": "leaves no heap"},
        ),
        Feature(
            "ones",
            "the heaps of one it leaves",
            left(lambda heaps: sum(heap == 1 for heap in heaps)),
            compared=(EQUAL,),
            counted=("leaves {} heap of one", "leaves {} heaps of one"),
            said={"==0": "leaves no heap of one"},
        ),
        Feature(
            "large",
            "the heaps of two or more it leaves",
            left(lambda heaps: sum(heap > 1 for heap in heaps)),
            compared=(EQUAL, AT_LEAST),
            counted=("leaves {} heap of two or more", "leaves {} heaps of two or more"),
            said={"==0": "leaves no heap of two or more"},
        ),
        Feature(
            "largest",
            "stones in the largest heap left",
            left(lambda heaps: max(heaps, default=0)),
            compared=(MOST, LEAST),
            said={
                " most": "leaves the largest heap as large as can be",
                " least": "leaves the largest heap as small as can be",
            },
        ),
        Feature(
            "left",
            "stones left",
            left(sum),
            compared=(MOST, LEAST),
            said={" most": "leaves the most stones", " least": "leaves the fewest stones"},
        ),
    ]
    for what, count in (("heaps", len), ("ones", lambda heaps: sum(heap == 1 for heap in heaps))):
        found.append(_remainder(what, 2, left, count))
    found += [_remainder("left", modulus, left, sum) for modulus in MODULI]
    # Last: what can be said by parities and counts is said by them.
    found.append(
        Feature(
            "nim_sum",
            "the nim-sum it leaves",
            left(lambda heaps: reduce(xor, heaps, 0)),
            hard=True,
            compared=(EQUAL,),
            said={"==0": "leaves nim-sum 0"},
            terms=(NIM_SUM,),
        )
    )
    return found


def _remainder(
    what: str, modulus: int, left: Callable[[Callable[[Heaps], int]], Measure], count: Callable[[Heaps], int]
) -> Feature:
    """Return a count's remainder; of 2, said as even and odd."""
    words = {"heaps": "heaps", "ones": "heaps of one", "left": "stones"}[what]
    if modulus == 2:
        said = {"==0": f"leaves an even number of {words}", "==1": f"leaves an odd number of {words}"}
    else:
        said = {
            f"=={rest}": f"leaves {rest} {words} more than a multiple of {modulus}"
            for rest in range(2, modulus)
        }
        said["==1"] = f"leaves 1 {words.removesuffix('s')} more than a multiple of {modulus}"
        said["==0"] = f"leaves a multiple of {modulus} {words}"
    first = ", ".join(str(modulus * count) for count in range(4))
    terms = (Term(f"a multiple of {modulus}", f"{first} and so on"),) if modulus > 2 else ()
    return Feature(
        f"{what}%{modulus}",
        f"{words} left, modulo {modulus}",
        left(lambda heaps: count(heaps) % modulus),
        compared=(EQUAL,),
        said=said,
        terms=terms,
    )
