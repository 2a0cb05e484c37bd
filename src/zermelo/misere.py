"""Misere play: of impartial games forms, genera, quotients with their proofs, and the rules they give.

Of partizan games, who wins. `DICOT` and `DEAD_ENDING` are two universes of them, modulo which games have an
order and canonical forms.

>>> from zermelo.misere import misere_quotient
>>> misere_quotient("0.123", 12).order
20
"""

from fractions import Fraction
from typing import TYPE_CHECKING

from zermelo.core.errors import BadParameter, quoted
from zermelo.core.game import Game
from zermelo.naming import game

if TYPE_CHECKING:
    from zermelo.theory.misere.forms import MisereForm as MisereForm
    from zermelo.theory.misere.forms import born_by_day as born_by_day
    from zermelo.theory.misere.forms import count_born_by_day as count_born_by_day
    from zermelo.theory.misere.forms import form_of_options as form_of_options
    from zermelo.theory.misere.forms import nim_heap as nim_heap
    from zermelo.theory.misere.genus import Genus as Genus
    from zermelo.theory.misere.genus import genus as genus
    from zermelo.theory.misere.heaps import heap_forms as heap_forms
    from zermelo.theory.misere.heaps import heap_genera as heap_genera
    from zermelo.theory.misere.linking import are_linked as are_linked
    from zermelo.theory.misere.linking import distinguisher as distinguisher
    from zermelo.theory.misere.linking import find_difference as find_difference
    from zermelo.theory.misere.linking import link as link
    from zermelo.theory.misere.linking import mate as mate
    from zermelo.theory.misere.notation import find_short_text as find_short_text
    from zermelo.theory.misere.notation import parse_misere_form as parse_misere_form
    from zermelo.theory.misere.partizan import PartizanMisere as PartizanMisere
    from zermelo.theory.misere.partizan import misere_outcome_class as misere_outcome_class
    from zermelo.theory.misere.positions import MisereSum as MisereSum
    from zermelo.theory.misere.positions import MisereSumMove as MisereSumMove
    from zermelo.theory.misere.positions import misere_form as misere_form
    from zermelo.theory.misere.positions import misere_nim_value as misere_nim_value
    from zermelo.theory.misere.primes import is_prime as is_prime
    from zermelo.theory.misere.primes import partitions_of as partitions_of
    from zermelo.theory.misere.primes import parts_of as parts_of
    from zermelo.theory.misere.quotients import MisereQuotient as MisereQuotient
    from zermelo.theory.misere.quotients import misere_quotient as misere_quotient
    from zermelo.theory.misere.rules import MisereRule as MisereRule
    from zermelo.theory.misere.rules import find_misere_rule as find_misere_rule
    from zermelo.theory.misere.taking import misere_taking as misere_taking
    from zermelo.theory.misere.tame import TameHeaps as TameHeaps
    from zermelo.theory.misere.tame import tame_heaps as tame_heaps
    from zermelo.theory.misere.trees import MisereTree as MisereTree
    from zermelo.theory.misere.trees import find_short_tree_text as find_short_tree_text
    from zermelo.theory.misere.trees import tree_of_options as tree_of_options
    from zermelo.theory.misere.universes import DEAD_ENDING as DEAD_ENDING
    from zermelo.theory.misere.universes import DICOT as DICOT
    from zermelo.theory.misere.universes import Universe as Universe
    from zermelo.theory.misere.universes import universe_named as universe_named
    from zermelo.theory.misere.wild import is_half_tame as is_half_tame
    from zermelo.theory.misere.wild import is_hereditarily_tame as is_hereditarily_tame
    from zermelo.theory.misere.wild import is_restive as is_restive
    from zermelo.theory.misere.wild import is_restless as is_restless
    from zermelo.theory.partizan.form import Form
    from zermelo.theory.partizan.literal import Literal
else:
    from zermelo.core.public import offered

    __all__, __getattr__, __dir__ = offered(
        __name__,
        {
            "theory.misere.forms": (
                "MisereForm",
                "born_by_day",
                "count_born_by_day",
                "form_of_options",
                "nim_heap",
            ),
            "theory.misere.genus": ("Genus", "genus"),
            "theory.misere.heaps": ("heap_forms", "heap_genera"),
            "theory.misere.linking": ("are_linked", "distinguisher", "find_difference", "link", "mate"),
            "theory.misere.notation": ("find_short_text", "parse_misere_form"),
            "theory.misere.partizan": ("PartizanMisere", "misere_outcome_class"),
            "theory.misere.positions": ("MisereSum", "MisereSumMove", "misere_form", "misere_nim_value"),
            "theory.misere.primes": ("is_prime", "partitions_of", "parts_of"),
            "theory.misere.quotients": ("MisereQuotient", "misere_quotient"),
            "theory.misere.rules": ("MisereRule", "find_misere_rule"),
            "theory.misere.taking": ("misere_taking",),
            "theory.misere.tame": ("TameHeaps", "tame_heaps"),
            "theory.misere.trees": ("MisereTree", "find_short_tree_text", "tree_of_options"),
            "theory.misere.universes": ("DEAD_ENDING", "DICOT", "Universe", "universe_named"),
            "theory.misere.wild": ("is_half_tame", "is_hereditarily_tame", "is_restive", "is_restless"),
        },
        ("misere_tree",),
    )


def misere_tree(game_or_text: "Game | Form | Literal | MisereTree | int | Fraction | str") -> "MisereTree":
    """Return a partizan game as the tree of its moves, for misere play; a sum of several is one, too.

    A text is a game, a tree as it is written, or a sum of both: "domineering(columns=2, rows=2) + {*|*}".
    Nothing is made simpler; a form of normal play is the tree of its canonical form. Raises
    `MissingCapability` where a game tells no `options`, `BadParameter` where the text cannot be read and
    where play reaches more than 50,000 positions, `LoopFound` where it may come round.

    >>> misere_tree("domineering(columns=2, rows=2)"), misere_tree("{*|*}"), misere_tree("1 + *")
    ({1|-1}, {*|*}, {*,1|1})
    >>> from zermelo.misere import DEAD_ENDING
    >>> DEAD_ENDING.canonical(misere_tree("domineering(columns=2, rows=2) + 1 - {0|}"))
    {1|-1}
    """
    from zermelo.theory.expression import split_sum
    from zermelo.theory.misere.tree_notation import parse_tree
    from zermelo.theory.misere.trees import MisereTree, tree_of_options
    from zermelo.theory.partizan.form import Form
    from zermelo.theory.partizan.literal import Canonical, Literal, Played
    from zermelo.theory.partizan.positions import check_last_move
    from zermelo.theory.theory import the_theory

    if isinstance(game_or_text, MisereTree):
        return game_or_text
    theory = the_theory()
    if isinstance(game_or_text, (int, Fraction)) and not isinstance(game_or_text, bool):
        return parse_tree(str(game_or_text), theory)
    if isinstance(game_or_text, Game):
        check_last_move(game_or_text, "tree of misere play")
        game_or_text = Played(game_or_text, next(iter(game_or_text.starts())))
    if isinstance(game_or_text, Form):
        game_or_text = Canonical(game_or_text)
    if isinstance(game_or_text, Literal):
        return game_or_text.folded(lambda options: tree_of_options(options[0], options[1], theory))
    if not isinstance(game_or_text, str):
        raise BadParameter(f"{quoted(game_or_text)} is no game: give one, a tree, a literal game, or a text")
    total = tree_of_options([], [], theory)
    for written in split_sum(game_or_text):
        if not written.is_game:
            total += parse_tree(written.text, theory)
            continue
        which = game(written.text)
        total = total - misere_tree(which) if written.is_negative else total + misere_tree(which)
    return total
