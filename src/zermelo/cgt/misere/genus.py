"""The genus: the nim values of a game beside Nim heaps of two, in normal and in misere play.

Berlekamp, Conway and Guy, *Winning ways*, chapter 13. The genus of G is g^abc..., where g is its nimber in
normal play, and a, b, c, ... are the misere nim values of G, G + *2, G + *2 + *2, ... A misere nim value is
the mex of the options', and 1 where there are none, so that it is 0 exactly at P-positions. From some place
on the digits alternate, x, x^2, x, x^2, ...; they are written down to the first such pair: 0 is 0^120, *2 is
2^20.

A digit needs no sums. The options of G + k *2 are those of G with k *2 added, and G + (k-1) *2 with 0 or *
added; * changes the lowest bit of a misere nim value (as H + * has H as an option, and by induction H' + *).
So digit k is the mex of the options' digits k, digit k-1, and digit k-1 with its lowest bit changed. Once the
options' digits alternate, equal digits at two places of equal parity prove that all that follow alternate.

A genus is *tame* if it is that of a position of Nim: g^g(g^2) for any g, or 0^120, or 1^031. A game is
*tame*, and behaves like a position of Nim in sums of tame games, if its genus is tame, and

* all its options are tame (hereditarily tame), or
* each wild option has a move back to a tame game with its nimber and one with its misere nim value, and
  without the wild options both values would be the same.

All others are *wild*. As in the tables of *Winning ways*, a Nim heap's genus is printed as its nimber alone,
that of any other tame game with one digit (2^2), and that of a wild game in full (4^146, 2^20).
"""

from dataclasses import dataclass
from typing import Literal

from zermelo.cgt.form_theory import TheoryMemo
from zermelo.cgt.impartial.mex import mex
from zermelo.cgt.misere.misere_forms import MisereForm


@dataclass(frozen=True)
class Genus:
    """The nimber of a game, and its misere nim values beside 0, 1, 2, ... heaps of two.

    `digits` ends with the first pair that alternates for ever. `kind` is "heap", "tame" or "wild".
    """

    nimber: int
    digits: tuple[int, ...]
    kind: Literal["heap", "tame", "wild"]

    def get_misere_value_beside_twos(self, twos: int) -> int:
        """Return the misere nim value of the game beside so many Nim heaps of two."""
        if twos < len(self.digits):
            return self.digits[twos]
        last = len(self.digits) - 1
        return self.digits[last - (twos - last) % 2]

    @property
    def misere_value(self) -> int:
        """Return the misere nim value: 0 exactly where the player who just moved wins."""
        return self.digits[0]

    @property
    def full_symbol(self) -> str:
        """Return the symbol with all its digits: 0^120."""
        if max(self.digits) > 9:
            return f"{self.nimber}^({','.join(map(str, self.digits))})"
        return f"{self.nimber}^{''.join(map(str, self.digits))}"

    def __str__(self) -> str:
        if self.kind == "heap":
            return str(self.nimber)
        if self.kind == "tame":
            return (
                f"{self.nimber}^{self.digits[0]}"
                if self.digits[0] < 10
                else f"{self.nimber}^({self.digits[0]})"
            )
        return self.full_symbol


_GENERA: TheoryMemo[MisereForm, Genus] = TheoryMemo()


def genus(game: MisereForm) -> Genus:
    """Return the genus of a form.

    >>> from zermelo.cgt.misere.misere_forms import MisereForm
    >>> from zermelo.cgt.misere.misere_notation import parse_misere_form
    >>> [genus(MisereForm.nim_heap(size)).full_symbol for size in range(5)]
    ['0^120', '1^031', '2^20', '3^31', '4^46']
    >>> print(*(genus(parse_misere_form(text)) for text in ("*2_2", "*2_#", "*[2_2 3 2 1]")))
    0^0 0^0 4^146
    """
    computed = _GENERA.get_answers_in_theory(game.theory)
    if game not in computed:
        # Options first, without recursion: trees may be higher than Python's stack.
        pending = [game]
        while pending:
            missing = [option for option in pending[-1].options if option not in computed]
            if missing:
                pending.extend(missing)
            else:
                last = pending.pop()
                if last not in computed:
                    computed[last] = _compute_genus_from_options(last, computed)
    return computed[game]


def _compute_genus_from_options(game: MisereForm, computed: dict[MisereForm, Genus]) -> Genus:
    options = [computed[option] for option in game.options]
    nimber, digits = mex(option.nimber for option in options), _compute_genus_digits(options)
    return Genus(nimber, digits, _classify_tameness(game, nimber, digits, computed))


def _compute_genus_digits(options: list[Genus]) -> tuple[int, ...]:
    """Return a game's misere nim values beside heaps of two, down to the first alternating pair."""
    settled = max((len(option.digits) - 2 for option in options), default=0)
    digits = [mex(option.digits[0] for option in options) if options else 1]
    while True:
        last = digits[-1]
        taken = [option.get_misere_value_beside_twos(len(digits)) for option in options]
        digits.append(mex([*taken, last, last ^ 1]))
        if len(digits) - 3 >= settled and digits[-1] == digits[-3]:
            break
    while len(digits) > 2 and digits[-1] == digits[-3]:
        digits.pop()
    return tuple(digits)


def is_genus_of_nim_position(nimber: int, digits: tuple[int, ...]) -> bool:
    """Return whether a position of Nim has this genus."""
    return digits == (nimber, nimber ^ 2) or (nimber, digits) in ((0, (1, 2, 0)), (1, (0, 3, 1)))


def _classify_tameness(
    game: MisereForm, nimber: int, digits: tuple[int, ...], computed: dict[MisereForm, Genus]
) -> Literal["heap", "tame", "wild"]:
    if game.heap is not None:
        return "heap"
    if not is_genus_of_nim_position(nimber, digits):
        return "wild"
    tame = [computed[option] for option in game.options if computed[option].kind != "wild"]
    for option in game.options:
        if computed[option].kind == "wild":
            back = [computed[second] for second in option.options if computed[second].kind != "wild"]
            if all(second.nimber != nimber for second in back):
                return "wild"
            if all(second.misere_value != digits[0] for second in back):
                return "wild"
    kept = mex(option.nimber for option in tame), mex(option.misere_value for option in tame)
    return "tame" if kept == (nimber, digits[0]) else "wild"
