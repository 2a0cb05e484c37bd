"""Games that fall apart: nimbers, and sums of them; partizan values, thermographs, and sums of those.

`PLAYERS` are Left and Right, the two of a partizan game. Forms are numbered once in a process and shared by
all threads; whatever is found of them is kept, until `clear` forgets it.
"""

from typing import TYPE_CHECKING

from zermelo.core.budget import Budget, as_budget
from zermelo.core.errors import BadParameter, quoted
from zermelo.core.game import Game, Position, beginning_at
from zermelo.naming import game, position, refuse_unreadable

if TYPE_CHECKING:
    from zermelo.theory.impartial.derivation import NimberDerivation as NimberDerivation
    from zermelo.theory.impartial.derivation import NimberOption as NimberOption
    from zermelo.theory.impartial.derivation import Worth as Worth
    from zermelo.theory.impartial.derivation import derive_sum as derive_sum
    from zermelo.theory.impartial.mex import mex as mex
    from zermelo.theory.impartial.search import NimberSearch as NimberSearch
    from zermelo.theory.impartial.sums import NimberSumMove as NimberSumMove
    from zermelo.theory.impartial.sums import nimber_of_sum as nimber_of_sum
    from zermelo.theory.impartial.sums import winning_moves_of_sum as winning_moves_of_sum
    from zermelo.theory.loopy.value import Loopy as Loopy
    from zermelo.theory.partizan.form import Form as Form
    from zermelo.theory.partizan.form import options_form as options_form
    from zermelo.theory.partizan.named import down as down
    from zermelo.theory.partizan.named import miny as miny
    from zermelo.theory.partizan.named import star as star
    from zermelo.theory.partizan.named import switch as switch
    from zermelo.theory.partizan.named import tiny as tiny
    from zermelo.theory.partizan.named import up as up
    from zermelo.theory.partizan.parsing import form as form
    from zermelo.theory.partizan.sentestrat import Comparison as Comparison
    from zermelo.theory.partizan.sentestrat import compare_sentestrat as compare_sentestrat
    from zermelo.theory.partizan.thermograph import Thermograph as Thermograph
    from zermelo.theory.partizan.thermograph import draw_thermographs as draw_thermographs
    from zermelo.theory.sum import PLAYERS as PLAYERS
    from zermelo.theory.sum import Sum as Sum
    from zermelo.theory.sum import SumMove as SumMove
    from zermelo.theory.sum import Term as Term
    from zermelo.theory.sum import named_options as named_options
    from zermelo.theory.sum import player_number as player_number
    from zermelo.theory.theory import clear as clear
    from zermelo.work.nimber_table import find_nimbers as find_nimbers
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "theory.impartial.derivation": ("NimberDerivation", "NimberOption", "Worth", "derive_sum"),
            "theory.impartial.mex": ("mex",),
            "theory.impartial.search": ("NimberSearch",),
            "theory.impartial.sums": ("NimberSumMove", "nimber_of_sum", "winning_moves_of_sum"),
            "theory.loopy.value": ("Loopy",),
            "theory.partizan.form": ("Form", "options_form"),
            "theory.partizan.named": ("down", "miny", "star", "switch", "tiny", "up"),
            "theory.partizan.parsing": ("form",),
            "theory.partizan.sentestrat": ("Comparison", "compare_sentestrat"),
            "theory.partizan.thermograph": ("Thermograph", "draw_thermographs"),
            "theory.sum": ("PLAYERS", "Sum", "SumMove", "Term", "named_options", "player_number"),
            "theory.theory": ("clear",),
            "work.nimber_table": ("find_nimbers",),
        },
        ("canonical", "derive_nimber", "nimber", "nimber_moves", "sum_of"),
    )


def nimber(
    game_or_text: Game | str,
    where: Position | None = None,
    *,
    budget: Budget | None = None,
    interpreted: bool | None = None,
) -> int:
    """Return the nimber of a position (default: the start) of an impartial game under normal play.

    Raises `MissingCapability` where the game does not say that it is impartial, `UnreadablePosition`,
    `BadRules`, `LoopFound`, `OutOfBudget`, `Cancelled`.

    >>> nimber("nim(heaps=(1, 2, 4))"), nimber("nim(heaps=(3, 4))", "2 1")
    (7, 3)
    """
    from zermelo.work.folding import find_nimber

    return find_nimber(_begun(game_or_text, where), as_budget(budget), interpreted=interpreted)


def nimber_moves(
    game_or_text: Game | str,
    where: Position | None = None,
    *,
    budget: Budget | None = None,
    interpreted: bool | None = None,
) -> list[str]:
    """Return the names of the moves that win from a position (default: the start), under normal play.

    Raises as `nimber` does.

    >>> nimber_moves("nim(heaps=(1, 2, 4))")
    ['1 from heap 3']
    """
    from zermelo.work.folding import find_winning_moves

    which = _begun(game_or_text, where)
    start = next(iter(which.starts()))
    found = find_winning_moves(which, as_budget(budget), interpreted=interpreted)
    return [which.name(start, move) for move in found]


def derive_nimber(
    game_or_text: Game | str,
    where: Position | None = None,
    depth: int = 1,
    *,
    whole: bool = False,
    budget: Budget | None = None,
    interpreted: bool | None = None,
) -> "list[NimberDerivation]":
    """Return how a position's nimber comes about: its options', and the mex, or its parts', and their sum.

    With a `depth` of 2 or more, what that rests on follows, each class of positions once. `whole` asks for
    the moves even where the position falls into parts. Raises as `nimber` does.

    >>> print(derive_nimber("nim(heaps=(2,))")[0])
    2: nimber 2
      1 from heap 1  leaves 1  nimber 1
      2 from heap 1  leaves 0  nimber 0
      options have 0, 1; the least that is missing is 2
      N-position: 2 from heap 1 leaves 0, a P-position
    """
    from zermelo.theory.impartial import derivation

    which = _begun(game_or_text, where)
    return derivation.derive_nimber(
        which, None, depth, whole=whole, budget=as_budget(budget), interpreted=bool(interpreted)
    )


def _begun(game_or_text: Game | str, where: Position | None) -> Game:
    """Return a game, begun at a position where one is given; a text must name one that shows itself so."""
    which = game(game_or_text)
    if where is None:
        return which
    place = position(which, where)
    if isinstance(where, str):  # a number may be no position's, and have a nimber all the same
        refuse_unreadable(which, place)
    return beginning_at(which, place)


def canonical(
    game_or_text: "Game | Form | Loopy | str",
    where: Position | None = None,
    *,
    budget: Budget | None = None,
    interpreted: bool = False,
) -> "Form | Loopy":
    """Return the canonical form of a position (default: the start), of a written value, or of a sum of both.

    Whoever is to move in the position does not matter. Of a form it is the form of the same value: itself,
    unless it was made before `clear`. Where play may come round it is a `Loopy` value, or again a form if it
    is worth one. Raises `MissingCapability` where the game tells no `options`, `OutOfBudget` where play may
    come round and there are too many positions.

    >>> canonical("domineering(columns=2, rows=2)"), canonical("{1|*} + *"), canonical("clobber('xoxo') - 1")
    (+-1, {1*|0}, {-1*,-1^|-1*,-1v})
    """
    from zermelo.theory.loopy.positions import position_value
    from zermelo.theory.loopy.value import Loopy, loopy_again
    from zermelo.theory.partizan.followers import made_again
    from zermelo.theory.partizan.form import Form

    if isinstance(game_or_text, Form):
        return made_again(game_or_text)
    if isinstance(game_or_text, Loopy):
        return loopy_again(game_or_text)
    if isinstance(game_or_text, str) and where is None:
        return sum_of(game_or_text, budget=budget, interpreted=interpreted).value
    which = game(game_or_text)
    place = where if where is None else position(which, where)
    if isinstance(where, str):
        refuse_unreadable(which, place)
    return position_value(which, place, budget=budget, interpreted=interpreted)


def sum_of(text: str, *, budget: Budget | None = None, interpreted: bool = False) -> "Sum":
    """Return a sum of games and values as it is typed; it tells who wins, and both players' moves.

    Raises `BadParameter` where it cannot be read, and what `canonical` raises.

    >>> sum_of("domineering(columns=4, rows=2) + clobber('xoxo') + *2").outcome_class
    'N'
    """
    from zermelo.theory.expression import split_sum
    from zermelo.theory.partizan.parsing import forms
    from zermelo.theory.sum import Sum, Term
    from zermelo.theory.theory import the_theory

    if not isinstance(text, str):
        raise BadParameter(f"{quoted(text)} is no text: a sum is typed, as in 'clobber + *2'")
    theory = the_theory()  # another thread may clear it meanwhile
    terms: list[Term | Form | Loopy] = []
    for written in split_sum(text):
        if not written.is_game:
            terms.extend(forms(written.text, theory))
            continue
        which = game(written.text)
        start = next(iter(which.starts()))
        refuse_unreadable(which, start)
        terms.append(Term(which, start, written.is_negative))
    return Sum(*terms, budget=budget, interpreted=interpreted)
